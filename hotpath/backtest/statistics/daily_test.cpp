// Ratios of daily values against an independent computation, and what has none. The expected numbers
// are those of Python's statistics module for kDays:
//
//   m = mean(x); sharpe = m / stdev(x) * sqrt(252)
//   sortino = m / sqrt(sum(min(v, 0) ** 2 for v in x) / len(x)) * sqrt(252)
//   skewness and kurtosis from the moments sum((v - m) ** k) / len(x), k = 2, 3, 4
#include "hotpath/backtest/statistics/daily.hpp"

#include <array>
#include <cmath>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hotpath::backtest {
namespace {

using ::testing::ElementsAre;

constexpr std::array kDays{120.50, -80.25, 45.00, 0.00,  -15.75,
                           210.10, -99.99, 33.33, 75.00, -20.00};

BacktestResult days_of(const std::vector<std::int64_t>& amounts) {
    BacktestResult result;
    for (const std::int64_t amount : amounts) {
        result.days.push_back({.instruments = {{.gross = {amount + 10'000}, .fees = {10'000}}}});
    }
    return result;
}

TEST(DailyStatistics, AgreeWithAnIndependentComputation) {
    EXPECT_NEAR(*sharpe(kDays), 4.588648819428361, 1e-12);
    EXPECT_NEAR(*sortino(kDays), 10.290015584497022, 1e-12);
    const auto moments = daily_moments(kDays);
    ASSERT_TRUE(moments);
    EXPECT_NEAR(moments->mean, 26.794, 1e-12);
    EXPECT_NEAR(moments->deviation, 92.69429422689522, 1e-10);
    EXPECT_NEAR(moments->skewness, 0.534868813998591, 1e-12);
    EXPECT_NEAR(moments->kurtosis, 2.6921806298944015, 1e-12);
}

TEST(DailyStatistics, ByHandOfTwoDays) {
    // Mean 1, deviation sqrt(2): 1 / sqrt(2) x sqrt(252) = sqrt(126).
    EXPECT_NEAR(*sharpe(std::array{0.0, 2.0}), std::sqrt(126.0), 1e-12);
    // Mean 1, downside sqrt(4 / 2): the same.
    EXPECT_NEAR(*sortino(std::array{-2.0, 4.0}), std::sqrt(126.0), 1e-12);
}

TEST(DailyStatistics, TheTStatisticIsJudgedByItsOwnDegreesOfFreedom) {
    // 4.588648819428361 / sqrt(252) x sqrt(10); the quantiles are of a printed table.
    const auto ten = t_statistic(kDays);
    ASSERT_TRUE(ten);
    EXPECT_NEAR(ten->t, 0.9140807, 1e-7);
    EXPECT_NEAR(ten->needed, 2.262, 5e-4);
    EXPECT_FALSE(ten->is_beyond_chance());
    const auto two = t_statistic(std::array{1.0, 2.0});
    EXPECT_NEAR(two->t, 3.0, 1e-12);
    EXPECT_NEAR(two->needed, 12.706, 5e-4);
    EXPECT_FALSE(two->is_beyond_chance()) << "two days are few";
    EXPECT_TRUE(t_statistic(std::array{-1.0, -1.1, -0.9})->is_beyond_chance());
    EXPECT_FALSE(t_statistic(std::array{1.0}));
}

TEST(DailyStatistics, ALossHasANegativeRatio) {
    EXPECT_LT(*sharpe(std::array{-1.0, -2.0}), 0.0);
    EXPECT_LT(*sortino(std::array{-1.0, -2.0}), 0.0);
}

TEST(DailyStatistics, WithoutVarianceNothingIsDefined) {
    for (const std::vector<double>& days :
         {std::vector<double>{}, {5.0}, {0.1, 0.1, 0.1}, {0.0, 0.0}}) {
        EXPECT_FALSE(sharpe(days));
        EXPECT_FALSE(sortino(days));
        EXPECT_FALSE(daily_moments(days));
    }
}

TEST(DailyStatistics, WithoutALossThereIsNoSortinoRatio) {
    EXPECT_FALSE(sortino(std::array{1.0, 0.0, 3.0}));
    EXPECT_TRUE(sharpe(std::array{1.0, 0.0, 3.0}));
}

TEST(DailyStatistics, DaysAreDollarsAfterFees) {
    EXPECT_THAT(daily_pnl(days_of({12'500, -5'000})), ElementsAre(1.25, -0.5));
}

TEST(DailyStatistics, ReturnsNeedACapital) {
    BacktestResult result = days_of({12'500, -5'000});
    EXPECT_TRUE(daily_returns(result).empty());
    result.capital = Money{};
    EXPECT_TRUE(daily_returns(result).empty());
    result.capital = Money{1'000'000};
    EXPECT_THAT(daily_returns(result), ElementsAre(0.0125, -0.005));
    EXPECT_NEAR(*sharpe(daily_returns(result)), *sharpe(daily_pnl(result)), 1e-12);
}

}  // namespace
}  // namespace hotpath::backtest
