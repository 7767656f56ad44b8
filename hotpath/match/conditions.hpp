#pragma once
/// Order conditions beyond side, price and quantity: minimum and displayed quantity, no display,
/// post-only, peg, stop, cross, self-trade prevention, validity beyond the day.
///
/// Values: threads any, allocation none, complexity O(1). Fill-or-kill is Ioc with a minimum of the
/// whole quantity. Source: the order attributes of Nasdaq rule 4703 and the options of OUCH 5.0.

#include <compare>
#include <cstdint>

#include "hotpath/core/units.hpp"
#include "hotpath/match/types.hpp"

namespace hotpath::match {

/// The owner of an order, for self-trade prevention; 0: no owner, may trade with any order.
struct OwnerId {
    std::uint32_t value = 0;
    friend constexpr auto operator<=>(OwnerId, OwnerId) = default;
};

/// The action when an order meets one of the same owner; the newer order's choice counts.
enum class SelfTrade : std::uint8_t {
    CancelNewest,  // the newer of the two is canceled
    CancelOldest,  // the older one
    Decrement,     // both lose the lesser of their quantities, untraded
};

enum class Lifetime : std::uint8_t { Day, GoodTillCanceled };

/// The reference that the price follows, up to the order's limit. Pegged orders are never
/// displayed.
enum class Peg : std::uint8_t {
    None,
    Mid,      // halfway between best bid and best ask, rounded away from the other side
    Primary,  // the best price of the same side, peg_offset units away from the other side
};

/// The cross an order waits for; it never trades elsewhere.
enum class CrossKind : std::uint8_t { None, Opening, Halt, Closing };

struct Conditions {
    OwnerId owner{};
    SelfTrade self_trade = SelfTrade::CancelNewest;
    Lifetime lifetime = Lifetime::Day;
    bool is_post_only = false;  // canceled if it would trade at once
    bool is_hidden = false;     // rests undisplayed, after the displayed orders of its price
    Peg peg = Peg::None;
    CrossKind cross = CrossKind::None;
    Qty min_qty{};                // must trade at once, or the order is canceled untraded
    Qty display_qty{};            // shown at a time, the rest in reserve; 0: all
    Price stop_price{};           // held until a trade at it or beyond; 0: none
    std::int64_t peg_offset = 0;  // Primary only

    friend constexpr bool operator==(const Conditions&, const Conditions&) = default;
};

namespace conditions_detail {

[[nodiscard]] constexpr bool is_peg_consistent(const NewOrder& order, const Conditions& asked) {
    if (asked.peg == Peg::None) {
        return asked.peg_offset == 0;
    }
    return order.type == OrderType::Limit && asked.peg_offset >= 0 && !asked.is_post_only &&
           asked.display_qty == Qty{} && asked.stop_price == Price{} &&
           (asked.peg == Peg::Primary || asked.peg_offset == 0);
}

[[nodiscard]] constexpr bool is_cross_consistent(const Conditions& asked) {
    return asked.cross == CrossKind::None ||
           (asked.peg == Peg::None && asked.stop_price == Price{} && asked.min_qty == Qty{} &&
            asked.display_qty == Qty{} && !asked.is_hidden && !asked.is_post_only);
}

}  // namespace conditions_detail

[[nodiscard]] constexpr bool is_consistent(const NewOrder& order, const Conditions& asked) {
    const bool may_rest = order.type == OrderType::Limit && order.time_in_force == TimeInForce::Day;
    return order.time_in_force != TimeInForce::Fok &&
           conditions_detail::is_peg_consistent(order, asked) &&
           conditions_detail::is_cross_consistent(asked) && asked.min_qty <= order.qty &&
           asked.stop_price >= Price{} && (may_rest || !asked.is_post_only) &&
           !(asked.is_post_only && asked.min_qty != Qty{}) &&
           !(asked.is_hidden && asked.display_qty != Qty{});
}

}  // namespace hotpath::match
