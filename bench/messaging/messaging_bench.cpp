// The questions of the queues, side by side with other people's: a throughput, b round trip, c cost
// of a write and of a read between processes, d batches, e one writer and several readers. Each
// test is a file of its name and says at its top what it shows and what it does not; the numbers
// and what they mean are in docs/messaging-benchmark.md.

#include <algorithm>
#include <iterator>

#include "bench/benches.hpp"
#include "bench/messaging/messaging_tests.hpp"
#include "bench/runner/machine.hpp"

namespace hotpath::bench {

Bench messaging_bench() {
    return {
        .name = "messaging",
        .question = "what a message costs between two threads or processes, and how long it takes",
        .prepare = [](const Scale& scale) -> Expected<std::vector<Test>> {
            if (cores() < 2) {
                return fail("the messaging benchmark needs two cores");
            }
            auto clock = timing::TscClock::create();
            if (!clock) {
                return std::unexpected(clock.error());
            }
            std::vector<Test> tests{
                spsc_throughput_test(scale, *clock), round_trip_test(scale, *clock),
                shm_write_test(scale, *clock),       shm_read_test(scale, *clock),
                shm_burst_test(scale, *clock),       batch_write_test(scale, *clock)};
            std::ranges::move(broadcast_tests(scale, *clock), std::back_inserter(tests));
            return tests;
        }};
}

}  // namespace hotpath::bench
