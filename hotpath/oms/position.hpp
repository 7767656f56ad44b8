#pragma once
/// The position, open quantity, cash and profit and loss of one instrument, all in integers.
///
/// At every moment, exactly:
///   realized_pnl() + unrealized_pnl(p) == cash + position x p
/// Realized is against the average cost of the open position; the share of the cost that a closing
/// fill takes is rounded toward zero and the rest stays with the open position, so that nothing is
/// lost to rounding. Threads: a value. Allocation: none. Complexity: O(1).

#include <array>
#include <cstddef>
#include <cstdint>

#include "hotpath/core/units.hpp"

namespace hotpath::oms {

/// A mark given by the owner, or a corporate action of an instrument, on its ex-date: `old_shares` become `new_shares`, and each
/// old share receives the dividend. 2 of 1: a two-for-one split, the price halves.
struct Adjustment {
    InstrumentId instrument{};
    std::uint32_t new_shares = 1;  // above 0
    std::uint32_t old_shares = 1;  // above 0
    Price dividend{};
    Price mark{};  // where it is known without a market (the close of a bar); 0: as it was
};

struct Position {
    /// market_mid of a position that has seen no market since it began: equal to no mid.
    static constexpr Price kNotMarked{-1};

    SignedQty position{};
    std::array<std::uint64_t, 2> open_qty{};  // by Side: worst-case quantity of open orders
    Money cash{};                             // received less paid, since the start of the day
    Money open_cost{};  // paid for the open position (negative: received for the short)
    std::uint64_t bought_qty = 0;
    std::uint64_t sold_qty = 0;
    Money fees{};                     // paid, less what was received; not in cash
    Price mark{};                     // latest mark; 0 until there is one
    Price market_mid = kNotMarked;    // the mark, or 0: the market seen last gives none
    Time mark_old_since = kNever;     // that market was the first of a row that give none
    std::uint32_t open_orders = 0;    // a replacement in flight and its original count as one
    std::array<Price, 2> own_best{};  // by Side: no open order of ours is nearer to the touch; 0:
                                      // none is open

    /// Books one execution. A price times a quantity of the wire always fits; overflow of the day's
    /// sums is asserted.
    void execute(Side side, Qty qty, Price price) noexcept;

    /// Applies a dividend, then a split, of the shares held before both. A short position pays the
    /// dividend. A split's fraction of a share is sold at the mark, which moves with the split.
    void adjust(const Adjustment& adjustment) noexcept;

    /// Reverses a broken trade: the opposite execution at its original price.
    void undo(Side side, Qty qty, Price price) noexcept;

    [[nodiscard]] Money realized_pnl() const noexcept { return cash + open_cost; }
    [[nodiscard]] Money unrealized_pnl(Price at) const noexcept {
        return at * position - open_cost;
    }
    /// Returns true if nothing is held, or if the mark is what a market with this mid gives; see
    /// engine/mark.hpp.
    [[nodiscard]] bool is_valued_at(Price mid) const noexcept {
        return position == SignedQty{} || market_mid == mid;
    }
    /// Returns the value of the position at the mark.
    [[nodiscard]] Money value() const noexcept { return mark * position; }
    [[nodiscard]] std::uint64_t open(Side side) const noexcept {
        return open_qty[side_index(side)];
    }
    [[nodiscard]] std::uint64_t& open(Side side) noexcept { return open_qty[side_index(side)]; }

    friend bool operator==(const Position&, const Position&) = default;
};

}  // namespace hotpath::oms
