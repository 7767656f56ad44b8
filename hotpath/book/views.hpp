#pragma once
/// The two ways to look at one instrument's book: L2View by price, L3View by order too.
///
/// A pair of a reference and an id: copy it freely, it is as current as its books. An L2View has no
/// queries for orders, which a by-price feed could not answer. Threads: those of the books.
/// Allocation: none. Complexity: best() and bbo() O(1), level() O(log levels), depth() O(levels
/// asked for).

#include <cstddef>
#include <optional>
#include <span>
#include <utility>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/book/order_books.hpp"
#include "hotpath/book/types.hpp"

namespace hotpath::book {

template <OrderBooks Books>
class BasicL2View {
  public:
    BasicL2View(const Books& books, InstrumentId instrument) noexcept
        : books_(&books), instrument_(instrument) {}

    [[nodiscard]] InstrumentId instrument() const noexcept { return instrument_; }
    [[nodiscard]] TradingState trading_state() const noexcept {
        return books_->trading_state(instrument_);
    }
    [[nodiscard]] Level best(Side side) const noexcept { return books_->best(instrument_, side); }
    [[nodiscard]] Level best_bid() const noexcept { return best(Side::Buy); }
    [[nodiscard]] Level best_ask() const noexcept { return best(Side::Sell); }
    [[nodiscard]] Bbo bbo() const noexcept { return books_->bbo(instrument_); }
    /// Returns a level with 0 orders if the price has none.
    [[nodiscard]] Level level(LevelKey key) const noexcept {
        return books_->level(instrument_, key);
    }
    [[nodiscard]] std::size_t level_count(Side side) const noexcept {
        return books_->level_count(instrument_, side);
    }
    /// Fills `levels` from the best level on. Returns the number filled.
    [[nodiscard]] std::size_t depth(Side side, std::span<Level> levels) const noexcept {
        return books_->depth(instrument_, side, levels);
    }
    /// Calls visit(const Level&) for each level, best first.
    template <class Visitor>
    void for_each_level(Side side, Visitor&& visit) const {
        books_->for_each_level(instrument_, side, std::forward<Visitor>(visit));
    }

  protected:
    [[nodiscard]] const Books& books() const noexcept { return *books_; }

  private:
    const Books* books_;
    InstrumentId instrument_;
};

template <OrderBooks Books>
class BasicL3View : public BasicL2View<Books> {
  public:
    using BasicL2View<Books>::BasicL2View;

    [[nodiscard]] std::optional<OrderView> find(OrderId id) const noexcept {
        return this->books().find(id);
    }
    /// Handle to find an order again without a search: see L3Books.
    using Cursor = typename Books::Cursor;
    [[nodiscard]] Cursor cursor_of(OrderId id) const noexcept {
        return this->books().cursor_of(id);
    }
    [[nodiscard, gnu::always_inline]] inline bool is_at(Cursor cursor, OrderId id) const noexcept {
        return this->books().is_at(cursor, id);
    }
    [[nodiscard, gnu::always_inline]] inline OrderView at(Cursor cursor) const noexcept {
        return this->books().at(cursor);
    }
    /// Returns a counter of changes of the best levels. While it stays the same, both are as they
    /// were, order by order.
    [[nodiscard]] std::uint32_t best_changes() const noexcept {
        return this->books().best_changes(this->instrument());
    }
    /// Returns the order that executes next on this side.
    [[nodiscard]] std::optional<OrderView> front(Side side) const noexcept {
        return this->books().front(this->instrument(), side);
    }
    /// Returns the quantity ahead of an order at its price. Walks the queue; QueuePositions keeps
    /// it for orders asked about often.
    [[nodiscard]] TotalQty queue_ahead_qty(OrderId id) const noexcept {
        return this->books().queue_ahead_qty(id);
    }
    /// Calls visit(const OrderView&) for each order: best level first, in priority order.
    template <class Visitor>
    void for_each_order(Side side, Visitor&& visit) const {
        this->books().for_each_order(this->instrument(), side, std::forward<Visitor>(visit));
    }
};

using L2View = BasicL2View<L3Books>;
using L3View = BasicL3View<L3Books>;

}  // namespace hotpath::book
