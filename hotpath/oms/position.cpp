#include "hotpath/oms/position.hpp"

#include <algorithm>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/wide.hpp"

namespace hotpath::oms {
namespace {

std::int64_t checked_sum(std::int64_t a, std::int64_t b) noexcept {
    std::int64_t sum = 0;
    HOTPATH_ASSERT(!__builtin_add_overflow(a, b, &sum), "a day's cash overflows 64 bits");
    return sum;
}

/// As a rule the product fits 64 bits, and a division of 128 takes several times as long.
std::int64_t share_of(std::int64_t cost, std::int64_t part, std::int64_t whole) noexcept {
    std::int64_t product = 0;
    if (!__builtin_mul_overflow(cost, part, &product)) [[likely]] {
        return product / whole;
    }
    return static_cast<std::int64_t>(WideInt{cost} * part / whole);
}

}  // namespace

void Position::execute(Side side, Qty qty, Price price) noexcept {
    const std::int64_t change = signed_qty(side, qty);
    const std::int64_t held = position < 0 ? -position : position;
    const bool closes = position != 0 && (position < 0) != (change < 0);
    const std::int64_t closed_qty = closes ? std::min(held, std::int64_t{qty.value}) : 0;
    const std::int64_t opened_qty = std::int64_t{qty.value} - closed_qty;

    cash = checked_sum(cash, -change * price.value);
    open_cost -= closed_qty == 0 ? 0 : share_of(open_cost, closed_qty, held);
    open_cost = checked_sum(open_cost, sign(side) * opened_qty * price.value);
    position += change;
    (side == Side::Buy ? bought_qty : sold_qty) += qty.value;
}

void Position::undo(Side side, Qty qty, Price price) noexcept {
    execute(opposite(side), qty, price);
    // A break is no trade: neither direction keeps it in the day's turnover.
    bought_qty -= qty.value;
    sold_qty -= qty.value;
}

}  // namespace hotpath::oms
