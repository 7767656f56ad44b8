#pragma once
/// OrderReport: what the venue says to a session about its orders, in the venue's words. Each
/// protocol's desk makes its messages from it.
///
/// `number` is the order's number in its session; quantities are open shares. Threads: values.
/// Allocation: none. Complexity: O(1).

#include <array>
#include <cstdint>
#include <optional>
#include <variant>

#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/orders/order_request.hpp"
#include "hotpath/exchange/orders/order_terms.hpp"
#include "hotpath/exchange/orders/session_orders.hpp"
#include "hotpath/exchange/types.hpp"
#include "hotpath/match/conditions.hpp"

namespace hotpath::exchange {

namespace report {

struct Accepted {
    SessionOrder order{};  // as it was then
    Symbol symbol{};
    std::optional<OrderOptions> options{};
};
struct Replaced {
    ClOrdId original{};
    Accepted by{};
};
struct Executed {
    ClOrdId number{};
    Qty qty{};
    Price price{};
    MatchId match{};
    Liquidity liquidity = Liquidity::Added;
};
/// An order, or a part of it.
struct Canceled {
    ClOrdId number{};
    Qty qty{};
    CancelReason reason = CancelReason::Requested;
};
/// Canceled, because it would have traded with an order of the same owner.
struct Prevented {
    ClOrdId number{};
    Qty qty{};
    Qty qty_prevented{};  // 0: it has met none of them
    Price price{};        // that it would have traded at
    Liquidity liquidity = Liquidity::Removed;
    match::SelfTrade choice = match::SelfTrade::CancelNewest;
};
struct Modified {
    ClOrdId number{};
    OrderSide side = OrderSide::Buy;
    Qty qty{};
};
/// An order stands in another place in line from now on.
struct Moved {
    ClOrdId number{};
    OrderId place{};  // its id in the feed
    Price price{};
    OrderDisplay display = OrderDisplay::Visible;
    bool is_refreshed = false;  // a reserve shows its next part
    Qty shown{};                // of a reserve
};
/// An order or a replacement.
struct Rejected {
    ClOrdId number{};
    RejectReason reason = RejectReason::Other;
    ClientText text{};
};
/// A trade of the day that the venue's operator breaks or corrects.
struct Amended {
    ClOrdId number{};
    bool is_broken = false;
    MatchId match{};
    AmendmentReason reason = AmendmentReason::Supervisory;
    Qty qty{};      // of a correction, as the next two
    Price price{};  // that it has from now on
    Liquidity liquidity = Liquidity::Added;
    ClientText text{};
};
/// The lowest number that the session's next order may have.
struct NextNumber {
    ClOrdId number{};
};
struct DayChange {
    bool is_end = false;  // false: a day begins
};

}  // namespace report

/// No more than eleven: std::visit() is then a switch.
using ReportEvent =
    std::variant<report::Accepted, report::Replaced, report::Executed, report::Canceled,
                 report::Prevented, report::Modified, report::Moved, report::Rejected,
                 report::Amended, report::NextNumber, report::DayChange>;

struct OrderReport {
    SessionId session{};
    Time time{};  // since the midnight of the trading day
    ReportEvent event{};
};

}  // namespace hotpath::exchange
