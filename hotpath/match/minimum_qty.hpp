#pragma once
/// Whether an order with a minimum (fill-or-kill: of its whole quantity) may begin to trade.
///
/// Counted are the displayed orders within its limit until they are enough, and all hidden and
/// pegged ones with reserves. An order of its own owner among them, unless that would be canceled
/// for it, refuses it as a self-trade: better than a minimum that is begun and not reached.
/// Threads: one owner. Allocation: none. Complexity: O(orders counted), at most the steps the
/// command has.

#include <cstdint>
#include <optional>

#include "hotpath/match/self_trade.hpp"
#include "hotpath/match/venue_books.hpp"

namespace hotpath::match {

/// What an order with a minimum meets.
struct MinimumTerms {
    Price limit;
    PegReference pegs_follow;
    std::uint32_t steps_max = 0;
};

template <book::OrderBooks Books>
class AvailableQty {
  public:
    AvailableQty(const VenueBooks<Books>& books, const HeldRecord& order, const MinimumTerms& terms)
        : books_(books), order_(order), terms_(terms) {
        const InstrumentId instrument = order.order.instrument;
        const Side side = opposite(order.order.side);
        const auto count_in = [this](Standing standing) {
            return [this, standing](const book::OrderView& resting) {
                return count_if_in_reach(resting, standing);
            };
        };
        books.displayed().for_each_order_while(instrument, side, count_in(Standing::Displayed));
        books.hidden().for_each_order_while(instrument, side, count_in(Standing::Hidden));
        books.pegs().for_each(books.held(), instrument, side,
                              [this](std::uint32_t index) { count_peg(index); });
    }

    /// Why the order may not trade, if so.
    [[nodiscard]] std::optional<CancelReason> refusal() const noexcept {
        if (has_own_ && order_.conditions.self_trade != SelfTrade::CancelOldest) {
            return CancelReason::SelfTrade;
        }
        return is_enough() && steps_ <= terms_.steps_max ? std::nullopt
                                                         : std::optional(CancelReason::MinQty);
    }

  private:
    [[nodiscard]] bool is_enough() const noexcept {
        return qty_ >= order_.conditions.min_qty.value;
    }
    [[nodiscard]] bool is_in_reach(Price price) const noexcept {
        return crosses(order_.order.side, terms_.limit, price);
    }

    /// False: count no more of this kind.
    [[nodiscard]] bool count_if_in_reach(const book::OrderView& resting,
                                         Standing standing) noexcept {
        if (!is_in_reach(resting.price) || steps_ > terms_.steps_max ||
            (standing == Standing::Displayed && is_enough())) {
            return false;
        }
        count({.place = resting.id,
               .price = resting.price,
               .leaves_qty = resting.leaves_qty,
               .standing = standing,
               .held = books_.held().find_place(resting.id)});
        return true;
    }

    void count_peg(std::uint32_t index) noexcept {
        const HeldRecord& peg = books_.held()[index];
        const std::optional<Price> price = pegged_price(peg, terms_.pegs_follow);
        if (price && is_in_reach(*price)) {
            count({.place = peg.place,
                   .price = *price,
                   .leaves_qty = peg.leaves_qty,
                   .standing = Standing::Pegged,
                   .held = index});
        }
    }

    /// A reserve is counted where it stands: among the hidden orders.
    void count(const Candidate& resting) noexcept {
        ++steps_;
        const Conditions asked =
            resting.held == kNotHeld ? Conditions{} : books_.held()[resting.held].conditions;
        if (is_self_trade(order_.conditions, asked)) {
            has_own_ = true;
            return;
        }
        qty_ += resting.leaves_qty.value;
        if (resting.standing == Standing::Hidden && asked.display_qty != Qty{}) {
            steps_ += resting.leaves_qty.value / asked.display_qty.value;
        }
    }

    const VenueBooks<Books>& books_;
    const HeldRecord& order_;
    MinimumTerms terms_;
    std::uint64_t qty_ = 0;
    std::uint64_t steps_ = 0;  // that executing with all of it would take
    bool has_own_ = false;
};

template <book::OrderBooks Books>
[[nodiscard]] std::optional<CancelReason> refusal_of_minimum(const VenueBooks<Books>& books,
                                                             const HeldRecord& order,
                                                             const MinimumTerms& terms) noexcept {
    return AvailableQty<Books>(books, order, terms).refusal();
}

}  // namespace hotpath::match
