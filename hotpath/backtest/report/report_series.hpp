#pragma once
/// The curves of a backtest's report, thinned to what a screen can show.
///
/// One axis for all days: seconds of the data, a day after the other without the nights. The curves
/// have at most kCurvePointsMax points; the drawdown keeps the lowest value of the points it
/// replaces. The symbols with the largest turnover have curves, at most kChartedSymbolsMax, each with
/// at most kChartedFillsMax of its fills, evenly chosen. Threads: any. Allocation: the JSON.

#include <cstddef>

#include <nlohmann/json_fwd.hpp>

#include "hotpath/backtest/statistics/summary.hpp"

namespace hotpath::backtest {

inline constexpr std::size_t kCurvePointsMax = 2'000;
inline constexpr std::size_t kChartedFillsMax = 1'500;
inline constexpr std::size_t kChartedSymbolsMax = 12;

/// {days: [{x, begin_s, length_s}], equity: [[x, dollars, drawdown]], trips: [[number, dollars]],
///  stops: [{x, to, text}],
///  symbols: [{symbol, curve: [[x, mid, position]], fills: [{x, side, price, qty, added}], fills_step}]}
[[nodiscard]] nlohmann::ordered_json backtest_series(const BacktestResult& result,
                                                     const ResultSummary& summary);

}  // namespace hotpath::backtest
