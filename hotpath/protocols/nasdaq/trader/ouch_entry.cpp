#include "hotpath/protocols/nasdaq/trader/ouch_entry.hpp"

#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"

namespace hotpath::protocols::nasdaq {

namespace {

template <class Message>
[[nodiscard]] Bytes put(const Message& message, MutableBytes room) noexcept {
    std::ranges::copy(message.bytes(), room.begin());
    return room.first(message.bytes().size());
}

[[nodiscard]] Bytes put_accepted(const VenueAnswer& answer, MutableBytes room) noexcept {
    ouch50::OrderAccepted m;
    m.store_user_ref_num(answer.order.id.value);
    m.store_side(ouch50::to_code(answer.order.side));
    m.store_quantity(answer.order.qty.value);
    m.store_symbol(answer.symbol);
    m.store_price(static_cast<std::uint64_t>(answer.order.price.value));
    m.store_time_in_force(ouch50::to_code(answer.order.time_in_force));
    m.store_order_reference_number(answer.venue_id.value);
    m.store_order_state(ouch50::order_state::kLive);
    return put(m, room);
}

[[nodiscard]] Bytes put_replaced(const VenueAnswer& answer, MutableBytes room) noexcept {
    ouch50::OrderReplaced m;
    m.store_orig_user_ref_num(answer.order.predecessor.value);
    m.store_user_ref_num(answer.order.id.value);
    m.store_quantity(answer.leaves_qty.value);
    m.store_price(static_cast<std::uint64_t>(answer.order.price.value));
    m.store_order_reference_number(answer.venue_id.value);
    m.store_order_state(ouch50::order_state::kLive);
    return put(m, room);
}

[[nodiscard]] Bytes put_canceled(const VenueAnswer& answer, MutableBytes room) noexcept {
    ouch50::OrderCanceled m;
    m.store_user_ref_num(answer.order.id.value);
    m.store_quantity(answer.qty.value);
    m.store_reason(ouch50::cancel_reason::kUserRequested);
    return put(m, room);
}

[[nodiscard]] Bytes put_executed(const VenueAnswer& answer, MutableBytes room) noexcept {
    ouch50::OrderExecuted m;
    m.store_user_ref_num(answer.order.id.value);
    m.store_quantity(answer.qty.value);
    m.store_price(static_cast<std::uint64_t>(answer.order.price.value));
    m.store_liquidity_flag(ouch50::liquidity_flag::kAdded);
    m.store_match_number(answer.venue_id.value);
    return put(m, room);
}

}  // namespace

Bytes OuchEntry::encode(const OuchCodec::Options&, const VenueAnswer& answer,
                        MutableBytes room) noexcept {
    switch (answer.kind) {
        case VenueAnswer::Kind::Accepted:
            return put_accepted(answer, room);
        case VenueAnswer::Kind::Replaced:
            return put_replaced(answer, room);
        case VenueAnswer::Kind::Reduced:
        case VenueAnswer::Kind::Canceled:
            return put_canceled(answer, room);
        case VenueAnswer::Kind::Executed:
            return put_executed(answer, room);
    }
    return {};
}

}  // namespace hotpath::protocols::nasdaq
