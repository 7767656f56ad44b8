#pragma once
/// The journal of `hotpath trade` as a session that a backtest is compared with.
///
/// Threads: the caller's. Allocation: free. Complexity: O(n log n) in the journal's messages.

#include <filesystem>

#include "hotpath/backtest/live/live_session.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::app {

/// The session of the journal's last trader, as LiveSessionReader reads it.
[[nodiscard]] Expected<backtest::LiveSession> read_live_session(
    const std::filesystem::path& journal);

/// Fees of each fill, by the trader's own table [fees].
[[nodiscard]] Expected<void> add_fees(backtest::LiveSession& session);

}  // namespace hotpath::app
