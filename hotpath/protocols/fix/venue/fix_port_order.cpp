#include "hotpath/protocols/fix/venue/fix_port_order.hpp"

#include "hotpath/exchange/market/venue.hpp"
#include "hotpath/protocols/fix/codes.hpp"
#include "hotpath/protocols/fix/venue/fix_request.hpp"

namespace hotpath::exchange {

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
                               : port_replacement_of(exchange, session, original->user_ref_num,
                                                     terms->price, terms->qty);
}

}  // namespace hotpath::exchange
