#include "hotpath/protocols/cme/venue/ilink_port_order.hpp"

#include "hotpath/exchange/market/venue.hpp"
#include "hotpath/protocols/cme/venue/ilink_request.hpp"

namespace hotpath::exchange {

namespace {

/// 0: the message is too short to have one.
[[nodiscard]] std::uint16_t ilink_template_of(Bytes message) noexcept {
    using Header = protocols::cme::ilink3::MessageHeader;
    return message.size() < Header::kLength ? std::uint16_t{0}
                                            : Header::at(message.data()).load_template_id();
}

}  // namespace

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
               : port_replacement_of(exchange, session, original->user_ref_num, terms->price,
                                     terms->qty);
}

}  // namespace hotpath::exchange
