#pragma once
/// The words of a report about its models: made of the configuration.
///
/// Threads: any. Allocation: strings.

#include "apps/hotpath/backtest/config.hpp"
#include "apps/hotpath/backtest/report_context.hpp"

namespace hotpath::app {

[[nodiscard]] ReportContext context_of(const BacktestConfig& config);

}  // namespace hotpath::app
