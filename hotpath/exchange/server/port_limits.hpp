#pragma once
/// Fat-finger limits of one user, checked at the port before an order reaches the venue: the value
/// of one order, its distance from the market, the value of all its open orders.
///
///   a port's PortOrder ──> refusal_by() ── None ──> the venue
///                              └── 0x1F value, 0x06 collar, 0x20 exposure ──> a journaled refusal
///
/// They are the configuration's, or an operator's (Member). The refusal is a record, so a replay gives
/// the same whatever the configuration's limits are then. A limit of 0 is none. Threads: functions of their arguments.
/// Allocation: none. Complexity: O(1). Source: Nasdaq's Pre-Trade Risk Management; RTS 7 (EU
/// 2017/584) article 18.

#include <cstdint>

#include "hotpath/core/units.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/exchange/orders/member.hpp"
#include "hotpath/exchange/orders/token_bucket.hpp"

namespace hotpath::exchange {

struct UserLimits {
    Money order_value_max{};   // of one order, at its limit; a market order: at the reference
    BasisPoints collar_bps{};  // furthest that a buy is above the reference, or a sell below it
    Money exposure_max{};      // of all open orders of the user, this one included, at their limits

    [[nodiscard]] constexpr bool are_set() const noexcept {
        return order_value_max != Money{} || collar_bps != BasisPoints{} || exposure_max != Money{};
    }
};

/// The limits of the configuration, except where an operator has set others.
[[nodiscard]] UserLimits limits_under(const UserLimits& configured, const Member& member) noexcept;
/// Orders a second; the burst is at most one second's when an operator has set the rate.
[[nodiscard]] RateLimit order_rate_under(const RateLimit& configured,
                                         const Member& member) noexcept;

/// The quantity and value that a request would have open.
struct PortOrder {
    bool is_new = true;         // no replacement
    InstrumentId instrument{};  // 0: an unknown symbol
    Side side = Side::Buy;
    Price price{};
    Qty qty{};
    Money replaced{};  // the value that leaves the market with the order it replaces
};

/// The market's mid; of a book with one side its best price; {}: the book is empty.
[[nodiscard]] Price port_reference(const Exchange& exchange, InstrumentId instrument) noexcept;

/// A replacement of this open order of the session: what has traded of that counts in its quantity.
/// Without an instrument when there is none.
[[nodiscard]] PortOrder port_replacement_of(const Exchange& exchange, SessionId session,
                                            ClOrdId original, Price price, Qty qty) noexcept;

/// An order that the venue refuses by itself (an unknown symbol, a
/// quantity or price out of bounds) is accepted here.
[[nodiscard]] RejectReason refusal_by(const UserLimits& limits, const Exchange& exchange,
                                      SessionId session, const PortOrder& order) noexcept;

}  // namespace hotpath::exchange
