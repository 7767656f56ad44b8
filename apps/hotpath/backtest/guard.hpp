#pragma once
/// `hotpath backtest --guard`: runs each day again without its last three quarters, half and quarter,
/// and with another market after its half, and compares the decisions before that. Over bars, which
/// are one run, the days are cut.
///
/// Threads: the main one. Allocation: free. Complexity: two and a half more runs of every day.

#include <atomic>
#include <cstdint>
#include <string>

#include "apps/hotpath/backtest/config.hpp"
#include "hotpath/backtest/result.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::app {

/// The result of a guard: how much it has compared.
struct GuardResult {
    std::uint64_t runs = 0;  // cut short, or with another market after the cut
    std::string text{};      // one line for people
};

/// An error names the first order that a later part of the market has changed, or says why nothing
/// could be compared.
[[nodiscard]] Expected<GuardResult> check_future(const BacktestConfig& config,
                                                 const backtest::BacktestResult& result,
                                                 const std::atomic<bool>& stop);

}  // namespace hotpath::app
