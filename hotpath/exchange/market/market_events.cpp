#include "hotpath/exchange/market/market_events.hpp"

#include <utility>

#include "hotpath/exchange/orders/order_conditions.hpp"
#include "hotpath/protocols/nasdaq/itch50/codes.hpp"

namespace hotpath::exchange {

namespace itch50 = protocols::nasdaq::itch50;
using match::Cancellation;
using match::Execution;
using match::HeldOrder;
using match::HeldReduction;
using match::Standing;

namespace {

/// A price beyond what four bytes hold cannot come in: background prices are ITCH's own and those
/// of sessions are checked.
[[nodiscard]] std::uint32_t to_price4(Price price) {
    return static_cast<std::uint32_t>(price.value);
}

[[nodiscard]] CancelReason to_report(match::CancelReason reason, CancelReason requested) {
    switch (reason) {
        case match::CancelReason::Requested:
            return requested;
        case match::CancelReason::Immediate:
        case match::CancelReason::MinQty:
            return CancelReason::NotImmediate;
        case match::CancelReason::PostOnly:
            return CancelReason::PostOnly;
        case match::CancelReason::PriceBand:
        case match::CancelReason::BandMoved:
            return CancelReason::PriceBands;
        case match::CancelReason::EndOfDay:
            return CancelReason::Expired;
        case match::CancelReason::CrossEnded:
            return CancelReason::System;
        case match::CancelReason::SelfTrade:  // has a separate message
        case match::CancelReason::BookFull:
        case match::CancelReason::SweepLimit:
            break;
    }
    return CancelReason::Supervisory;
}

/// As if the trade had been.
[[nodiscard]] Liquidity liquidity_of_older(Standing standing) {
    return standing == Standing::Displayed ? Liquidity::Added : Liquidity::AddedHidden;
}

/// An order canceled for another reason never came to the book.
[[nodiscard]] bool was_displayed(match::CancelReason reason) {
    return reason == match::CancelReason::Requested || reason == match::CancelReason::BandMoved ||
           reason == match::CancelReason::EndOfDay;
}

}  // namespace

template <class Event>
void MarketEvents::report(const SessionOrder& order, const Event& event) noexcept {
    ++venue_.counters.replies;
    venue_.reports.append<Event>(order.session, context_.now, event);
}

void MarketEvents::on_added(const book::OrderView& order) noexcept {
    if (replaced_) {
        auto& message = publish<itch50::OrderReplace>(order.instrument);
        message.store_original_order_reference_number(replaced_->value);
        message.store_new_order_reference_number(order.id.value);
        message.store_shares(order.leaves_qty.value);
        message.store_price(to_price4(order.price));
        replaced_.reset();
    } else {
        publish_add(order,
                    order.id == context_.entered ? context_.attribution : attribution_of(order));
    }
}

void MarketEvents::on_executed(const Execution& execution) noexcept {
    const MatchId match = count(execution);
    publish_pending_replace_as_delete(execution.instrument);
    publish_execution(execution, match);
    report_fills(execution, match, context_.is_removing ? Liquidity::Removed : Liquidity::Added);
}

void MarketEvents::on_held_executed(const Execution& execution, const HeldOrder& resting) noexcept {
    const MatchId match = count(execution);
    publish_pending_replace_as_delete(execution.instrument);
    if (resting.standing == Standing::Displayed) {
        Execution displayed = execution;
        displayed.resting = resting.place;
        publish_execution(displayed, match);
        report_fills(execution, match, Liquidity::Added);
    } else {
        publish_trade(execution, match);
        report_fills(execution, match, Liquidity::AddedHidden);
    }
}

MatchId MarketEvents::count(const Execution& execution) noexcept {
    const bool has_session =
        !is_background(execution.resting) || !is_background(execution.incoming);
    ++venue_.counters.executions;
    venue_.counters.session_executions += has_session ? 1U : 0U;
    const std::optional<RecordedTrade>& recorded = context_.recorded_trade;
    const bool is_recorded = recorded && recorded->resting == execution.resting;
    return is_recorded ? recorded->match : venue_.next_match();
}

void MarketEvents::on_canceled(const Cancellation& canceled) noexcept {
    const book::OrderView& order = canceled.order;
    publish_pending_replace_as_delete(order.instrument);
    if (was_displayed(canceled.reason)) {
        publish_delete(order.id, order.instrument);
    }
    report_gone({order.id, order.tag}, canceled.qty, canceled.reason);
}

void MarketEvents::on_held_canceled(const HeldReduction& canceled) noexcept {
    if (canceled.order.standing == Standing::Displayed) {
        publish_delete(canceled.order.place, canceled.order.instrument);
    }
    report_gone({canceled.order.id}, canceled.qty, canceled.reason);
}

void MarketEvents::on_reduced(const Cancellation& reduced) noexcept {
    publish_reduction(reduced.order, reduced.qty);
    report_less({reduced.order.id, reduced.order.tag}, reduced.qty, reduced.reason);
}

void MarketEvents::on_held_reduced(const HeldReduction& reduced) noexcept {
    const HeldOrder& order = reduced.order;
    if (reduced.displayed_qty != Qty{}) {
        publish_reduction({.id = order.place,
                           .instrument = order.instrument,
                           .side = order.side,
                           .price = order.price,
                           .leaves_qty = order.leaves_qty},
                          reduced.displayed_qty);
    }
    report_less({order.id}, reduced.qty, reduced.reason);
}

void MarketEvents::on_incoming_reduced(const Cancellation& reduced) noexcept {
    report_less({reduced.order.id, reduced.order.tag}, reduced.qty, reduced.reason);
}

void MarketEvents::on_held_replaced(const HeldOrder& original, const book::OrderView&) noexcept {
    if (original.standing == Standing::Displayed) {
        publish_delete(original.place, original.instrument);
    }
}

void MarketEvents::on_refreshed(const HeldOrder& order) noexcept {
    const SessionOrder* session_order = venue_.orders.find(order.id);
    publish_add({.id = order.place,
                 .instrument = order.instrument,
                 .side = order.side,
                 .price = order.price,
                 .leaves_qty = order.leaves_qty},
                session_order == nullptr ? Attribution{} : session_order->attribution());
    if (session_order == nullptr) {
        return;
    }
    report(*session_order, report::Moved{.number = session_order->user_ref_num,
                                         .place = order.place,
                                         .is_refreshed = true,
                                         .shown = order.leaves_qty});
}

void MarketEvents::on_replaced(const book::OrderView& original, const book::OrderView&) noexcept {
    if (context_.is_replace_published) {
        replaced_ = original.id;
    } else {
        publish_delete(original.id, original.instrument);
    }
}

OrderId MarketEvents::next_place() noexcept {
    const OrderId place = venue_.ids.next();
    if (triggered_) [[unlikely]] {
        if (const SessionOrder* order = venue_.orders.find(*std::exchange(triggered_, {}))) {
            report_place(*order, place);
        }
    }
    return place;
}

template <class Add>
Add& MarketEvents::publish_add_as(const book::OrderView& order) noexcept {
    Add& message = publish<Add>(order.instrument);
    message.store_order_reference_number(order.id.value);
    message.store_buy_sell_indicator(itch50::to_buy_sell_indicator(order.side));
    message.store_shares(order.leaves_qty.value);
    message.store_stock(venue_.instruments.symbol(order.instrument));
    message.store_price(to_price4(order.price));
    return message;
}

void MarketEvents::publish_add(const book::OrderView& order,
                               const Attribution& attribution) noexcept {
    if (attribution == Attribution{}) [[likely]] {
        publish_add_as<itch50::AddOrder>(order);
    } else {
        publish_add_as<itch50::AddOrderMpid>(order).store_attribution(attribution.mpid);
    }
}

Attribution MarketEvents::attribution_of(const book::OrderView& order) noexcept {
    const auto& held = venue_.matcher.all().held();
    const std::uint32_t index = held.empty() ? match::kNotHeld : held.find_place(order.id);
    const OrderId id = index == match::kNotHeld ? order.id : held[index].order.id;
    const SessionOrder* own = is_background(id) ? nullptr : session_order({id, order.tag});
    return own == nullptr ? Attribution{} : own->attribution();
}

void MarketEvents::publish_delete(OrderId id, InstrumentId instrument) noexcept {
    publish<itch50::OrderDelete>(instrument).store_order_reference_number(id.value);
}

void MarketEvents::publish_pending_replace_as_delete(InstrumentId instrument) noexcept {
    if (replaced_) {
        publish_delete(*replaced_, instrument);
        replaced_.reset();
    }
}

void MarketEvents::publish_execution(const Execution& execution, MatchId match) noexcept {
    const auto fill = [&](auto& message) {
        message.store_order_reference_number(execution.resting.value);
        message.store_executed_shares(execution.qty.value);
        message.store_match_number(match.value);
    };
    if (context_.is_at_display_price) {
        return fill(publish<itch50::OrderExecuted>(execution.instrument));
    }
    auto& message = publish<itch50::OrderExecutedWithPrice>(execution.instrument);
    fill(message);
    message.store_printable(context_.is_printable ? 'Y' : 'N');
    message.store_execution_price(to_price4(execution.price));
}

/// A trade with what was not displayed: no order of the feed's is concerned.
void MarketEvents::publish_trade(const Execution& execution, MatchId match) noexcept {
    auto& message = publish<itch50::Trade>(execution.instrument);
    message.store_buy_sell_indicator(itch50::buy_sell_indicator::kBuy);
    message.store_shares(execution.qty.value);
    message.store_stock(venue_.instruments.symbol(execution.instrument));
    message.store_price(to_price4(execution.price));
    message.store_match_number(match.value);
}

/// Down to what is left displayed: a delete when nothing is.
void MarketEvents::publish_reduction(const book::OrderView& order, Qty qty) noexcept {
    if (qty == order.leaves_qty) {
        return publish_delete(order.id, order.instrument);
    }
    auto& message = publish<itch50::OrderCancel>(order.instrument);
    message.store_order_reference_number(order.id.value);
    message.store_cancelled_shares(qty.value);
}

void MarketEvents::report_fills(const Execution& execution, MatchId match,
                                Liquidity resting) noexcept {
    report_fill({.order = {execution.resting, execution.resting_tag},
                 .price = execution.price,
                 .qty = execution.qty,
                 .match = match,
                 .liquidity = resting});
    report_fill({.order = {execution.incoming},
                 .price = execution.price,
                 .qty = execution.qty,
                 .match = match,
                 .liquidity = Liquidity::Removed});
}

void MarketEvents::report_fill(const Fill& fill) noexcept {
    if (is_background(fill.order.id)) {
        return;
    }
    SessionOrder* const order = session_order(fill.order);
    HOTPATH_ASSERT(order != nullptr, "a session order in the book must be in the order table");
    venue_.orders.execute(*order, fill.qty);
    report(*order, report::Executed{.number = order->user_ref_num,
                                    .qty = fill.qty,
                                    .price = fill.price,
                                    .match = fill.match,
                                    .liquidity = fill.liquidity});
    if (order->leaves_qty() == Qty{}) {
        venue_.orders.remove(*order);
    }
}

/// A session order that a replacement takes the place of is forgotten before it leaves the book.
void MarketEvents::report_gone(TaggedId gone, Qty qty, match::CancelReason reason) noexcept {
    if (is_background(gone.id)) {
        return;
    }
    if (SessionOrder* const order = session_order(gone)) {
        report_less_or_gone(*order, qty, reason);
        venue_.orders.remove(*order);
    }
}

void MarketEvents::report_less(TaggedId reduced, Qty qty, match::CancelReason reason) noexcept {
    if (is_background(reduced.id)) {
        return;
    }
    if (SessionOrder* const order = session_order(reduced)) {
        venue_.orders.reduce(*order, qty);
        if (context_.is_modify && reason == match::CancelReason::Requested) {
            report_modified(*order);
        } else {
            report_less_or_gone(*order, qty, reason);
        }
    }
}

void MarketEvents::report_less_or_gone(const SessionOrder& order, Qty qty,
                                       match::CancelReason reason) noexcept {
    if (reason == match::CancelReason::SelfTrade) [[unlikely]] {
        report_prevented(order, qty);
    } else {
        report_canceled(order, qty, to_report(reason, context_.cancel_reason));
    }
}

/// An order whose minimum could not be had without its owner's orders has met none of them: nothing
/// was prevented.
void MarketEvents::report_prevented(const SessionOrder& order, Qty qty) noexcept {
    const bool is_newer = prevented_ && prevented_->newer == order.id;
    const bool has_met = is_newer || (prevented_ && prevented_->older == order.id);
    const match::SelfTrade choice =
        has_met ? prevented_->choice : self_trade_of(venue_.self_match[order.session.value]);
    report(order,
           report::Prevented{.number = order.user_ref_num,
                             .qty = qty,
                             .qty_prevented = has_met ? prevented_->qty : Qty{},
                             .price = has_met ? prevented_->price : Price{},
                             .liquidity = has_met && !is_newer
                                              ? liquidity_of_older(prevented_->older_standing)
                                              : Liquidity::Removed,
                             .choice = choice});
}

/// The order stands in another place in line from now on, under another reference number.
void MarketEvents::report_place(const SessionOrder& order, OrderId place) noexcept {
    report(order, report::Moved{.number = order.user_ref_num,
                                .place = place,
                                .price = order.price,
                                .display = order.terms.display});
}

void MarketEvents::report_canceled(const SessionOrder& order, Qty qty,
                                   CancelReason reason) noexcept {
    report(order, report::Canceled{.number = order.user_ref_num, .qty = qty, .reason = reason});
}

void MarketEvents::report_modified(const SessionOrder& order) noexcept {
    report(order,
           report::Modified{
               .number = order.user_ref_num, .side = order.terms.side, .qty = order.leaves_qty()});
}

}  // namespace hotpath::exchange
