#pragma once
/// The days of a backtest, several at a time.
///
/// Each has a new venue, trader and strategy and begins flat, so its result does not depend on
/// the others: the results are the same for any number of threads. Threads: `config.threads`, and
/// the caller's. Allocation: that of the runs. Complexity: that of the runs.

#include <atomic>

#include "hotpath/backtest/backtest_config.hpp"
#include "hotpath/backtest/kept_days.hpp"
#include "hotpath/backtest/result.hpp"
#include "hotpath/backtest/run_observer.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::backtest {

/// One day; an error names the recording. `stop` ends it early: an error, too.
[[nodiscard]] Expected<DayResult> run_day(const BacktestConfig& config, const BacktestDay& day,
                                          const std::atomic<bool>& stop,
                                          const DayEvents& events = {});

struct RunDaysOptions {
    /// Days that are there are not run, but for bars; null: none are kept.
    const KeptDays* kept = nullptr;
    RunObserver* observer = nullptr;  // null: none
};

/// All of them, in their order; or the error of the first of them that has one.
[[nodiscard]] Expected<BacktestResult> run_days(const BacktestConfig& config,
                                                const std::atomic<bool>& stop,
                                                const RunDaysOptions& options = {});

}  // namespace hotpath::backtest
