#pragma once
/// `hotpath backtest --guard`: runs each day again without its last three quarters, half and quarter,
/// and with another market after its half, and compares the decisions before that. Over bars, which
/// are one run, the days are cut.
///
/// Threads: the main one. Allocation: free. Complexity: two and a half more runs of every day.

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "hotpath/backtest/backtest_config.hpp"
#include "hotpath/backtest/result.hpp"
#include "hotpath/backtest/run_observer.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::backtest {

/// The result of a guard: how much it has compared.
struct GuardResult {
    std::uint64_t runs = 0;  // cut short, or with another market after the cut
    std::string text{};      // one line for people
};

/// A guard calls these while it runs; an empty function is not called.
struct GuardEvents {
    std::function<void(const ReadProgress&)> on_progress{};  // in days
    std::function<void(const DayWarning&)> on_warning{};
};

/// An error names the first order that a later part of the market has changed, or says why nothing
/// could be compared.
[[nodiscard]] Expected<GuardResult> check_future(const BacktestConfig& config,
                                                 const BacktestResult& result,
                                                 const std::atomic<bool>& stop,
                                                 const GuardEvents& events = {});

}  // namespace hotpath::backtest
