#pragma once
/// `hotpath backtest --guard`: runs each day again without its end, and compares the decisions.
///
/// Threads: the main one. Allocation: free. Complexity: one and a half more runs of every day.

#include <atomic>
#include <cstdint>

#include "apps/hotpath/backtest/config.hpp"
#include "hotpath/backtest/result.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::app {

/// How many days cut short were compared; an error names the first order that a later part of the
/// market has changed.
[[nodiscard]] Expected<std::uint64_t> check_future(const BacktestConfig& config,
                                                   const backtest::BacktestResult& result,
                                                   const std::atomic<bool>& stop);

}  // namespace hotpath::app
