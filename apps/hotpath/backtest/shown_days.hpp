#pragma once
/// The runs of a backtest with a progress line and warnings on standard error.
///
/// Threads: the main one. Allocation and complexity: those of the runs.

#include <atomic>
#include <string>
#include <vector>

#include "apps/hotpath/backtest/out_folder.hpp"
#include "hotpath/backtest/backtest_config.hpp"
#include "hotpath/backtest/days/guard.hpp"
#include "hotpath/backtest/result.hpp"
#include "hotpath/backtest/statistics/sensitivity.hpp"
#include "hotpath/backtest/sweep/sweep_points.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::app {

struct ShownDays {
    std::string label{"backtest"};   // of the progress line
    const OutFolder* out = nullptr;  // null: no day is kept
    bool has_progress = true;        // the line is shown
};

[[nodiscard]] Expected<backtest::BacktestResult> run_days_shown(
    const backtest::BacktestConfig& config, const std::atomic<bool>& stop,
    const ShownDays& shown = {});

[[nodiscard]] Expected<backtest::GuardResult> check_future_shown(
    const backtest::BacktestConfig& config, const backtest::BacktestResult& result,
    const std::atomic<bool>& stop);

/// `kept` as in run_variations().
[[nodiscard]] Expected<std::vector<backtest::VariedRun>> run_variations_shown(
    const backtest::BacktestConfig& config, const backtest::BacktestResult& result,
    const std::atomic<bool>& stop, backtest::PointFile* kept = nullptr, bool has_progress = true);

}  // namespace hotpath::app
