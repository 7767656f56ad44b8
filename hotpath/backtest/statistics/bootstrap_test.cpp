// Confidence intervals by the stationary bootstrap: their width, their blocks, and when there is none.
#include "hotpath/backtest/statistics/bootstrap.hpp"

#include <cmath>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/backtest/statistics/daily.hpp"
#include "hotpath/core/random.hpp"

namespace hotpath::backtest {
namespace {

std::optional<double> mean(std::span<const double> days) {
    return std::accumulate(days.begin(), days.end(), 0.0) / static_cast<double>(days.size());
}

std::vector<double> independent_days(std::size_t count) {
    Random random(7);
    std::vector<double> days(count);
    for (double& day : days) {
        day = random.unit_double() + random.unit_double() + random.unit_double() - 1.5;
    }
    return days;
}

double width_of(const std::vector<double>& days, double block_days) {
    const auto interval = confidence_interval(days, &mean, {.block_days = block_days});
    return interval ? interval->high - interval->low : 0;
}

TEST(Bootstrap, TheIntervalOfAMeanHasTheWidthOfTheory) {
    const std::vector<double> days = independent_days(400);
    const double theory = 2 * 1.96 * daily_moments(days)->deviation / std::sqrt(400.0);
    EXPECT_NEAR(width_of(days, 1), theory, 0.06 * theory);
}

TEST(Bootstrap, BlocksSeeTheDependenceOfNeighbours) {
    std::vector<double> days;
    for (const double day : independent_days(60)) {
        days.insert(days.end(), 8, day);  // each value eight days long
    }
    EXPECT_GT(width_of(days, 24), 2 * width_of(days, 1));
}

TEST(Bootstrap, ContainsTheRatioAndSaysItsBlocksAndDraws) {
    const std::vector<double> days = independent_days(125);
    const auto interval = confidence_interval(days, &sharpe);
    ASSERT_TRUE(interval);
    EXPECT_LT(interval->low, *sharpe(days));
    EXPECT_GT(interval->high, *sharpe(days));
    EXPECT_NEAR(interval->block_days, 5, 1e-9);
    EXPECT_EQ(interval->draws, 2'000U);
}

TEST(Bootstrap, TheSeedIsFixed) {
    const std::vector<double> days = independent_days(30);
    const auto first = confidence_interval(days, &sharpe);
    const auto second = confidence_interval(days, &sharpe);
    const auto other = confidence_interval(days, &sharpe, {.seed = 2});
    ASSERT_TRUE(first && second && other);
    EXPECT_EQ(first->low, second->low);
    EXPECT_NE(first->low, other->low);
}

TEST(Bootstrap, FewDaysHaveNoInterval) {
    EXPECT_FALSE(confidence_interval(independent_days(9), &sharpe));
    EXPECT_TRUE(confidence_interval(independent_days(10), &sharpe));
    EXPECT_FALSE(confidence_interval({}, &sharpe));
    EXPECT_FALSE(confidence_interval(independent_days(20), &sharpe, {.draws = 0}));
}

TEST(Bootstrap, AStatisticThatIsOftenUndefinedHasNoInterval) {
    EXPECT_FALSE(confidence_interval(std::vector<double>(20, 1.0), &sharpe));
    std::vector<double> one_loss(20, 1.0);
    one_loss[4] = -1;  // a third of the draws miss it
    EXPECT_TRUE(sortino(one_loss));
    EXPECT_FALSE(confidence_interval(one_loss, &sortino));
}

}  // namespace
}  // namespace hotpath::backtest
