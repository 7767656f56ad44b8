// The questions of the queues, side by side with other people's: a throughput, b round trip, c cost
// of a write and of a read between processes, d batches, e one writer and several readers, f
// disruptor against queue, g latency at a given rate, h several producers, i latest values, j
// pairs of processes side by side. Each test is a file of its name and says at its top what it shows and what it does not; what the
// numbers mean is in docs/results/messaging.md.

#include <algorithm>
#include <iterator>

#include "bench/benches.hpp"
#include "bench/messaging/disruptor_tests.hpp"
#include "bench/messaging/messaging_tests.hpp"
#include "bench/messaging/open_loop_tests.hpp"
#include "hotpath/measure/machine.hpp"

namespace hotpath::bench {
namespace {

void append(std::vector<Test>& tests, std::vector<Test> more) {
    std::ranges::move(more, std::back_inserter(tests));
}

std::vector<Test> make_tests(const Scale& scale, const timing::TscClock& clock) {
    std::vector<Test> tests{spsc_throughput_test(scale, clock), spsc_prepared_test(scale, clock),
                            round_trip_test(scale, clock),      shm_write_test(scale, clock),
                            shm_read_test(scale, clock),        shm_burst_test(scale, clock),
                            batch_write_test(scale, clock)};
    append(tests, broadcast_tests(scale, clock));
    append(tests, copy_cost_tests(scale, clock));
    append(tests, disruptor_tests(scale, clock));
    append(tests, open_loop_tests(scale, clock));
    append(tests, many_producers_tests(scale, clock));
    append(tests, latest_value_tests(scale, clock));
    append(tests, channel_pairs_tests(scale, clock));
    return tests;
}

}  // namespace

Bench messaging_bench() {
    return {
        .name = "messaging",
        .question = "what a message costs between two threads or processes, and how long it takes",
        .prepare = [](const Scale& scale) -> Expected<std::vector<Test>> {
            if (measure::cores() < 2) {
                return fail("the messaging benchmark needs two cores");
            }
            auto clock = timing::TscClock::create();
            if (!clock) {
                return std::unexpected(clock.error());
            }
            return make_tests(scale, *clock);
        }};
}

}  // namespace hotpath::bench
