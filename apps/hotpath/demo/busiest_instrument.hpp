#pragma once
/// Finds the instruments that a demo trades: the requested ones, or those with the most visible
/// executions.
///
/// Reads the first kMessagesMax messages of a separate input, so that a day of any size starts
/// immediately. Threads: the main one. Allocation: a counter an instrument. Complexity: linear in
/// the messages read, and in the instruments for each that is wanted.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/sim/market/market_input.hpp"

namespace hotpath::app {

struct TradedInstrument {
    InstrumentId id;  // 0: the input holds no orders
    Symbol symbol;
    bool is_listed = false;    // by a Stock Directory message
    bool has_traded = false;   // its trading state was T
    char trading_state = ' ';  // the last one; ' ': none came
};

/// How much of the input is looked at.
inline constexpr std::uint64_t kScanMessagesMax = 2'000'000;

/// One for each of `wanted`; nothing there stands for the busiest that is left. An error when a
/// wanted symbol is not among the instruments, or when several are wanted and there are fewer, and of
/// what cannot be read. An input without orders gives the instrument 0.
[[nodiscard]] Expected<std::vector<TradedInstrument>> find_traded_instruments(
    sim::market::MarketInput& input, std::span<const std::optional<Symbol>> wanted);

}  // namespace hotpath::app
