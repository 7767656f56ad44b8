#pragma once
/// Events of a VenueMatcher besides those of types.hpp: the life of orders with conditions ("held"
/// orders), crosses, imbalances, limit states. An order has one id for its life, used by commands
/// and its owner, and a place: the id of its current position in line. The two differ once a
/// reserve has been refreshed or a stop triggered. Displayed orders enter the line by on_added with
/// any conditions; there OrderView::id is the place. Values: threads any, allocation none.

#include <cstdint>

#include "hotpath/core/units.hpp"
#include "hotpath/match/conditions.hpp"
#include "hotpath/match/types.hpp"

namespace hotpath::match {

enum class Standing : std::uint8_t {
    Displayed,
    Hidden,
    Pegged,
    Stopped,   // waits for its stop price
    Crossing,  // waits for its cross
};

/// The current state of an order with conditions, or with a place that differs from its id.
struct HeldOrder {
    OrderId id;
    OrderId place;
    InstrumentId instrument;
    Side side = Side::Buy;
    Standing standing = Standing::Displayed;
    Price price;      // its limit
    Qty leaves_qty;   // displayed, or all of it where nothing is
    Qty reserve_qty;  // of an iceberg: not displayed

    friend constexpr bool operator==(const HeldOrder&, const HeldOrder&) = default;
};

/// Quantity taken off a held order without a trade; `order` is as it was before.
struct HeldReduction {
    HeldOrder order;
    Qty qty;            // in all
    Qty displayed_qty;  // the part from displayed orders
    CancelReason reason = CancelReason::Requested;

    friend constexpr bool operator==(const HeldReduction&, const HeldReduction&) = default;
};

/// Two orders of one owner have met. `qty` at `price` would have traded; what each of them loses
/// instead follows as cancellations and reductions for CancelReason::SelfTrade.
struct PreventedTrade {
    OrderId newer;
    OrderId older;
    Standing older_standing = Standing::Displayed;
    SelfTrade choice = SelfTrade::CancelNewest;  // the newer order's
    Price price;
    Qty qty;

    friend constexpr bool operator==(const PreventedTrade&, const PreventedTrade&) = default;
};

/// One side of a trade in a cross.
struct CrossParty {
    OrderId id;
    OrderId place;
    Standing standing = Standing::Displayed;
    Qty leaves_qty;  // at this place, after the trade
    std::uint32_t tag = 0;

    friend constexpr bool operator==(const CrossParty&, const CrossParty&) = default;
};

struct CrossTrade {
    InstrumentId instrument;
    Price price;
    Qty qty;
    CrossParty buy;
    CrossParty sell;

    friend constexpr bool operator==(const CrossTrade&, const CrossTrade&) = default;
};

struct CrossRequest {
    InstrumentId instrument;
    CrossKind kind = CrossKind::Opening;
    Price reference{};  // reference price; 0: none
};

/// Whether a command has done all; More: call it again, before any other on the instrument.
enum class Progress : std::uint8_t { Done, More };

/// A cross has ended; quantity zero: no trade.
struct CrossResult {
    InstrumentId instrument;
    CrossKind kind = CrossKind::None;
    Price price;
    TotalQty qty;

    friend constexpr bool operator==(const CrossResult&, const CrossResult&) = default;
};

/// The best quote is at a price band: it cannot be improved.
enum class LimitState : std::uint8_t { None, BidAtUpper, AskAtLower };

/// All that befalls held orders, crosses and bands, besides NullListener's events.
struct NullVenueListener : NullListener {
    /// The id of a new place in line, above all ids so far.
    [[nodiscard]] OrderId next_place() noexcept { return {++last_place}; }

    /// The order holds its place undisplayed.
    void on_held(const HeldOrder&) noexcept {}
    /// A held resting order was executed; `resting` is its state before. The incoming order may
    /// itself have been held: a moving peg can bring two together.
    void on_held_executed(const Execution&, const HeldOrder& resting) noexcept {
        static_cast<void>(resting);
    }
    void on_held_canceled(const HeldReduction&) noexcept {}
    void on_held_reduced(const HeldReduction&) noexcept {}
    /// The original is gone; what becomes of `now` follows as if it had been entered.
    void on_held_replaced(const HeldOrder& original, const book::OrderView& now) noexcept {
        static_cast<void>(original);
        static_cast<void>(now);
    }
    /// The displayed part has gone; this is the next, at the back of the line.
    void on_refreshed(const HeldOrder&) noexcept {}
    /// A stop has become an order of another place, the next that is asked for; what becomes of it
    /// follows as if it were entered.
    void on_triggered(const HeldOrder&) noexcept {}
    void on_trade_prevented(const PreventedTrade&) noexcept {}
    /// An incoming order has lost quantity to self-trade prevention, and continues.
    void on_incoming_reduced(const Cancellation&) noexcept {}

    void on_crossed(const CrossTrade&) noexcept {}
    void on_cross(const CrossResult&) noexcept {}
    void on_limit_state(InstrumentId instrument, LimitState state) noexcept {
        static_cast<void>(instrument);
        static_cast<void>(state);
    }

    std::uint64_t last_place = 0;
};

}  // namespace hotpath::match
