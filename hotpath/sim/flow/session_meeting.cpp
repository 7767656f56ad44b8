#include "hotpath/sim/flow/session_meeting.hpp"

#include <algorithm>
#include <optional>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/exchange/orders/order_ids.hpp"

namespace hotpath::sim::flow {

using book::OrderView;

namespace {

[[nodiscard]] bool is_ahead(const OrderView& a, const OrderView& b) {
    return is_better(b.side, a.price, b.price) || (a.price == b.price && a.id < b.id);
}

}  // namespace

Qty meet_session_orders(exchange::Exchange& venue, const OrderView& resting, Qty qty,
                        Time now) noexcept {
    Qty all{};
    if (venue.session_orders() == 0) [[likely]] {
        return all;
    }
    while (qty != Qty{}) {
        const std::optional<OrderView> first =
            venue.books().front(resting.instrument, resting.side);
        if (!first || exchange::is_background(first->id) || !is_ahead(*first, resting)) {
            return all;
        }
        const Qty met = std::min(qty, first->leaves_qty);
        const auto status = venue.execute({.resting = resting.id,
                                           .instrument = resting.instrument,
                                           .side = opposite(resting.side),
                                           .qty = met,
                                           .price = first->price,
                                           .match = {}},
                                          now);
        if (status != match::MatchStatus::Ok) {
            return all;
        }
        qty -= met;
        all += met;
    }
    return all;
}

Qty meet_session_orders_out_of_turn(exchange::Exchange& venue, const OrderView& resting, Qty qty,
                                    Time now) noexcept {
    Qty all{};
    if (venue.session_orders() == 0) [[likely]] {
        return all;
    }
    std::optional<OrderView> next = venue.books().front(resting.instrument, resting.side);
    while (qty != Qty{} && next && is_ahead(*next, resting)) {
        const OrderView order = *next;
        next = venue.books().next_after(order);
        if (exchange::is_background(order.id)) {
            continue;
        }
        const Qty met = std::min(qty, order.leaves_qty);
        const auto status =
            venue.execute_at({.id = order.id, .qty = met, .price = order.price}, now);
        if (status == match::MatchStatus::Ok) {
            qty -= met;
            all += met;
        }
    }
    return all;
}

}  // namespace hotpath::sim::flow
