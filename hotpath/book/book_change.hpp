#pragma once
/// BookChange: the effect of one command on one order and its levels, for consumers that follow a
/// book by changes: by-price feeds, queue positions, checkers.
///
///   before    the order as it was      leaves_qty 0: it was not open
///   after     the order as it is       leaves_qty 0: it is gone; another id: it was replaced
/// A BookUpdate is the books' usual result; ChangeRecorder looks up the rest, so that other
/// consumers pay nothing. Threads: those of the books. Allocation: none. Complexity: one look-up of
/// the order more a command.

#include <cstdint>
#include <optional>

#include "hotpath/book/order_books.hpp"
#include "hotpath/book/types.hpp"
#include "hotpath/core/fixed_vector.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::book {

enum class BookVerb : std::uint8_t { Add, Execute, Reduce, Remove, Replace };

/// Instrument and side of `before` and `after` are the same.
struct BookChange {
    BookVerb verb = BookVerb::Add;
    OrderView before{};
    OrderView after{};
    BookUpdate update{};

    /// False when the command was refused and the books are as they were. A replace for which no
    /// level is left is refused and has removed the original all the same: it is a change.
    [[nodiscard]] constexpr bool changed_book() const {
        return update.changed_book() || before.leaves_qty != after.leaves_qty;
    }
    [[nodiscard]] constexpr InstrumentId instrument() const { return after.instrument; }
    [[nodiscard]] constexpr Side side() const { return after.side; }
    /// The change of this side's best level: price, quantity or order count.
    [[nodiscard]] constexpr bool bbo_changed() const { return update.bbo_changed; }

    /// The prices whose level is no longer what it was: one, or two after a replace.
    [[nodiscard]] FixedVector<LevelKey, 2> level_keys() const noexcept {
        FixedVector<LevelKey, 2> keys;
        if (before.leaves_qty.value != 0) {
            (void)keys.try_push_back({.side = side(), .price = before.price});
        }
        const bool is_same_level = !keys.empty() && before.price == after.price;
        if (after.leaves_qty.value != 0 && !is_same_level) {
            (void)keys.try_push_back({.side = side(), .price = after.price});
        }
        return keys;
    }
};

/// The result of a command, of books or of a ChangeRecorder.
[[nodiscard]] constexpr const BookUpdate& update_of(const BookUpdate& update) noexcept {
    return update;
}
void update_of(const BookUpdate&&) = delete;
[[nodiscard]] constexpr const BookUpdate& update_of(const BookChange& change) noexcept {
    return change.update;
}

/// The changed levels as they are now; one without orders is gone.
template <class Books>
[[nodiscard]] FixedVector<Level, 2> levels_changed(const Books& books,
                                                   const BookChange& change) noexcept {
    FixedVector<Level, 2> levels;
    for (const LevelKey key : change.level_keys()) {
        (void)levels.try_push_back(books.level(change.instrument(), key));
    }
    return levels;
}

/// The commands of books, each with what it changed.
template <MarketBooks Books>
class ChangeRecorder {
  public:
    /// When is_recording is false nothing is looked up, and a change has its update alone.
    explicit ChangeRecorder(Books& books, bool is_recording = true) noexcept
        : books_(books), is_recording_(is_recording) {}

    BookChange add(const OrderView& order) noexcept {
        BookChange change{.verb = BookVerb::Add,
                          .before = without_qty(order),
                          .after = order,
                          .update = books_.add(order)};
        if (!change.update.changed_book()) [[unlikely]] {
            change.after = change.before;
        }
        return change;
    }

    BookChange execute(OrderId id, Qty qty) noexcept {
        return take(BookVerb::Execute, id, [&] { return books_.execute(id, qty); });
    }

    BookChange reduce(OrderId id, Qty qty) noexcept {
        return take(BookVerb::Reduce, id, [&] { return books_.reduce(id, qty); });
    }

    BookChange remove(OrderId id) noexcept {
        return take(BookVerb::Remove, id, [&] { return books_.remove(id); });
    }

    BookChange replace(OrderId original, const Replacement& replacement) noexcept {
        const OrderView before = order_of(original);
        BookChange change{.verb = BookVerb::Replace,
                          .before = before,
                          .after = before,
                          .update = books_.replace(original, replacement)};
        if (change.update.status == BookStatus::LevelsFull) {
            change.after.leaves_qty = {};
        } else if (change.update.changed_book()) {
            change.after.id = replacement.id;
            change.after.price = replacement.price;
            change.after.leaves_qty = replacement.qty;
        }
        return change;
    }

    void set_trading_state(InstrumentId instrument, TradingState state) noexcept {
        books_.set_trading_state(instrument, state);
    }

  private:
    [[nodiscard]] static OrderView without_qty(OrderView order) noexcept {
        order.leaves_qty = {};
        return order;
    }

    /// The quantity is zero when it is not open.
    [[nodiscard]] OrderView order_of(OrderId id) const noexcept {
        return is_recording_ ? books_.find(id).value_or(OrderView{.id = id}) : OrderView{.id = id};
    }

    BookChange take(BookVerb verb, OrderId id, auto command) noexcept {
        const OrderView before = order_of(id);
        BookChange change{.verb = verb, .before = before, .after = before, .update = command()};
        if (is_recording_) {
            change.after.leaves_qty -= change.update.qty;  // what was taken; 0 when refused
        }
        return change;
    }

    Books& books_;
    bool is_recording_;
};

}  // namespace hotpath::book
