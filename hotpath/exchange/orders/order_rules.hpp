#pragma once
/// Rules for orders of a session: the bounds of quantity and price, the tick, the supported terms.
/// Unsupported terms are refused, never silently dropped.
///
/// Threads: functions of their arguments. Allocation: none. Complexity: O(1). Source: OUCH 5.0 (May
/// 2023), Enter Order and its appendix C.

#include "hotpath/book/usual_tick.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/orders/session_orders.hpp"

namespace hotpath::exchange {

/// The highest limit price is $200,000.
inline constexpr Price kLimitPriceMax{2'000'000'000};

/// The largest quantity of an order.
inline constexpr Qty kOrderQtyMax{999'999};

[[nodiscard]] constexpr bool is_valid_price(Price price) noexcept {
    return price == kMarketPrice ||
           (price > Price{} && price <= kLimitPriceMax && book::is_on_usual_tick(price));
}

[[nodiscard]] constexpr bool is_known(OrderSide side) noexcept {
    return side == OrderSide::Buy || side == OrderSide::Sell || side == OrderSide::SellShort ||
           side == OrderSide::SellShortExempt;
}

[[nodiscard]] constexpr bool is_valid_qty(Qty qty) noexcept {
    return qty > Qty{} && qty <= kOrderQtyMax;
}

[[nodiscard]] constexpr bool is_known(OrderDisplay display) noexcept {
    return display == OrderDisplay::Visible || display == OrderDisplay::Attributable ||
           display == OrderDisplay::Hidden;
}

/// A day is all there is: extended hours end with it.
[[nodiscard]] constexpr bool is_honoured(OrderLifetime lifetime, bool takes_extensions) noexcept {
    return lifetime == OrderLifetime::Day || lifetime == OrderLifetime::Immediate ||
           lifetime == OrderLifetime::ExtendedHours ||
           (lifetime == OrderLifetime::GoodTillCanceled && takes_extensions);
}

/// Checks side, size, price and terms of an order.
[[nodiscard]] constexpr RejectReason reject_reason_of(const SessionOrder& order,
                                                      bool takes_extensions) noexcept {
    if (!is_known(order.terms.side)) {
        return RejectReason::InvalidSide;
    }
    if (!is_valid_qty(order.qty)) {
        return RejectReason::InvalidQty;
    }
    if (!is_valid_price(order.price)) {
        return RejectReason::InvalidPrice;
    }
    if (!is_known(order.terms.display)) {
        return RejectReason::InvalidDisplay;
    }
    return is_honoured(order.terms.lifetime, takes_extensions) ? RejectReason::None
                                                               : RejectReason::Other;
}

}  // namespace hotpath::exchange
