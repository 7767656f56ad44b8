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

std::uint16_t reject_reason_of(const SessionOrder& order,
                               const ouch50::Appendage& options) noexcept {
    namespace reason = ouch50::reject_reason;
    if (!is_known_side(order.terms.side)) {
        return reason::kInvalidSide;
    }
    if (!is_valid_qty(order.qty)) {
        return reason::kInvalidQuantity;
    }
    if (!is_valid_price(order.price)) {
        return reason::kInvalidPrice;
    }
    if (order.terms.display != ouch50::display::kVisible &&
        order.terms.display != ouch50::display::kAttributable) {
        return reason::kInvalidDisplay;
    }
    if (!is_honoured_time_in_force(order.terms.time_in_force) || !are_honoured(options)) {
        return reason::kOther;
    }
    return kAccepted;
}

}  // namespace hotpath::exchange
