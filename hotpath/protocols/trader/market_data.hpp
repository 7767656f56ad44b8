#pragma once
/// MarketData: what a protocol of market data brings for a trader, a class each; all.hpp lists them.
///
///   Options            beside the engine's bounds and symbols
///   feed()             its LiveFeed, for what all have: state, books, lines, counters
///   session() ...      the name of the lines' session, if they have one
///   wants(loop, ...)   which loops are of use now, and on_loop_packet() for their packets
///   on_snapshot_*()    of a snapshot that the owner fetches, if it has to
///   number_of()        by which number order entry names an instrument
///   renames_orders()   how orders are named in the books (engine/own_ids.hpp)
///
/// Threads: one owner. Allocation: create(). Complexity: the feed's.

#include <concepts>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "hotpath/book/types.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/feed/feed_loop.hpp"
#include "hotpath/feed/live_feed.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/header.hpp"

namespace hotpath::protocols {

/// The name of a session of lines, where they have one.
using FeedSession = nasdaq::moldudp64::Session;

template <class F>
concept MarketData =
    std::default_initializable<typename F::Options> &&
    requires(const F& view, const book::BooksOptions& books, const feed::LiveFeedOptions& options,
             const std::vector<Symbol>& symbols, const typename F::Options& of, feed::FeedLoop loop,
             InstrumentId instrument, OrderId id) {
        { F::kName } -> std::convertible_to<std::string_view>;
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
    };

}  // namespace hotpath::protocols
