#pragma once
/// An iLink 3 session's part of an order's life, in process: a report received, an order sent.
///
/// Threads: one. Allocation: outside the timed regions.

#include "bench/runner/measurement.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/timing/tsc_clock.hpp"

namespace hotpath::bench {

/// An error when the session's orders or events are not those expected.
[[nodiscard]] Expected<Test> ilink_session_test(const timing::TscClock& clock);

}  // namespace hotpath::bench
