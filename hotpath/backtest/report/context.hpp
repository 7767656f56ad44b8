#pragma once
/// The words of a report about its models: made of the configuration.
///
/// Threads: any. Allocation: strings.

#include "hotpath/backtest/backtest_config.hpp"
#include "hotpath/backtest/report/report_context.hpp"
#include "hotpath/backtest/sweep/search.hpp"
#include "hotpath/backtest/sweep/sweep_points.hpp"

namespace hotpath::backtest {

[[nodiscard]] ReportContext context_of(const BacktestConfig& config);

/// The same of a search; `config` is that of the best point.
[[nodiscard]] ReportContext sweep_context(const BacktestConfig& config, Search search,
                                          std::span<const PointResult> trials);

}  // namespace hotpath::backtest
