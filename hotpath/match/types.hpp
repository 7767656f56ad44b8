#pragma once
/// The matcher's types: incoming orders, events, and statuses of refusal.
///
/// Values without behaviour: threads any, allocation none. OrderView and Level are in book.

#include <cstdint>

#include "hotpath/book/types.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::match {

/// How a command ended. All but Ok leave every book as it was and call no listener.
enum class MatchStatus : std::uint8_t {
    Ok,
    UnknownOrder,
    DuplicateOrder,     // an open order has this id
    UnknownInstrument,  // 0, or more than the books were created for
    ZeroQty,
    BadConditions,  // conditions that contradict each other, or the order (see is_consistent)
    // VenueMatcher only:
    OffTick,         // the price is no multiple of the instrument's tick
    OddLot,          // the quantity is no multiple of the instrument's lot
    OutsideBands,    // a limit that could trade beyond the price bands
    Halted,          // the phase takes no such order
    NotInThisPhase,  // a cross while trading is continuous
};

enum class OrderType : std::uint8_t {
    Limit,
    Market,  // trades at any price and never rests; its price is not looked at
};

/// The reason why the matcher took quantity off an order.
enum class CancelReason : std::uint8_t {
    Requested,   // by a cancel
    Immediate,   // Ioc or Market: what did not trade at once
    BookFull,    // the books have no room for the remainder (BooksOptions)
    SweepLimit,  // it met more orders than MatcherOptions::executions_max
    // VenueMatcher only:
    PostOnly,    // it would have traded at once
    MinQty,      // less than its minimum was there to trade with
    SelfTrade,   // it met an order of the same owner
    PriceBand,   // triggered with its limit outside the price bands
    BandMoved,   // it rested beyond the price bands now set
    CrossEnded,  // the quantity not executed in its cross
    EndOfDay,    // a Day order, at the end of the day
};

/// An incoming order.
struct NewOrder {
    OrderId id;  // of a Day limit order unique among the open ones; others never rest, and may be 0
    InstrumentId instrument;
    Side side = Side::Buy;
    OrderType type = OrderType::Limit;
    TimeInForce time_in_force = TimeInForce::Day;  // Day or Ioc: Fok is Ioc with a min_qty
    Qty qty;
    Price price;
    std::uint32_t tag = 0;  // the owner's word: see book::OrderView
};

/// An execution that a recording or an auction decided: this order, this quantity, this price.
struct DirectedExecution {
    OrderId id;
    Qty qty;
    Price price;
};

/// One trade. The price is the resting order's but for directed executions. The venue numbers its
/// trades itself.
struct Execution {
    OrderId resting;
    OrderId incoming;  // 0 for a directed execution
    InstrumentId instrument;
    Side resting_side = Side::Buy;
    Price price;
    Qty qty;
    Qty resting_leaves_qty;
    Qty incoming_leaves_qty;
    std::uint32_t resting_tag = 0;

    friend constexpr bool operator==(const Execution&, const Execution&) = default;
};

/// Quantity taken off an order without a trade. `order` is as it was before.
struct Cancellation {
    book::OrderView order;
    Qty qty;
    CancelReason reason = CancelReason::Requested;

    friend constexpr bool operator==(const Cancellation&, const Cancellation&) = default;
};

/// Ignores every event. Derive from it and redefine the functions needed.
struct NullListener {
    /// An order, or the part of it that did not trade, rests.
    void on_added(const book::OrderView&) noexcept {}
    void on_executed(const Execution&) noexcept {}
    /// The order has left the book, or, being incoming, never came to it.
    void on_canceled(const Cancellation&) noexcept {}
    /// The order stays, with its place in the queue, for a smaller quantity.
    void on_reduced(const Cancellation&) noexcept {}
    /// The original has left the book. Executions of `now` and its on_added or on_canceled follow;
    /// `now.leaves_qty` is the quantity before these.
    void on_replaced(const book::OrderView& original, const book::OrderView& now) noexcept {
        static_cast<void>(original);
        static_cast<void>(now);
    }
};

}  // namespace hotpath::match
