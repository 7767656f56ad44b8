#include "hotpath/protocols/nasdaq/trader/ouch_codec.hpp"

namespace hotpath::protocols::nasdaq {

namespace ouch = protocols::nasdaq::ouch50;

namespace {

// UserRefNum identifies the order; no second name is needed.
constexpr ouch::ClOrdIdText::Value kBlankText = [] {
    ouch::ClOrdIdText::Value text{};
    text.fill(' ');
    return text;
}();

void append_cancel(ClOrdId id, Qty size, gateway::Outbox& outbox) noexcept {
    ouch::CancelOrderRequest request;
    request.store_user_ref_num(id.value);
    request.store_quantity(size.value);
    outbox.append(request.bytes());
}

// Not inlined: a Day order does not carry it.
template <class Message>
[[gnu::noinline]] Message& append_with_terms(const Message& day_order,
                                             const risk::OrderCheck& order,
                                             gateway::Outbox& outbox) noexcept {
    const char time_in_force = ouch::to_code(order.time_in_force);
    if (order.time_in_force == TimeInForce::Ioc) {
        Message& message = Message::at(outbox.append(day_order.bytes()));
        message.store_time_in_force(time_in_force);
        return message;
    }
    ouch::WithAppendage<Message> request;
    request.message() = day_order;
    request.message().store_time_in_force(time_in_force);
    if (order.is_post_only) {
        request.template append<ouch::option::PostOnly>(ouch::post_only::kPostOnly);
    } else {
        request.template append<ouch::option::MinQty>(order.qty.value);
    }
    return Message::at(outbox.append(request.bytes()));
}

/// The message in the outbox, with the order's terms: time in force and options.
template <class Message>
[[nodiscard]] Message& append_order(const Message& day_order, const risk::OrderCheck& order,
                                    gateway::Outbox& outbox) noexcept {
    const bool is_plain = (order.time_in_force == TimeInForce::Day) & !order.is_post_only;
    return is_plain ? Message::at(outbox.append(day_order.bytes()))
                    : append_with_terms(day_order, order, outbox);
}

}  // namespace

OuchCodec::OuchCodec(const gateway::CodecRoom& room, const Options&)
    : symbols_(std::size_t{room.instruments_max} + 1) {
    enter_.store_time_in_force(ouch::time_in_force::kDay);
    enter_.store_display(ouch::display::kVisible);
    enter_.store_capacity(ouch::capacity::kPrincipal);
    enter_.store_iso_eligibility(ouch::iso_eligibility::kNotEligible);
    enter_.store_cross_type(ouch::cross_type::kContinuousMarket);
    enter_.store_cl_ord_id(kBlankText);
    replace_.store_time_in_force(ouch::time_in_force::kDay);
    replace_.store_display(ouch::display::kVisible);
    replace_.store_iso_eligibility(ouch::iso_eligibility::kNotEligible);
    replace_.store_cl_ord_id(kBlankText);
}

void OuchCodec::encode_enter(const risk::OrderCheck& order,
                             gateway::Outbox& outbox) const noexcept {
    ouch::EnterOrder& message = append_order(enter_, order, outbox);
    message.store_user_ref_num(order.id.value);
    message.store_side(order.is_short ? ouch::side::kSellShort : ouch::to_code(order.side));
    message.store_quantity(order.qty.value);
    message.store_symbol(symbols_[order.instrument.value]);
    message.store_price(ouch::to_long_price4(order.price));
}

void OuchCodec::encode_replace(const risk::OrderCheck& order,
                               gateway::Outbox& outbox) const noexcept {
    ouch::ReplaceOrderRequest& message = append_order(replace_, order, outbox);
    message.store_orig_user_ref_num(order.original.value);
    message.store_user_ref_num(order.id.value);
    message.store_quantity(order.total_qty.value);
    message.store_price(ouch::to_long_price4(order.price));
}

void OuchCodec::encode_cancel(const oms::Order& order, gateway::Outbox& outbox) const noexcept {
    append_cancel(order.id, Qty{0}, outbox);
}

void OuchCodec::encode_reduce(const oms::Order& order, gateway::Outbox& outbox) const noexcept {
    append_cancel(order.id, order.reduce_to_qty, outbox);
}

void OuchCodec::encode_account_query(gateway::Outbox& outbox) const noexcept {
    const ouch::AccountQueryRequest request;
    outbox.append(request.bytes());
}

}  // namespace hotpath::protocols::nasdaq
