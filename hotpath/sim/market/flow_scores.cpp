#include "hotpath/sim/market/flow_scores.hpp"

#include <cstdlib>

#include "hotpath/sim/market/instruments.hpp"

namespace hotpath::sim::market {
namespace {

constexpr std::size_t index_of(Side side) {
    return static_cast<std::size_t>(side);
}

// What came to the best quantity of a side less what left it, by prices: R. Cont, A. Kukanov,
// S. Stoikov 2014.
std::int64_t change_of(const FlowEvent& event, Side side) {
    const std::size_t i = index_of(side);
    const Price from = event.before.price[i];
    const Price to = event.after.price[i];
    const std::int64_t came = is_better(side, from, to) ? 0 : event.after.qty[i];
    const std::int64_t left = is_better(side, to, from) ? 0 : event.before.qty[i];
    return came - left;
}

// The way in which the event pushes the price: entered bids, canceled asks and buyers push it up.
Side pushes(const FlowEvent& event) {
    return event.kind == FlowKind::Limit ? event.side : opposite(event.side);
}

bool is_at_best(const FlowEvent& event) {
    const Price best = event.before.price[index_of(event.side)];
    return event.price == best || is_better(event.side, event.price, best);
}

int way_of_mid(const FlowEvent& event) {
    const std::int64_t moved = event.after.twice_mid() - event.before.twice_mid();
    return moved < 0 ? 0 : moved == 0 ? 1 : 2;
}

std::uint8_t response_of(const FlowEvent& event) {
    static constexpr std::array<std::uint8_t, 3> kFirst{2, 4, 0};  // by FlowKind
    const bool moves = way_of_mid(event) != 1;
    return static_cast<std::uint8_t>(kFirst[static_cast<std::size_t>(event.kind)] +
                                     (moves ? 1 : 0));
}

}  // namespace

std::int64_t Touch::spread() const {
    return price[index_of(Side::Sell)] - price[index_of(Side::Buy)];
}

void FlowScores::on_event(const FlowEvent& event) {
    InstrumentPast& past = past_of(event.instrument);
    record_arrival(event, past);
    record_traded(event, past);
    if (event.before.is_two_sided) {
        record_place(event);
    }
    if (event.after.is_two_sided) {
        record_book(event);
    }
    if (event.before.is_two_sided && event.after.is_two_sided) {
        record_imbalance(event, past);
        record_responses(event, past);
    }
}

double FlowScores::spread_mean() const noexcept {
    return spreads_ == 0 ? 0 : static_cast<double>(spread_sum_) / static_cast<double>(spreads_);
}

FlowScores::Busiest FlowScores::busiest() const {
    Busiest busiest;
    for (std::size_t i = 0; i < instruments_.size(); ++i) {
        if (instruments_[i] != nullptr && instruments_[i]->events > busiest.events) {
            busiest = {.instrument = {static_cast<std::uint16_t>(i)},
                       .events = instruments_[i]->events,
                       .dispersions = instruments_[i]->dispersions};
        }
    }
    return busiest;
}

FlowScores::InstrumentPast& FlowScores::past_of(InstrumentId instrument) {
    auto& past = instruments_[instrument.value];
    if (past == nullptr) {
        past = std::make_unique<InstrumentPast>();
    }
    return *past;
}

void FlowScores::record_arrival(const FlowEvent& event, InstrumentPast& past) {
    if (past.events++ != 0) {
        inter_arrival_ns.record((event.time - past.last).value);
    }
    past.last = event.time;
    for (Dispersion& dispersion : past.dispersions) {
        dispersion.on_message(event.time);
    }
}

void FlowScores::record_book(const FlowEvent& event) {
    const Touch& touch = event.after;
    const std::int64_t bid = touch.qty[index_of(Side::Buy)];
    const std::int64_t ask = touch.qty[index_of(Side::Sell)];
    spread_ticks.record(touch.spread() / tick_units(touch.price[0]));
    imbalance_1000.record((bid - ask) * 1'000 / (bid + ask));
    spread_sum_ += touch.spread();
    ++spreads_;
    for (std::size_t i = 0; i < 2; ++i) {
        qty_at_best[i].record(touch.qty[i]);
        qty_at_five[i].record(event.depth[i]);
    }
}

void FlowScores::record_place(const FlowEvent& event) {
    if (event.kind == FlowKind::Market) {
        return;
    }
    const bool is_entry = event.kind == FlowKind::Limit;
    const std::size_t i = index_of(event.side);
    const std::int64_t twice_away = std::abs(2 * event.price.value - event.before.twice_mid());
    const std::int64_t half_ticks = twice_away / tick_units(event.price);
    (is_entry ? limit_depth_half_ticks : cancel_depth_half_ticks)[i].record(half_ticks);
    (is_entry ? limit_level : cancel_level)[i].record(event.level);
}

void FlowScores::record_imbalance(const FlowEvent& event, InstrumentPast& past) {
    constexpr auto kWindow = static_cast<std::int64_t>(kImbalanceWindow);
    if (past.past_events >= kImbalanceWindow) {
        flow_imbalance_next[static_cast<std::size_t>(way_of_mid(event))].record(past.imbalance_sum /
                                                                                kWindow);
    }
    std::int64_t& oldest = past.imbalances[past.past_events % kImbalanceWindow];
    const std::int64_t change = change_of(event, Side::Buy) - change_of(event, Side::Sell);
    past.imbalance_sum += change - oldest;
    oldest = change;
    if (past.past_events + 1 >= kImbalanceWindow) {
        flow_imbalance.record(past.imbalance_sum / kWindow);
    }
}

// Seconds in which nothing trades do not count.
void FlowScores::record_traded(const FlowEvent& event, InstrumentPast& past) {
    if (event.kind != FlowKind::Market) {
        return;
    }
    const std::int64_t second = event.time.value / kNanosPerSecond;
    if (second != past.second && past.traded_in_second != 0) {
        qty_per_minute.record(past.traded_in_second * 60);
        past.traded_in_second = 0;
    }
    past.second = second;
    past.traded_in_second += event.qty.value;
}

void FlowScores::record_responses(const FlowEvent& event, InstrumentPast& past) {
    const std::uint64_t now = past.past_events++;
    past.past[now % kPast] = {.twice_mid = event.before.twice_mid(),
                              .response = is_at_best(event) ? response_of(event) : kNoResponse,
                              .direction = static_cast<std::int8_t>(sign(pushes(event)))};
    for (std::size_t i = 0; i < PriceResponse::kLags.size(); ++i) {
        const std::uint64_t back = PriceResponse::kLags[i] - 1;  // this one's after is its lag 1
        if (now < back) {
            break;
        }
        const PastEvent& then = past.past[(now - back) % kPast];
        if (then.response == kNoResponse) {
            continue;
        }
        PriceResponse& response = responses[then.response];
        response.twice_moved[i] += then.direction * (event.after.twice_mid() - then.twice_mid);
        ++response.events[i];
    }
}

}  // namespace hotpath::sim::market
