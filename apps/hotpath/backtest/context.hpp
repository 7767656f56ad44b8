#pragma once
/// The words of a report about its models: made of the configuration.
///
/// Threads: any. Allocation: strings.

#include "hotpath/backtest/backtest_config.hpp"
#include "hotpath/backtest/report/report_context.hpp"
#include "hotpath/backtest/sweep/search.hpp"
#include "hotpath/backtest/sweep/sweep_points.hpp"

namespace hotpath::app {

[[nodiscard]] backtest::ReportContext context_of(const backtest::BacktestConfig& config);

/// The same of a search; `config` is that of the best point.
[[nodiscard]] backtest::ReportContext sweep_context(const backtest::BacktestConfig& config,
                                                    backtest::Search search,
                                                    std::span<const backtest::PointResult> trials);

}  // namespace hotpath::app
