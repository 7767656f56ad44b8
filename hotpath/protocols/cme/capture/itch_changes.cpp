#include "hotpath/protocols/cme/capture/itch_changes.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "hotpath/protocols/nasdaq/itch50/codes.hpp"

namespace hotpath::capture::mdp3 {

namespace {

[[nodiscard]] dbn::Price4 to_price4(Price price) {
    return {static_cast<std::uint32_t>(price.value)};
}

[[nodiscard]] dbn::NewOrder new_order(const book::OrderView& order) {
    return {.reference = order.id,
            .side = order.side,
            .price = to_price4(order.price),
            .qty = order.leaves_qty};
}

/// 0: not known.
[[nodiscard]] char to_itch_state(book::TradingState state) {
    namespace itch = protocols::nasdaq::itch50::trading_state;
    switch (state) {
        case book::TradingState::Trading:
            return itch::kTrading;
        case book::TradingState::QuotationOnly:
            return itch::kQuotationOnly;
        case book::TradingState::Paused:
            return itch::kPaused;
        case book::TradingState::Halted:
            return itch::kHalted;
        case book::TradingState::Unknown:
            break;
    }
    return '\0';
}

}  // namespace

ItchChanges::Instrument& ItchChanges::begin(InstrumentId id, Time time) {
    const Time now = std::max(time_, std::min(time, sent_at_));
    if (levels_ && now != time_) {
        levels_->end_event();  // a snapshot has no end of an event
    }
    time_ = now;
    out_.block().set_time(time_);
    if (!std::exchange(has_begun_, true)) {
        out_.begin_day();
    }
    Instrument& instrument = instruments_[id.value];
    if (instrument.listing.locate == 0) {
        instrument.listing = {.locate = id.value, .symbol = (*directory_)[id].symbol};
        out_.list(instrument.listing);
    }
    return instrument;
}

void ItchChanges::on_refused(const book::BookUpdate& update, Time time) noexcept {
    time_ = std::max(time_, std::min(time, sent_at_));
    block().set_time(time_);
    skip("changes of orders that no book took", 1, (*directory_)[update.instrument].symbol.str());
}

void ItchChanges::on_trade(const feed::Trade& trade) noexcept {
    has_taken_ = true;
    constexpr std::uint64_t kQtyMax = std::numeric_limits<std::uint32_t>::max();
    Instrument& instrument = begin(trade.instrument, trade.venue_time);
    const dbn::MaybeSide resting = trade.kind == feed::TradeKind::Displayed
                                       ? dbn::MaybeSide(trade.resting_side)
                                       : std::nullopt;
    const Qty qty{static_cast<std::uint32_t>(std::min(trade.qty.value, kQtyMax))};
    if (levels_) {
        return levels_->on_trade(instrument.listing, resting, to_price4(trade.price), qty);
    }
    if (instrument.trades.is_empty()) {
        traded_.push_back(trade.instrument);
    }
    if (!instrument.trades.on_trade(resting, to_price4(trade.price), qty)) {
        end_event();
    }
}

void ItchChanges::on_change(const book::BookChange& change, Time time) noexcept {
    has_taken_ = true;
    Instrument& instrument = begin(change.instrument(), time);
    if (change.verb == book::BookVerb::Add) {
        stats_.snapshot_records += state_ == feed::FeedState::SnapshotLoading ? 1U : 0U;
    }
    if (levels_) {
        return levels_->on_change(instrument.listing, change);
    }
    if (change.verb == book::BookVerb::Add) {
        return out_.add(instrument.listing, new_order(change.after));
    }
    if (change.verb == book::BookVerb::Replace && change.after.leaves_qty.value != 0) {
        return replace(instrument, change);
    }
    take(instrument, change);
}

/// Quantity that leaves an order: what has traded at its price is executed.
void ItchChanges::take(Instrument& instrument, const book::BookChange& change) {
    const book::OrderView& order = change.before;
    const Qty gone = order.leaves_qty - change.after.leaves_qty;
    const Qty executed = instrument.trades.take_trades(order.side, to_price4(order.price), gone);
    if (executed.value > 0) {
        out_.execute(instrument.listing, order.id, executed);
    }
    if (executed == gone) {
        return;
    }
    if (change.after.leaves_qty.value == 0) {
        out_.remove(instrument.listing, order.id);
    } else {
        out_.reduce(instrument.listing, order.id, gone - executed);
    }
}

/// ITCH's new order has a new reference number. One that the event traded with and that stays at its price
/// shows its next part, behind the others; that comes first, so that the price is not left empty in between.
void ItchChanges::replace(Instrument& instrument, const book::BookChange& change) {
    const book::OrderView& before = change.before;
    const Qty executed =
        change.after.price == before.price
            ? instrument.trades.take_trades(before.side, to_price4(before.price), before.leaves_qty)
            : Qty{};
    const bool has_new_id = change.after.id != before.id;
    const bool is_used_up = executed == before.leaves_qty;
    if (is_used_up && has_new_id) {
        out_.add(instrument.listing, new_order(change.after));
    }
    if (executed.value > 0) {
        out_.execute(instrument.listing, before.id, executed);
    }
    if (!is_used_up && has_new_id) {
        return out_.replace(instrument.listing, before.id, new_order(change.after));
    }
    if (!is_used_up) {
        out_.remove(instrument.listing, before.id);
    }
    if (!has_new_id) {
        out_.add(instrument.listing, new_order(change.after));
    }
}

void ItchChanges::on_trading_state(InstrumentId id, book::TradingState state, Time time) noexcept {
    if (const char code = to_itch_state(state); code != '\0') {
        const Instrument& instrument = begin(id, time);
        out_.trading_state(instrument.listing, code);
    }
}

void ItchChanges::on_end_of_event(Time time) noexcept {
    if (levels_ && has_begun_) {
        time_ = std::max(time_, std::min(time, sent_at_));
        out_.block().set_time(time_);
        levels_->end_event();
    }
    if (!traded_.empty()) {
        static_cast<void>(begin(traded_.front(), time));  // sets the time
        end_event();
    }
}

void ItchChanges::end_event() {
    for (const InstrumentId id : traded_) {
        Instrument& instrument = instruments_[id.value];
        instrument.trades.finish([&](Side resting, dbn::Price4 price, Qty qty) {
            out_.trade(instrument.listing, resting, price, qty);
        });
    }
    traded_.clear();
}

void ItchChanges::finish() {
    end_event();
    if (levels_) {
        levels_->end_event();
    }
    if (has_begun_) {
        out_.end_day();
    }
}

}  // namespace hotpath::capture::mdp3
