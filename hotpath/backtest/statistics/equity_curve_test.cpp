// One curve of several instruments and days, its largest fall, and the time a position was held.
#include "hotpath/backtest/statistics/equity_curve.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hotpath::backtest {
namespace {

using ::testing::ElementsAre;

std::vector<std::int64_t> amounts_of(const std::vector<CurvePoint>& curve) {
    std::vector<std::int64_t> amounts;
    for (const CurvePoint& point : curve) {
        amounts.push_back(point.pnl.value);
    }
    return amounts;
}

std::vector<CurvePoint> curve_of(const std::vector<std::int64_t>& amounts) {
    std::vector<CurvePoint> curve;
    for (const std::int64_t amount : amounts) {
        curve.push_back(
            {.time = {.at = {static_cast<std::int64_t>(curve.size())}}, .pnl = {amount}});
    }
    return curve;
}

TEST(EquityCurve, SumsTheInstrumentsAndGoesOnFromTheDayBefore) {
    const DayResult day{.begin = {0},
                        .end = {100},
                        .instruments = {{.id = {1}, .gross = {30}}, {.id = {2}, .gross = {-5}}},
                        .equity = {{.at = {10}, .instrument = {1}, .pnl = {10}},
                                   {.at = {20}, .instrument = {2}, .pnl = {-4}},
                                   {.at = {30}, .instrument = {1}, .pnl = {7}}}};
    const auto curve = equity_curve({.days = {day, day}});
    EXPECT_THAT(amounts_of(curve), ElementsAre(0, 10, 6, 3, 25, 35, 31, 28, 50));
    EXPECT_EQ(curve[5].time, (RunTime{.day = 1, .at = {10}}));
}

TEST(EquityCurve, OfNoDaysIsEmpty) {
    EXPECT_TRUE(equity_curve({}).empty());
}

TEST(Drawdown, IsTheLargestFallWithItsTimes) {
    const auto fall = max_drawdown(curve_of({0, 10, 4, 12, 3, 5, 12, 8}));
    ASSERT_TRUE(fall);
    EXPECT_EQ(fall->amount, Money{9});
    EXPECT_EQ(fall->from.at, Time{3});
    EXPECT_EQ(fall->to.at, Time{4});
    ASSERT_TRUE(fall->recovered);
    EXPECT_EQ(fall->recovered->at, Time{6});
}

TEST(Drawdown, BeginsAtZeroAndMayNeverRecover) {
    const auto fall = max_drawdown(curve_of({0, -5, -2, -7, -1}));
    ASSERT_TRUE(fall);
    EXPECT_EQ(fall->amount, Money{7});
    EXPECT_EQ(fall->from.at, Time{0});
    EXPECT_EQ(fall->to.at, Time{3});
    EXPECT_FALSE(fall->recovered);
}

TEST(Drawdown, OfALaterPeakIsNotRecoveredByAnEarlierOne) {
    const auto fall = max_drawdown(curve_of({0, 5, 3, 6, 1, 4}));
    ASSERT_TRUE(fall);
    EXPECT_EQ(fall->amount, Money{5});
    EXPECT_FALSE(fall->recovered);
}

TEST(Drawdown, OfACurveThatNeverFallsIsNone) {
    EXPECT_FALSE(max_drawdown(curve_of({0, 0, 3, 3})));
    EXPECT_FALSE(max_drawdown({}));
}

TEST(TimeInMarket, CountsOnceWhileAnyInstrumentIsHeld) {
    const DayResult day{.begin = {0},
                        .end = {100},
                        .fills = {{.at = {10}, .instrument = {1}, .side = Side::Buy, .qty = {5}},
                                  {.at = {20}, .instrument = {2}, .side = Side::Sell, .qty = {5}},
                                  {.at = {30}, .instrument = {1}, .side = Side::Sell, .qty = {5}},
                                  {.at = {40}, .instrument = {2}, .side = Side::Buy, .qty = {5}},
                                  {.at = {90}, .instrument = {2}, .side = Side::Buy, .qty = {1}}}};
    EXPECT_EQ(time_in_market({.days = {day}}).held, Nanos{40});
    EXPECT_DOUBLE_EQ(*time_in_market({.days = {day}}).share(), 0.4);
}

TEST(TimeInMarket, OfNoTimeIsNotDefined) {
    EXPECT_FALSE(time_in_market({}).share());
    EXPECT_DOUBLE_EQ(*time_in_market({.days = {{.begin = {0}, .end = {5}}}}).share(), 0.0);
}

}  // namespace
}  // namespace hotpath::backtest
