#include "hotpath/protocols/fix/venue/fix_request.hpp"

#include <limits>
#include <optional>

#include "hotpath/exchange/orders/order_rules.hpp"
#include "hotpath/protocols/fix/codes.hpp"
#include "hotpath/protocols/fix/values.hpp"

namespace hotpath::exchange {

namespace fix = protocols::fix;
namespace tag = protocols::fix::tag;
namespace reject = protocols::fix::ord_rej_reason;

namespace {

constexpr unsigned kPriceDecimals = 4;

[[nodiscard]] std::string_view* order_field(fix::Tag tag, FixRequest& found) noexcept {
    switch (tag) {
        case tag::kSymbol:
            return &found.symbol;
        case tag::kOrderQty:
            return &found.qty;
        case tag::kPrice:
            return &found.price;
        case tag::kStopPx:
            return &found.stop_price;
        case tag::kMinQty:
            return &found.min_qty;
        case tag::kMaxFloor:
            return &found.max_floor;
        case tag::kExecInst:
            return &found.exec_inst;
        case tag::kSide:
            return &found.side;
        case tag::kOrdType:
            return &found.ord_type;
        case tag::kTimeInForce:
            return &found.time_in_force;
        default:
            return nullptr;
    }
}

[[nodiscard]] std::string_view* message_field(fix::Tag tag, FixRequest& found) noexcept {
    switch (tag) {
        case tag::kBeginString:
            return &found.begin_string;
        case tag::kMsgType:
            return &found.msg_type;
        case tag::kMsgSeqNum:
            return &found.number;
        case tag::kClOrdId:
            return &found.id;
        case tag::kOrigClOrdId:
            return &found.original;
        case tag::kMassCancelRequestType:
            return &found.mass_cancel_type;
        case tag::kPossDupFlag:
            return &found.poss_dup;
        case tag::kPossResend:
            return &found.poss_resend;
        default:
            return nullptr;
    }
}

/// Whole shares of the venue's: 100 and 100.00 are the same.
[[nodiscard]] std::optional<Qty> to_qty(std::string_view text) noexcept {
    const auto decimal = fix::to_decimal(text);
    const auto units = decimal ? fix::to_units(*decimal, 0) : std::nullopt;
    const bool fits = units && *units >= 0 && *units <= std::numeric_limits<std::uint32_t>::max();
    return fits ? std::optional(Qty{static_cast<std::uint32_t>(*units)}) : std::nullopt;
}

[[nodiscard]] std::optional<Price> to_price(std::string_view text) noexcept {
    const auto decimal = fix::to_decimal(text);
    const auto units = decimal ? fix::to_units(*decimal, kPriceDecimals) : std::nullopt;
    // 0 and the price that stands for no limit are no limits.
    const bool is_price = units && *units > 0 && Price{*units} != kMarketPrice;
    return is_price ? std::optional(Price{*units}) : std::nullopt;
}

[[nodiscard]] char code_of(std::string_view value) noexcept {
    return value.size() == 1 ? value.front() : '\0';
}

[[nodiscard]] bool has_limit(char ord_type) noexcept {
    return ord_type == fix::ord_type::kLimit || ord_type == fix::ord_type::kStopLimit;
}
[[nodiscard]] bool has_stop(char ord_type) noexcept {
    return ord_type == fix::ord_type::kStop || ord_type == fix::ord_type::kStopLimit;
}

using TermsStep = std::optional<FixReason> (*)(const FixRequest&, FixTerms&);

std::optional<FixReason> take_symbol(const FixRequest& request, FixTerms& terms) {
    const auto symbol = Symbol::from(request.symbol);
    if (!symbol) {
        return FixReason{reject::kUnknownSymbol, "unknown symbol"};
    }
    terms.symbol = *symbol;
    return {};
}

std::optional<FixReason> take_side(const FixRequest& request, FixTerms& terms) {
    terms.side = code_of(request.side);
    if (!fix::to_side(terms.side)) {
        return FixReason{reject::kUnsupportedCharacteristic, "Side must be 1, 2, 5 or 6"};
    }
    return {};
}

std::optional<FixReason> take_qty(const FixRequest& request, FixTerms& terms) {
    const auto qty = to_qty(request.qty);
    const auto min_qty = request.min_qty.empty() ? Qty{} : to_qty(request.min_qty);
    const auto max_floor = request.max_floor.empty() ? Qty{} : to_qty(request.max_floor);
    if (!qty || !min_qty || !max_floor) {
        return FixReason{reject::kIncorrectQuantity, "quantities must be whole shares"};
    }
    terms.qty = *qty;
    terms.min_qty = *min_qty;
    terms.max_floor = *max_floor;
    return {};
}

std::optional<FixReason> take_price(const FixRequest& request, FixTerms& terms) {
    terms.ord_type = code_of(request.ord_type);
    const bool is_market =
        terms.ord_type == fix::ord_type::kMarket || terms.ord_type == fix::ord_type::kStop;
    if (!is_market && !has_limit(terms.ord_type)) {
        return FixReason{reject::kUnsupportedCharacteristic, "OrdType must be 1, 2, 3 or 4"};
    }
    const auto price = is_market ? std::optional(kMarketPrice) : to_price(request.price);
    const auto stop =
        has_stop(terms.ord_type) ? to_price(request.stop_price) : std::optional(Price{});
    if (!price || !stop) {
        return FixReason{reject::kOther, "prices must be above 0 and have at most four decimals"};
    }
    terms.price = *price;
    terms.stop_price = *stop;
    return {};
}

std::optional<FixReason> take_terms(const FixRequest& request, FixTerms& terms) {
    namespace tif = fix::time_in_force;
    terms.time_in_force =
        request.time_in_force.empty() ? tif::kDay : code_of(request.time_in_force);
    const bool is_taken = terms.time_in_force == tif::kDay || terms.time_in_force == tif::kGtc ||
                          terms.time_in_force == tif::kIoc || terms.time_in_force == tif::kFok;
    if (!is_taken) {
        return FixReason{reject::kUnsupportedCharacteristic, "TimeInForce must be 0, 1, 3 or 4"};
    }
    terms.exec_inst = code_of(request.exec_inst);
    const bool is_post_only = terms.exec_inst == fix::exec_inst::kParticipateDontInitiate;
    if (!request.exec_inst.empty() && !is_post_only) {
        return FixReason{reject::kUnsupportedCharacteristic, "ExecInst must be 6"};
    }
    if (terms.time_in_force == tif::kFok) {
        if (terms.min_qty != Qty{} || is_post_only) {
            return FixReason{reject::kUnsupportedCharacteristic,
                             "fill or kill has neither MinQty nor ExecInst"};
        }
    }
    return {};
}

}  // namespace

FixRequest FixRequest::of(const fix::FieldList& fields) noexcept {
    FixRequest found;
    for (const fix::Field field : fields) {
        std::string_view* value = order_field(field.tag, found);
        value = value == nullptr ? message_field(field.tag, found) : value;
        if (value != nullptr) {
            *value = field.value;
        }
    }
    return found;
}

std::expected<FixTerms, FixReason> fix_terms_of(const FixRequest& request) noexcept {
    constexpr TermsStep kSteps[] = {take_symbol, take_side, take_qty, take_price, take_terms};
    FixTerms terms;
    for (const TermsStep step : kSteps) {
        if (const auto reason = step(request, terms)) {
            return std::unexpected(*reason);
        }
    }
    return terms;
}

fix::Tag missing_field(const FixRequest& order) noexcept {
    const char ord_type = code_of(order.ord_type);
    const struct {
        fix::Tag tag;
        bool is_missing;
    } fields[] = {
        {tag::kSymbol, order.symbol.empty()},
        {tag::kSide, order.side.empty()},
        {tag::kOrderQty, order.qty.empty()},
        {tag::kOrdType, order.ord_type.empty()},
        {tag::kPrice, has_limit(ord_type) && order.price.empty()},
        {tag::kStopPx, has_stop(ord_type) && order.stop_price.empty()},
    };
    for (const auto& field : fields) {
        if (field.is_missing) {
            return field.tag;
        }
    }
    return fix::kNoTag;
}

}  // namespace hotpath::exchange
