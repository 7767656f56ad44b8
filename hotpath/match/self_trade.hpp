#pragma once
/// Self-trade prevention: whether two orders have the same owner, and the action if so.
///
/// Values: threads any, allocation none, complexity O(1).

#include <algorithm>
#include <cstdint>

#include "hotpath/match/conditions.hpp"

namespace hotpath::match {

/// The quantity that an order loses untraded when it meets another; all of it cancels the order.
struct SelfTradeLoss {
    Qty newer{};
    Qty older{};
};

[[nodiscard]] constexpr bool is_self_trade(const Conditions& newer, const Conditions& older) {
    return newer.owner != OwnerId{} && newer.owner == older.owner;
}

/// The reductions of `newer` and `older`; a canceled older order loses its reserve too.
[[nodiscard]] constexpr SelfTradeLoss self_trade_loss(SelfTrade choice, Qty newer, Qty older) {
    switch (choice) {
        case SelfTrade::CancelNewest:
            return {.newer = newer, .older = {}};
        case SelfTrade::CancelOldest:
            return {.newer = {}, .older = older};
        case SelfTrade::Decrement:
            break;
    }
    return {.newer = std::min(newer, older), .older = std::min(newer, older)};
}

}  // namespace hotpath::match
