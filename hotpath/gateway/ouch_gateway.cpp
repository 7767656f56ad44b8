#include "hotpath/gateway/ouch_gateway.hpp"

#include <utility>

#include "hotpath/wire/ouch50/codes.hpp"

namespace hotpath::gateway {

namespace ouch = wire::ouch50;

namespace {

constexpr std::size_t kCancelBytes = Outbox::bytes_for(ouch::CancelOrderRequest::kLength);
constexpr std::size_t kEnterBytes = Outbox::bytes_for(ouch::EnterOrder::kLength);

// UserRefNum identifies the order; no second name is needed.
constexpr ouch::ClOrdIdText::Value kBlankText = [] {
    ouch::ClOrdIdText::Value text{};
    text.fill(' ');
    return text;
}();

template <class Code>
std::uint16_t to_code(Code code) noexcept {
    return static_cast<std::uint16_t>(code);
}

}  // namespace

oms::Rejection lost(const oms::Order& order) noexcept {
    return {.by = oms::RejectedBy::Gateway,
            .code = to_code(GatewayReject::Lost),
            .instrument = order.instrument,
            .id = order.id,
            .original = order.predecessor};
}

Expected<OuchGateway> OuchGateway::create(const GatewayOptions& options) {
    auto orders = oms::Orders::create(options.orders);
    if (!orders) {
        return std::unexpected(orders.error());
    }
    auto risk = risk::RiskGate::create(options.risk);
    if (!risk) {
        return std::unexpected(risk.error());
    }
    return OuchGateway(options, std::move(*orders), std::move(*risk));
}

OuchGateway::OuchGateway(const GatewayOptions& options, oms::Orders orders, risk::RiskGate risk)
    : orders_(std::move(orders)),
      risk_(std::move(risk)),
      firm_(options.firm),
      symbols_(std::size_t{orders_.instruments_max()} + 1),
      cancel_reserve_bytes_(options.orders.open_orders_max * kCancelBytes),
      outbox_(cancel_reserve_bytes_ + options.outbox_messages_max * kEnterBytes) {
    enter_.store_display(ouch::display::kVisible);
    enter_.store_capacity(ouch::capacity::kPrincipal);
    enter_.store_iso_eligibility(ouch::iso_eligibility::kNotEligible);
    enter_.store_cross_type(ouch::cross_type::kContinuousMarket);
    enter_.store_cl_ord_id(kBlankText);
    replace_.store_display(ouch::display::kVisible);
    replace_.store_iso_eligibility(ouch::iso_eligibility::kNotEligible);
    replace_.store_cl_ord_id(kBlankText);
}

Expected<void> OuchGateway::allow(InstrumentId instrument, Symbol symbol,
                                  const risk::Limits& limits) {
    auto set = risk_.set_limits(instrument, limits);
    if (set) {
        symbols_[instrument.value] = symbol;
    }
    return set;
}

// ---- may it be sent?

oms::Rejection OuchGateway::prepare(const oms::Intent& intent, const Moment& moment,
                                    Draft& draft) noexcept {
    const oms::RequestStatus status = draft_order(intent, draft);
    if (status != oms::RequestStatus::Ok) {
        ++counters_.rejected_by_orders;
        return refuse(intent, oms::RejectedBy::Orders, to_code(status));
    }
    if (intent.kind == oms::Intent::Kind::Cancel) {
        return {};
    }
    const GatewayReject unsendable = check_sendable(draft);
    if (unsendable != GatewayReject::None) {
        ++counters_.rejected_by_gateway;
        return refuse(intent, oms::RejectedBy::Gateway, to_code(unsendable));
    }
    const risk::RejectReason reason = check_risk(draft, moment);
    if (reason != risk::RejectReason::None) {
        ++counters_.rejected_by_risk[to_code(reason)];
        oms::Rejection refusal = refuse(intent, oms::RejectedBy::Risk, to_code(reason));
        refusal.is_momentary = reason == risk::RejectReason::SelfMatch;
        return refusal;
    }
    return {};
}

oms::RequestStatus OuchGateway::draft_order(const oms::Intent& intent, Draft& draft) noexcept {
    draft.kind = intent.kind;
    switch (intent.kind) {
        case oms::Intent::Kind::Enter:
            return draft_enter(intent, draft);
        case oms::Intent::Kind::Replace:
            return draft_replace(intent, draft);
        case oms::Intent::Kind::Cancel:
            break;
    }
    draft.order.id = intent.id;
    return orders_.may_cancel(intent.id);
}

// Field by field where they stay: an order made first and copied whole waits for its own stores
// (docs/techniques/store-forwarding.md).
oms::RequestStatus OuchGateway::draft_enter(const oms::Intent& intent, Draft& draft) noexcept {
    draft.order.id = intent.id;
    draft.order.instrument = intent.instrument;
    draft.order.side = intent.side;
    draft.order.qty = intent.qty;
    draft.order.price = intent.price;
    draft.order.time_in_force = intent.time_in_force;
    draft.open_qty_added = intent.qty;
    const oms::RequestStatus status = orders_.may_enter(draft.order);
    if (status == oms::RequestStatus::Ok) {
        draft.open_value_added = oms::value_of(intent.qty, intent.price);
        draft.is_short = orders_.is_short(intent.instrument, intent.side, intent.qty);
    }
    return status;
}

oms::RequestStatus OuchGateway::draft_replace(const oms::Intent& intent, Draft& draft) noexcept {
    const oms::Order* original = orders_.find(intent.original);
    if (original == nullptr) {
        return oms::RequestStatus::UnknownOrder;
    }
    draft.order.id = intent.id;
    draft.order.instrument = original->instrument;
    draft.order.side = original->side;
    draft.order.qty = intent.qty;
    draft.order.price = intent.price;
    draft.order.time_in_force = original->time_in_force;
    draft.replacement.original = intent.original;
    draft.replacement.id = intent.id;
    draft.replacement.qty = original->cum_qty + intent.qty;
    draft.replacement.price = intent.price;
    const oms::RequestStatus status = orders_.may_replace(draft.replacement);
    if (status == oms::RequestStatus::Ok) {
        draft.open_qty_added = orders_.open_qty_added(draft.replacement);
        draft.open_value_added = orders_.open_value_added(draft.replacement);
        draft.is_short =
            orders_.is_short(original->instrument, original->side, draft.open_qty_added);
    }
    return status;
}

GatewayReject OuchGateway::check_sendable(const Draft& draft) const noexcept {
    if (symbols_[draft.order.instrument.value] == Symbol{}) {
        return GatewayReject::NoSymbol;
    }
    if (!outbox_.has_room(ouch::EnterOrder::kLength, cancel_reserve_bytes_)) {
        return GatewayReject::OutboxFull;
    }
    const bool is_replace = draft.kind == oms::Intent::Kind::Replace;
    const Qty on_wire = is_replace ? draft.replacement.qty : draft.order.qty;
    return on_wire.value > ouch::kQuantityMax ? GatewayReject::QtyBeyondOuch : GatewayReject::None;
}

risk::RejectReason OuchGateway::check_risk(const Draft& draft, const Moment& moment) noexcept {
    const oms::NewOrder& order = draft.order;
    const risk::RejectReason reason =
        risk_.check({.instrument = order.instrument,
                     .side = order.side,
                     .is_short = draft.is_short,
                     .meets_own = orders_.meets_own(order.instrument, order.side, order.price),
                     .is_new = draft.kind == oms::Intent::Kind::Enter,
                     .qty = order.qty,
                     .price = order.price,
                     .reference_price = moment.reference_price,
                     .open_qty_added = draft.open_qty_added,
                     .open_value_added = draft.open_value_added},
                    orders_.exposure(order.instrument, order.side), orders_.account(), moment.now);
    const bool is_alone = firm_ == nullptr || reason != risk::RejectReason::None;
    return is_alone ? reason : ask_firm(draft);
}

// After the gate, which forgets what it lets through and is not sent when its windows have passed;
// the firm's messages of a day are not given back.
risk::RejectReason OuchGateway::ask_firm(const Draft& draft) noexcept {
    const risk::FirmOrder wanted{.orders = draft.kind == oms::Intent::Kind::Enter ? 1U : 0U,
                                 .value = draft.open_value_added};
    switch (firm_->try_reserve(wanted)) {
        case risk::FirmLimit::OpenOrders:
            return risk::RejectReason::FirmOpenOrders;
        case risk::FirmLimit::OpenValue:
            return risk::RejectReason::FirmOpenValue;
        case risk::FirmLimit::Messages:
            return risk::RejectReason::FirmMessages;
        case risk::FirmLimit::None:
            break;
    }
    reserved_.orders += wanted.orders;
    reserved_.value += wanted.value;
    return risk::RejectReason::None;
}

// Quantity no longer open. Orders of an earlier process were never reserved: until they are
// canceled more is open than is reserved.
void OuchGateway::give_back_to_firm() noexcept {
    if (firm_ == nullptr) {
        return;
    }
    const auto surplus = [](std::uint64_t reserved, std::uint64_t open) {
        return reserved > open ? reserved - open : 0;
    };
    const risk::Account& account = orders_.account();
    const risk::FirmOrder closed{.orders = surplus(reserved_.orders, account.open_orders),
                                 .value = surplus(reserved_.value, account.open_both())};
    firm_->release(closed);
    reserved_.orders -= closed.orders;
    reserved_.value -= closed.value;
}

// A refused id is used up all the same: the strategy has seen it.
oms::Rejection OuchGateway::refuse(const oms::Intent& intent, oms::RejectedBy by,
                                   std::uint16_t code) noexcept {
    const bool is_new_id = intent.kind != oms::Intent::Kind::Cancel;
    if (is_new_id) {
        orders_.skip_ids_below({intent.id.value + 1});
    }
    const oms::Order* known = orders_.find(is_new_id ? intent.original : intent.id);
    return {.by = by,
            .code = code,
            .instrument = known == nullptr ? intent.instrument : known->instrument,
            .id = intent.id,
            .original = intent.original};
}

// ---- send it

void OuchGateway::commit(const Draft& draft, Nanos now) noexcept {
    switch (draft.kind) {
        case oms::Intent::Kind::Enter:
            encode_enter(draft.order, draft.is_short);
            orders_.enter(draft.order);
            break;
        case oms::Intent::Kind::Replace:
            encode_replace(draft.replacement, draft.order.time_in_force);
            orders_.replace(draft.replacement);
            break;
        case oms::Intent::Kind::Cancel:
            cancel_with_partner(draft.order.id, now);
            break;
    }
}

void OuchGateway::encode_enter(const oms::NewOrder& order, bool is_short) noexcept {
    ouch::EnterOrder& message = ouch::EnterOrder::at(outbox_.append(enter_.bytes()));
    message.store_user_ref_num(order.id.value);
    message.store_side(is_short ? ouch::side::kSellShort : ouch::to_code(order.side));
    message.store_quantity(order.qty.value);
    message.store_symbol(symbols_[order.instrument.value]);
    message.store_price(ouch::to_long_price4(order.price));
    message.store_time_in_force(ouch::to_code(order.time_in_force));
    ++counters_.enters;
}

void OuchGateway::encode_replace(const oms::ReplaceOrder& order,
                                 TimeInForce time_in_force) noexcept {
    ouch::ReplaceOrderRequest& message =
        ouch::ReplaceOrderRequest::at(outbox_.append(replace_.bytes()));
    message.store_orig_user_ref_num(order.original.value);
    message.store_user_ref_num(order.id.value);
    message.store_quantity(order.qty.value);
    message.store_price(ouch::to_long_price4(order.price));
    message.store_time_in_force(ouch::to_code(time_in_force));
    ++counters_.replaces;
}

void OuchGateway::on_disconnected() noexcept {
    outbox_.drain([](Bytes) {});
    orders_.on_disconnected();
}

void OuchGateway::query_account() noexcept {
    const ouch::AccountQueryRequest request;
    outbox_.append(request.bytes());
}

// ---- cancel

void OuchGateway::cancel_all(Nanos now) noexcept {
    for (const ClOrdId id : orders_.open_orders()) {
        try_cancel(id, now);
    }
}

void OuchGateway::cancel_all(InstrumentId instrument, Nanos now) noexcept {
    for (const ClOrdId id : orders_.open_orders()) {
        if (orders_.find(id)->instrument == instrument) {
            try_cancel(id, now);
        }
    }
}

void OuchGateway::cancel_with_partner(ClOrdId id, Nanos now) noexcept {
    const ClOrdId partner = oms::partner_of(*orders_.find(id));
    try_cancel(id, now);
    try_cancel(partner, now);
}

// When even the reserve is full the order stays as it is, and the next cancel_all() asks again.
void OuchGateway::try_cancel(ClOrdId id, Nanos now) noexcept {
    if (orders_.may_cancel(id) != oms::RequestStatus::Ok ||
        !outbox_.has_room(ouch::CancelOrderRequest::kLength, 0)) {
        return;
    }
    ouch::CancelOrderRequest request;
    request.store_user_ref_num(id.value);
    request.store_quantity(0);
    outbox_.append(request.bytes());
    orders_.cancel(id);
    risk_.on_cancel(now);
    ++counters_.cancels;
}

}  // namespace hotpath::gateway
