#include "hotpath/venue/nasdaq/ouch_codec.hpp"

namespace hotpath::venue::nasdaq {

namespace ouch = wire::ouch50;

namespace {

// UserRefNum identifies the order; no second name is needed.
constexpr ouch::ClOrdIdText::Value kBlankText = [] {
    ouch::ClOrdIdText::Value text{};
    text.fill(' ');
    return text;
}();

}  // namespace

OuchCodec::OuchCodec(std::uint16_t instruments_max) : symbols_(std::size_t{instruments_max} + 1) {
    enter_.store_display(ouch::display::kVisible);
    enter_.store_capacity(ouch::capacity::kPrincipal);
    enter_.store_iso_eligibility(ouch::iso_eligibility::kNotEligible);
    enter_.store_cross_type(ouch::cross_type::kContinuousMarket);
    enter_.store_cl_ord_id(kBlankText);
    replace_.store_display(ouch::display::kVisible);
    replace_.store_iso_eligibility(ouch::iso_eligibility::kNotEligible);
    replace_.store_cl_ord_id(kBlankText);
}

void OuchCodec::encode_enter(const risk::OrderCheck& order,
                             gateway::Outbox& outbox) const noexcept {
    ouch::EnterOrder& message = ouch::EnterOrder::at(outbox.append(enter_.bytes()));
    message.store_user_ref_num(order.id.value);
    message.store_side(order.is_short ? ouch::side::kSellShort : ouch::to_code(order.side));
    message.store_quantity(order.qty.value);
    message.store_symbol(symbols_[order.instrument.value]);
    message.store_price(ouch::to_long_price4(order.price));
    message.store_time_in_force(ouch::to_code(order.time_in_force));
}

void OuchCodec::encode_replace(const risk::OrderCheck& order,
                               gateway::Outbox& outbox) const noexcept {
    ouch::ReplaceOrderRequest& message =
        ouch::ReplaceOrderRequest::at(outbox.append(replace_.bytes()));
    message.store_orig_user_ref_num(order.original.value);
    message.store_user_ref_num(order.id.value);
    message.store_quantity(order.total_qty.value);
    message.store_price(ouch::to_long_price4(order.price));
    message.store_time_in_force(ouch::to_code(order.time_in_force));
}

void OuchCodec::encode_cancel(const oms::Order& order, gateway::Outbox& outbox) const noexcept {
    ouch::CancelOrderRequest request;
    request.store_user_ref_num(order.id.value);
    request.store_quantity(0);
    outbox.append(request.bytes());
}

void OuchCodec::encode_account_query(gateway::Outbox& outbox) const noexcept {
    const ouch::AccountQueryRequest request;
    outbox.append(request.bytes());
}

}  // namespace hotpath::venue::nasdaq
