#pragma once
/// Whether an order with a minimum quantity (fill-or-kill: all of it) may begin to trade.
///
/// Walks the other side in the order in which the order would meet it, without a change: price by
/// price the displayed orders, what their reserves display again, then hidden and pegged ones by place.
/// The walk ends when the minimum is there. An order of the same owner that it meets before, unless it
/// would be canceled, refuses the order as a self-trade: better than a minimum begun and not reached.
/// So does a minimum that could take more steps than the command has: one for each order and each
/// refreshed part of an iceberg, at most the shares requested. Threads: one owner. Allocation: none.
/// Complexity: O(orders met), at most the steps the command has, and the side's pegs at each price.

#include <algorithm>
#include <cstdint>
#include <optional>

#include "hotpath/match/self_trade.hpp"
#include "hotpath/match/venue_books.hpp"

namespace hotpath::match {

/// The orders that an order with a minimum would trade with.
struct MinimumTerms {
    Price limit;
    PegReference pegs_follow;
    std::uint32_t steps_max = 0;
};

template <book::OrderBooks Books>
class AvailableQty {
  public:
    AvailableQty(const VenueBooks<Books>& books, const HeldRecord& order, const MinimumTerms& terms)
        : books_(books),
          order_(order),
          terms_(terms),
          side_(opposite(order.order.side)),
          shown_(books.displayed().front(order.order.instrument, side_)),
          hidden_(books.hidden().front(order.order.instrument, side_)) {
        for (auto price = next_price({}); price && goes_on() && reaches(*price);
             price = next_price(price)) {
            meet_displayed(*price);
            meet_unseen(*price);
        }
    }

    /// Why the order may not trade, if so.
    [[nodiscard]] std::optional<CancelReason> refusal() const noexcept {
        if (has_met_own_) {
            return CancelReason::SelfTrade;
        }
        return is_enough() && steps_needed() <= terms_.steps_max
                   ? std::nullopt
                   : std::optional(CancelReason::MinQty);
    }

  private:
    using Shown = std::optional<book::OrderView>;

    [[nodiscard]] bool is_enough() const noexcept { return qty_ >= qty_asked(); }
    /// Every step trades at least a share, except those that cancel an order of the same owner.
    [[nodiscard]] std::uint64_t steps_needed() const noexcept {
        return canceled_ + std::min<std::uint64_t>(parts_, qty_asked());
    }
    [[nodiscard]] bool goes_on() const noexcept {
        return !has_met_own_ && !is_enough() && canceled_ + parts_ <= terms_.steps_max;
    }
    /// A stop may have been reduced to less than its minimum: then all of it.
    [[nodiscard]] std::uint64_t qty_asked() const noexcept {
        return std::min(order_.conditions.min_qty, order_.leaves_qty).value;
    }
    [[nodiscard]] bool reaches(Price price) const noexcept {
        return crosses(order_.order.side, terms_.limit, price);
    }
    [[nodiscard]] const HeldOrders& held() const noexcept { return books_.held(); }
    [[nodiscard]] std::uint32_t first_peg() const noexcept {
        return books_.pegs().first(order_.order.instrument, side_);
    }
    [[nodiscard]] std::optional<Price> price_of(std::uint32_t peg) const noexcept {
        return pegged_price(held()[peg], terms_.pegs_follow);
    }

    /// The best price of the side that is worse than this one.
    [[nodiscard]] std::optional<Price> next_price(std::optional<Price> after) const noexcept {
        std::optional<Price> best;
        const auto take = [&](Price price) {
            const bool is_left = !after || is_better(side_, *after, price);
            if (is_left && (!best || is_better(side_, price, *best))) {
                best = price;
            }
        };
        if (shown_) {
            take(shown_->price);
        }
        if (hidden_) {
            take(hidden_->price);
        }
        for (std::uint32_t peg = first_peg(); peg != kNotHeld; peg = held()[peg].next) {
            if (const std::optional<Price> price = price_of(peg)) {
                take(*price);
            }
        }
        return best;
    }

    /// What is in reserve is displayed again at the end of the line, and trades before hidden orders.
    void meet_displayed(Price price) noexcept {
        std::uint64_t reserves = 0;
        std::uint64_t parts = 0;
        for (; shown_ && shown_->price == price && goes_on();
             shown_ = books_.displayed().next_after(*shown_)) {
            const std::uint32_t index = held().find_place(shown_->id);
            if (meet(index, shown_->leaves_qty) && index != kNotHeld) {
                const std::uint64_t reserve = books_.reserve_qty(index).value;
                const std::uint64_t display =
                    std::max<std::uint64_t>(held()[index].conditions.display_qty.value, 1);
                reserves += reserve;
                parts += (reserve + display - 1) / display;
            }
        }
        if (goes_on()) {
            qty_ += reserves;
            parts_ += parts;
        }
    }

    /// Hidden and pegged orders of the price, by place; a reserve has been met with its order.
    void meet_unseen(Price price) noexcept {
        std::uint32_t peg = next_peg(first_peg(), price);
        while (goes_on()) {
            const bool is_hidden = hidden_ && hidden_->price == price;
            if (!is_hidden && peg == kNotHeld) {
                return;
            }
            if (is_hidden && (peg == kNotHeld || hidden_->id < held()[peg].place)) {
                const std::uint32_t index = held().find_place(hidden_->id);
                if (held()[index].standing == Standing::Hidden) {
                    meet(index, hidden_->leaves_qty);
                }
                hidden_ = books_.hidden().next_after(*hidden_);
            } else {
                meet(peg, held()[peg].leaves_qty);
                peg = next_peg(held()[peg].next, price);
            }
        }
    }

    /// The first from here on in its line that has this price.
    [[nodiscard]] std::uint32_t next_peg(std::uint32_t peg, Price price) const noexcept {
        while (peg != kNotHeld && price_of(peg) != price) {
            peg = held()[peg].next;
        }
        return peg;
    }

    /// False for an order of the same owner.
    bool meet(std::uint32_t index, Qty qty) noexcept {
        const bool is_own =
            index != kNotHeld && is_self_trade(order_.conditions, held()[index].conditions);
        if (!is_own) {
            ++parts_;
            qty_ += qty.value;
        } else if (order_.conditions.self_trade == SelfTrade::CancelOldest) {
            ++canceled_;
        } else {
            has_met_own_ = true;
        }
        return !is_own;
    }

    const VenueBooks<Books>& books_;
    const HeldRecord& order_;
    MinimumTerms terms_;
    Side side_;
    Shown shown_;   // the next displayed order
    Shown hidden_;  // the next hidden one, or reserve
    std::uint64_t qty_ = 0;
    std::uint64_t parts_ = 0;     // orders met, and refreshed parts of icebergs
    std::uint64_t canceled_ = 0;  // orders of the same owner
    bool has_met_own_ = false;
};

template <book::OrderBooks Books>
[[nodiscard]] std::optional<CancelReason> refusal_of_minimum(const VenueBooks<Books>& books,
                                                             const HeldRecord& order,
                                                             const MinimumTerms& terms) noexcept {
    return AvailableQty<Books>(books, order, terms).refusal();
}

}  // namespace hotpath::match
