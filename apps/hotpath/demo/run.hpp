#pragma once
/// Assembles the embedded system and runs a whole market through it: market stream, venue,
/// wires, trader.
///
/// Threads: the caller's, and one for the trader where there are two cores. Allocation: at set-up
/// and in the session's wires. Complexity: linear in the messages.

#include <atomic>

#include "apps/hotpath/demo/options.hpp"
#include "apps/hotpath/demo/result.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/telemetry/trace_log.hpp"

namespace hotpath::app {

/// The scopes of its threads go to `trace`, which outlives it; nullptr: nowhere. Of a market that ends in
/// damage there is no result, and none after `stop`.
[[nodiscard]] Expected<DemoResult> run_demo(const DemoOptions& options, telemetry::TraceLog* trace,
                                            const std::atomic<bool>& stop);

}  // namespace hotpath::app
