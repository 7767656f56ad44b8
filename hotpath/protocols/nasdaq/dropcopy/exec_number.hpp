#pragma once
/// The number of a trade in FIX reports of this project's venue (ExecID, 17), from what the OUCH
/// reply about the trade says. A reader of OUCH copies finds the trade of a FIX report by it.
///
///   match number 4711, of a buy: 47111     of the sell: 47112
///
/// Threads: a function of its arguments. Allocation: none.

#include <cstdint>

#include "hotpath/core/units.hpp"

namespace hotpath::protocols::nasdaq::dropcopy {

[[nodiscard]] constexpr std::uint64_t exec_number(MatchId match, Side side) noexcept {
    constexpr std::uint64_t kDigit = 10;
    return match.value * kDigit + (side == Side::Buy ? 1 : 2);
}

}  // namespace hotpath::protocols::nasdaq::dropcopy
