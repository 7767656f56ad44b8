#pragma once
/// Self-trade prevention: whether two orders are one owner's, and what then becomes of them.
///
/// Values: threads any, allocation none, complexity O(1).

#include <algorithm>
#include <cstdint>

#include "hotpath/match/conditions.hpp"

namespace hotpath::match {

/// What an order newly met by another loses, untraded; all that is left of it cancels it.
struct SelfTradeLoss {
    Qty newer{};
    Qty older{};
};

[[nodiscard]] constexpr bool is_self_trade(const Conditions& newer, const Conditions& older) {
    return newer.owner != OwnerId{} && newer.owner == older.owner;
}

/// Of `newer` and `older` left; an older order canceled loses its reserve too.
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
