#pragma once
/// Assembles the embedded system and runs a whole market through it: market stream, venue,
/// wires, trader.
///
/// Threads: the caller's, and one for the trader where there are two cores. Allocation: at set-up
/// and in the session's wires. Complexity: linear in the messages.

#include <optional>

#include "apps/hotpath/demo/options.hpp"
#include "apps/hotpath/demo/result.hpp"
#include "hotpath/telemetry/trace_log.hpp"

namespace hotpath::app {

struct DemoOutcome {
    std::optional<DemoResult> result;  // nothing only when the demo could not begin
    Expected<void> read;               // how the market stream ended
};

/// The scopes of its threads go to `trace`, which outlives it; nullptr: nowhere.
[[nodiscard]] DemoOutcome run_demo(const DemoOptions& options, telemetry::TraceLog* trace);

}  // namespace hotpath::app
