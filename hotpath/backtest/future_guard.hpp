#pragma once
/// The guard against the future: a strategy decides the same when the market after some moment is
/// cut away, or is another one.
///
///   const auto fault = future_fault(whole_day, day_that_was_cut, cut);
///
/// Orders that were sent before the cut are compared, and the cancels of these that were sent before
/// it: what the strategy did then may depend on what it had seen and on nothing else. A strategy
/// that differs uses the future, or a clock or random numbers, and its backtest is worth nothing.
/// Threads: a pure function. Allocation: none. Complexity: linear.

#include <cstddef>
#include <optional>

#include "hotpath/backtest/result.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::backtest {

struct FutureFault {
    Time cut{};
    std::optional<OrderRecord> whole{};  // the first order that differs, with the later market ...
    std::optional<OrderRecord> alone{};  // ... and without it; later cancels are left out
};

/// Until `cut` the two are runs of the same market.
[[nodiscard]] std::optional<FutureFault> future_fault(const DayResult& whole,
                                                      const DayResult& other, Time cut);

/// Orders that future_fault() compares.
[[nodiscard]] std::size_t orders_before(const DayResult& day, Time cut) noexcept;

}  // namespace hotpath::backtest
