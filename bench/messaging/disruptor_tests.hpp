#pragma once
/// Tests f_disruptor_* of the benchmark `messaging`: bursts of N events (table 4 of Bilokon and
/// Gunduz, 2023), the cost of each wait strategy, and graphs of stages.
///
/// docs/techniques/disruptor-or-locked-queue.md explains the question and the subjects. Threads:
/// the producer on the runner's core, stages on core 0. Allocation: outside the timed regions, but
/// for the `whole` tests, whose point it is.

#include <vector>

#include "bench/runner/measurement.hpp"
#include "hotpath/timing/tsc_clock.hpp"

namespace hotpath::bench {

[[nodiscard]] std::vector<Test> disruptor_tests(const Scale& scale, const timing::TscClock& clock);

/// Parts of the above: f_disruptor_paced and f_disruptor_graph_*.
[[nodiscard]] Test disruptor_paced_test(const Scale& scale, const timing::TscClock& clock);
[[nodiscard]] std::vector<Test> disruptor_graph_tests(const Scale& scale,
                                                      const timing::TscClock& clock);

}  // namespace hotpath::bench
