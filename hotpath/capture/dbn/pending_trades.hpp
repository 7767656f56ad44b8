#pragma once
/// The trades of one event that have not been handed out: DBN says first what traded and then what
/// became of the orders.
///
///   T aggressor, F resting order, ... , C or M of the order    F_LAST
///   on_trade()   on_fill()             take_fills()            finish()
///
/// A fill is the execution of the order when the same event takes the quantity off it. What is left
/// at the end of the event was traded by no displayed order. Threads: one owner. Allocation: the
/// trades of the largest event, at most kTradesMax. Complexity: linear in the event's trades.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "hotpath/capture/dbn/itch_output.hpp"
#include "hotpath/protocols/dbn/codes.hpp"

namespace hotpath::capture::dbn {

/// DBN's side may be none.
using MaybeSide = std::optional<Side>;

[[nodiscard]] constexpr MaybeSide to_side(char code) {
    if (code == protocols::dbn::side::kBid) {
        return Side::Buy;
    }
    return code == protocols::dbn::side::kAsk ? MaybeSide(Side::Sell) : std::nullopt;
}

/// The side of the orders that an aggressor of this side trades with.
[[nodiscard]] constexpr MaybeSide resting_side(char aggressor) {
    const MaybeSide side = to_side(aggressor);
    return side ? MaybeSide(opposite(*side)) : side;
}

class PendingTrades {
  public:
    static constexpr std::size_t kTradesMax = 4'096;

    /// False when the event has too many.
    [[nodiscard]] bool on_trade(MaybeSide resting, Price4 price, Qty qty) {
        print_at(resting, price).traded += qty.value;
        return prints_.size() <= kTradesMax;
    }
    [[nodiscard]] bool on_fill(std::uint64_t order_id, MaybeSide resting, Price4 price, Qty qty) {
        print_at(resting, price).filled += qty.value;
        fills_.push_back({order_id, price, qty});
        return fills_.size() <= kTradesMax && prints_.size() <= kTradesMax;
    }

    [[nodiscard]] bool is_empty() const { return prints_.empty(); }

    /// The fills of an order that have not been taken.
    [[nodiscard]] Qty filled_of(std::uint64_t order_id) const {
        Qty filled;
        for (const Fill& fill : fills_) {
            filled += fill.order_id == order_id ? fill.qty : Qty{};
        }
        return filled;
    }

    /// Takes at most `qty_max` of the fills of an order: fn(qty, price) for each. Returns the sum.
    template <class Fn>
    Qty take_fills(std::uint64_t order_id, Qty qty_max, Fn&& fn) {
        Qty taken;
        for (Fill& fill : fills_) {
            if (fill.order_id == order_id && fill.qty.value > 0 && taken < qty_max) {
                const Qty part = std::min(fill.qty, qty_max - taken);
                fill.qty -= part;
                taken += part;
                print_at(std::nullopt, fill.price).executed += part.value;
                fn(part, fill.price);
            }
        }
        return taken;
    }

    /// A trade at this price says which side it met. One that does not may be a cross.
    [[nodiscard]] bool is_sided_at(Price4 price) const {
        const auto found = std::ranges::find(prints_, price, &Print::price);
        return found != prints_.end() && found->resting;
    }

    /// Takes at most `qty_max` of the trades at a level. Returns how much.
    Qty take_trades(Side resting, Price4 price, Qty qty_max) {
        for (Print& print : prints_) {
            if (print.price == price && print.resting.value_or(resting) == resting) {
                const std::uint64_t left = print.traded - print.executed;
                const Qty part{
                    static_cast<std::uint32_t>(std::min<std::uint64_t>(left, qty_max.value))};
                print.executed += part.value;
                return part;
            }
        }
        return {};
    }

    /// The end of the event: fn(resting side, price, qty) for what no displayed order traded.
    template <class Fn>
    void finish(Fn&& fn) {
        constexpr std::uint64_t kQtyMax = std::numeric_limits<std::uint32_t>::max();
        for (const Print& print : prints_) {
            // The fills are the other side of the trades, so that they count once.
            std::uint64_t left = std::max(print.traded, print.filled) - print.executed;
            for (; left > 0; left -= std::min(left, kQtyMax)) {
                fn(print.resting.value_or(Side::Buy), print.price,
                   Qty{static_cast<std::uint32_t>(std::min(left, kQtyMax))});
            }
        }
        prints_.clear();
        fills_.clear();
    }

  private:
    /// The trades at one price.
    struct Print {
        MaybeSide resting;
        Price4 price;
        std::uint64_t traded = 0;    // by aggressors
        std::uint64_t filled = 0;    // of resting orders, displayed or not
        std::uint64_t executed = 0;  // handed out as executions of displayed orders
    };
    struct Fill {
        std::uint64_t order_id = 0;
        Price4 price;
        Qty qty;  // not taken
    };

    [[nodiscard]] Print& print_at(MaybeSide resting, Price4 price) {
        const auto found = std::ranges::find(prints_, price, &Print::price);
        if (found == prints_.end()) {
            return prints_.emplace_back(Print{.resting = resting, .price = price});
        }
        if (!found->resting) {
            found->resting = resting;
        }
        return *found;
    }

    std::vector<Print> prints_;
    std::vector<Fill> fills_;
};

}  // namespace hotpath::capture::dbn
