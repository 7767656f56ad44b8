#pragma once
/// Orders that wait for a trade at their stop price or beyond.
/// The lines are books whose price is the stop price. Buy stops are triggered as prices rise, the
/// lowest first: they are stored as asks, and sell stops as bids. At one price the earliest is
/// triggered first; of a buy and a sell both triggered, the earlier one. Threads: one owner.
/// Allocation: the books'. Complexity: the books', amortised O(1).

#include <optional>
#include <utility>

#include "hotpath/book/order_books.hpp"
#include "hotpath/match/held_orders.hpp"
#include "hotpath/match/instrument_rules.hpp"

namespace hotpath::match {

template <book::OrderBooks Books>
class StopBook {
  public:
    explicit StopBook(Books&& lines) : lines_(std::move(lines)) {}

    [[nodiscard]] bool add(const HeldRecord& stop) noexcept {
        return lines_
                   .add({.id = stop.place,
                         .instrument = stop.order.instrument,
                         .side = opposite(stop.order.side),
                         .price = stop.conditions.stop_price,
                         .leaves_qty = stop.leaves_qty})
                   .status == book::BookStatus::Ok;
    }
    void remove(OrderId place) noexcept { static_cast<void>(lines_.remove(place)); }
    void reduce(OrderId place, Qty qty) noexcept { static_cast<void>(lines_.reduce(place, qty)); }

    [[nodiscard]] const Books& lines() const noexcept { return lines_; }

    /// The place of the stop that the instrument's trades have reached and that comes first.
    [[nodiscard]] std::optional<OrderId> triggered(InstrumentId instrument,
                                                   const InstrumentState& state) const noexcept {
        const auto buy = reached(instrument, Side::Buy, state.trade_high);
        const auto sell = reached(instrument, Side::Sell, state.trade_low);
        return !sell || (buy && *buy < *sell) ? buy : sell;
    }

  private:
    [[nodiscard]] std::optional<OrderId> reached(InstrumentId instrument, Side side,
                                                 std::optional<Price> trade) const noexcept {
        if (!trade) {
            return std::nullopt;
        }
        const std::optional<book::OrderView> first = lines_.front(instrument, opposite(side));
        return first && crosses(side, *trade, first->price) ? std::optional(first->id)
                                                            : std::nullopt;
    }

    Books lines_;
};

}  // namespace hotpath::match
