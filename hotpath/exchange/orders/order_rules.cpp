#include "hotpath/exchange/orders/order_rules.hpp"

namespace hotpath::exchange {

namespace ouch50 = wire::ouch50;

namespace {

/// A day is all there is: extended hours end with it.
[[nodiscard]] bool is_honoured_time_in_force(char time_in_force, bool takes_extensions) {
    return (time_in_force == ouch50::time_in_force::kGtc && takes_extensions) ||
           time_in_force == ouch50::time_in_force::kDay ||
           time_in_force == ouch50::time_in_force::kGtx ||
           time_in_force == ouch50::time_in_force::kIoc;
}

[[nodiscard]] bool is_known_display(char display) {
    return display == ouch50::display::kVisible || display == ouch50::display::kAttributable ||
           display == ouch50::display::kHidden;
}

}  // namespace

std::uint16_t reject_reason_of(const SessionOrder& order, bool takes_extensions) noexcept {
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
    if (!is_known_display(order.terms.display)) {
        return reason::kInvalidDisplay;
    }
    return is_honoured_time_in_force(order.terms.time_in_force, takes_extensions) ? kAccepted
                                                                                  : reason::kOther;
}

}  // namespace hotpath::exchange
