#pragma once
/// The same days again with other latencies, sizes and fill models, for the report's tables.
///
/// Threads: those of run_days(). Allocation: one result at a time. Complexity: eight more backtests.

#include <atomic>
#include <vector>

#include "apps/hotpath/backtest/config.hpp"
#include "apps/hotpath/backtest/sweep_points.hpp"
#include "hotpath/backtest/result.hpp"
#include "hotpath/backtest/statistics/sensitivity.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::app {

/// `result` is that of `config`; its own row is among them. Rows that are in `kept` are not run
/// again, and those that are run are put there; null: none are kept. `has_progress` as in
/// RunDaysOptions.
[[nodiscard]] Expected<std::vector<backtest::VariedRun>> run_variations(
    const BacktestConfig& config, const backtest::BacktestResult& result,
    const std::atomic<bool>& stop, PointFile* kept = nullptr, bool has_progress = true);

}  // namespace hotpath::app
