#pragma once
/// Executes one displayed order with conditions in its place, whatever is ahead of it: an execution that
/// a recording shows and price-time matching cannot produce. Its reserve is refreshed as after any other
/// trade. Threads: one owner. Allocation: none. Complexity: O(1), and what the trade triggers.

#include <algorithm>
#include <cstdint>

#include "hotpath/match/venue_command.hpp"

namespace hotpath::match {

/// By place, at the price of the execution; what it sets off has so many steps.
template <book::OrderBooks Books, class Listener>
MatchStatus execute_held_at(VenueBooks<Books>& books, const DirectedExecution& execution,
                            std::uint32_t steps, Listener& listener) noexcept {
    const std::uint32_t index = books.held().find_place(execution.id);
    const HeldOrder before = books.view_of(index);
    if (before.standing != Standing::Displayed || execution.qty == Qty{}) {
        return before.standing != Standing::Displayed ? MatchStatus::UnknownOrder
                                                      : MatchStatus::ZeroQty;
    }
    VenueCommand<Books, Listener> now(books, before.instrument, steps, listener);
    const Qty qty = std::min(execution.qty, before.leaves_qty);
    const bool is_empty = books.take(
        {.place = before.place, .price = before.price, .leaves_qty = before.leaves_qty}, qty);
    books.state(before.instrument).note_trade(execution.price);
    listener.on_held_executed({.resting = before.id,
                               .incoming = {},
                               .instrument = before.instrument,
                               .resting_side = before.side,
                               .price = execution.price,
                               .qty = qty,
                               .resting_leaves_qty = before.leaves_qty - qty,
                               .incoming_leaves_qty = {},
                               .resting_tag = books.held()[index].order.tag},
                              before);
    if (is_empty) {
        now.refresh_or_forget(index);
    }
    now.run_triggers();
    return MatchStatus::Ok;
}

}  // namespace hotpath::match
