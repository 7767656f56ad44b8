#pragma once
/// StrategySlot: a strategy with a record of its orders and positions, as if it traded alone.
/// The record is written when the strategy decides, before any check, and corrected by the
/// gateway's feedback: so a decision depends on the events alone, never on the gateway's progress.
/// Each slot has separate ids. An intent that the record refuses is rejected to the strategy at
/// once, all others go to `send(const oms::Intent&)`, a replacement with its total quantity.
/// Threads: the strategy stage's. Allocation: at construction. Complexity: O(1) an event and the
/// strategy's own; Pulled and Resumed O(its open orders).

#include <cstdint>
#include <utility>
#include <variant>

#include "hotpath/book/depth_view.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/oms/intent.hpp"
#include "hotpath/oms/order_desk.hpp"
#include "hotpath/oms/orders.hpp"
#include "hotpath/oms/venue_events.hpp"
#include "hotpath/strategy/strategy.hpp"
#include "lab/pipelined/event.hpp"

namespace hotpath::engine::pipelined {

template <strategy::DepthStrategy S>
class StrategySlot {
  public:
    StrategySlot(S strategy, oms::Orders orders)
        : strategy_(std::move(strategy)), orders_(std::move(orders)) {}

    [[nodiscard]] const S& strategy() const noexcept { return strategy_; }
    [[nodiscard]] const oms::Orders& orders() const noexcept { return orders_; }

    // Events.
    template <class Send>
    void on_book(const book::DepthView& book, const BookSeen& seen, Time now, Send&& send) {
        if (orders_.position(book.instrument()).position != SignedQty{} && seen.mid.value > 0) {
            orders_.mark(book.instrument(), seen.mid);
        }
        oms::Intents intents(orders_.next_id());
        strategy_.on_book(book, {now, orders_}, intents);
        submit(intents, now, send);
    }
    template <class Send>
    void on_timer(Time now, Send&& send) {
        oms::Intents intents(orders_.next_id());
        strategy_.on_timer({now, orders_}, intents);
        submit(intents, now, send);
    }
    void on_trade(const strategy::Trade& trade, Time now) noexcept {
        strategy_.on_trade(trade, {now, orders_});
    }
    void on_instrument(const strategy::Instrument& instrument) noexcept {
        strategy_.on_instrument(instrument);
    }
    void on_books_state(strategy::BooksState state, Time now) noexcept {
        strategy_.on_books_state(state, {now, orders_});
    }
    void on_session_lost() noexcept { orders_.on_disconnected(); }

    void on_venue(const oms::VenueEvent& event, Time now) noexcept {
        std::visit([&](const auto& told) { apply(told, now); }, event);
    }
    void on_refused(const Refused& refused, Time now) noexcept {
        if (refused.is_cancel) {
            orders_.on_cancel_rejected(refused.rejection.id);
        } else {
            orders_.on_rejected(refused.rejection.id);
        }
        strategy_.on_reject(refused.rejection, {now, orders_});
    }
    void on_pulled(InstrumentId instrument) noexcept {
        for (const ClOrdId id : orders_.open_orders()) {
            if (instrument.value == 0 || orders_.find(id)->instrument == instrument) {
                note_cancel(id);
            }
        }
    }
    void on_resumed(Time now) noexcept {
        orders_.on_reconnected([&](const oms::Order& order) {
            strategy_.on_reject(oms::lost(order), {now, orders_});
        });
    }

  private:
    void apply(std::monostate, Time) noexcept {}
    void apply(const oms::Accepted& accepted, Time) noexcept { orders_.on_accepted(accepted); }
    void apply(const oms::Replaced& replaced, Time) noexcept { orders_.on_replaced(replaced); }
    void apply(const oms::Executed& executed, Time now) noexcept {
        oms::Fill fill;
        orders_.on_executed(executed, fill);
        if (fill.id == executed.id) {
            strategy_.on_fill(fill, {now, orders_});
        }
    }
    void apply(const oms::Canceled& canceled, Time) noexcept {
        orders_.on_canceled(canceled.id, canceled.qty);
    }
    void apply(const oms::Leaves& left, Time) noexcept {
        orders_.on_leaves(left.id, left.leaves_qty);
    }
    void apply(const oms::Rejected& rejected, Time now) noexcept {
        if (orders_.on_rejected(rejected.id) == oms::ReportStatus::Ok) {
            const oms::Order& order = *orders_.find(rejected.id);
            strategy_.on_reject({.by = oms::RejectedBy::Venue,
                                 .code = rejected.code,
                                 .instrument = order.instrument,
                                 .id = order.id,
                                 .original = order.predecessor},
                                {now, orders_});
        }
    }
    void apply(const oms::CancelRejected& rejected, Time) noexcept {
        orders_.on_cancel_rejected(rejected.id);
    }
    void apply(const oms::Broken& broken, Time) noexcept {
        orders_.on_broken(broken.id, broken.match);
    }
    void apply(const oms::Corrected& corrected, Time) noexcept { orders_.on_corrected(corrected); }
    // The gateway's alone: a slot knows no venue ids, and Modified stops the trader.
    void apply(const oms::Moved&, Time) noexcept {}
    void apply(const oms::Modified&, Time) noexcept {}
    void apply(const oms::NextId&, Time) noexcept {}

    template <class Send>
    void submit(const oms::Intents& intents, Time now, Send&& send) {
        for (const oms::Intent& wanted : intents.all()) {
            oms::Intent intent = wanted;
            const oms::RequestStatus status = record(intent);
            if (status == oms::RequestStatus::Ok) {
                send(std::as_const(intent));
            } else {
                refuse(intent, status, now);
            }
        }
    }

    [[nodiscard]] oms::RequestStatus record(oms::Intent& intent) noexcept {
        switch (intent.kind) {
            case oms::Intent::Kind::Enter:
                return record_enter(intent);
            case oms::Intent::Kind::Replace:
                return record_replace(intent);
            case oms::Intent::Kind::Reduce:
                return record_reduce(intent);
            case oms::Intent::Kind::Cancel:
                break;
        }
        const oms::RequestStatus status = orders_.may_cancel(intent.id);
        if (status == oms::RequestStatus::Ok) {
            const oms::Order& order = *orders_.find(intent.id);
            intent.instrument = order.instrument;
            const ClOrdId partner = oms::partner_of(order);
            note_cancel(intent.id);
            note_cancel(partner);
        }
        return status;
    }
    [[nodiscard]] oms::RequestStatus record_enter(const oms::Intent& intent) noexcept {
        const oms::NewOrder order{.id = intent.id,
                                  .instrument = intent.instrument,
                                  .side = intent.side,
                                  .qty = intent.qty,
                                  .price = intent.price,
                                  .time_in_force = intent.time_in_force,
                                  .is_post_only = intent.is_post_only};
        const oms::RequestStatus status = orders_.may_enter(order);
        if (status == oms::RequestStatus::Ok) {
            orders_.enter(order);
        }
        return status;
    }
    /// The venue counts from the first order of the chain, so that quantity executed in the
    /// meantime is not ordered again.
    [[nodiscard]] oms::RequestStatus record_replace(oms::Intent& intent) noexcept {
        const oms::Order* const original = orders_.find(intent.original);
        if (original == nullptr) {
            return oms::RequestStatus::UnknownOrder;
        }
        intent.instrument = original->instrument;
        intent.qty = original->cum_qty + intent.qty;
        const oms::ReplaceOrder order{
            .original = intent.original, .id = intent.id, .qty = intent.qty, .price = intent.price};
        const oms::RequestStatus status = orders_.may_replace(order);
        if (status == oms::RequestStatus::Ok) {
            orders_.replace(order);
        }
        return status;
    }

    /// The total, as of a replacement.
    [[nodiscard]] oms::RequestStatus record_reduce(oms::Intent& intent) noexcept {
        const oms::RequestStatus status = orders_.may_reduce(intent.id, intent.qty);
        if (status == oms::RequestStatus::Ok) {
            const oms::Order& order = *orders_.find(intent.id);
            orders_.reduce(intent.id, intent.qty);
            intent.instrument = order.instrument;
            intent.qty = order.reduce_to_qty;
        }
        return status;
    }

    void note_cancel(ClOrdId id) noexcept {
        if (id.value != 0 && orders_.may_cancel(id) == oms::RequestStatus::Ok) {
            orders_.cancel(id);
        }
    }

    void refuse(const oms::Intent& intent, oms::RequestStatus status, Time now) noexcept {
        if (intent.needs_approval()) {
            orders_.skip_ids_below({intent.id.value + 1});
        }
        strategy_.on_reject({.by = oms::RejectedBy::Orders,
                             .code = static_cast<std::uint16_t>(status),
                             .instrument = intent.instrument,
                             .id = intent.id,
                             .original = intent.original},
                            {now, orders_});
    }

    S strategy_;
    oms::Orders orders_;
};

}  // namespace hotpath::engine::pipelined
