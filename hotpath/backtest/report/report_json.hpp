#pragma once
/// The statistics of a backtest as JSON: what `backtest_json` prints and the page of the report
/// shows.
///
/// Keys are those of backtest::definitions() where a definition exists. Amounts are in dollars,
/// times of day in seconds, hashes text; a number that is not defined is null. Threads: any.
/// Allocation: the JSON.

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "hotpath/backtest/report/report_context.hpp"
#include "hotpath/backtest/statistics/summary.hpp"

namespace hotpath::backtest {

[[nodiscard]] nlohmann::ordered_json backtest_statistics(const BacktestResult& result,
                                                         const ReportContext& context,
                                                         const ResultSummary& summary);

/// The same as text, with a line end.
[[nodiscard]] std::string backtest_json(const BacktestResult& result, const ReportContext& context);

[[nodiscard]] ResultSummary summary_with(const BacktestResult& result,
                                         const ReportContext& context);

/// The kinds of data that the days were played from: "by order".
[[nodiscard]] std::string data_text(const BacktestResult& result, const ReportContext& context);

}  // namespace hotpath::backtest
