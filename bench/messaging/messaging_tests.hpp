#pragma once
/// The tests of the benchmark `messaging`, one function each in a file of its name; messaging_bench
/// puts them together and lets the peers that run as processes of their own join.
///
/// `hotpath` is the first subject of each. Threads: subjects start the other end themselves on core
/// 0; the runner's thread on the last core is the near one. Allocation: outside the timed regions.

#include <vector>

#include "bench/runner/measurement.hpp"
#include "hotpath/timing/tsc_clock.hpp"

namespace hotpath::bench {

[[nodiscard]] Test spsc_throughput_test(const Scale& scale, const timing::TscClock& clock);
[[nodiscard]] Test spsc_prepared_test(const Scale& scale, const timing::TscClock& clock);
[[nodiscard]] Test round_trip_test(const Scale& scale, const timing::TscClock& clock);
[[nodiscard]] Test shm_write_test(const Scale& scale, const timing::TscClock& clock);
[[nodiscard]] Test shm_read_test(const Scale& scale, const timing::TscClock& clock);
[[nodiscard]] Test shm_burst_test(const Scale& scale, const timing::TscClock& clock);
[[nodiscard]] Test batch_write_test(const Scale& scale, const timing::TscClock& clock);
/// With 1, 2 and 3 readers.
[[nodiscard]] std::vector<Test> broadcast_tests(const Scale& scale, const timing::TscClock& clock);
/// One for each length of a record.
[[nodiscard]] std::vector<Test> copy_cost_tests(const Scale& scale, const timing::TscClock& clock);
/// With 1, 3, 10, 20 and 40 producers.
[[nodiscard]] std::vector<Test> many_producers_tests(const Scale& scale,
                                                     const timing::TscClock& clock);
[[nodiscard]] std::vector<Test> latest_value_tests(const Scale& scale,
                                                   const timing::TscClock& clock);
/// With 1, 2, 4, 8 and 16 pairs.
[[nodiscard]] std::vector<Test> channel_pairs_tests(const Scale& scale,
                                                    const timing::TscClock& clock);

}  // namespace hotpath::bench
