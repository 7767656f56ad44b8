#pragma once
/// A NewOrderSingle over a FIX session over TCP loopback, answered by an ExecutionReport, from one
/// process to another and back: beside QuickFIX (C++), QuickFIX/J and Artio.
///
/// Threads: forks a process for each run, so it is called while this one has one thread.
/// Allocation: outside the timed parts, but for the peers' own.

#include <vector>

#include "bench/runner/measurement.hpp"
#include "hotpath/timing/tsc_clock.hpp"

namespace hotpath::bench {

/// At fixed rates and with one order under way at a time.
[[nodiscard]] std::vector<Test> fix_round_trip_tests(const Scale& scale,
                                                     const timing::TscClock& clock);

}  // namespace hotpath::bench
