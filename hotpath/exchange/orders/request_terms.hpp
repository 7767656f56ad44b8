#pragma once
/// Code shared by the desks of other protocols that translate to OUCH: an order as terms of a request,
/// the request itself, the time of reports, and the venue's reasons for a cancel in words.
///
/// Threads: functions of their arguments. Allocation: none. Complexity: O(1).

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/exchange/market/venue.hpp"
#include "hotpath/exchange/orders/order_rules.hpp"
#include "hotpath/exchange/types.hpp"
#include "hotpath/wire/ouch50/appendage.hpp"
#include "hotpath/wire/ouch50/codes.hpp"
#include "hotpath/wire/ouch50/requests.hpp"

namespace hotpath::exchange {

struct RequestTerms {
    ClOrdId user_ref_num{};
    Qty qty{};
    Price price{};
    Price stop_price{};  // 0: none
    Qty min_qty{};       // 0: none
    Qty max_floor{};     // 0: none
    char time_in_force = wire::ouch50::time_in_force::kDay;
    bool is_post_only = false;
    /// The client's id where it fits, for readers of OUCH copies.
    std::string_view id{};
};

/// Stores the common terms of Enter Order and Replace Order Request.
template <class Message>
void store_terms(wire::ouch50::WithAppendage<Message>& request,
                 const RequestTerms& terms) noexcept {
    namespace ouch50 = wire::ouch50;
    namespace option = wire::ouch50::option;
    Message& m = request.message();
    m.store_user_ref_num(terms.user_ref_num.value);
    m.store_quantity(terms.qty.value);
    m.store_price(ouch50::to_long_price4(terms.price));
    m.store_time_in_force(terms.time_in_force);
    m.store_display(ouch50::display::kVisible);
    m.store_iso_eligibility(ouch50::iso_eligibility::kNotEligible);
    ouch50::ClOrdIdText::Value text{};
    text.fill(' ');
    if (terms.id.size() <= text.size()) {
        std::ranges::copy(terms.id, text.begin());
    }
    m.store_cl_ord_id(text);
    if (terms.min_qty != Qty{}) {
        request.template append<option::MinQty>(terms.min_qty.value);
    }
    if (terms.max_floor != Qty{}) {
        request.template append<option::MaxFloor>(terms.max_floor.value);
    }
    if (terms.is_post_only) {
        request.template append<option::PostOnly>(ouch50::post_only::kPostOnly);
    }
    if (terms.stop_price != Price{}) {
        request.template append<ouch50::extension::StopPrice>(
            ouch50::to_long_price4(terms.stop_price));
    }
}

/// Stores the additional terms of Enter Order.
inline void store_entry(wire::ouch50::EnterOrder& m, char ouch_side,
                        const Symbol& symbol) noexcept {
    namespace ouch50 = wire::ouch50;
    m.store_side(ouch_side);
    m.store_symbol(symbol);
    m.store_capacity(ouch50::capacity::kPrincipal);
    m.store_cross_type(ouch50::cross_type::kContinuousMarket);
}

/// To the venue, or to its journal with the reason of OUCH why it was refused before.
inline void submit_request(Exchange& exchange, SessionId session, Bytes ouch_request,
                           std::uint16_t refusal, Time now) noexcept {
    if (refusal == kAccepted) {
        exchange.on_order_bytes(session, ouch_request, now);
    } else {
        exchange.refuse_order_bytes(session, ouch_request, refusal, now);
    }
}

/// Since 1970, of a time since the midnight of the trading day.
[[nodiscard]] inline Time utc_of(const Exchange& exchange, Time now) noexcept {
    constexpr std::int64_t kNanosPerDay = 86'400 * kNanosPerSecond;
    const Nanos midnight{std::int64_t{exchange.day().date} * kNanosPerDay};
    return std::max(Time{}, now + midnight);
}

/// The number of the session's next OUCH request.
[[nodiscard]] inline ClOrdId next_user_ref_num(const Exchange& exchange,
                                               SessionId session) noexcept {
    return {exchange.venue().last_user_ref_num[session.value].value + 1};
}

/// An order was canceled for this reason of OUCH; empty: the client asked for it.
[[nodiscard]] inline std::string_view cancel_text(char ouch_reason) noexcept {
    namespace reason = wire::ouch50::cancel_reason;
    switch (ouch_reason) {
        case reason::kImmediateOrCancel:
            return "not executed at once";
        case reason::kTimeout:
            return "the day has ended";
        case reason::kHalted:
            return "the instrument is halted";
        case reason::kSelfMatchPrevention:
            return "it would have traded with an order of the same owner";
        case reason::kPostOnly:
            return "it would have traded on arrival";
        case reason::kMarketCollars:
            return "it is beyond the price bands";
        case reason::kSupervisory:
        case reason::kSystem:
            return "canceled by the venue";
        default:
            return {};
    }
}

}  // namespace hotpath::exchange
