// The points of a sweep: which are run, which are not run again, and which is the best.
#include "hotpath/backtest/sweep/sweep_run.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/backtest/days/days.hpp"
#include "tests/support/small_backtest.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::backtest {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

[[nodiscard]] std::vector<SweepAxis> axes_of(const std::vector<std::string>& words,
                                             const BacktestTrader& trader) {
    auto axes = read_axes(words, trader);
    EXPECT_TRUE(axes) << axes.error().message;
    return axes ? std::move(*axes) : std::vector<SweepAxis>();
}

[[nodiscard]] SweepPlan plan_of(const std::vector<std::string>& words,
                                const BacktestTrader& trader) {
    auto plan = make_plan(axes_of(words, trader), std::nullopt, trader);
    EXPECT_TRUE(plan) << plan.error().message;
    return plan ? std::move(*plan) : SweepPlan();
}

class SweepRuns : public ::testing::Test {
  protected:
    [[nodiscard]] PointFile open_points() const {
        return std::move(*PointFile::open(folder_ / "points.jsonl"));
    }

    BacktestConfig config_ = support::small_backtest({.days = 1, .messages = 2'000});
    support::TemporaryDirectory folder_;
    std::atomic<bool> stop_{false};
};

TEST_F(SweepRuns, APointIsTheBacktestOfItsValues) {
    const SweepPlan plan = plan_of({"quote_qty=100,200"}, config_.trade);
    ASSERT_EQ(plan.points.size(), 2U);
    auto points = open_points();
    ASSERT_TRUE(run_points(config_, {plan, 0}, points, stop_));
    ASSERT_EQ(points.size(), 2U);
    for (std::size_t n = 0; n < 2; ++n) {
        const auto alone = run_days(config_at(config_, plan, plan.points[n]), stop_);
        ASSERT_TRUE(alone);
        EXPECT_EQ(points.find(n)->output_hash, output_hash(*alone)) << n;
    }
    EXPECT_NE(points.find(0)->output_hash, points.find(1)->output_hash)
        << "another size gives other orders";
}

TEST_F(SweepRuns, AnyNumberOfThreadsGivesTheSamePoints) {
    const SweepPlan plan = plan_of({"quote_qty=100..400/100"}, config_.trade);
    auto one = open_points();
    ASSERT_TRUE(run_points(config_, {plan, 0}, one, stop_));
    config_.threads = 3;
    auto three = std::move(*PointFile::open(folder_ / "three.jsonl"));
    ASSERT_TRUE(run_points(config_, {plan, 0}, three, stop_));
    for (std::size_t n = 0; n < plan.points.size(); ++n) {
        EXPECT_EQ(one.find(n)->output_hash, three.find(n)->output_hash) << n;
    }
}

TEST_F(SweepRuns, APointThatIsThereIsNotRunAgain) {
    const SweepPlan plan = plan_of({"quote_qty=100,200"}, config_.trade);
    auto points = open_points();
    ASSERT_TRUE(points.append({.point = 0, .gross = {12'345}, .output_hash = 7}));
    ASSERT_TRUE(run_points(config_, {plan, 0}, points, stop_));
    EXPECT_EQ(points.find(0)->output_hash, 7U);
    EXPECT_EQ(points.find(0)->gross, Money{12'345});
    EXPECT_TRUE(points.has(1));
}

TEST_F(SweepRuns, PointsBeforeTheFirstAreLeftOut) {
    const SweepPlan plan = plan_of({"quote_qty=100,200"}, config_.trade);
    auto points = open_points();
    ASSERT_TRUE(run_points(config_, {plan, 1}, points, stop_));
    EXPECT_FALSE(points.has(0));
    EXPECT_TRUE(points.has(1));
}

TEST_F(SweepRuns, AStoppedSweepIsAnErrorAndKeepsNoHalfPoint) {
    const SweepPlan plan = plan_of({"quote_qty=100,200"}, config_.trade);
    auto points = open_points();
    stop_ = true;
    const auto ran = run_points(config_, {plan, 0}, points, stop_);
    ASSERT_FALSE(ran);
    EXPECT_THAT(ran.error().message, HasSubstr("stopped before the end"));
    EXPECT_EQ(points.size(), 0U);
}

TEST_F(SweepRuns, PointsThatTheStrategyRefusesAreCountedAndNotRun) {
    const auto trend = support::small_backtest({.strategy = "trend_following"});
    const auto parameters = trend.trade.strategies.front().choice.parameters();
    std::vector<std::string> keys;
    for (const auto& parameter : parameters) {
        keys.emplace_back(parameter.key);
    }
    ASSERT_THAT(keys, ::testing::IsSupersetOf({"fast", "slow"}));
    const SweepPlan plan = plan_of({"fast=10,60", "slow=50,100"}, trend.trade);
    EXPECT_EQ(plan.points.size(), 3U) << "fast must be below slow";
    EXPECT_EQ(plan.refused, 1U);
    EXPECT_FALSE(plan.refused_because.empty());
    const auto none =
        make_plan(axes_of({"fast=100", "slow=50"}, trend.trade), std::nullopt, trend.trade);
    ASSERT_FALSE(none);
    EXPECT_THAT(none.error().message, StartsWith("the strategy refuses every point: "));
}

TEST(SweepRanking, TheBestHasTheHighestSharpeRatio) {
    const std::array results{PointResult{.point = 0, .gross = {900}, .sharpe = 1.0},
                             PointResult{.point = 1, .gross = {100}, .sharpe = 2.0},
                             PointResult{.point = 2, .gross = {500}}};
    EXPECT_EQ(best_point(results), 1U);
    EXPECT_THAT(ranking(results), ElementsAre(1U, 0U, 2U)) << "one without a ratio is last";
}

TEST(SweepRanking, WithoutRatiosTheProfitDecidesAndTheFirstOfEqualsIsBest) {
    const std::array results{PointResult{.point = 0, .gross = {100}, .fees = {90}},
                             PointResult{.point = 1, .gross = {50}},
                             PointResult{.point = 2, .gross = {50}}};
    EXPECT_EQ(best_point(results), 1U);
    EXPECT_THAT(ranking(results), ElementsAre(1U, 2U, 0U)) << "fees count";
}

}  // namespace
}  // namespace hotpath::backtest
