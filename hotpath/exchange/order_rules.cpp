#include "hotpath/exchange/order_rules.hpp"

namespace hotpath::exchange {

namespace ouch50 = wire::ouch50;

namespace {

[[nodiscard]] bool is_known_side(char side) {
    return side == ouch50::side::kBuy || side == ouch50::side::kSell ||
           side == ouch50::side::kSellShort || side == ouch50::side::kSellShortExempt;
}

[[nodiscard]] bool is_honoured_time_in_force(char time_in_force) {
    return time_in_force == ouch50::time_in_force::kDay ||
           time_in_force == ouch50::time_in_force::kIoc;
}

/// Options that say who trades do not change how the order trades.
[[nodiscard]] bool is_honoured_option(std::uint8_t tag) {
    return tag == ouch50::option::Firm::kTag || tag == ouch50::option::CustomerType::kTag;
}

[[nodiscard]] bool are_honoured(ouch50::Appendage options) {
    for (ouch50::TagValue element; options.next(element);) {
        if (!is_honoured_option(element.tag)) {
            return false;
        }
    }
    return true;
}

}  // namespace

std::uint16_t reject_reason_of(const OrderRequest& request) noexcept {
    namespace reason = ouch50::reject_reason;
    if (!is_known_side(request.terms.side)) {
        return reason::kInvalidSide;
    }
    if (!is_valid_qty(request.qty)) {
        return reason::kInvalidQuantity;
    }
    if (!is_valid_price(request.price)) {
        return reason::kInvalidPrice;
    }
    if (request.terms.display != ouch50::display::kVisible &&
        request.terms.display != ouch50::display::kAttributable) {
        return reason::kInvalidDisplay;
    }
    if (!is_honoured_time_in_force(request.terms.time_in_force) || !are_honoured(request.options)) {
        return reason::kOther;
    }
    return kAccepted;
}

}  // namespace hotpath::exchange
