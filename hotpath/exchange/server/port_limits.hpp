#pragma once
/// Fat-finger limits of one user, checked at the port before an order reaches the venue: the value
/// of one order, its distance from the market, the value of all its open orders.
///
///   Enter, Replace, D, G, 514, 515 ──> port_order_of() ──> refusal_by() ── None ──> the venue
///                                                    └── 0x1F value, 0x06 collar, 0x20 exposure ──> a journaled refusal
///
/// They are the configuration's, or an operator's (Member). The refusal is a record, so a replay gives
/// the same whatever the configuration's limits are then. A limit of 0 is none. Threads: functions of their arguments.
/// Allocation: none. Complexity: O(1). Source: Nasdaq's Pre-Trade Risk Management; RTS 7 (EU
/// 2017/584) article 18.

#include <cstdint>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/exchange/orders/member.hpp"
#include "hotpath/exchange/orders/token_bucket.hpp"
#include "hotpath/protocols/cme/venue/ilink_desk.hpp"
#include "hotpath/protocols/fix/field_list.hpp"
#include "hotpath/protocols/fix/venue/fix_desk.hpp"

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

/// An Enter Order or a Replace Order Request of this session. Without an instrument when it is
/// neither, or replaces no open order.
[[nodiscard]] PortOrder port_order_of(const Exchange& exchange, SessionId session,
                                      Bytes ouch_request) noexcept;
/// The same of a FIX New Order Single or an Order Cancel/Replace Request.
[[nodiscard]] PortOrder port_order_of(const Exchange& exchange, const FixDesk& desk,
                                      SessionId session,
                                      const protocols::fix::FieldList& fields) noexcept;

/// The same of an iLink 3 NewOrderSingle or an OrderCancelReplaceRequest.
[[nodiscard]] PortOrder port_order_of(const Exchange& exchange, const IlinkDesk& desk,
                                      SessionId session, Bytes ilink_message) noexcept;

/// The order in an iLink 3 message; None: no order.
enum class IlinkOrderKind : std::uint8_t { None, Enter, Replace };
[[nodiscard]] IlinkOrderKind ilink_order_kind(Bytes message) noexcept;
/// An OrderMassStatusRequest: many reports answer it.
[[nodiscard]] bool is_ilink_mass_status(Bytes message) noexcept;

/// An order that the venue refuses by itself (an unknown symbol, a
/// quantity or price out of bounds) is accepted here.
[[nodiscard]] RejectReason refusal_by(const UserLimits& limits, const Exchange& exchange,
                                      SessionId session, const PortOrder& order) noexcept;

}  // namespace hotpath::exchange
