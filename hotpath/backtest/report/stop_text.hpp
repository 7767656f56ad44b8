#pragma once
/// A stop of the risk check in words and as JSON: control, time, instrument, share of the day
/// traded.
///
/// Threads: pure functions. Allocation: the text, the JSON. Complexity: linear in days.

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "hotpath/backtest/result.hpp"
#include "hotpath/backtest/statistics/stops.hpp"
#include "hotpath/core/symbol.hpp"

namespace hotpath::backtest {

/// "account_limits.loss_max at 10:02:13 in GOOG"
[[nodiscard]] std::string stop_text(const TradingStop& stop, const Symbol& symbol);

/// The same with the share of the day, and what passed from then on.
[[nodiscard]] std::string stop_of_day_text(const DayResult& day);

/// The days that were stopped, at most `days_max` of them in full; empty when none was.
[[nodiscard]] std::vector<std::string> stop_lines(const BacktestResult& result,
                                                  std::size_t days_max = 3);

/// A sentence at the beginning of a verdict.
[[nodiscard]] std::string stopped_days_text(const StoppedDays& stopped);

/// [{day, time_s, control, reason, mode, symbol, traded_share}]
[[nodiscard]] nlohmann::ordered_json stops_json(const BacktestResult& result);

}  // namespace hotpath::backtest
