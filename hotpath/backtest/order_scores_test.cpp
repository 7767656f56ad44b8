// The scores of four orders by hand.

#include "hotpath/backtest/order_scores.hpp"

#include <gtest/gtest.h>

namespace hotpath::backtest {
namespace {

constexpr Time kArrival{1'000};

OrderFills filled(std::uint32_t qty, std::int64_t after) {
    return {.executed_qty = {qty}, .first = kArrival + Nanos{after}};
}

TEST(OrderScores, ARightForecastScoresNothing) {
    OrderScores scores;
    scores.add(Qty{100}, kArrival, filled(100, 5), filled(100, 5));
    scores.add(Qty{100}, kArrival, {}, {});
    EXPECT_EQ(scores.orders(), 2U);
    EXPECT_EQ(scores.brier_score(), 0.0);
    EXPECT_EQ(scores.recorded_fill_ratio(), 0.5);
    EXPECT_EQ(scores.model_fill_ratio(), 0.5);
}

TEST(OrderScores, TheErrorIsTheSquareOfTheRatiosDifference) {
    OrderScores scores;
    scores.add(Qty{100}, kArrival, filled(100, 5), {});            // 1
    scores.add(Qty{200}, kArrival, {}, filled(100, 7));            // 1/4
    scores.add(Qty{100}, kArrival, filled(50, 9), filled(50, 9));  // 0
    scores.add(Qty{100}, kArrival, {}, {});                        // 0
    EXPECT_DOUBLE_EQ(scores.brier_score(), 1.25 / 4);
    EXPECT_DOUBLE_EQ(scores.recorded_fill_ratio(), 150.0 / 500);
    EXPECT_DOUBLE_EQ(scores.model_fill_ratio(), 150.0 / 500);
}

TEST(OrderScores, TimesToFillAreQuantilesOfTheOrdersThatHaveOne) {
    OrderScores scores;
    EXPECT_FALSE(scores.recorded_time_to_fill(0.5));
    for (const std::int64_t after : {40, 10, 30, 20}) {
        scores.add(Qty{1}, kArrival, filled(1, after), {});
    }
    scores.add(Qty{1}, kArrival, {}, filled(1, 99));
    EXPECT_EQ(scores.recorded_time_to_fill(0.5), Nanos{20});
    EXPECT_EQ(scores.recorded_time_to_fill(0.9), Nanos{40});
    EXPECT_EQ(scores.model_time_to_fill(0.5), Nanos{99});
}

TEST(OrderScores, PartsAddUpToTheWhole) {
    OrderScores first;
    OrderScores second;
    OrderScores whole;
    first.add(Qty{100}, kArrival, filled(100, 5), {});
    second.add(Qty{300}, kArrival, {}, filled(150, 8));
    whole.add(Qty{100}, kArrival, filled(100, 5), {});
    whole.add(Qty{300}, kArrival, {}, filled(150, 8));
    first.add(second);
    EXPECT_EQ(first.orders(), 2U);
    EXPECT_DOUBLE_EQ(first.brier_score(), whole.brier_score());
    EXPECT_DOUBLE_EQ(first.model_fill_ratio(), whole.model_fill_ratio());
    EXPECT_EQ(first.model_time_to_fill(1), whole.model_time_to_fill(1));
}

}  // namespace
}  // namespace hotpath::backtest
