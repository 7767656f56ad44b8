#pragma once
/// The ITCH feed of `hotpath exchange` as a trader received it in another protocol.
///
///   the venue's journal ──> the venue again ──> ITCH messages ──> entries of each in that protocol
///                                                                       ║ the same, in the same order
///   the trader's journal ──> packets, received at ──────────────> entries
///
/// Both say the same of each order. An ITCH message was received when the last of its entries was; one
/// without an entry (an event of the system, say) when the next message of its instant was.
/// Threads: the main one. Allocation: free. Complexity: the exchange's, and O(n log n) in the entries.

#include <filesystem>

#include "hotpath/backtest/live/live_feed.hpp"
#include "hotpath/backtest/live/live_session.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::app {

/// `session` has entries of packets. An error when the journal is not of the venue whose packets
/// they are, or when it does not replay.
[[nodiscard]] Expected<backtest::LiveFeed> venue_feed(const std::filesystem::path& journal,
                                                      const backtest::LiveSession& session);

}  // namespace hotpath::app
