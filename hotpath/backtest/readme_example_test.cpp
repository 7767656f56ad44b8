// The example of README.md, compiled and run.
#include <gtest/gtest.h>

#include "hotpath/backtest/statistics/summary.hpp"
#include "tests/support/synthetic_backtest.hpp"

namespace hotpath {
namespace {

double sharpe_of_readme(const std::vector<backtest::DayResult>& days) {
    const std::vector<backtest::VariedRun> other_runs;
    backtest::BacktestResult result;
    for (const backtest::DayResult& day : days) {
        result.days.push_back(day);  // of a run
    }
    const backtest::ResultSummary summary = backtest::summary_of(result, {.runs = other_runs});
    if (summary.sharpe) {
        return *summary.sharpe;  // per year; none for a single day
    }
    return 0;
}

TEST(BacktestReadme, ARatioNeedsTwoDays) {
    const backtest::BacktestResult result = support::synthetic_backtest({.days = 2});
    EXPECT_NE(sharpe_of_readme(result.days), 0);
    EXPECT_EQ(sharpe_of_readme({result.days[0]}), 0);
}

}  // namespace
}  // namespace hotpath
