#pragma once
/// A venue's price-time matching over the order books of a whole market.
///
/// An incoming order trades with the best price of the other side first and, at one price, with the
/// lowest OrderId first (the earliest, at a venue that numbers orders on arrival); each trade is at
/// the resting order's price. What is left of a Day limit order rests; of an Ioc or Market order it
/// is canceled. The books are the trader's L3Books, or their reference.
///
/// Functions that take a NewOrder are inlined, so that its fields stay in registers: an order
/// written to memory is read back by a word wider than its fields, which waits for all stores
/// before them (docs/techniques/store-forwarding.md).
///
/// A command calls its listener (see NullListener) with each event in order, after the books have
/// changed; the listener does not call back. Threads: one owner. Allocation: none after create().
/// Complexity: that of the books, times the orders traded with, at most
/// MatcherOptions::executions_max a command.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/book/order_books.hpp"
#include "hotpath/core/cpu.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/match/types.hpp"

namespace hotpath::match {

/// Bounds of the books and of one command.
struct MatcherOptions {
    book::BooksOptions books{};
    std::uint32_t executions_max = 4'096;  // of one command; the remainder is canceled
};

/// On separate cache lines: a reader of its reports on another core may be adjacent in memory.
template <book::OrderBooks Books>
class alignas(kCacheLine) BasicMatcher {
  public:
    /// Allocates the books. Fails if executions_max is 0 or an option of the books is out of range.
    [[nodiscard]] static Expected<BasicMatcher> create(const MatcherOptions& options) {
        if (options.executions_max == 0) {
            return fail("matcher: executions_max must be above 0");
        }
        Expected<Books> books = Books::create(options.books);
        if (!books) {
            return std::unexpected(books.error());
        }
        return BasicMatcher(std::move(*books), options.executions_max);
    }

    [[nodiscard]] const Books& books() const noexcept { return books_; }
    /// Returns the books for VenueBooks, which add orders with conditions.
    [[nodiscard]] Books& mutable_books() noexcept { return books_; }

    void set_trading_state(InstrumentId instrument, book::TradingState state) noexcept {
        books_.set_trading_state(instrument, state);
    }

    template <class Listener>
    [[gnu::always_inline]] inline MatchStatus enter(const NewOrder& order,
                                                    Listener& listener) noexcept {
        const MatchStatus status = check(order);
        if (status == MatchStatus::Ok) {
            match(order, listener);
        }
        return status;
    }

    /// Adds an order without matching it, even to a book that it crosses: a recording shows it as
    /// resting.
    template <class Listener>
    MatchStatus rest(const book::OrderView& order, Listener& listener) noexcept {
        const MatchStatus status = check({.id = order.id,
                                          .instrument = order.instrument,
                                          .side = order.side,
                                          .qty = order.leaves_qty,
                                          .price = order.price});
        if (status == MatchStatus::Ok) {
            add(order, listener);
        }
        return status;
    }

    template <class Listener>
    MatchStatus cancel(OrderId id, Listener& listener) noexcept {
        const Cursor cursor = books_.cursor_of(id);
        if (!cursor) {
            return MatchStatus::UnknownOrder;
        }
        remove(cursor, listener);
        return MatchStatus::Ok;
    }

    /// Takes `qty` off an order, which keeps its place. Its open quantity or more cancels it.
    template <class Listener>
    MatchStatus reduce(OrderId id, Qty qty, Listener& listener) noexcept {
        const Cursor cursor = books_.cursor_of(id);
        if (!cursor) {
            return MatchStatus::UnknownOrder;
        }
        if (qty.value == 0) {
            return MatchStatus::ZeroQty;
        }
        const Cancellation reduced{.order = books_.at(cursor), .qty = qty};
        if (qty >= reduced.order.leaves_qty) {
            remove(cursor, listener);
            return MatchStatus::Ok;
        }
        books_.reduce_at(cursor, qty);
        listener.on_reduced(reduced);
        return MatchStatus::Ok;
    }

    /// Removes an order and enters another as a Day limit order of the same side. Its place in line
    /// is lost, even at the same price.
    template <class Listener>
    MatchStatus replace(OrderId original, const book::Replacement& replacement,
                        Listener& listener) noexcept {
        const Cursor cursor = books_.cursor_of(original);
        if (!cursor) {
            return MatchStatus::UnknownOrder;
        }
        if (replacement.qty.value == 0) {
            return MatchStatus::ZeroQty;
        }
        if (replacement.id != original && books_.cursor_of(replacement.id)) {
            return MatchStatus::DuplicateOrder;
        }
        const book::OrderView before = books_.at(cursor);
        books_.remove_at(cursor);
        const NewOrder now{.id = replacement.id,
                           .instrument = before.instrument,
                           .side = before.side,
                           .qty = replacement.qty,
                           .price = replacement.price,
                           .tag = replacement.tag};
        listener.on_replaced(before, view_of(now, now.qty));
        match(now, listener);
        return MatchStatus::Ok;
    }

    /// Executes a resting order in its place, at a price that may differ from its own. More than
    /// its open quantity takes what is open.
    template <class Listener>
    MatchStatus execute_at(const DirectedExecution& execution, Listener& listener) noexcept {
        const std::optional<book::OrderView> order = books_.find(execution.id);
        if (!order) {
            return MatchStatus::UnknownOrder;
        }
        if (execution.qty.value == 0) {
            return MatchStatus::ZeroQty;
        }
        const Qty qty = std::min(execution.qty, order->leaves_qty);
        static_cast<void>(books_.execute(order->id, qty));
        listener.on_executed({.resting = order->id,
                              .incoming = {},
                              .instrument = order->instrument,
                              .resting_side = order->side,
                              .price = execution.price,
                              .qty = qty,
                              .resting_leaves_qty = order->leaves_qty - qty,
                              .incoming_leaves_qty = {},
                              .resting_tag = order->tag});
        return MatchStatus::Ok;
    }

  private:
    using Cursor = typename Books::Cursor;

    BasicMatcher(Books&& books, std::uint32_t executions_max)
        : books_(std::move(books)), executions_max_(executions_max) {}

    [[nodiscard]] static bool may_rest(const NewOrder& order) noexcept {
        // In two statements: GCC makes one wider load of a conjunction, and the order is in memory.
        const bool is_limit = order.type == OrderType::Limit;
        return is_limit && order.time_in_force == TimeInForce::Day;
    }

    [[nodiscard]] static bool trades_at(const NewOrder& order, Price resting) noexcept {
        return order.type == OrderType::Market || crosses(order.side, order.price, resting);
    }

    [[nodiscard]] static book::OrderView view_of(const NewOrder& order, Qty leaves_qty) noexcept {
        return {.id = order.id,
                .instrument = order.instrument,
                .side = order.side,
                .price = order.price,
                .leaves_qty = leaves_qty,
                .tag = order.tag};
    }

    [[nodiscard, gnu::always_inline]] inline MatchStatus check(
        const NewOrder& order) const noexcept {
        if (order.instrument.value == 0 || order.instrument.value > books_.instruments_max()) {
            return MatchStatus::UnknownInstrument;
        }
        if (order.qty.value == 0) {
            return MatchStatus::ZeroQty;
        }
        if (may_rest(order)) {
            return books_.cursor_of(order.id) ? MatchStatus::DuplicateOrder : MatchStatus::Ok;
        }
        // It would trade a part of it here: a VenueMatcher takes it as a minimum.
        return order.time_in_force == TimeInForce::Fok ? MatchStatus::BadConditions
                                                       : MatchStatus::Ok;
    }

    /// With the best order of the other side. Only its price is requested: the order that trades is
    /// known, and wanted, only once it has.
    [[nodiscard, gnu::always_inline]] inline bool would_trade(
        const NewOrder& order) const noexcept {
        const Side other = opposite(order.side);
        return books_.has_orders(order.instrument, other) &&
               trades_at(order, books_.best_price(order.instrument, other));
    }

    template <class Listener>
    [[gnu::always_inline]] inline void match(const NewOrder& order, Listener& listener) noexcept {
        Qty leaves_qty = order.qty;
        for (std::uint32_t n = 0; would_trade(order); ++n) {
            if (n == executions_max_) [[unlikely]] {
                return drop(view_of(order, leaves_qty), CancelReason::SweepLimit, listener);
            }
            leaves_qty = trade(order, leaves_qty, listener);
            if (leaves_qty.value == 0) {
                return;
            }
        }
        const book::OrderView remainder = view_of(order, leaves_qty);
        if (may_rest(order)) {
            add(remainder, listener);
        } else {
            drop(remainder, CancelReason::Immediate, listener);
        }
    }

    /// With the first order of the other side, which there is; what is left of this one.
    template <class Listener>
    [[nodiscard, gnu::always_inline]] inline Qty trade(const NewOrder& order, Qty before,
                                                       Listener& listener) noexcept {
        const Side resting_side = opposite(order.side);
        const Price price = books_.best_price(order.instrument, resting_side);
        const book::FrontExecution resting =
            books_.execute_front(order.instrument, resting_side, before);
        const Qty leaves_qty = before - resting.qty;
        listener.on_executed({.resting = resting.id,
                              .incoming = order.id,
                              .instrument = order.instrument,
                              .resting_side = resting_side,
                              .price = price,
                              .qty = resting.qty,
                              .resting_leaves_qty = resting.leaves_qty,
                              .incoming_leaves_qty = leaves_qty,
                              .resting_tag = resting.tag});
        return leaves_qty;
    }

    template <class Listener>
    [[gnu::always_inline]] inline void add(const book::OrderView& order,
                                           Listener& listener) noexcept {
        if (books_.add(order).status == book::BookStatus::Ok) [[likely]] {
            listener.on_added(order);
        } else {
            drop(order, CancelReason::BookFull, listener);
        }
    }

    template <class Listener>
    void remove(Cursor cursor, Listener& listener) noexcept {
        Cancellation canceled{.order = books_.at(cursor), .qty = {}};
        canceled.qty = canceled.order.leaves_qty;
        books_.remove_at(cursor);
        listener.on_canceled(canceled);
    }

    template <class Listener>
    static void drop(const book::OrderView& order, CancelReason reason,
                     Listener& listener) noexcept {
        listener.on_canceled({.order = order, .qty = order.leaves_qty, .reason = reason});
    }

    Books books_;
    std::uint32_t executions_max_;
};

using Matcher = BasicMatcher<book::L3Books>;

}  // namespace hotpath::match
