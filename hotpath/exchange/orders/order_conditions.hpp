#pragma once
/// Translates OUCH's display, cross type and options into the matcher's conditions, or into a
/// reject reason. An unsupported condition is refused, never dropped.
///
/// Threads: functions of their arguments. Allocation: none. Complexity: O(options). Source:
/// OUCH 5.0 (May 2023), the options of its appendage and the reject codes of its appendix C.

#include <cstdint>
#include <expected>

#include "hotpath/exchange/orders/session_orders.hpp"
#include "hotpath/exchange/types.hpp"
#include "hotpath/match/conditions.hpp"
#include "hotpath/match/types.hpp"
#include "hotpath/wire/ouch50/appendage.hpp"

namespace hotpath::exchange {

/// The order in the matcher's terms; conditions_of() has checked the options.
[[nodiscard]] inline match::NewOrder new_order_of(const SessionOrder& order) noexcept {
    const bool is_market = order.price == kMarketPrice;
    const bool is_ioc = order.terms.time_in_force == wire::ouch50::time_in_force::kIoc;
    return {.id = order.id,
            .instrument = order.instrument,
            .side = wire::ouch50::to_side(order.terms.side),
            .type = is_market ? match::OrderType::Market : match::OrderType::Limit,
            .time_in_force = is_ioc ? TimeInForce::Ioc : TimeInForce::Day,
            .qty = order.leaves_qty(),
            .price = order.price};
}

/// No option, and no term that makes a condition: most orders.
[[nodiscard]] inline bool is_plain(const SessionOrder& order,
                                   const wire::ouch50::Appendage& options) noexcept {
    namespace ouch50 = wire::ouch50;
    return options.empty() && order.terms.cross_type == ouch50::cross_type::kContinuousMarket &&
           order.terms.display != ouch50::display::kHidden &&
           order.terms.time_in_force != ouch50::time_in_force::kGtc;
}

/// The venue's settings for the orders of a session.
struct SessionTerms {
    SelfMatch self_match = SelfMatch::Allowed;
    bool takes_extensions = false;
};

/// In the matcher's terms.
[[nodiscard]] match::SelfTrade self_trade_of(SelfMatch self_match) noexcept;

/// Conditions, or a reject reason of OUCH.
[[nodiscard]] std::expected<match::Conditions, std::uint16_t> conditions_of(
    const SessionOrder& order, const wire::ouch50::Appendage& options,
    const SessionTerms& terms) noexcept;

/// The firm that a request names, `known` when it names none, or a reject reason of OUCH: it must
/// be one to four capital letters or digits, and an attributed order must have one.
[[nodiscard]] std::expected<Attribution, std::uint16_t> firm_of(
    const wire::ouch50::Appendage& options, char display, const Attribution& known) noexcept;
/// It names none, and none is known or needed: most requests.
[[nodiscard]] inline bool needs_no_firm(const wire::ouch50::Appendage& options, char display,
                                        const Attribution& known) noexcept {
    return options.empty() && known == Attribution{} &&
           display != wire::ouch50::display::kAttributable;
}

/// The reject reason for a matcher's refusal.
[[nodiscard]] std::uint16_t reject_reason_of(match::MatchStatus status) noexcept;

}  // namespace hotpath::exchange
