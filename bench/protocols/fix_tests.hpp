#pragma once
/// FIX 4.4 in the benchmark of protocols: ExecutionReports and orders to fields and to bytes,
/// beside QuickFIX (C++), QuickFIX/J and Artio.
///
/// Threads: one. Allocation: outside the timed regions, but for the peers' own.

#include <vector>

#include "bench/runner/measurement.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/timing/tsc_clock.hpp"

namespace hotpath::bench {

[[nodiscard]] Expected<std::vector<Test>> fix_tests(const timing::TscClock& clock);

}  // namespace hotpath::bench
