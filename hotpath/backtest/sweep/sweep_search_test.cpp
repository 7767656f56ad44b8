// A finished search: the best point, those one step away from it, and the table of the best.
#include "hotpath/backtest/sweep/sweep_search.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/small_backtest.hpp"

namespace hotpath::backtest {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

[[nodiscard]] SweepPlan plan_of(const std::vector<std::string>& words,
                                const std::optional<RandomSearch>& random = {}) {
    const BacktestTrader trader = support::small_backtest().trade;
    auto axes = read_axes(words, trader);
    if (!axes) {
        ADD_FAILURE() << axes.error().message;
        return {};
    }
    auto plan = make_plan(std::move(*axes), random, trader);
    EXPECT_TRUE(plan) << plan.error().message;
    return plan ? std::move(*plan) : SweepPlan();
}

/// The n-th point earns this many cents.
[[nodiscard]] std::vector<PointResult> results_of(const std::vector<std::int64_t>& cents) {
    std::vector<PointResult> results;
    for (std::size_t n = 0; n < cents.size(); ++n) {
        results.push_back({.point = n, .gross = {100 * cents[n]}});
    }
    return results;
}

TEST(SweepSearch, HasTheBestPointWithItsValues) {
    const SweepPlan plan = plan_of({"quote_qty=100,200,300"});
    const auto results = results_of({10, 30, 20});
    const Search search = search_of(plan, results, 3, best_point(results));
    EXPECT_EQ(search.best.point, 2U) << "from 1";
    EXPECT_THAT(search.best.values, ElementsAre("200"));
    EXPECT_EQ(search.best.pnl, Money{3'000});
    EXPECT_THAT(search.parameters, ElementsAre("quote_qty"));
    EXPECT_EQ(search.points, "grid");
    EXPECT_EQ(search.tried, 3U);
    EXPECT_EQ(search.chosen_by, "P&L");
}

TEST(SweepSearch, NamesTheSharpeRatioWhenItWasChosenByIt) {
    const SweepPlan plan = plan_of({"quote_qty=100,200"});
    auto results = results_of({10, 30});
    results[0].sharpe = 1.5;
    EXPECT_EQ(search_of(plan, results, 2, best_point(results)).chosen_by, "Sharpe ratio");
}

TEST(SweepSearch, HasTheNeighboursOfTheBestOnEachParameter) {
    const SweepPlan plan = plan_of({"quote_qty=100,200,300", "inventory_max=1000,2000"});
    ASSERT_EQ(plan.points.size(), 6U);
    const auto results = results_of({1, 2, 3, 9, 5, 6});  // the best: quote_qty 200, the second
    const Search search = search_of(plan, results, 6, best_point(results));
    std::vector<std::string> around;
    for (const SearchNeighbour& each : search.neighbours) {
        around.push_back(each.parameter + (each.is_up ? " up " : " down ") +
                         std::to_string(each.row.point));
    }
    EXPECT_THAT(around, ElementsAre("quote_qty down 2", "quote_qty up 6", "inventory_max down 3"));
}

TEST(SweepSearch, ShowsTheBestPointsFirstAndNoMoreThanItsMost) {
    const SweepPlan plan = plan_of({"quote_qty=100..400/10"});
    ASSERT_EQ(plan.points.size(), 31U);
    std::vector<std::int64_t> cents(plan.points.size());
    for (std::size_t n = 0; n < cents.size(); ++n) {
        cents[n] = static_cast<std::int64_t>(n);
    }
    const Search search = search_of(plan, results_of(cents), 31, 30);
    ASSERT_EQ(search.rows.size(), kSearchRowsMax);
    EXPECT_EQ(search.rows.front().point, 31U);
    EXPECT_EQ(search.rows.back().point, 12U);
}

TEST(SweepSearch, CountsTheTrialsThatTheRiskCheckStopped) {
    const SweepPlan plan = plan_of({"quote_qty=100,200,300"});
    auto results = results_of({3, 2, 1});
    results[0].stopped_days = 1;
    results[2].stopped_days = 2;
    EXPECT_EQ(search_of(plan, results, 3, 0).stopped, 2U);
    EXPECT_EQ(search_of(plan, results, 2, 0).stopped, 1U) << "a neighbour is no trial";
}

TEST(SweepSearch, ARandomSearchTriesTheNeighboursOfItsBestToo) {
    SweepPlan plan = plan_of({"quote_qty=100..900/100"}, RandomSearch{.points = 2, .seed = 1});
    ASSERT_EQ(plan.points.size(), 2U);
    const SweepPoint best = plan.points.front();
    const BacktestTrader trader = support::small_backtest().trade;
    add_missing_neighbours(plan, 0, trader);
    for (const SweepStep& step : neighbours(plan.axes, best)) {
        EXPECT_NE(std::ranges::find(plan.points, step.point), plan.points.end());
    }
    const std::size_t all = plan.points.size();
    add_missing_neighbours(plan, 0, trader);
    EXPECT_EQ(plan.points.size(), all) << "what is there is not added again";
    EXPECT_THAT(search_of(plan, results_of(std::vector<std::int64_t>(all, 1)), 2, 0).points,
                HasSubstr("drawn from 9, seed 1"));
}

TEST(SweepSearch, ItsIdentityNamesParametersPointsAndTrials) {
    const SweepPlan grid = plan_of({"quote_qty=100,200"});
    EXPECT_EQ(sweep_identity(grid, 2), "sweep quote_qty=100,200 grid 2");
    const SweepPlan drawn =
        plan_of({"quote_qty=100..900/100"}, RandomSearch{.points = 2, .seed = 7});
    EXPECT_THAT(sweep_identity(drawn, 2), HasSubstr("drawn from 9, seed 7 2"));
    EXPECT_NE(sweep_identity(grid, 2), sweep_identity(grid, 1));
}

}  // namespace
}  // namespace hotpath::backtest
