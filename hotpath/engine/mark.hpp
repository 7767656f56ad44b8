#pragma once
/// The mark: the price at which an open position is valued, by one rule live, in backtests, in the
/// demo and for buy and hold.
///
/// The mark is the mid of a market that is no wider than a bound. While the market is wider, has one
/// side only, or does not trade, the last such mid stays; a position that began in such a market is
/// valued at the price of its first execution. Engine applies the rule; oms::Position holds the mark
/// and since when it is old. Threads: functions of values. Allocation: none. Complexity: O(1).

#include <cstdint>
#include <optional>

#include "hotpath/book/types.hpp"
#include "hotpath/core/price_distance.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/engine/market_mid.hpp"
#include "hotpath/oms/position.hpp"

namespace hotpath::engine {

/// The widest market that marks a position, unless it is configured: the spread, of the mid.
inline constexpr BasisPoints kMarkSpreadMax{200};

/// The mid of a market whose spread is at most `spread_max` of it; 0: there is none.
[[nodiscard]] constexpr Price mark_of(const book::Bbo& market, BasisPoints spread_max) noexcept {
    if (!market.is_two_sided()) {
        return {};
    }
    const Price mid = mid_between(market.bid.price, market.ask.price);
    const bool is_mark =
        mid.value > 0 && !is_beyond(distance(market.ask.price, market.bid.price), mid, spread_max);
    return is_mark ? mid : Price{};
}

/// How old the mark of an open position is: 0 while the market gives it.
[[nodiscard]] inline Nanos mark_age(const oms::Position& held, Time now) noexcept {
    const bool is_old = held.position != SignedQty{} && held.mark_old_since < now;
    return is_old ? now - held.mark_old_since : Nanos{};
}

/// The loss against the mark of closing at the best price; nothing without an order to close with.
[[nodiscard]] constexpr std::optional<Money> cost_to_close(SignedQty position, Price mark,
                                                           const book::Bbo& market) noexcept {
    if (position == SignedQty{}) {
        return Money{};
    }
    const book::Level& other = position > SignedQty{} ? market.bid : market.ask;
    return other.orders == 0 ? std::nullopt : std::optional(Price{mark - other.price} * position);
}

}  // namespace hotpath::engine
