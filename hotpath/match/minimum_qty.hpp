#pragma once
/// Whether an order with a minimum quantity (fill-or-kill: all of it) may begin to trade.
///
/// Counted are displayed and hidden orders and reserves, as the order would meet them (of one price
/// the displayed ones first), until they are enough; and the pegged ones as far as these reach. An
/// order of the same owner among them, unless it would be canceled, refuses it as a self-trade:
/// better than a minimum begun and not reached. So does a minimum that could take more steps than
/// the command has: one for each order and each refreshed part of an iceberg, at most the shares
/// requested. Threads: one owner. Allocation: none. Complexity: O(orders counted), at most the
/// steps the command has, and the pegs of the side.

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
        : books_(books), order_(order), terms_(terms) {
        const InstrumentId instrument = order.order.instrument;
        const Side side = opposite(order.order.side);
        count_limits(instrument, side);
        const Price reached = is_enough() ? reached_ : terms.limit;
        books.pegs().for_each(books.held(), instrument, side,
                              [&](std::uint32_t index) { count_peg(index, reached); });
    }

    /// Why the order may not trade, if so.
    [[nodiscard]] std::optional<CancelReason> refusal() const noexcept {
        if (own_ != 0 && order_.conditions.self_trade != SelfTrade::CancelOldest) {
            return CancelReason::SelfTrade;
        }
        return is_enough() && steps_needed() <= terms_.steps_max
                   ? std::nullopt
                   : std::optional(CancelReason::MinQty);
    }

  private:
    [[nodiscard]] bool is_enough() const noexcept { return qty_ >= qty_asked(); }
    /// Every step trades at least a share, except those that cancel an order of the same owner.
    [[nodiscard]] std::uint64_t steps_needed() const noexcept {
        return own_ + std::min<std::uint64_t>(others_ + next_parts_, qty_asked());
    }
    [[nodiscard]] bool may_count_more() const noexcept {
        return !is_enough() && own_ + others_ <= terms_.steps_max;
    }
    [[nodiscard]] std::uint64_t qty_asked() const noexcept {
        return order_.conditions.min_qty.value;
    }
    [[nodiscard]] bool reaches(Price limit, Price price) const noexcept {
        return crosses(order_.order.side, limit, price);
    }

    void count_limits(InstrumentId instrument, Side side) noexcept {
        auto shown = books_.displayed().front(instrument, side);
        auto hidden = books_.hidden().front(instrument, side);
        while ((shown || hidden) && may_count_more()) {
            const bool is_hidden =
                !shown || (hidden && is_better(side, hidden->price, shown->price));
            auto& next = is_hidden ? hidden : shown;
            if (!reaches(terms_.limit, next->price)) {
                return;
            }
            reached_ = next->price;
            count(next->leaves_qty, books_.held().find_place(next->id), is_hidden);
            next = is_hidden ? books_.hidden().next_after(*next)
                             : books_.displayed().next_after(*next);
        }
    }

    void count_peg(std::uint32_t index, Price reached) noexcept {
        const HeldRecord& peg = books_.held()[index];
        const std::optional<Price> price = pegged_price(peg, terms_.pegs_follow);
        if (price && reaches(reached, *price)) {
            count(peg.leaves_qty, index, false);
        }
    }

    /// A reserve is counted among the hidden orders.
    void count(Qty qty, std::uint32_t held, bool may_be_reserve) noexcept {
        const Conditions asked = held == kNotHeld ? Conditions{} : books_.held()[held].conditions;
        if (is_self_trade(order_.conditions, asked)) {
            ++own_;
            return;
        }
        ++others_;
        qty_ += qty.value;
        if (may_be_reserve && asked.display_qty != Qty{}) {
            next_parts_ += qty.value / asked.display_qty.value;
        }
    }

    const VenueBooks<Books>& books_;
    const HeldRecord& order_;
    MinimumTerms terms_;
    Price reached_{};  // of those counted the furthest
    std::uint64_t qty_ = 0;
    std::uint64_t others_ = 0;  // orders counted
    std::uint64_t own_ = 0;     // and those that would be canceled
    std::uint64_t next_parts_ = 0;
};

template <book::OrderBooks Books>
[[nodiscard]] std::optional<CancelReason> refusal_of_minimum(const VenueBooks<Books>& books,
                                                             const HeldRecord& order,
                                                             const MinimumTerms& terms) noexcept {
    return AvailableQty<Books>(books, order, terms).refusal();
}

}  // namespace hotpath::match
