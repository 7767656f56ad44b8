#pragma once
/// Translates an order's display, cross and options into the matcher's conditions, or into a
/// reject reason. An unsupported condition is refused, never dropped.
///
/// Threads: functions of their arguments. Allocation: none. Complexity: O(1).
/// Source: OUCH 5.0 (May 2023), the options of its appendage and the reasons of its appendix C.

#include <expected>
#include <optional>

#include "hotpath/exchange/orders/order_request.hpp"
#include "hotpath/exchange/orders/session_orders.hpp"
#include "hotpath/exchange/types.hpp"
#include "hotpath/match/conditions.hpp"
#include "hotpath/match/types.hpp"

namespace hotpath::exchange {

/// The order in the matcher's terms; conditions_of() has checked the options.
[[nodiscard]] inline match::NewOrder new_order_of(const SessionOrder& order) noexcept {
    const bool is_market = order.price == kMarketPrice;
    const bool is_ioc = order.terms.lifetime == OrderLifetime::Immediate;
    return {.id = order.id,
            .instrument = order.instrument,
            .side = to_side(order.terms.side),
            .type = is_market ? match::OrderType::Market : match::OrderType::Limit,
            .time_in_force = is_ioc ? TimeInForce::Ioc : TimeInForce::Day,
            .qty = order.leaves_qty(),
            .price = order.price};
}

/// No option, and no term that makes a condition: most orders.
[[nodiscard]] inline bool is_plain(const SessionOrder& order,
                                   const std::optional<OrderOptions>& options) noexcept {
    return !options && order.terms.cross == OrderCross::None &&
           order.terms.display != OrderDisplay::Hidden &&
           order.terms.lifetime != OrderLifetime::GoodTillCanceled;
}

/// The venue's settings for the orders of a session.
struct SessionTerms {
    SelfMatch self_match = SelfMatch::Allowed;
    bool takes_extensions = false;
};

/// In the matcher's terms.
[[nodiscard]] match::SelfTrade self_trade_of(SelfMatch self_match) noexcept;

[[nodiscard]] std::expected<match::Conditions, RejectReason> conditions_of(
    const SessionOrder& order, const std::optional<OrderOptions>& options,
    const SessionTerms& terms) noexcept;

/// The firm that a request names, `known` when it names none, or a reject reason: it must be
/// one to four capital letters or digits, and an attributed order must have one.
[[nodiscard]] std::expected<Attribution, RejectReason> firm_of(
    const std::optional<OrderOptions>& options, OrderDisplay display,
    const Attribution& known) noexcept;
/// It names none, and none is known or needed: most requests.
[[nodiscard]] inline bool needs_no_firm(const std::optional<OrderOptions>& options,
                                        OrderDisplay display, const Attribution& known) noexcept {
    return !options && known == Attribution{} && display != OrderDisplay::Attributable;
}

/// The reject reason for a matcher's refusal.
[[nodiscard]] RejectReason reject_reason_of(match::MatchStatus status) noexcept;

}  // namespace hotpath::exchange
