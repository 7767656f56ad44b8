#pragma once
/// Translates OUCH replies field by field; shared by the gateway and read_news().
///
/// Part of the library, not for users. Threads: pure functions. Allocation: none.

#include "hotpath/core/units.hpp"
#include "hotpath/oms/order.hpp"
#include "hotpath/wire/ouch50/codes.hpp"
#include "hotpath/wire/ouch50/replies.hpp"

namespace hotpath::gateway {

[[nodiscard]] inline oms::Liquidity to_liquidity(char flag) noexcept {
    namespace liquidity_flag = wire::ouch50::liquidity_flag;
    switch (flag) {
        case liquidity_flag::kAdded:
        case liquidity_flag::kNonDisplayedAdded:
            return oms::Liquidity::Added;
        case liquidity_flag::kRemoved:
            return oms::Liquidity::Removed;
        default:
            return oms::Liquidity::Other;
    }
}

[[nodiscard]] inline oms::Accepted to_accepted(const wire::ouch50::OrderAccepted& m) noexcept {
    return {.id = {m.load_user_ref_num()},
            .venue_id = {m.load_order_reference_number()},
            .qty = {m.load_quantity()},
            .price = wire::ouch50::to_price(m.load_price()),
            .is_dead = m.load_order_state() == wire::ouch50::order_state::kDead};
}

[[nodiscard]] inline oms::Replaced to_replaced(const wire::ouch50::OrderReplaced& m) noexcept {
    return {.original = {m.load_orig_user_ref_num()},
            .id = {m.load_user_ref_num()},
            .venue_id = {m.load_order_reference_number()},
            .leaves_qty = {m.load_quantity()},
            .price = wire::ouch50::to_price(m.load_price()),
            .is_dead = m.load_order_state() == wire::ouch50::order_state::kDead};
}

[[nodiscard]] inline oms::Executed to_executed(const wire::ouch50::OrderExecuted& m) noexcept {
    return {.id = {m.load_user_ref_num()},
            .match = {m.load_match_number()},
            .qty = {m.load_quantity()},
            .price = wire::ouch50::to_price(m.load_price()),
            .liquidity = to_liquidity(m.load_liquidity_flag())};
}

}  // namespace hotpath::gateway
