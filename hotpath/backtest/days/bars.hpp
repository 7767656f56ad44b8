#pragma once
/// A backtest over bars: all files are one run, a day of the result for each date in them.
///
/// Threads: the caller's. Allocation: that of the run. Complexity: that of the run.

#include <atomic>
#include <cstddef>

#include "hotpath/backtest/backtest_config.hpp"
#include "hotpath/backtest/result.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::backtest {

/// The first days only; after them the tables end, or go on at half the prices and volumes.
struct BarCut {
    std::size_t days = 0;  // 0: no cut
    bool is_scrambled_after = false;
};

/// An error names the file and the row. `stop` ends it early: an error, too.
[[nodiscard]] Expected<BacktestResult> run_bars(const BacktestConfig& config,
                                                const std::atomic<bool>& stop,
                                                const BarCut& cut = {});

/// The bars of the traded symbols have dates at both ends of `config.dates`, and in between: all of
/// them are read.
[[nodiscard]] Expected<void> check_bar_dates(const BacktestConfig& config);

}  // namespace hotpath::backtest
