#pragma once
/// OUCH's display, cross type and options as the matcher's conditions, or why the venue takes no
/// such order. A condition that it cannot honour is refused, never dropped.
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

/// The order as the matcher takes it; options have been looked at by conditions_of().
[[nodiscard]] match::NewOrder new_order_of(const SessionOrder& order) noexcept;

/// What the venue decides about the orders of a session.
struct SessionTerms {
    SelfMatch self_match = SelfMatch::Allowed;
    bool takes_extensions = false;
};

/// As the matcher says it.
[[nodiscard]] match::SelfTrade self_trade_of(SelfMatch self_match) noexcept;

/// Conditions, or a reject reason of OUCH.
[[nodiscard]] std::expected<match::Conditions, std::uint16_t> conditions_of(
    const SessionOrder& order, const wire::ouch50::Appendage& options,
    const SessionTerms& terms) noexcept;

/// The firm that a request names, `known` when it names none, or a reject reason of OUCH: it must
/// be one to four capital letters or digits, and an attributed order must have one.
[[nodiscard]] std::expected<Attribution, std::uint16_t> firm_of(
    const wire::ouch50::Appendage& options, char display, const Attribution& known) noexcept;

/// Of an order that the matcher refuses as things stand.
[[nodiscard]] std::uint16_t reject_reason_of(match::MatchStatus status) noexcept;

}  // namespace hotpath::exchange
