#include "hotpath/protocols/cme/venue/ilink_request.hpp"

#include <limits>
#include <optional>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/exchange/orders/session_orders.hpp"
#include "hotpath/protocols/cme/ilink3/connection.hpp"

namespace hotpath::exchange {

namespace ilink3 = protocols::cme::ilink3;
namespace reject = protocols::fix::ord_rej_reason;
using ilink3::OrderTypeReq;

namespace {

/// 0 and the price that stands for no limit are no prices.
[[nodiscard]] std::optional<Price> to_unit_price(std::optional<std::int64_t> mantissa) noexcept {
    const std::int64_t value = mantissa.value_or(0);
    const Price price{value / kIlinkMantissaPerUnit};
    const bool is_price = value > 0 && value % kIlinkMantissaPerUnit == 0 && price != kMarketPrice;
    return is_price ? std::optional(price) : std::nullopt;
}

[[nodiscard]] IlinkReason unsupported(std::string_view text) noexcept {
    return {reject::kUnsupportedCharacteristic, text};
}

using IlinkStep = std::optional<IlinkReason>;

template <class Message>
[[nodiscard]] IlinkStep take_side(const Message& m, IlinkTerms& terms) noexcept {
    const ilink3::Side side = m.load_side();
    if (side != ilink3::Side::Buy && side != ilink3::Side::Sell) {
        return unsupported("Side must be 1 or 2");
    }
    terms.side = side == ilink3::Side::Buy ? Side::Buy : Side::Sell;
    const ilink3::ShortSaleType type = m.load_short_sale_type();
    if (static_cast<std::uint8_t>(type) == kIlinkNull) {
        return {};
    }
    terms.short_sale = type;
    return type > ilink3::ShortSaleType::ShortSaleExempt
               ? unsupported("ShortSaleType must be 0, 1 or 2")
               : IlinkStep{};
}

template <class Message>
[[nodiscard]] IlinkStep take_price(const Message& m, IlinkTerms& terms) noexcept {
    terms.ord_type = m.load_ord_type();
    const bool is_limit =
        terms.ord_type == OrderTypeReq::Limit || terms.ord_type == OrderTypeReq::StopLimit;
    const bool is_stop = terms.ord_type == OrderTypeReq::StopWithProtection ||
                         terms.ord_type == OrderTypeReq::StopLimit;
    const bool is_market = terms.ord_type == OrderTypeReq::MarketWithProtection ||
                           terms.ord_type == OrderTypeReq::StopWithProtection ||
                           terms.ord_type == OrderTypeReq::MarketWithLeftoverAsLimit;
    if (!is_limit && !is_market) {
        return unsupported("OrdType must be 1, 2, 3, 4 or K");
    }
    const auto price =
        is_market ? std::optional(kMarketPrice) : to_unit_price(m.load_price().load_mantissa());
    const auto stop =
        is_stop ? to_unit_price(m.load_stop_px().load_mantissa()) : std::optional(Price{});
    if (!price || !stop) {
        return IlinkReason{reject::kOther, "prices must be above 0 and have at most four decimals"};
    }
    terms.price = *price;
    terms.stop_price = *stop;
    return {};
}

template <class Message>
[[nodiscard]] IlinkStep take_qty(const Message& m, IlinkTerms& terms) noexcept {
    terms.qty = {m.load_order_qty()};
    terms.min_qty = {m.load_min_qty().value_or(0)};
    terms.display_qty = {m.load_display_qty().value_or(0)};
    terms.time_in_force = m.load_time_in_force();
    switch (terms.time_in_force) {
        case ilink3::TimeInForce::Day:
        case ilink3::TimeInForce::GoodTillCancel:
        case ilink3::TimeInForce::FillAndKill:
            return {};
        case ilink3::TimeInForce::FillOrKill:
            return terms.min_qty == Qty{} ? IlinkStep{} : unsupported("fill or kill has no MinQty");
        default:
            return unsupported("TimeInForce must be 0, 1, 3 or 4");
    }
}

/// What the venue does not have must not be there: left out, the order would be another one.
template <class Message>
[[nodiscard]] IlinkStep take_rest(const Message& m, IlinkTerms& terms) noexcept {
    constexpr char kNoMode = '\0';
    const ilink3::ExecutionMode mode = m.load_execution_mode();
    terms.is_passive = mode == ilink3::ExecutionMode::Passive;
    if (m.load_exec_inst().bits != 0) {
        return unsupported("ExecInst must be 0");
    }
    if (const auto* const price = m.load_discretion_price();
        price != nullptr && price->load_mantissa()) {
        return unsupported("DiscretionPrice must be null");
    }
    if (static_cast<char>(mode) != kNoMode && !terms.is_passive) {
        return unsupported("ExecutionMode must be P or null");
    }
    return m.load_expire_date() ? unsupported("ExpireDate must be null") : IlinkStep{};
}

template <class Message>
[[nodiscard]] std::expected<IlinkTerms, IlinkReason> terms_of(const Message& m) noexcept {
    IlinkTerms terms{.instrument = to_instrument(m.load_security_id())};
    IlinkStep refused = take_side(m, terms);
    refused = refused ? refused : take_price(m, terms);
    refused = refused ? refused : take_qty(m, terms);
    refused = refused ? refused : take_rest(m, terms);
    return refused ? std::expected<IlinkTerms, IlinkReason>(std::unexpected(*refused)) : terms;
}

}  // namespace

std::expected<IlinkTerms, IlinkReason> ilink_terms_of(
    const ilink3::NewOrderSingle& message) noexcept {
    return terms_of(message);
}
std::expected<IlinkTerms, IlinkReason> ilink_terms_of(
    const ilink3::OrderCancelReplaceRequest& message) noexcept {
    return terms_of(message);
}

bool take_best_price(const Exchange& exchange, IlinkTerms& terms) noexcept {
    if (terms.ord_type != OrderTypeReq::MarketWithLeftoverAsLimit) {
        return true;
    }
    const book::Bbo bbo = exchange.books().bbo(terms.instrument);
    const book::Level& best = terms.side == Side::Buy ? bbo.ask : bbo.bid;
    terms.price = best.orders == 0 ? terms.price : best.price;
    return best.orders != 0;
}

std::optional<std::uint32_t> ilink_number_of(Bytes message) noexcept {
    constexpr std::size_t kNumberAt = ilink3::MessageHeader::kLength + ilink3::kClientNumberOffset;
    if (message.size() < kNumberAt + sizeof(std::uint32_t)) {
        return std::nullopt;
    }
    return load_le<std::uint32_t>(message.data() + kNumberAt);
}

InstrumentId to_instrument(std::int32_t security_id) noexcept {
    const bool is_number =
        security_id > 0 && security_id <= std::numeric_limits<std::uint16_t>::max();
    return {is_number ? static_cast<std::uint16_t>(security_id) : std::uint16_t{0}};
}

}  // namespace hotpath::exchange
