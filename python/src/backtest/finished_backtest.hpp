#pragma once
/// FinishedBacktest: a result with all that its report needs, as Python holds it.
///
/// It refers to no object of Python's: a strategy's class may refer to its result, and the collector
/// would not see such a circle. Threads: values. Allocation: the result's.
/// Complexity: json() and report() those of the statistics.

#include <string>

#include "hotpath/backtest/report/report_context.hpp"
#include "hotpath/backtest/result.hpp"

namespace hotpath::python {

struct FinishedBacktest {
    std::string configuration{};  // as it was understood
    backtest::BacktestResult result{};
    backtest::ReportContext context{};
    std::uint64_t guard_runs = 0;  // that the guard has compared

    /// As `hotpath backtest --json` writes it.
    [[nodiscard]] std::string json() const;
    /// As `hotpath backtest --report` writes it.
    [[nodiscard]] std::string report() const;
    /// The statistics with the curves and the definitions, as the report's page has them.
    [[nodiscard]] std::string report_data() const;
};

}  // namespace hotpath::python
