#include "hotpath/exchange/server/port_limits.hpp"

#include <algorithm>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/core/price_distance.hpp"
#include "hotpath/exchange/market/venue.hpp"
#include "hotpath/exchange/orders/order_rules.hpp"

namespace hotpath::exchange {

namespace {

/// A market order would trade at any price.
[[nodiscard]] bool is_beyond_collar(const PortOrder& order, Price reference, BasisPoints collar) {
    if (order.price == kMarketPrice) {
        return true;
    }
    const bool is_through = is_better(order.side, order.price, reference);
    return reference != Price{} && is_through &&
           is_beyond(distance(order.price, reference), reference, collar);
}

}  // namespace

UserLimits limits_under(const UserLimits& configured, const Member& member) noexcept {
    const auto value = [&](MemberLimit which, std::int64_t otherwise) {
        return member.limit(which).value_or(otherwise);
    };
    return {.order_value_max = {value(MemberLimit::OrderValue, configured.order_value_max.value)},
            .collar_bps = {static_cast<std::int32_t>(
                value(MemberLimit::Collar, configured.collar_bps.value))},
            .exposure_max = {value(MemberLimit::Exposure, configured.exposure_max.value)}};
}

RateLimit order_rate_under(const RateLimit& configured, const Member& member) noexcept {
    const std::optional<std::int64_t> set = member.limit(MemberLimit::OrderRate);
    if (!set) {
        return configured;
    }
    const auto per_second = static_cast<std::uint32_t>(*set);
    return {.per_second = per_second,
            .burst = std::max(std::min(configured.burst, per_second), 1U)};
}

Price port_reference(const Exchange& exchange, InstrumentId instrument) noexcept {
    const book::Bbo bbo = exchange.books().bbo(instrument);
    if (bbo.is_two_sided()) {
        return {(bbo.bid.price.value + bbo.ask.price.value) / 2};
    }
    return bbo.bid.orders != 0 ? bbo.bid.price : bbo.ask.price;
}

PortOrder port_replacement_of(const Exchange& exchange, SessionId session, ClOrdId original,
                              Price price, Qty qty) noexcept {
    const SessionOrder* found = exchange.venue().orders.find(session, original);
    if (found == nullptr || qty <= found->cum_qty) {
        return {.is_new = false};
    }
    return {.is_new = false,
            .instrument = found->instrument,
            .side = to_side(found->terms.side),
            .price = price,
            .qty = qty - found->cum_qty,
            .replaced = value_of(*found)};
}

RejectReason refusal_by(const UserLimits& limits, const Exchange& exchange, SessionId session,
                        const PortOrder& order) noexcept {
    // The venue's own rules come first: what it refuses has no value.
    if (order.instrument == InstrumentId{} || !is_valid_qty(order.qty) ||
        !is_valid_price(order.price)) {
        return RejectReason::None;
    }
    const Price reference = port_reference(exchange, order.instrument);
    const Price price = order.price == kMarketPrice ? reference : order.price;
    const Money value = price * order.qty;
    if (limits.order_value_max != Money{} && value > limits.order_value_max) {
        return RejectReason::ValueTooHigh;
    }
    if (limits.collar_bps != BasisPoints{} &&
        is_beyond_collar(order, reference, limits.collar_bps)) {
        return RejectReason::FatFinger;
    }
    const Money open_then = exchange.venue().orders.open_value(session) - order.replaced + value;
    return limits.exposure_max != Money{} && open_then > limits.exposure_max
               ? RejectReason::ExposureTooHigh
               : RejectReason::None;
}

}  // namespace hotpath::exchange
