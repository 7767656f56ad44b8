#pragma once
/// A FIX session's part of an order's life, in process: a report received, an order sent, beside
/// QuickFIX (C++).
///
/// Threads: one. Allocation: outside the timed regions, but for the peer's own.

#include "bench/runner/measurement.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/timing/tsc_clock.hpp"

namespace hotpath::bench {

/// An error when a subject's orders are not those that all send.
[[nodiscard]] Expected<Test> fix_session_test(const timing::TscClock& clock);

}  // namespace hotpath::bench
