#pragma once
/// The tables of a recorded session, as text and back: what its messages took, and its events.
///
///   feed.csv entry.csv reply.csv    send_ns,receive_ns
///   events.csv                      at_ns,event: timers, when the order entry opened, when it stopped
///
/// Threads: any. Allocation: the texts. Complexity: linear in the lines.

#include <filesystem>
#include <string>
#include <vector>

#include "hotpath/backtest/live/live_session.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/sim/session/session.hpp"

namespace hotpath::backtest {

[[nodiscard]] std::string samples_text(const std::vector<LiveMessage>& messages);
[[nodiscard]] std::string events_text(const sim::session::LiveEvents& events);

/// events.csv: an error names the line.
[[nodiscard]] Expected<sim::session::LiveEvents> read_live_events(
    const std::filesystem::path& file);

}  // namespace hotpath::backtest
