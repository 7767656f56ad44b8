#include "hotpath/sim/market/flow_statistics.hpp"

#include <algorithm>

#include "hotpath/protocols/nasdaq/itch50/decode.hpp"
#include "hotpath/sim/market/day_plan.hpp"
#include "hotpath/sim/market/instruments.hpp"

namespace hotpath::sim::market {
namespace {

namespace itch50 = protocols::nasdaq::itch50;

Side to_side(char indicator) {
    return indicator == 'B' ? Side::Buy : Side::Sell;
}

DayPart part_of(Time time) {
    if (time < kMarketOpen) {
        return DayPart::BeforeOpen;
    }
    return time < kMarketClose ? DayPart::Continuous : DayPart::AfterClose;
}

template <class Message>
NewLightOrder to_order(const Message& m) {
    return {.id = {m.load_order_reference_number()},
            .instrument = {m.load_stock_locate()},
            .side = to_side(m.load_buy_sell_indicator()),
            .price = {m.load_price()},
            .qty = {m.load_shares()}};
}

}  // namespace

double Markout::percent_mean() const noexcept {
    return trades == 0 ? 0 : static_cast<double>(percent_sum) / static_cast<double>(trades);
}

class FlowStatistics::Listener : public itch50::NullListener {
  public:
    explicit Listener(FlowStatistics& statistics) : to_(statistics) {}

    void on_add_order(const itch50::AddOrder& m) { to_.on_add(to_order(m)); }
    void on_add_order_mpid(const itch50::AddOrderMpid& m) { to_.on_add(to_order(m)); }
    void on_order_executed(const itch50::OrderExecuted& m) {
        to_.on_executed({m.load_order_reference_number()}, {m.load_executed_shares()});
    }
    void on_order_executed_with_price(const itch50::OrderExecutedWithPrice& m) {
        to_.on_executed({m.load_order_reference_number()}, {m.load_executed_shares()});
    }
    void on_order_cancel(const itch50::OrderCancel& m) {
        to_.on_reduced({m.load_order_reference_number()}, {m.load_cancelled_shares()});
    }
    void on_order_delete(const itch50::OrderDelete& m) {
        to_.on_deleted({m.load_order_reference_number()});
    }
    void on_order_replace(const itch50::OrderReplace& m) {
        to_.on_replaced({m.load_original_order_reference_number()},
                        {.id = {m.load_new_order_reference_number()},
                         .instrument = {m.load_stock_locate()},
                         .side = Side::Buy,  // of the original: see on_replaced()
                         .price = {m.load_price()},
                         .qty = {m.load_shares()}});
    }

  private:
    FlowStatistics& to_;
};

void FlowStatistics::on_message(Bytes message) {
    using Header = itch50::SystemEvent;  // begins as every message does
    ++messages_;
    if (message.size() < Header::kLength) {
        ++not_decoded_;
        return;
    }
    const auto& header = Header::at(message.data());
    now_ = {static_cast<std::int64_t>(header.load_timestamp())};
    is_implied_ = header.load_tracking_number() == options_.implied_tracking_number;
    part_ = &parts_[static_cast<std::size_t>(part_of(now_))];
    resolve_markouts();
    counts_ = true;
    Listener listener(*this);
    if (itch50::decode(message, listener) != protocols::DecodeStatus::Ok) {
        ++not_decoded_;
        return;
    }
    live_orders_max_ = std::max(live_orders_max_, books_.live());
    implied_messages_ += is_implied_ ? 1U : 0U;
    if (is_implied_ || !counts_) {
        return;
    }
    ++part_->messages;
    ++part_->by_type[static_cast<unsigned char>(header.load_message_type()) % 128];
}

void FlowStatistics::on_add(const NewLightOrder& order) {
    if (is_implied_) {
        return restore(order);
    }
    const FlowEvent event = event_before(order, FlowKind::Limit);
    counts_ = counts(event);
    if (counts_) {
        on_order_message(order.instrument);
        part_->add_qty.record(order.qty.value);
        record_place(order);
    }
    if (follow(order)) {
        record_event(event);
    }
}

// An order comes into view: with its lifetime so far, if it was in view before.
void FlowStatistics::restore(const NewLightOrder& order) {
    if (books_.is_full() || order.qty.value == 0 || find_in_view(order.id) != orders_.end()) {
        return;
    }
    const auto [followed, is_new] = orders_.try_emplace(
        order.id.value, Followed{.slot = kNoSlot, .added = now_, .is_add_recorded = false});
    followed->second.slot = books_.add(order);
}

// An order goes out of view; it may come back.
void FlowStatistics::remove_implied(FollowedOrders::iterator followed) {
    books_.remove(followed->second.slot);
    followed->second.slot = kNoSlot;
    if (!followed->second.is_add_recorded) {
        orders_.erase(followed);
    }
}

FlowStatistics::FollowedOrders::iterator FlowStatistics::find_in_view(OrderId id) {
    const auto followed = orders_.find(id.value);
    return followed != orders_.end() && followed->second.slot == kNoSlot ? orders_.end() : followed;
}

void FlowStatistics::on_executed(OrderId id, Qty qty) {
    const auto followed = find_in_view(id);
    if (followed == orders_.end()) {
        return;
    }
    const FlowEvent event = event_before(order_of(followed, qty), FlowKind::Market);
    counts_ = counts(event);
    if (counts_) {
        on_order_message(event.instrument);
        part_->executed_qty.record(qty.value);
        record_fill(followed->second);
        expect_markouts(event.instrument, opposite(event.side));
    }
    take_off(followed, qty);
    record_event(event);
}

void FlowStatistics::on_reduced(OrderId id, Qty qty) {
    const auto followed = find_in_view(id);
    if (followed == orders_.end()) {
        return;
    }
    const FlowEvent event = event_before(order_of(followed, qty), FlowKind::Cancel);
    counts_ = counts(event);
    if (counts_) {
        on_order_message(event.instrument);
    }
    take_off(followed, qty);
    record_event(event);
}

void FlowStatistics::on_deleted(OrderId id) {
    const auto followed = find_in_view(id);
    if (followed == orders_.end()) {
        return;
    }
    if (is_implied_) {
        return remove_implied(followed);
    }
    const FlowEvent event = event_of_removal(followed);
    counts_ = counts(event);
    if (counts_) {
        on_order_message(event.instrument);
    }
    if (counts_ && followed->second.is_add_recorded) {
        part_->deleted_lifetime_ns.record((now_ - followed->second.added).value);
    }
    remove(followed, event);
}

// A removal and an entry, each with its place; one message all the same.
void FlowStatistics::on_replaced(OrderId original, NewLightOrder order) {
    const auto followed = find_in_view(original);
    if (followed == orders_.end()) {
        return;
    }
    const FlowEvent removal = event_of_removal(followed);
    order.side = removal.side;
    remove(followed, removal);
    const FlowEvent entry = event_before(order, FlowKind::Limit);
    counts_ = counts(removal) || counts(entry);
    if (counts_) {
        on_order_message(order.instrument);
    }
    if (follow(order)) {
        record_event(entry);
    }
}

bool FlowStatistics::follow(const NewLightOrder& order) {
    if (books_.is_full() || order.qty.value == 0 || find_in_view(order.id) != orders_.end()) {
        return false;
    }
    const bool is_recorded = counts(event_before(order, FlowKind::Limit));
    orders_.insert_or_assign(
        order.id.value,
        Followed{.slot = books_.add(order), .added = now_, .is_add_recorded = is_recorded});
    return true;
}

void FlowStatistics::remove(FollowedOrders::iterator followed, const FlowEvent& event) {
    if (counts(event) && followed->second.is_add_recorded) {
        part_->scores.time_to_cancel_ns.record((now_ - followed->second.added).value);
    }
    books_.remove(followed->second.slot);
    orders_.erase(followed);
    record_event(event);
}

void FlowStatistics::record_fill(Followed& followed) {
    if (!followed.is_add_recorded) {
        return;
    }
    const std::int64_t age = (now_ - followed.added).value;
    part_->executed_lifetime_ns.record(age);
    if (!followed.is_filled) {
        part_->scores.time_to_first_fill_ns.record(age);
    }
    followed.is_filled = true;
}

bool FlowStatistics::counts(const FlowEvent& event) const noexcept {
    return !is_implied_ && (options_.levels == 0 || event.level <= options_.levels);
}

NewLightOrder FlowStatistics::order_of(FollowedOrders::const_iterator followed, Qty qty) const {
    const LightBooks::Level& level = books_.level_of(followed->second.slot);
    return {.id = {followed->first},
            .instrument = level.instrument,
            .side = level.side,
            .price = level.price,
            .qty = qty};
}

FlowEvent FlowStatistics::event_of_removal(FollowedOrders::const_iterator followed) const {
    const Qty qty = books_.order(followed->second.slot).qty;
    return event_before(order_of(followed, qty), FlowKind::Cancel);
}

FlowEvent FlowStatistics::event_before(const NewLightOrder& order, FlowKind kind) const {
    return {.time = now_,
            .instrument = order.instrument,
            .kind = kind,
            .side = order.side,
            .price = order.price,
            .qty = order.qty,
            .level = 1 + books_.levels_before(order.instrument, order.side, order.price),
            .before = touch(order.instrument),
            .after = {},
            .depth = {}};
}

// After the books have taken it.
void FlowStatistics::record_event(FlowEvent event) {
    if (!counts(event)) {
        return;
    }
    event.after = touch(event.instrument);
    for (const Side side : {Side::Buy, Side::Sell}) {
        event.depth[static_cast<std::size_t>(side)] =
            books_.depth(event.instrument, side, FlowScores::kDepthLevels);
    }
    part_->scores.on_event(event);
}

Touch FlowStatistics::touch(InstrumentId instrument) const noexcept {
    Touch touch{.price = {}, .qty = {}, .is_two_sided = has_both(instrument)};
    for (const Side side : {Side::Buy, Side::Sell}) {
        if (touch.is_two_sided) {
            const LightBooks::Level& best = books_.best(instrument, side);
            touch.price[static_cast<std::size_t>(side)] = best.price;
            touch.qty[static_cast<std::size_t>(side)] = best.qty;
        }
    }
    return touch;
}

void FlowStatistics::on_order_message(InstrumentId instrument) {
    Time& last = last_times_[instrument.value];
    if (last.value != 0) {
        part_->gap_ns.record((now_ - last).value);
    }
    last = now_;
    for (Dispersion& dispersion : part_->dispersions) {
        dispersion.on_message(now_);
    }
}

void FlowStatistics::record_place(const NewLightOrder& order) {
    if (!has_both(order.instrument)) {
        return;
    }
    const Price best = books_.best(order.instrument, order.side).price;
    const std::int64_t behind = sign(order.side) * (best - order.price);
    if (behind < 0) {
        ++part_->adds_improving;
    } else if (behind == 0) {
        ++part_->adds_at_touch;
    } else {
        part_->ticks_behind.record(behind / tick_units(best));
    }
    const std::int64_t now_spread = spread(order.instrument);
    part_->spread_ticks.record(now_spread / tick_units(best));
    part_->spread_bp_100.record(now_spread * 2'000'000 / twice_mid(order.instrument));
}

void FlowStatistics::take_off(FollowedOrders::iterator followed, Qty qty) {
    const Slot slot = followed->second.slot;
    if (qty < books_.order(slot).qty) {
        books_.reduce(slot, qty);
    } else {
        books_.remove(slot);
        orders_.erase(followed);
    }
}

// A sweep is one trade: only its first execution, at its time, is followed.
void FlowStatistics::expect_markouts(InstrumentId instrument, Side taker) {
    if (!has_both(instrument) || spread(instrument) <= 0) {
        return;
    }
    for (std::size_t i = 0; i < pending_.size(); ++i) {
        const Time due = now_ + part_->markouts[i].after;
        auto& pending = pending_[i];
        if (pending.empty() || pending.back().due != due) {
            pending.push_back({.due = due,
                               .instrument = instrument,
                               .taker = taker,
                               .twice_mid = twice_mid(instrument),
                               .spread = spread(instrument),
                               .part = part_});
        }
    }
}

void FlowStatistics::resolve_markouts() {
    for (std::size_t i = 0; i < pending_.size(); ++i) {
        while (!pending_[i].empty() && pending_[i].front().due <= now_) {
            resolve(pending_[i].front(), i);
            pending_[i].pop_front();
        }
    }
}

void FlowStatistics::resolve(const PendingMarkout& due, std::size_t markout) {
    if (!has_both(due.instrument)) {
        return;
    }
    const std::int64_t moved = twice_mid(due.instrument) - due.twice_mid;
    due.part->markouts[markout].percent_sum += sign(due.taker) * moved * 50 / due.spread;
    ++due.part->markouts[markout].trades;
}

bool FlowStatistics::has_both(InstrumentId instrument) const noexcept {
    return books_.has(instrument, Side::Buy) && books_.has(instrument, Side::Sell);
}

std::int64_t FlowStatistics::twice_mid(InstrumentId instrument) const noexcept {
    return books_.best(instrument, Side::Buy).price.value +
           books_.best(instrument, Side::Sell).price.value;
}

std::int64_t FlowStatistics::spread(InstrumentId instrument) const noexcept {
    return books_.best(instrument, Side::Sell).price - books_.best(instrument, Side::Buy).price;
}

}  // namespace hotpath::sim::market
