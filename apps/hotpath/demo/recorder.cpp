#include "apps/hotpath/demo/recorder.hpp"

#include "hotpath/core/price_distance.hpp"

namespace hotpath::app {

void DemoRecorder::see_touch(const Touch& touch, Time now) {
    if (touch.bid == last_touch_.bid && touch.ask == last_touch_.ask) {
        return;
    }
    last_touch_ = touch;
    if (!is_beyond(distance(touch.ask, touch.bid), touch.bid, kMarkSpreadBpsMax)) {
        mark_ = touch;
    }
    touch_.add(now, touch);
    accounts_.add(now, account_of(position_));
}

void DemoRecorder::see_position(const oms::Position& position, Time now) {
    const bool is_bought = position.bought_qty > position_.bought_qty;
    const bool is_sold = position.sold_qty > position_.sold_qty;
    if (is_bought || is_sold) {
        const Side side = is_bought ? Side::Buy : Side::Sell;
        const std::uint64_t qty =
            position.bought_qty - position_.bought_qty + position.sold_qty - position_.sold_qty;
        const Money paid = sign(side) * (position_.cash - position.cash);
        fills_.push_back({.time = now,
                          .side = side,
                          .price = {paid.value / static_cast<std::int64_t>(qty)},
                          .qty = {static_cast<std::uint32_t>(qty)}});
        accounts_.add(now, account_of(position));
    }
    position_ = position;
}

/// Twice the mid is an integer; half of it times the position is rounded toward zero.
Account DemoRecorder::account_of(const oms::Position& position) const noexcept {
    const std::int64_t mid_doubled = mark_.bid.value + mark_.ask.value;
    return {.position = position.position,
            .pnl = position.cash + Money{position.position.value * mid_doubled / 2}};
}

}  // namespace hotpath::app
