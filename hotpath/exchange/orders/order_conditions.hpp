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
[[nodiscard]] match::NewOrder new_order_of(const SessionOrder& order) noexcept;

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

/// The reject reason for a matcher's refusal.
[[nodiscard]] std::uint16_t reject_reason_of(match::MatchStatus status) noexcept;

}  // namespace hotpath::exchange
