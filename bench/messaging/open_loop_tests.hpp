#pragma once
/// Tests g_open_loop_RATE of the benchmark `messaging`: latency of an order through four stages
/// when orders come by the clock (Poisson), measured from the moment each was to be sent.
///
/// docs/techniques/open-loop-latency.md has the question and what the subjects are. Threads: the
/// sender on core 0, the stages on the runner's core. Allocation: outside the timed regions.

#include <vector>

#include "bench/runner/measurement.hpp"
#include "hotpath/timing/tsc_clock.hpp"

namespace hotpath::bench {

[[nodiscard]] std::vector<Test> open_loop_tests(const Scale& scale, const timing::TscClock& clock);

}  // namespace hotpath::bench
