#pragma once
/// Rules for orders of a session: the bounds of quantity and price, the tick, the supported terms.
/// Unsupported terms are refused, never silently dropped.
///
/// Threads: functions of their arguments. Allocation: none. Complexity: O(1). Source: OUCH 5.0 (May
/// 2023), the reject codes of its appendix C.

#include <cstdint>

#include "hotpath/book/usual_tick.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/orders/session_orders.hpp"
#include "hotpath/wire/ouch50/codes.hpp"

namespace hotpath::exchange {

/// The highest limit price is $200,000.
inline constexpr Price kLimitPriceMax{2'000'000'000};

/// The request is valid; not an OUCH code.
inline constexpr std::uint16_t kAccepted = 0;

[[nodiscard]] constexpr bool is_valid_price(Price price) noexcept {
    return price == kMarketPrice ||
           (price > Price{} && price <= kLimitPriceMax && book::is_on_usual_tick(price));
}

[[nodiscard]] constexpr bool is_known_side(char side) noexcept {
    namespace side_code = wire::ouch50::side;
    return side == side_code::kBuy || side == side_code::kSell || side == side_code::kSellShort ||
           side == side_code::kSellShortExempt;
}

[[nodiscard]] constexpr bool is_valid_qty(Qty qty) noexcept {
    return qty > Qty{} && qty.value <= wire::ouch50::kQuantityMax;
}

/// Returns an OUCH reject reason, or kAccepted, for side, size, price and terms of an order.
[[nodiscard]] std::uint16_t reject_reason_of(const SessionOrder& order,
                                             bool takes_extensions) noexcept;

}  // namespace hotpath::exchange
