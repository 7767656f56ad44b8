#pragma once
/// The same days again with other latencies, sizes and fill models, for the report's tables.
///
/// Threads: those of `run`. Allocation: one result at a time. Complexity: eight more backtests.

#include <functional>
#include <string>
#include <vector>

#include "hotpath/backtest/backtest_config.hpp"
#include "hotpath/backtest/result.hpp"
#include "hotpath/backtest/statistics/sensitivity.hpp"
#include "hotpath/backtest/sweep/sweep_points.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::backtest {

/// Runs the days of a row; `label` names it: "2x latency", "fill model matched".
using RunVariation =
    std::function<Expected<BacktestResult>(const BacktestConfig& config, const std::string& label)>;

/// `result` is that of `config`; its own row is among them. Rows that are in `kept` are not run
/// again, and those that are run are put there; null: none are kept.
[[nodiscard]] Expected<std::vector<VariedRun>> run_variations(const BacktestConfig& config,
                                                              const BacktestResult& result,
                                                              const RunVariation& run,
                                                              PointFile* kept = nullptr);

}  // namespace hotpath::backtest
