#include "hotpath/protocols/cme/trader/ilink_codec.hpp"

#include <charconv>
#include <string_view>

#include "hotpath/core/assert.hpp"

namespace hotpath::protocols::cme {

namespace {

[[nodiscard]] bool is_text(std::string_view text, std::size_t length_max) {
    return text.size() <= length_max &&
           std::ranges::all_of(text, [](char c) { return c > ' ' && c <= '~'; });
}

[[nodiscard]] ilink3::TimeInForce to_wire(TimeInForce time_in_force) noexcept {
    switch (time_in_force) {
        case TimeInForce::Ioc:
            return ilink3::TimeInForce::FillAndKill;
        case TimeInForce::Fok:
            return ilink3::TimeInForce::FillOrKill;
        case TimeInForce::Day:
            break;
    }
    return ilink3::TimeInForce::Day;
}

[[nodiscard]] ilink3::Side to_wire(Side side) noexcept {
    return side == Side::Buy ? ilink3::Side::Buy : ilink3::Side::Sell;
}

/// Writes the message in `room` and appends it.
template <class Message, class Fill>
void append(MutableBytes room, gateway::Outbox& outbox, Fill&& fill) noexcept {
    const protocols::cme::sbe::Encoded encoded = Message::encode(room, fill);
    HOTPATH_ASSERT(encoded.status == protocols::cme::sbe::EncodeStatus::Ok,
                   "a request must fit kOrderBytesMax");
    outbox.append(encoded.bytes);
}

}  // namespace

Expected<void> IlinkCodec::validate(const Options& options) {
    if (!is_text(options.sender_id, kSenderIdLengthMax) ||
        !is_text(options.location, kLocationLengthMax)) {
        return fail(
            "ilink3: sender_id must have at most 20 printable characters and no spaces, location "
            "at most 5");
    }
    if (options.price_decimals > kPriceDecimalsMax) {
        return fail("ilink3: price_decimals must be 0 to 9");
    }
    return {};
}

IlinkCodec::IlinkCodec(const gateway::CodecRoom& room, const Options& options)
    : sender_id_(options.sender_id),
      location_(options.location),
      party_list_(options.party_list),
      mantissa_per_unit_(mantissa_of_unit(options.price_decimals)),
      security_ids_(std::size_t{room.instruments_max} + 1),
      symbols_(std::size_t{room.instruments_max} + 1),
      ids_(room.orders_remembered) {
    HOTPATH_ASSERT(validate(options), "call validate(options) first");
}

template <class Message>
void IlinkCodec::store_labels(Message& m, RequestId id) const noexcept {
    std::array<char, 20> text;
    const char* const end =
        std::to_chars(text.data(), text.data() + text.size(), id.order.value).ptr;
    m.store_cl_ord_id({text.data(), end});
    m.store_order_request_id(to_order_request_id(id));
    m.store_sender_id(sender_id_);
    m.store_location(location_);
    m.store_party_details_list_req_id(party_list_);
    m.store_manual_order_indicator(ilink3::ManualOrderIndicator::Automated);
}

template <class Message>
void IlinkCodec::store_terms(Message& m, const OrderRequest& request) const noexcept {
    ilink3::PriceOptional price;
    price.store_mantissa(request.price.value * mantissa_per_unit_);
    m.store_price(price);
    m.store_order_qty(request.qty.value);
    m.store_security_id(security_ids_[request.instrument.value]);
    m.store_side(to_wire(request.side));
    m.store_ord_type(ilink3::OrderTypeReq::Limit);
    m.store_time_in_force(to_wire(request.time_in_force));
    if (request.is_post_only) {
        m.store_execution_mode(ilink3::ExecutionMode::Passive);
    }
    if (request.side == Side::Sell) {
        m.store_short_sale_type(request.is_short ? ilink3::ShortSaleType::ShortSale
                                                 : ilink3::ShortSaleType::LongSell);
    }
    store_labels(m, request.id);
}

void IlinkCodec::append_order(const OrderRequest& request, gateway::Outbox& outbox) noexcept {
    append<ilink3::NewOrderSingle>(room_, outbox, [&](auto& m) { store_terms(m, request); });
}

void IlinkCodec::append_replacement(OrderId order_id, const OrderRequest& request,
                                    gateway::Outbox& outbox) noexcept {
    append<ilink3::OrderCancelReplaceRequest>(room_, outbox, [&](auto& m) {
        store_terms(m, request);
        m.store_order_id(order_id.value);
    });
}

void IlinkCodec::encode(const risk::ApprovedOrder& order, gateway::Outbox& outbox) noexcept {
    const OrderRequest request = to_request(order);
    if (order->is_new()) {
        ids_.on_entered(order->id);
        append_order(request, outbox);
    } else {
        ids_.on_replacing(order->original, order->id);
        append_replacement(ids_.of(order->id), request, outbox);
    }
}

void IlinkCodec::encode_cancel(const oms::Order& order, gateway::Outbox& outbox) noexcept {
    const OrderId order_id = ids_.of(order.id);
    if (order_id == OrderId{}) {
        return ids_.defer_cancel(order.id);
    }
    const RequestId id = next_request(order.id, RequestId::Kind::Cancel);
    append<ilink3::OrderCancelRequest>(room_, outbox, [&](auto& m) {
        m.store_order_id(order_id.value);
        m.store_security_id(security_ids_[order.instrument.value]);
        m.store_side(to_wire(order.side));
        store_labels(m, id);
    });
}

void IlinkCodec::encode_reduce(const oms::Order& order, gateway::Outbox& outbox) noexcept {
    const RequestId id = next_request(order.id, RequestId::Kind::Reduce);
    append_replacement(ids_.of(order.id), to_reduction(order, id), outbox);
}

void IlinkCodec::encode_account_query(gateway::Outbox& outbox) noexcept {
    append<ilink3::Sequence>(room_, outbox, [](auto&) {});
}

}  // namespace hotpath::protocols::cme
