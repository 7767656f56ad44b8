#include "hotpath/sim/flow/level_takers.hpp"

#include <algorithm>
#include <optional>

#include "hotpath/exchange/orders/order_ids.hpp"

namespace hotpath::sim::flow {

Qty LevelTakers::left_after_takers(const exchange::FlowOrder& order, exchange::Exchange& venue,
                                   Time now) const noexcept {
    Qty left = order.qty;
    if (venue.session_orders() == 0) [[likely]] {
        return left;
    }
    const Price quoted = best_[order.instrument.value][side_index(order.side)].before_event(now);
    while (left != Qty{}) {
        const std::optional<book::OrderView> first =
            venue.books().front(order.instrument, opposite(order.side));
        const bool is_taker = first && !exchange::is_background(first->id) &&
                              crosses(order.side, order.price, first->price) && quoted != Price{} &&
                              crosses(order.side, quoted, first->price);
        if (!is_taker) {
            return left;
        }
        const Qty taken = std::min(left, first->leaves_qty);
        const auto status = venue.execute_at({.id = first->id,
                                              .qty = taken,
                                              .price = order.price,
                                              .match = {},
                                              .removes_liquidity = true},
                                             now);
        if (status != match::MatchStatus::Ok) {
            return left;
        }
        left -= taken;
    }
    return left;
}

void LevelTakers::on_applied(const book::L3Books& recording, InstrumentId instrument,
                             Time now) noexcept {
    if (instrument == InstrumentId{}) {
        return;
    }
    for (const Side side : {Side::Buy, Side::Sell}) {
        Best& best = best_[instrument.value][side_index(side)];
        best.before = best.before_event(now);
        best.at = now;
        best.now = recording.best(instrument, side).price;
    }
}

}  // namespace hotpath::sim::flow
