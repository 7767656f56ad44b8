#pragma once
/// The report of a backtest: one self-contained HTML file (chart library, data, definitions), readable
/// without a network.
///
/// Shows the verdict, the profit and loss with its drawdown, positions and fills on the price, fill
/// ratios, mark-outs, sensitivities, tables by day and symbol, open positions, models and hashes.
/// Every number has its definition beside it. The same result and context give the same bytes.
/// Threads: any. Allocation: the page.

#include <string>

#include "hotpath/backtest/report/report_context.hpp"
#include "hotpath/backtest/result.hpp"

namespace hotpath::backtest {

[[nodiscard]] std::string backtest_report(const BacktestResult& result,
                                          const ReportContext& context);

/// The data of the page as JSON: the statistics, their curves and their definitions.
[[nodiscard]] std::string backtest_report_data(const BacktestResult& result,
                                               const ReportContext& context);

}  // namespace hotpath::backtest
