#pragma once
/// Side and TimeInForce of an order, from OUCH's codes to FIX's and back.
///
/// Threads: functions of their arguments. Allocation: none. Complexity: O(1). Source: OUCH 5.0, Enter Order; FIX 4.2
/// and 4.4, Side (54) and TimeInForce (59).

#include "hotpath/wire/fix/codes.hpp"
#include "hotpath/wire/ouch50/codes.hpp"

namespace hotpath::exchange {

/// Any other code is Sell.
[[nodiscard]] constexpr char to_fix_side(char ouch_side) noexcept {
    switch (ouch_side) {
        case wire::ouch50::side::kBuy:
            return wire::fix::side::kBuy;
        case wire::ouch50::side::kSellShort:
            return wire::fix::side::kSellShort;
        case wire::ouch50::side::kSellShortExempt:
            return wire::fix::side::kSellShortExempt;
        default:
            return wire::fix::side::kSell;
    }
}

/// The same.
[[nodiscard]] constexpr char to_ouch_side(char fix_side) noexcept {
    switch (fix_side) {
        case wire::fix::side::kBuy:
            return wire::ouch50::side::kBuy;
        case wire::fix::side::kSellShort:
            return wire::ouch50::side::kSellShort;
        case wire::fix::side::kSellShortExempt:
            return wire::ouch50::side::kSellShortExempt;
        default:
            return wire::ouch50::side::kSell;
    }
}

/// OUCH has no fill-or-kill: Ioc with a minimum.
[[nodiscard]] constexpr char to_fix_time_in_force(char ouch_time_in_force) noexcept {
    switch (ouch_time_in_force) {
        case wire::ouch50::time_in_force::kIoc:
            return wire::fix::time_in_force::kIoc;
        case wire::ouch50::time_in_force::kGtc:
            return wire::fix::time_in_force::kGtc;
        default:
            return wire::fix::time_in_force::kDay;
    }
}

/// The minimum of a fill-or-kill order is another field.
[[nodiscard]] constexpr char to_ouch_time_in_force(char fix_time_in_force) noexcept {
    switch (fix_time_in_force) {
        case wire::fix::time_in_force::kGtc:
            return wire::ouch50::time_in_force::kGtc;
        case wire::fix::time_in_force::kIoc:
        case wire::fix::time_in_force::kFok:
            return wire::ouch50::time_in_force::kIoc;
        default:
            return wire::ouch50::time_in_force::kDay;
    }
}

}  // namespace hotpath::exchange
