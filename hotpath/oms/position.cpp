#include "hotpath/oms/position.hpp"

#include <algorithm>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/wide.hpp"

namespace hotpath::oms {
namespace {

Money checked_sum(Money a, Money b) noexcept {
    Money sum;
    HOTPATH_ASSERT(!__builtin_add_overflow(a.value, b.value, &sum.value),
                   "a day's cash overflows 64 bits");
    return sum;
}

/// As a rule the product fits 64 bits, and a division of 128 takes several times as long.
Money share_of(Money cost, SignedQty part, SignedQty whole) noexcept {
    std::int64_t product = 0;
    if (!__builtin_mul_overflow(cost.value, part.value, &product)) [[likely]] {
        return {product / whole.value};
    }
    return {static_cast<std::int64_t>(WideInt{cost.value} * part.value / whole.value)};
}

}  // namespace

void Position::execute(Side side, Qty qty, Price price) noexcept {
    constexpr SignedQty kNone{};
    const SignedQty change = signed_qty(side, qty);
    const SignedQty held = magnitude(position);
    const bool closes = position != kNone && (position < kNone) != (change < kNone);
    const SignedQty closed_qty = closes ? std::min(held, to_signed(qty)) : kNone;
    const SignedQty opened_qty = to_signed(qty) - closed_qty;

    cash = checked_sum(cash, price * -change);
    open_cost -= closed_qty == kNone ? Money{} : share_of(open_cost, closed_qty, held);
    open_cost = checked_sum(open_cost, price * (sign(side) * opened_qty));
    position += change;
    (side == Side::Buy ? bought_qty : sold_qty) += qty.value;
}

void Position::adjust(const Adjustment& adjustment) noexcept {
    cash = checked_sum(cash, adjustment.dividend * position);
    if (adjustment.mark != Price{}) {
        mark = adjustment.mark;
        market_mid = adjustment.mark;
        mark_old_since = kNever;
    }
    if (adjustment.new_shares == adjustment.old_shares) {
        return;
    }
    const WideInt parts = WideInt{position.value} * adjustment.new_shares;  // of an old share
    const WideInt rest = parts % adjustment.old_shares;
    const Money sold{static_cast<std::int64_t>(rest * mark.value / adjustment.new_shares)};
    if (rest != 0) {
        open_cost -= Money{static_cast<std::int64_t>(rest * open_cost.value / parts)};
    }
    cash = checked_sum(cash, sold);
    position = {static_cast<std::int64_t>(parts / adjustment.old_shares)};
    mark = {static_cast<std::int64_t>(WideInt{mark.value} * adjustment.old_shares /
                                      adjustment.new_shares)};
    market_mid = kNotMarked;
}

void Position::undo(Side side, Qty qty, Price price) noexcept {
    execute(opposite(side), qty, price);
    // A break is no trade: neither direction keeps it in the day's turnover.
    bought_qty -= qty.value;
    sold_qty -= qty.value;
}

}  // namespace hotpath::oms
