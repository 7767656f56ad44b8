// The cost of a venue's parts, compared with peers: matching and the venue as a state machine
// (docs/design/matching.md), and the tables of a published report from a tick to its trades
// (docs/techniques/tick-to-trades-in-one-function.md).

#include "bench/benches.hpp"
#include "bench/exchange/exchange_tests.hpp"
#include "bench/exchange/ticks/tick_tests.hpp"
#include "hotpath/measure/machine.hpp"

namespace hotpath::bench {

Bench exchange_bench() {
    return {
        .name = "exchange",
        .question = "how fast orders are matched, how long one takes, from a tick to its trades",
        .prepare = [](const Scale& scale) -> Expected<std::vector<Test>> {
            if (measure::cores() < 2) {
                return fail("the exchange benchmark needs two cores");
            }
            auto clock = timing::TscClock::create();
            if (!clock) {
                return std::unexpected(clock.error());
            }
            auto tests = matching_tests(scale, *clock);
            auto ticks = seed4_tests(scale, *clock);
            if (!tests || !ticks) {
                return std::unexpected(tests ? ticks.error() : tests.error());
            }
            const auto venue = venue_flow_tests(scale, *clock);
            tests->insert(tests->end(), venue.begin(), venue.end());
            tests->insert(tests->end(), ticks->begin(), ticks->end());
            return tests;
        }};
}

}  // namespace hotpath::bench
