// What a venue's parts cost, side by side with other people's. Each test is a file of its name;
// what the numbers mean is in docs/matching.md.

#include "bench/benches.hpp"
#include "bench/exchange/exchange_tests.hpp"
#include "bench/runner/machine.hpp"

namespace hotpath::bench {

Bench exchange_bench() {
    return {.name = "exchange",
            .question = "how fast orders are matched, and how long one takes",
            .prepare = [](const Scale& scale) -> Expected<std::vector<Test>> {
                if (cores() < 2) {
                    return fail("the exchange benchmark needs two cores");
                }
                auto clock = timing::TscClock::create();
                if (!clock) {
                    return std::unexpected(clock.error());
                }
                return matching_tests(scale, *clock);
            }};
}

}  // namespace hotpath::bench
