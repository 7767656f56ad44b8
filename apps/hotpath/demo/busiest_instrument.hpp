#pragma once
/// Finds the instrument that a demo trades: the requested one, or the one with the most visible
/// executions.
///
/// Reads the first kMessagesMax messages of a separate input, so that a day of any size starts
/// immediately. Threads: the main one. Allocation: a counter an instrument. Complexity: linear in
/// the messages read.

#include <cstdint>
#include <optional>

#include "apps/hotpath/input/market_input.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"

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

/// An error when `wanted` is not among the instruments. Damage in the input is not reported here:
/// the run will meet it.
[[nodiscard]] Expected<TradedInstrument> find_traded_instrument(MarketInput& input,
                                                                std::optional<Symbol> wanted);

}  // namespace hotpath::app
