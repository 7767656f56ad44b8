#pragma once
/// A session of a live trader as its journal has it: the orders and their fills, how long each
/// message took, and when timers came.
///
/// Where the trader's clock was so far behind the venue's that a message would have arrived before it
/// was sent, the difference is added to the trader's times. Threads: one owner.
/// Allocation: free. Complexity: O(n log n) in the journal's messages.

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hotpath/backtest/comparison.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/sim/session/latency_model.hpp"
#include "hotpath/sim/session/session.hpp"

namespace hotpath::backtest {

/// A message of a session, by the clocks of its two ends.
struct LiveMessage {
    Time sent{};
    Time received = kNever;  // kNever: not known
    // A reply's whose protocol has milliseconds: what its time at the venue is found by.
    std::optional<std::size_t> answers{};  // this request
    MatchId match{};                       // this execution; 0: none
};

/// An entry of a packet: an order (its new terms, or its end), a trade or a trading state, with the
/// numbers and codes of its protocol and no time.
struct PacketEntry {
    enum class Kind : std::uint8_t { Order, Trade, State };
    static constexpr std::size_t kKinds = 3;

    Kind kind = Kind::Order;
    std::int32_t instrument = 0;
    std::uint64_t id = 0;  // of the order or the trade
    std::uint64_t priority = 0;
    std::int64_t price = 0;
    std::int64_t qty = 0;
    std::uint8_t code = 0;  // of the change, or the state

    friend auto operator<=>(const PacketEntry&, const PacketEntry&) = default;
};

struct LiveSession {
    std::string config{};           // the trader's, its passwords hidden
    std::vector<Symbol> symbols{};  // traded
    SessionOrders orders{};
    sim::session::LiveEvents events{};
    // In the order of sending.
    std::vector<LiveMessage>
        feed{};  // by number; snapshots left out; messages of ITCH, else packets
    std::vector<std::vector<PacketEntry>> entries{};  // what each of those packets says; none: ITCH
    std::size_t market_data = 0;                      // its place in protocols::MarketFeeds
    std::vector<LiveMessage> requests{};  // orders, replacements, cancels, account queries of OUCH
    std::vector<LiveMessage> replies{};
    Nanos clock_behind{};  // added to the trader's times
    /// The trader's feed had so many. Until each was filled it sent cancels alone, which a backtest does not know.
    std::uint64_t feed_gaps = 0;
    /// The account query is no message, its answer comes at once (RecordedOrders).
    bool answers_query_itself = false;
};

/// The samples of a wire: a message of unknown arrival gets the latency of the previous one, and no
/// message overtakes another.
[[nodiscard]] std::vector<sim::session::LatencySample> latency_samples(
    const std::vector<LiveMessage>& messages);

/// Adds one that the trader never received: the venue sent it with the last one that was, or later, so
/// whatever it sends from then on arrives after the end.
void add_unread(std::vector<LiveMessage>& messages, Time ended);

}  // namespace hotpath::backtest
