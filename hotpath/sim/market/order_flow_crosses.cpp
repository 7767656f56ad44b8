// The auctions: imbalance indicators and crosses.

#include "hotpath/sim/market/order_flow.hpp"

namespace hotpath::sim::market {

void OrderFlow::cross(InstrumentId id, char cross_type, bool with_orders) noexcept {
    market_.stamp(id);
    const Side resting = market_.dice.side();
    Print print{.qty = {}, .price = {}, .cross_type = cross_type};
    if (market_.books.has(id, resting)) {
        print.price = market_.books.best(id, resting).price;
        print.qty +=
            {draw_qty(market_.dice, print.price).value * 8};  // of interest never displayed
    }
    for (std::uint32_t i = 0; with_orders && i < kCrossedMax && market_.books.has(id, resting);
         ++i) {
        const LightBooks::Level& best = market_.books.best(id, resting);
        const Slot front = best.head;
        if (best.price != print.price) {
            break;
        }
        const LightBooks::Order& order = market_.books.order(front);
        print.qty += order.qty;
        market_.writer.executed_at({.execution = {.id = order.id, .qty = order.qty},
                                    .price = print.price,
                                    .is_printable = false});  // the cross prints the whole
        market_.books.remove(front);
    }
    market_.writer.cross(print);
}

void OrderFlow::imbalance(InstrumentId id, char cross_type) noexcept {
    market_.stamp(id);
    const Side side = informed_side(id, kTakersKnow);
    const Price price = market_.books.has(id, side) ? market_.books.best(id, side).price
                                                    : market_.instrument(id).value();
    const TotalQty paired{std::uint64_t{draw_qty(market_.dice, price).value} * 8};
    market_.writer.imbalance({.qty = paired, .price = price, .cross_type = cross_type}, side);
}

}  // namespace hotpath::sim::market
