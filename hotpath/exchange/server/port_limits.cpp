#include "hotpath/exchange/server/port_limits.hpp"

#include <algorithm>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/core/price_distance.hpp"
#include "hotpath/exchange/market/venue.hpp"
#include "hotpath/exchange/orders/order_rules.hpp"
#include "hotpath/protocols/fix/codes.hpp"
#include "hotpath/protocols/fix/venue/fix_request.hpp"
#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"

namespace hotpath::exchange {

namespace ouch50 = protocols::nasdaq::ouch50;

namespace {

/// The order takes the place of an open one; what has traded of that counts in its quantity.
[[nodiscard]] PortOrder replacement_of(const Exchange::Venue& venue, SessionId session,
                                       ClOrdId original, Price price, Qty qty) noexcept {
    const SessionOrder* found = venue.orders.find(session, original);
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

class Wanted : public ouch50::NullRequestListener {
  public:
    Wanted(const Exchange::Venue& venue, SessionId session) : venue_(venue), session_(session) {}

    void on_enter_order(const ouch50::EnterOrder& m, ouch50::Appendage) noexcept {
        order = {.instrument = venue_.instruments.find(m.load_symbol()),
                 .side = ouch50::to_side(m.load_side()),
                 .price = ouch50::to_price(m.load_price()),
                 .qty = {m.load_quantity()}};
    }
    void on_replace_order_request(const ouch50::ReplaceOrderRequest& m,
                                  ouch50::Appendage) noexcept {
        order = replacement_of(venue_, session_, {m.load_orig_user_ref_num()},
                               ouch50::to_price(m.load_price()), {m.load_quantity()});
    }

    PortOrder order{};

  private:
    const Exchange::Venue& venue_;
    SessionId session_;
};

/// 0: the message is too short to have one.
[[nodiscard]] std::uint16_t ilink_template_of(Bytes message) noexcept {
    using Header = protocols::cme::ilink3::MessageHeader;
    return message.size() < Header::kLength ? std::uint16_t{0}
                                            : Header::at(message.data()).load_template_id();
}

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

PortOrder port_order_of(const Exchange& exchange, SessionId session, Bytes ouch_request) noexcept {
    Wanted wanted(exchange.venue(), session);
    static_cast<void>(ouch50::decode_request(ouch_request, wanted));
    return wanted.order;
}

PortOrder port_order_of(const Exchange& exchange, const FixDesk& desk, SessionId session,
                        const protocols::fix::FieldList& fields) noexcept {
    const FixRequest request = FixRequest::of(fields);
    const auto terms = fix_terms_of(request);
    const bool is_new = request.msg_type == "D";
    if (!terms) {
        return {.is_new = is_new};
    }
    if (is_new) {
        return {.instrument = exchange.venue().instruments.find(terms->symbol),
                .side = terms->side == protocols::fix::side::kBuy ? Side::Buy : Side::Sell,
                .price = terms->price,
                .qty = terms->qty};
    }
    const FixOrder* original = desk.orders().find(session, request.original);
    return original == nullptr ? PortOrder{.is_new = false}
                               : replacement_of(exchange.venue(), session, original->user_ref_num,
                                                terms->price, terms->qty);
}

IlinkOrderKind ilink_order_kind(Bytes message) noexcept {
    switch (ilink_template_of(message)) {
        case protocols::cme::ilink3::NewOrderSingle::kTemplateId:
            return IlinkOrderKind::Enter;
        case protocols::cme::ilink3::OrderCancelReplaceRequest::kTemplateId:
            return IlinkOrderKind::Replace;
        default:
            return IlinkOrderKind::None;
    }
}

bool is_ilink_mass_status(Bytes message) noexcept {
    return ilink_template_of(message) ==
           protocols::cme::ilink3::OrderMassStatusRequest::kTemplateId;
}

PortOrder port_order_of(const Exchange& exchange, const IlinkDesk& desk, SessionId session,
                        Bytes ilink_message) noexcept {
    if (ilink_order_kind(ilink_message) == IlinkOrderKind::Enter) {
        protocols::cme::ilink3::NewOrderSingle m;
        auto terms = m.open(ilink_message) == protocols::DecodeStatus::Ok
                         ? ilink_terms_of(m)
                         : std::unexpected(IlinkReason{});
        const bool is_listed = terms && exchange.symbol(terms->instrument) != Symbol{};
        return is_listed && take_best_price(exchange, *terms)
                   ? PortOrder{.instrument = terms->instrument,
                               .side = terms->side,
                               .price = terms->price,
                               .qty = terms->qty}
                   : PortOrder{};
    }
    protocols::cme::ilink3::OrderCancelReplaceRequest m;
    if (m.open(ilink_message) != protocols::DecodeStatus::Ok || !m.load_order_id()) {
        return {.is_new = false};
    }
    const auto terms = ilink_terms_of(m);
    const IlinkOrder* const original = desk.orders().find(session, OrderId{*m.load_order_id()});
    return !terms || original == nullptr
               ? PortOrder{.is_new = false}
               : replacement_of(exchange.venue(), session, original->user_ref_num, terms->price,
                                terms->qty);
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
