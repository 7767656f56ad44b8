#pragma once
/// A backtest's result for the terminal: the lines of the summary, and their printing.
///
/// The verdict is the last but the hashes. Threads: the main one. Allocation: the lines.

#include <string>
#include <vector>

#include "hotpath/backtest/report/report_context.hpp"
#include "hotpath/backtest/result.hpp"

namespace hotpath::app {

struct ReportLine {
    std::string name;
    std::string value;
};

[[nodiscard]] std::vector<ReportLine> backtest_lines(const backtest::BacktestResult& result,
                                                     const backtest::ReportContext& context);

/// A heading with the source, then the lines.
void print_backtest(const backtest::BacktestResult& result, const backtest::ReportContext& context);

/// The same of a sweep's best point, after the tables of its search.
void print_sweep(const backtest::BacktestResult& best, const backtest::ReportContext& context);

}  // namespace hotpath::app
