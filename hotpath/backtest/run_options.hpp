#pragma once
/// The options of a Run: the trader's engine, the wires, the fill model, and its sessions if it has them.
///
/// Values. Threads: any. Allocation: the engine's symbols and recorded latencies.

#include <cstdint>
#include <optional>

#include "hotpath/core/units.hpp"
#include "hotpath/engine/engine_options.hpp"
#include "hotpath/feed/look_ahead.hpp"
#include "hotpath/sim/flow/fill_model.hpp"
#include "hotpath/sim/session/session_options.hpp"
#include "hotpath/sim/session/session_protocols.hpp"

namespace hotpath::backtest {

/// The treatment of a recording whose own book is locked or crossed while it trades.
enum class CrossedBook : std::uint8_t { Error, Allowed };

struct RunOptions {
    engine::EngineOptions engine{};
    sim::session::SessionOptions session{};
    sim::flow::FillModel fills{};
    CrossedBook crossed = CrossedBook::Error;
    Nanos sample_every{kNanosPerSecond};  // of the equity
    feed::LookAheadOptions look_ahead{};  // no result depends on it
    /// The protocols of a run with sessions (run_sessions.hpp); none: the engine alone.
    std::optional<sim::session::SessionProtocols> sessions{};
};

}  // namespace hotpath::backtest
