#pragma once
/// Code shared by desks: an order's terms as a request to the venue, the time of
/// reports, and the venue's reasons for a cancel in words.
///
/// Threads: functions of their arguments. Allocation: none. Complexity: O(1).

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/exchange/market/venue.hpp"
#include "hotpath/exchange/orders/order_request.hpp"
#include "hotpath/exchange/orders/order_terms.hpp"
#include "hotpath/exchange/types.hpp"

namespace hotpath::exchange {

struct RequestTerms {
    ClOrdId number{};
    Qty qty{};
    Price price{};
    Price stop_price{};  // 0: none
    Qty min_qty{};       // 0: none
    Qty max_floor{};     // 0: none
    OrderLifetime lifetime = OrderLifetime::Day;
    bool is_post_only = false;
    std::string_view id{};  // the client's, kept as the order's text where it fits
};

/// New orders and replacements have these fields in common.
[[nodiscard]] inline OrderRequest request_of(OrderRequest::Kind kind,
                                             const RequestTerms& terms) noexcept {
    OrderRequest request{.kind = kind,
                         .number = terms.number,
                         .qty = terms.qty,
                         .price = terms.price,
                         .terms = {.lifetime = terms.lifetime}};
    ClientText& text = request.terms.text;
    text.fill(' ');
    if (terms.id.size() <= text.size()) {
        std::ranges::copy(terms.id, text.begin());
    }
    OrderOptions options{.post_only = terms.is_post_only ? OrderPostOnly::Yes : OrderPostOnly::No,
                         .min_qty = terms.min_qty,
                         .max_floor = terms.max_floor,
                         .stop_price = terms.stop_price};
    const auto name = [&options](OrderOption option, bool is_named) {
        if (is_named) {
            options.name(option);
        }
    };
    name(OrderOption::MinQty, terms.min_qty != Qty{});
    name(OrderOption::MaxFloor, terms.max_floor != Qty{});
    name(OrderOption::PostOnly, terms.is_post_only);
    name(OrderOption::StopPrice, terms.stop_price != Price{});
    if (options.named != 0) {
        request.options = options;
    }
    return request;
}

[[nodiscard]] inline OrderRequest enter_request(const RequestTerms& terms, OrderSide side,
                                                const Symbol& symbol) noexcept {
    OrderRequest request = request_of(OrderRequest::Kind::Enter, terms);
    request.terms.side = side;
    request.symbol = symbol;
    return request;
}

[[nodiscard]] inline OrderRequest replace_request(const RequestTerms& terms,
                                                  ClOrdId original) noexcept {
    OrderRequest request = request_of(OrderRequest::Kind::Replace, terms);
    request.original = original;
    return request;
}

/// The order is reduced to a total quantity, executed shares included; 0 cancels it.
[[nodiscard]] inline OrderRequest reduce_request(ClOrdId number, Qty qty = {}) noexcept {
    return {.kind = OrderRequest::Kind::Reduce, .number = number, .qty = qty};
}

/// Since 1970, of a time since the midnight of the trading day.
[[nodiscard]] inline Time utc_of(const Exchange& exchange, Time now) noexcept {
    constexpr std::int64_t kNanosPerDay = 86'400 * kNanosPerSecond;
    const Nanos midnight{std::int64_t{exchange.day().date} * kNanosPerDay};
    return std::max(Time{}, now + midnight);
}

/// The number of the session's next request.
[[nodiscard]] inline ClOrdId next_user_ref_num(const Exchange& exchange,
                                               SessionId session) noexcept {
    return {exchange.venue().last_user_ref_num[session.value].value + 1};
}

/// Why an order was canceled, in words; empty: the client asked for it.
[[nodiscard]] constexpr std::string_view cancel_text(CancelReason reason) noexcept {
    switch (reason) {
        case CancelReason::Requested:
            break;
        case CancelReason::NotImmediate:
            return "not executed at once";
        case CancelReason::Expired:
            return "the day has ended";
        case CancelReason::Halted:
            return "the instrument is halted";
        case CancelReason::SelfMatch:
            return "it would have traded with an order of the same owner";
        case CancelReason::PostOnly:
            return "it would have traded on arrival";
        case CancelReason::PriceBands:
            return "it is beyond the price bands";
        case CancelReason::Supervisory:
        case CancelReason::System:
            return "canceled by the venue";
    }
    return {};
}

}  // namespace hotpath::exchange
