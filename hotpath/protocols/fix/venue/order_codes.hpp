#pragma once
/// Side and lifetime of an order, from the venue's words to FIX's and back.
///
/// Threads: functions of their arguments. Allocation: none. Complexity: O(1). Source: FIX 4.2 and
/// 4.4, Side (54) and TimeInForce (59).

#include "hotpath/exchange/orders/order_terms.hpp"
#include "hotpath/protocols/fix/codes.hpp"

namespace hotpath::exchange {

/// Any other side is Sell.
[[nodiscard]] constexpr char to_fix_side(OrderSide side) noexcept {
    switch (side) {
        case OrderSide::Buy:
            return protocols::fix::side::kBuy;
        case OrderSide::SellShort:
            return protocols::fix::side::kSellShort;
        case OrderSide::SellShortExempt:
            return protocols::fix::side::kSellShortExempt;
        case OrderSide::Sell:
            break;
    }
    return protocols::fix::side::kSell;
}

/// The same.
[[nodiscard]] constexpr OrderSide to_order_side(char fix_side) noexcept {
    switch (fix_side) {
        case protocols::fix::side::kBuy:
            return OrderSide::Buy;
        case protocols::fix::side::kSellShort:
            return OrderSide::SellShort;
        case protocols::fix::side::kSellShortExempt:
            return OrderSide::SellShortExempt;
        default:
            return OrderSide::Sell;
    }
}

/// The minimum of a fill-or-kill order is another field: here it is immediate.
[[nodiscard]] constexpr char to_fix_time_in_force(OrderLifetime lifetime) noexcept {
    switch (lifetime) {
        case OrderLifetime::Immediate:
            return protocols::fix::time_in_force::kIoc;
        case OrderLifetime::GoodTillCanceled:
            return protocols::fix::time_in_force::kGtc;
        case OrderLifetime::Day:
        case OrderLifetime::ExtendedHours:
            break;
    }
    return protocols::fix::time_in_force::kDay;
}

/// The same.
[[nodiscard]] constexpr OrderLifetime to_lifetime(char fix_time_in_force) noexcept {
    switch (fix_time_in_force) {
        case protocols::fix::time_in_force::kGtc:
            return OrderLifetime::GoodTillCanceled;
        case protocols::fix::time_in_force::kIoc:
        case protocols::fix::time_in_force::kFok:
            return OrderLifetime::Immediate;
        default:
            return OrderLifetime::Day;
    }
}

}  // namespace hotpath::exchange
