#pragma once
/// The guard against the future: a strategy decides the same when the market after some moment is
/// cut away.
///
///   const auto fault = future_fault(whole_day, day_that_was_cut);
///
/// Orders before the cut are compared; what the strategy did then may depend on what it had seen and
/// on nothing else. A strategy that differs uses the future, or a clock or random numbers, and its
/// backtest is worth nothing. Threads: a pure function. Allocation: none. Complexity: linear.

#include <optional>

#include "hotpath/backtest/result.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::backtest {

struct FutureFault {
    Time cut{};                          // the market's end in the cut day
    std::optional<OrderRecord> whole{};  // the first order that differs, with the later market ...
    std::optional<OrderRecord> alone{};  // ... and without it
};

/// `cut` is a run of the first messages of the day that `whole` is a run of.
[[nodiscard]] std::optional<FutureFault> future_fault(const DayResult& whole, const DayResult& cut);

}  // namespace hotpath::backtest
