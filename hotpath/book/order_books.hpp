#pragma once
/// MarketBooks: the concept of all books of a whole feed, by order or by price, so that one feed
/// translator serves them. OrderBooks: the further requirements met by L3Books and its reference
/// implementation ReferenceBooks, so that one test suite and one checksum serve both.
///
/// Threads: one owner. Allocation and complexity: the model's. Priority within a level is ascending
/// OrderId, not arrival: at Nasdaq an order released late by the opening cross keeps the place its
/// reference number gives it.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "hotpath/book/types.hpp"

namespace hotpath::book {

template <class Books>
concept MarketBooks =
    requires(Books books, const Books& view, const OrderView& order, OrderId id, Qty qty,
             const Replacement& replacement, InstrumentId instrument, Side side, LevelKey level,
             TradingState state, std::span<Level> levels) {
        typename Books::Options;
        { Books::kLastPrefetch } -> std::convertible_to<PrefetchStep>;
        { books.add(order) } noexcept -> std::same_as<BookUpdate>;
        { books.execute(id, qty) } noexcept -> std::same_as<BookUpdate>;
        { books.reduce(id, qty) } noexcept -> std::same_as<BookUpdate>;
        { books.remove(id) } noexcept -> std::same_as<BookUpdate>;
        { books.replace(id, replacement) } noexcept -> std::same_as<BookUpdate>;
        { books.set_trading_state(instrument, state) } noexcept;
        { view.trading_state(instrument) } -> std::same_as<TradingState>;
        { view.best(instrument, side) } -> std::same_as<Level>;
        { view.bbo(instrument) } -> std::same_as<Bbo>;
        { view.level(instrument, level) } -> std::same_as<Level>;
        { view.depth(instrument, side, levels) } -> std::same_as<std::size_t>;
        { view.level_count(instrument, side) } -> std::same_as<std::size_t>;
        { view.find(id) } -> std::same_as<std::optional<OrderView>>;
        view.for_each_level(instrument, side, [](const Level&) {});
        { view.open_orders() } -> std::same_as<std::uint32_t>;
        { view.instruments_max() } -> std::same_as<std::uint16_t>;
        { view.counters() } -> std::same_as<const BookCounters&>;
        view.prefetch(id, instrument, PrefetchStep::Table);
        view.prefetch_add(order, PrefetchStep::Order);
    };

template <class Books>
concept OrderBooks =
    MarketBooks<Books> &&
    requires(Books books, const Books& view, OrderId id, Qty qty, InstrumentId instrument,
             Side side, LevelKey level, const OrderView& order, typename Books::Cursor cursor) {
        { view.has_orders(instrument, side) } -> std::same_as<bool>;
        { view.best_price(instrument, side) } -> std::same_as<Price>;
        { books.execute_front(instrument, side, qty) } noexcept -> std::same_as<FrontExecution>;
        { view.cursor_of(id) } -> std::same_as<typename Books::Cursor>;
        { static_cast<bool>(cursor) };
        { view.at(cursor) } -> std::same_as<OrderView>;
        { books.reduce_at(cursor, qty) } noexcept;
        { books.remove_at(cursor) } noexcept;
        { books.set_tag(cursor, std::uint32_t{}) } noexcept;
        { view.front(instrument, side) } -> std::same_as<std::optional<OrderView>>;
        { view.back(instrument, level) } -> std::same_as<std::optional<OrderView>>;
        { view.next_after(order) } -> std::same_as<std::optional<OrderView>>;
        view.for_each_order(instrument, side, [](const OrderView&) {});
        view.for_each_order_while(instrument, side, [](const OrderView&) { return true; });
        { view.queue_ahead_qty(id) } -> std::same_as<TotalQty>;
        { view.checksum() } -> std::same_as<std::uint64_t>;
        { view.checksum(instrument) } -> std::same_as<std::uint64_t>;
    };

}  // namespace hotpath::book
