#pragma once
/// One of our orders, its states, and the venue's reports about it.
///
///   PendingNew ---------- accepted --> Live ---------- executed --> Executed
///       |                               |------------- canceled --> Canceled
///       | rejected                      | replace sent
///       v                               v
///   Rejected            PendingReplace -- rejected --> Live
///                               |-------- replaced --> Replaced, and its successor is Live
///
/// A cancel may be sent in any open state: PendingCancel, until the venue answers. A reduction,
/// PendingReduce until then, may be sent while no other request is in flight. When the session
/// breaks, orders with a request in flight are in doubt until the venue's next session has replayed
/// all its replies: a request without an answer by then never arrived. A replacement is an order
/// with a new id, PendingNew until the venue replaces its predecessor; the executed quantity
/// carries over. At every event qty = cum_qty + canceled_qty + leaves_qty. Threads: values.
/// Allocation: none.

#include <cstdint>
#include <string_view>

#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::oms {

enum class OrderState : std::uint8_t {
    None,  // no such order
    PendingNew,
    Live,
    PendingReplace,
    PendingReduce,
    PendingCancel,
    // Closed states: nothing more can execute.
    Executed,
    Canceled,
    Replaced,
    Rejected,
};

[[nodiscard]] constexpr bool is_open(OrderState state) {
    return state >= OrderState::PendingNew && state <= OrderState::PendingCancel;
}

[[nodiscard]] const char* state_name(OrderState state) noexcept;

struct Order {
    ClOrdId id{};
    ClOrdId predecessor{};  // the order this one replaces; 0: none
    ClOrdId successor{};    // the order that replaces this one; 0: none
    OrderState state = OrderState::None;
    Side side = Side::Buy;
    TimeInForce time_in_force = TimeInForce::Day;
    bool is_accepted = false;
    bool is_cancel_sent = false;
    bool is_in_doubt = false;  // the session broke before the venue answered
    bool is_post_only = false;
    InstrumentId instrument{};
    Price price{};
    Qty qty{};           // in total, executions of predecessors included (OUCH Quantity)
    Qty cum_qty{};       // executed, by predecessors too
    Qty canceled_qty{};  // removed without execution
    Qty leaves_qty{};    // may still execute; of a replacement in flight: once it is live
    Qty open_qty{};      // its part of the open quantity of the instrument
    Money open_value{};  // the same as money, at the limit price
    OrderId venue_id{};
    std::uint32_t open_index = 0;  // its place in the list of open orders
    Qty reduce_to_qty{};  // for a reduction in flight: `qty` - `canceled_qty` after it; 0: none

    /// True for a replacement not yet confirmed: its predecessor is still open at the venue.
    [[nodiscard]] constexpr bool is_replacing() const {
        return predecessor.value != 0 && state == OrderState::PendingNew;
    }

    friend bool operator==(const Order&, const Order&) = default;
};

/// For either order of a replacement in flight: the other one, or 0. Either id may be open, so a
/// cancel goes to both; the venue ignores the id that does not exist.
[[nodiscard]] constexpr ClOrdId partner_of(const Order& order) {
    return order.state == OrderState::PendingReplace ? order.successor
           : order.is_replacing()                    ? order.predecessor
                                                     : ClOrdId{};
}

/// A new order to send.
struct NewOrder {
    ClOrdId id{};
    InstrumentId instrument{};
    Side side = Side::Buy;
    Qty qty{};
    Price price{};
    TimeInForce time_in_force = TimeInForce::Day;
    bool is_post_only = false;  // the venue cancels it if it would trade on arrival
};

/// The terms that replace an open order. `qty` is the total, executed quantity included.
struct ReplaceOrder {
    ClOrdId original{};
    ClOrdId id{};
    Qty qty{};
    Price price{};
};

/// The venue's answers, in our terms. The last four fields describe the order of an earlier
/// process, of which this process has no record.
struct Accepted {
    ClOrdId id{};
    OrderId venue_id{};
    Qty qty{};
    Price price{};
    bool is_dead = false;  // accepted and canceled at once
    Side side = Side::Buy;
    TimeInForce time_in_force = TimeInForce::Day;
    bool is_post_only = false;
    Symbol symbol{};
};

struct Replaced {
    ClOrdId original{};
    ClOrdId id{};
    OrderId venue_id{};
    Qty leaves_qty{};
    Price price{};
    bool is_dead = false;
};

/// Liquidity added or removed by an order, on which fees depend.
enum class Liquidity : std::uint8_t { Added, Removed, Other };

struct Executed {
    ClOrdId id{};
    MatchId match{};
    Qty qty{};
    Price price{};
    Liquidity liquidity = Liquidity::Other;
};

/// The corrected terms of an execution reported earlier.
struct Corrected {
    ClOrdId id{};
    MatchId match{};
    Qty qty{};
    Price price{};
};

/// The result of a may_*() query: Ok, or why the request is impossible.
enum class RequestStatus : std::uint8_t {
    Ok,
    UnknownOrder,  // never ours, or already closed
    UnknownInstrument,
    IdNotIncreasing,  // the venue would silently ignore it
    OrdersFull,       // the limit on open orders is reached
    RequestInFlight,  // the previous request is unanswered
    ZeroQty,          // nothing would be open: the new total is at most what has executed
    Disconnected,     // no session with the venue
    NotLess,          // a reduction that is not below the open quantity
    PostOnlyTakes,    // post-only with Ioc or Fok, which execute on arrival or never
};

/// How a report matched our record. From UnknownOrder on, venue and record disagree about an order:
/// the caller must stop trading (the engine does so).
enum class ReportStatus : std::uint8_t {
    Ok,
    Duplicate,          // reported before: ignored
    Late,               // about a closed order; it changes nothing
    UnknownOrder,       // never ours, or closed longer ago than the table remembers
    OverExecution,      // more than was open; booked, because it has happened
    Mismatch,           // quantity or state contradict our record
    UnknownInstrument,  // an earlier process's order, in an instrument not traded here
};

[[nodiscard]] std::string_view status_name(ReportStatus status) noexcept;

[[nodiscard]] constexpr bool is_disagreement(ReportStatus status) {
    return status >= ReportStatus::UnknownOrder;
}

/// The part that refused a request.
enum class RejectedBy : std::uint8_t { None, Orders, Risk, Gateway, Venue };

/// A refused request.
struct Rejection {
    RejectedBy by = RejectedBy::None;
    std::uint16_t code = 0;  // RequestStatus, risk::RejectReason, gateway's or the venue's own
    InstrumentId instrument{};
    ClOrdId id{};
    ClOrdId original{};         // for a replacement: the order to replace, which may still be open
    bool is_momentary = false;  // blocked by an order of ours: retry when it has gone

    [[nodiscard]] constexpr bool is_refusal() const { return by != RejectedBy::None; }

    friend bool operator==(const Rejection&, const Rejection&) = default;
};

/// An execution of one of our orders, after booking.
struct Fill {
    ClOrdId id{};
    InstrumentId instrument{};
    Side side = Side::Buy;
    Qty last_qty{};
    Price last_price{};
    Qty leaves_qty{};
    SignedQty position{};  // position of the instrument after it
};

}  // namespace hotpath::oms
