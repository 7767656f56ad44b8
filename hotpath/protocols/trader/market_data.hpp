#pragma once
/// MarketData: what a protocol of market data brings for a trader, a class each; all.hpp lists them.
///
///   kKey, kName        its names in configurations, and in messages; kTitle, with its transport
///   kForeign           words about another feed on its lines
///   kCounters          names of counters that it alone has, and counters() with their values
///   Options            beside the engine's bounds and symbols
///   feed()             its LiveFeed, for what all have: state, books, lines, counters
///   session() ...      the name of the lines' session, if they have one
///   wants(loop, ...)   which loops are of use now, and on_loop_packet() for their packets
///   on_snapshot_*()    of a snapshot that the owner fetches, if it has to
///   number_of()        by which number order entry names an instrument
///   renames_orders()   how orders are named in the books (engine/own_ids.hpp)
///
/// Libraries above the trader need further parts, declared here and defined in a folder of the protocol
/// that is linked with the library:
///
///   keys()             its part of a trader's configuration (live/config/protocol_keys.hpp)
///   simulated()        both ends of a simulated session (sim/session/protocol_ends.hpp)
///   packet_words()     a packet with the names of its messages; "": of another protocol (messages)
///   written()          files that a generated market is written to (sim/market/written_formats.hpp)
///   recorded()         its packets in a trader's journal (backtest/live/live_market.hpp)
///
/// Threads: one owner. Allocation: create(). Complexity: the feed's.

#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hotpath/book/types.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/feed/feed_loop.hpp"
#include "hotpath/feed/live_feed.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/header.hpp"

namespace hotpath::live {
struct MarketDataKeys;
}
namespace hotpath::sim::session {
struct FeedEnds;
}
namespace hotpath::sim::market {
struct WrittenFormats;
}
namespace hotpath::backtest {
struct RecordedMarket;
}

namespace hotpath::protocols {

/// Words about lines that carry another feed: "7 of 9 packets are not `packets`", "7 of 9 `messages`".
struct ForeignWords {
    std::string_view packets;
    std::string_view messages;
};

/// The name of a session of lines, where they have one.
using FeedSession = nasdaq::moldudp64::Session;

template <class F>
concept MarketData =
    std::default_initializable<typename F::Options> &&
    requires(const F& view, const book::BooksOptions& books, const feed::LiveFeedOptions& options,
             const std::vector<Symbol>& symbols, const typename F::Options& of, feed::FeedLoop loop,
             InstrumentId instrument, OrderId id, Bytes packet) {
        { F::kKey } -> std::convertible_to<std::string_view>;
        { F::kName } -> std::convertible_to<std::string_view>;
        { F::kTitle } -> std::convertible_to<std::string_view>;
        { F::kForeign } -> std::convertible_to<ForeignWords>;
        {
            view.counters()
        } noexcept -> std::same_as<std::array<std::uint64_t, F::kCounters.size()>>;
        { F::create(books, options, symbols, of) } -> std::same_as<Expected<F>>;
        view.feed();
        { view.session() } noexcept -> std::same_as<std::optional<FeedSession>>;
        { view.other_session() } noexcept -> std::same_as<std::optional<FeedSession>>;
        { view.has_loops() } noexcept -> std::same_as<bool>;
        { view.wants(loop, true) } noexcept -> std::same_as<bool>;
        { view.wants_snapshot() } noexcept -> std::same_as<bool>;
        // The venue's order entry names the instrument by it.
        { view.number_of(instrument) } noexcept -> std::same_as<std::int32_t>;
        { view.renames_orders() } noexcept -> std::same_as<bool>;
        { view.renames_on_replace() } noexcept -> std::same_as<bool>;
        { view.id_in_books(id) } noexcept -> std::same_as<OrderId>;
        { view.id_of_priority(instrument, id) } noexcept -> std::same_as<OrderId>;
        { F::keys() } noexcept -> std::same_as<const live::MarketDataKeys&>;
        { F::simulated() } noexcept -> std::same_as<const sim::session::FeedEnds&>;
        { F::packet_words(packet) } -> std::same_as<std::string>;
        { F::written() } noexcept -> std::same_as<const sim::market::WrittenFormats&>;
        { F::recorded() } noexcept -> std::same_as<const backtest::RecordedMarket&>;
    };

}  // namespace hotpath::protocols
