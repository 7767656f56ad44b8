#pragma once
/// Trading states as ITCH's Trading Action writes them, and back.
///
/// Threads: functions of their arguments. Allocation: none. Complexity: O(1). Source:
/// TotalView-ITCH 5.0, Stock Trading Action.

#include "hotpath/book/types.hpp"
#include "hotpath/protocols/nasdaq/itch50/codes.hpp"

namespace hotpath::exchange {

/// Unknown when ITCH has no such state. The feed has a copy of this function: neither library may
/// include the other, book does not use ITCH, and wire has no states.
[[nodiscard]] constexpr book::TradingState to_trading_state(char code) noexcept {
    namespace codes = protocols::nasdaq::itch50::trading_state;
    switch (code) {
        case codes::kHalted:
            return book::TradingState::Halted;
        case codes::kPaused:
            return book::TradingState::Paused;
        case codes::kQuotationOnly:
            return book::TradingState::QuotationOnly;
        case codes::kTrading:
            return book::TradingState::Trading;
        default:
            return book::TradingState::Unknown;
    }
}

/// An instrument without a known state trades.
[[nodiscard]] constexpr char to_itch_code(book::TradingState state) noexcept {
    namespace codes = protocols::nasdaq::itch50::trading_state;
    switch (state) {
        case book::TradingState::Halted:
            return codes::kHalted;
        case book::TradingState::Paused:
            return codes::kPaused;
        case book::TradingState::QuotationOnly:
            return codes::kQuotationOnly;
        case book::TradingState::Trading:
        case book::TradingState::Unknown:
            break;
    }
    return codes::kTrading;
}

}  // namespace hotpath::exchange
