#include "apps/hotpath/demo/recorder.hpp"

#include <utility>

namespace hotpath::app {

DemoRecorder::DemoRecorder(const std::vector<TradedInstrument>& traded,
                           const sim::session::FeedEnds& feed, const timing::TscClock& clock,
                           TelemetryChannel* channel, std::string title)
    : title_(std::move(title)), latencies_(clock), channel_(channel) {
    for (const TradedInstrument& each : traded) {
        legs_.push_back(
            {.instrument = feed.keeps_numbers ? each.id : InstrumentId{}, .symbol = each.symbol});
        symbols_.push_back(each.symbol);
    }
}

void DemoRecorder::see_touch(Leg& leg, const Touch& touch, Time now) {
    if (touch.bid == leg.last_touch.bid && touch.ask == leg.last_touch.ask) {
        return;
    }
    leg.last_touch = touch;
    if (is_shown(leg)) {
        touch_.add(now, touch);
    }
    accounts_.add(now, account_of_all());
}

void DemoRecorder::see_position(Leg& leg, const oms::Position& position, Time now) {
    const oms::Position before = std::exchange(leg.position, position);
    const bool is_bought = position.bought_qty > before.bought_qty;
    const bool is_sold = position.sold_qty > before.sold_qty;
    if (!is_bought && !is_sold) {
        return;
    }
    const Side side = is_bought ? Side::Buy : Side::Sell;
    const std::uint64_t qty =
        position.bought_qty - before.bought_qty + position.sold_qty - before.sold_qty;
    const Money paid = sign(side) * (before.cash - position.cash);
    if (is_shown(leg)) {
        fills_.push_back({.time = now,
                          .side = side,
                          .price = {paid.value / static_cast<std::int64_t>(qty)},
                          .qty = {static_cast<std::uint32_t>(qty)}});
    }
    accounts_.add(now, account_of_all());
}

Account DemoRecorder::account_of_all() const noexcept {
    Account account;
    for (const Leg& leg : legs_) {
        account.position += leg.position.position;
        account.pnl += leg.position.cash + leg.mark * leg.position.position;
    }
    return account;
}

}  // namespace hotpath::app
