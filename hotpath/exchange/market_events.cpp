#include "hotpath/exchange/market_events.hpp"

#include "hotpath/wire/itch50/codes.hpp"
#include "hotpath/wire/ouch50/codes.hpp"
#include "hotpath/wire/ouch50/replies.hpp"

namespace hotpath::exchange {

namespace itch50 = wire::itch50;
namespace ouch50 = wire::ouch50;
using match::Cancellation;
using match::CancelReason;
using match::Execution;

namespace {

/// A price beyond what four bytes hold cannot come in: background prices are ITCH's own and those
/// of sessions are checked.
[[nodiscard]] std::uint32_t to_price4(Price price) {
    return static_cast<std::uint32_t>(price.value);
}

[[nodiscard]] char reason_code(CancelReason reason, char requested) {
    switch (reason) {
        case CancelReason::Requested:
            return requested;
        case CancelReason::Immediate:
            return ouch50::cancel_reason::kImmediateOrCancel;
        default:
            break;
    }
    return ouch50::cancel_reason::kSupervisory;
}

}  // namespace

void MarketEvents::on_added(const book::OrderView& order) noexcept {
    if (replaced_) {
        auto message = begin<itch50::OrderReplace>(order.instrument);
        message.store_original_order_reference_number(replaced_->value);
        message.store_new_order_reference_number(order.id.value);
        message.store_shares(order.leaves_qty.value);
        message.store_price(to_price4(order.price));
        replaced_.reset();
        publish(message.bytes());
    } else if (context_.attribution == Attribution{}) {
        publish(add_message<itch50::AddOrder>(order).bytes());
    } else {
        auto message = add_message<itch50::AddOrderMpid>(order);
        message.store_attribution(context_.attribution.mpid);
        publish(message.bytes());
    }
}

void MarketEvents::on_executed(const Execution& execution) noexcept {
    const std::optional<RecordedTrade>& recorded = context_.recorded_trade;
    const bool is_recorded = recorded && recorded->resting == execution.resting;
    const MatchId match = is_recorded ? recorded->match : venue_.next_match();
    const bool has_session =
        !is_background(execution.resting) || !is_background(execution.incoming);
    ++venue_.counters.executions;
    venue_.counters.session_executions += has_session ? 1U : 0U;
    publish_pending_replace_as_delete(execution.instrument);
    publish_execution(execution, match);
    if (has_session) {
        report_execution(execution.resting, execution, match);
        report_execution(execution.incoming, execution, match);
    }
}

void MarketEvents::on_canceled(const Cancellation& canceled) noexcept {
    const book::OrderView& order = canceled.order;
    publish_pending_replace_as_delete(order.instrument);
    // What was canceled for another reason than a request never came to the book.
    if (canceled.reason == CancelReason::Requested) {
        publish_delete(order.id, order.instrument);
    }
    if (is_background(order.id)) {
        return;
    }
    // A session order that a replacement takes the place of is forgotten before it leaves the book.
    if (const SessionOrder* session_order = venue_.orders.find(order.id)) {
        report_canceled(*session_order, canceled.qty,
                        reason_code(canceled.reason, context_.cancel_reason));
        venue_.orders.remove(order.id);
    }
}

void MarketEvents::on_reduced(const Cancellation& reduced) noexcept {
    auto message = begin<itch50::OrderCancel>(reduced.order.instrument);
    message.store_order_reference_number(reduced.order.id.value);
    message.store_cancelled_shares(reduced.qty.value);
    publish(message.bytes());
    if (is_background(reduced.order.id)) {
        return;
    }
    if (SessionOrder* order = venue_.orders.find(reduced.order.id)) {
        order->qty -= reduced.qty;
        if (context_.is_modify) {
            report_modified(*order);
        } else {
            report_canceled(*order, reduced.qty, context_.cancel_reason);
        }
    }
}

void MarketEvents::on_replaced(const book::OrderView& original, const book::OrderView&) noexcept {
    replaced_ = original.id;
}

template <class Message>
Message MarketEvents::begin(InstrumentId instrument) const noexcept {
    Message message;
    message.store_stock_locate(instrument.value);
    message.store_timestamp(static_cast<std::uint64_t>(context_.now.value));
    return message;
}

void MarketEvents::publish(Bytes message) noexcept {
    ++venue_.counters.feed_messages;
    venue_.feed.append(message);
}

template <class Add>
Add MarketEvents::add_message(const book::OrderView& order) const noexcept {
    auto message = begin<Add>(order.instrument);
    message.store_order_reference_number(order.id.value);
    message.store_buy_sell_indicator(itch50::to_buy_sell_indicator(order.side));
    message.store_shares(order.leaves_qty.value);
    message.store_stock(venue_.instruments.symbol(order.instrument));
    message.store_price(to_price4(order.price));
    return message;
}

void MarketEvents::publish_delete(OrderId id, InstrumentId instrument) noexcept {
    auto message = begin<itch50::OrderDelete>(instrument);
    message.store_order_reference_number(id.value);
    publish(message.bytes());
}

void MarketEvents::publish_pending_replace_as_delete(InstrumentId instrument) noexcept {
    if (replaced_) {
        publish_delete(*replaced_, instrument);
        replaced_.reset();
    }
}

void MarketEvents::publish_execution(const Execution& execution, MatchId match) noexcept {
    const auto fill = [&](auto message) {
        message.store_order_reference_number(execution.resting.value);
        message.store_executed_shares(execution.qty.value);
        message.store_match_number(match.value);
        return message;
    };
    if (context_.is_at_display_price) {
        publish(fill(begin<itch50::OrderExecuted>(execution.instrument)).bytes());
        return;
    }
    auto message = fill(begin<itch50::OrderExecutedWithPrice>(execution.instrument));
    message.store_printable(context_.is_printable ? 'Y' : 'N');
    message.store_execution_price(to_price4(execution.price));
    publish(message.bytes());
}

void MarketEvents::report_execution(OrderId id, const Execution& execution,
                                    MatchId match) noexcept {
    if (is_background(id)) {
        return;
    }
    SessionOrder* order = venue_.orders.find(id);
    HOTPATH_ASSERT(order != nullptr, "every session order in the book has its session");
    order->cum_qty += execution.qty;
    ouch50::OrderExecuted message;
    message.store_timestamp(static_cast<std::uint64_t>(context_.now.value));
    message.store_user_ref_num(order->user_ref_num.value);
    message.store_quantity(execution.qty.value);
    message.store_price(ouch50::to_long_price4(execution.price));
    message.store_liquidity_flag(id == execution.resting ? ouch50::liquidity_flag::kAdded
                                                         : ouch50::liquidity_flag::kRemoved);
    message.store_match_number(match.value);
    ++venue_.counters.replies;
    venue_.replies.append(order->session, message.bytes());
    if (order->leaves_qty() == Qty{}) {
        venue_.orders.remove(id);
    }
}

void MarketEvents::report_canceled(const SessionOrder& order, Qty qty, char reason) noexcept {
    ouch50::OrderCanceled message;
    message.store_timestamp(static_cast<std::uint64_t>(context_.now.value));
    message.store_user_ref_num(order.user_ref_num.value);
    message.store_quantity(qty.value);
    message.store_reason(reason);
    ++venue_.counters.replies;
    venue_.replies.append(order.session, message.bytes());
}

void MarketEvents::report_modified(const SessionOrder& order) noexcept {
    ouch50::OrderModified message;
    message.store_timestamp(static_cast<std::uint64_t>(context_.now.value));
    message.store_user_ref_num(order.user_ref_num.value);
    message.store_side(order.terms.side);
    message.store_quantity(order.leaves_qty().value);
    ++venue_.counters.replies;
    venue_.replies.append(order.session, message.bytes());
}

}  // namespace hotpath::exchange
