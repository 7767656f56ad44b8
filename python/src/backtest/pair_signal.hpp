#pragma once
/// The signal of the strategy `pairs` over the days of a backtest: spread, z-score and stance at each of
/// its samples.
///
/// The days run once more with the same strategy, which is watched: its orders are the same, so the
/// signal is the one that it has traded on. Threads: run_days()'s, one. Allocation: the table.
/// Complexity: that of the backtest.

#include <atomic>

#include "hotpath/backtest/config/config_file.hpp"
#include "hotpath/core/error.hpp"
#include "python/src/table.hpp"

namespace hotpath::python {

/// Columns: day, time_ns, first_twice_mid and second_twice_mid (price units x 2), spread (price units
/// x 2,000), z_milli (null until the window is full), stance (-1, 0, 1; 2: stopped). An error when the
/// strategy is another one.
[[nodiscard]] Expected<Table> pair_signal(const backtest::BacktestConfig& config,
                                          const std::atomic<bool>& stop);

}  // namespace hotpath::python
