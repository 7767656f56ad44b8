#include "hotpath/backtest/run_recorder.hpp"

#include <algorithm>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"
#include "hotpath/protocols/nasdaq/trader/ouch_translator.hpp"

namespace hotpath::backtest {

namespace {

namespace ouch50 = protocols::nasdaq::ouch50;

/// The order that a reply brings into the venue's books, under the venue's number and ours.
struct Placed : ouch50::NullReplyListener {
    void on_order_accepted(const ouch50::OrderAccepted& m, ouch50::Appendage) noexcept { note(m); }
    void on_order_replaced(const ouch50::OrderReplaced& m, ouch50::Appendage) noexcept { note(m); }

    template <class Message>
    void note(const Message& m) noexcept {
        id = {m.load_user_ref_num()};
        venue_id = {m.load_order_reference_number()};
    }

    ClOrdId id{};
    OrderId venue_id{};
};

struct Execution : ouch50::NullReplyListener {
    void on_order_executed(const ouch50::OrderExecuted& m, ouch50::Appendage) noexcept {
        found = {.id = {m.load_user_ref_num()},
                 .qty = {m.load_quantity()},
                 .price = ouch50::to_price(m.load_price()),
                 .liquidity = protocols::nasdaq::to_liquidity(m.load_liquidity_flag())};
    }

    std::optional<oms::Executed> found{};
};

}  // namespace

OrderRecord* RunRecorder::find(ClOrdId id) {
    const auto found = std::ranges::lower_bound(orders_, id, {}, &OrderRecord::id);
    return found == orders_.end() || found->id != id ? nullptr : &*found;
}

void RunRecorder::on_venue_reply(const exchange::Exchange& venue, Bytes reply) {
    Placed placed;
    static_cast<void>(ouch50::decode_reply(reply, placed));
    OrderRecord* const order = placed.id == ClOrdId{} ? nullptr : find(placed.id);
    if (order != nullptr && venue.books().find(placed.venue_id)) {
        order->queue_ahead = venue.books().queue_ahead_qty(placed.venue_id);
    }
}

void RunRecorder::on_reply_due(Bytes reply) {
    Execution execution;
    static_cast<void>(ouch50::decode_reply(reply, execution));
    expect(execution.found);
}

void RunRecorder::add_sent(const oms::Orders& orders, Time now) {
    for (; next_id_ < orders.next_id(); ++next_id_.value) {
        const oms::Order* const sent = orders.find(next_id_);
        if (sent == nullptr) {
            continue;  // refused: its id is used up
        }
        open_orders_.push_back(orders_.size());
        orders_.push_back({.id = sent->id,
                           .instrument = sent->instrument,
                           .side = sent->side,
                           .qty = sent->leaves_qty,
                           .price = sent->price,
                           .entered = now,
                           .total_qty = sent->qty,
                           .time_in_force = sent->time_in_force,
                           .is_post_only = sent->is_post_only});
    }
}

void RunRecorder::note_canceled(const oms::Orders& orders, Time now) {
    for (const std::size_t index : open_orders_) {
        OrderRecord& record = orders_[index];
        const oms::Order* const order = orders.find(record.id);
        if (order != nullptr && order->is_cancel_sent && record.cancel_sent == kNever) {
            record.cancel_sent = now;
        }
    }
}

void RunRecorder::note_closed(const oms::Orders& orders, Time now) {
    std::erase_if(open_orders_, [&](std::size_t index) {
        OrderRecord& record = orders_[index];
        const oms::Order* const order = orders.find(record.id);
        const bool is_closed = order == nullptr || !oms::is_open(order->state);
        if (!is_closed) {
            record.reduced = order->canceled_qty;
        } else {
            record.closed = now;
            record.is_rejected = order != nullptr && order->state == oms::OrderState::Rejected;
        }
        return is_closed;
    });
}

bool RunRecorder::add_fill(const oms::Orders& orders, Time now) {
    OrderRecord* const order = find(executed_->id);
    if (order == nullptr) {
        return false;
    }
    if (std::ranges::find(traded_, order->instrument) == traded_.end()) {
        traded_.push_back(order->instrument);
    }
    const oms::Position& held = orders.position(order->instrument);
    if (fees_.size() <= order->instrument.value) {
        fees_.resize(std::size_t{order->instrument.value} + 1);
    }
    Money& fees_before = fees_[order->instrument.value];
    order->filled += executed_->qty;
    for (std::size_t horizon = 0; horizon < pending_.size(); ++horizon) {
        const Time due = now + kMarkOutHorizons[horizon];
        pending_[horizon].push_back({.fill = fills_.size(), .due = due});
        next_look_ = std::min(next_look_, due);
    }
    fills_.push_back({.at = now,
                      .order = order->id,
                      .instrument = order->instrument,
                      .side = order->side,
                      .liquidity = executed_->liquidity,
                      .qty = executed_->qty,
                      .price = executed_->price,
                      .fee = held.fees - fees_before,
                      .position = held.position,
                      .order_entered = order->entered,
                      .queue_ahead = order->queue_ahead});
    fees_before = held.fees;
    return true;
}

}  // namespace hotpath::backtest
