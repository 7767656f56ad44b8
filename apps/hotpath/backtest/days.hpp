#pragma once
/// The days of a backtest, several at a time.
///
/// Each has a new venue, trader and strategy and begins flat, so its result does not depend on
/// the others: the results are the same for any number of threads. Threads: `config.threads`, and
/// the caller's. Allocation: that of the runs. Complexity: that of the runs.

#include <atomic>

#include "apps/hotpath/backtest/config.hpp"
#include "apps/hotpath/backtest/out_folder.hpp"
#include "apps/hotpath/backtest/progress.hpp"
#include "hotpath/backtest/result.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::app {

/// One day; an error names the recording. `stop` ends it early: an error, too.
[[nodiscard]] Expected<backtest::DayResult> run_day(const BacktestConfig& config,
                                                    const BacktestDay& day,
                                                    const std::atomic<bool>& stop,
                                                    const DayProgress& progress = {});

/// The name of a run, and the folder of its days.
struct RunDaysOptions {
    std::string label{"backtest"};  // of the progress line
    /// Days that are there are not run, but for bars; null: none are kept.
    const OutFolder* out = nullptr;
    bool has_progress = true;  // the line is shown
};

/// All of them, in their order; or the error of the first of them that has one.
[[nodiscard]] Expected<backtest::BacktestResult> run_days(const BacktestConfig& config,
                                                          const std::atomic<bool>& stop,
                                                          const RunDaysOptions& options = {});

}  // namespace hotpath::app
