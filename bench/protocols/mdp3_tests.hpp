#pragma once
/// MDP 3.0 incremental refreshes in the benchmark of protocols: packets to fields and fields to
/// packets, by the code of our generator and by that of the SBE reference tool.
///
/// Threads: one. Allocation: outside the timed regions.

#include <vector>

#include "bench/runner/measurement.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/timing/tsc_clock.hpp"

namespace hotpath::bench {

/// An error when the two do not write the same packets.
[[nodiscard]] Expected<std::vector<Test>> mdp3_tests(const timing::TscClock& clock);

}  // namespace hotpath::bench
