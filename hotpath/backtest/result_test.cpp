// The sums of a result, by day and in all.
#include "hotpath/backtest/result.hpp"

#include <gtest/gtest.h>

namespace hotpath::backtest {
namespace {

DayResult day_of(const std::string& name, Money gross, Money fees) {
    return {.day = name,
            .instruments = {{.id = {3}, .symbol = *Symbol::from("AAPL"), .gross = gross},
                            {.id = {7}, .symbol = *Symbol::from("MSFT"), .fees = fees}},
            .counts = {.entered = 5, .replaced = 1, .in_flight_at_end = 2},
            .input_hash = 11,
            .output_hash = 12};
}

TEST(BacktestSums, ProfitIsGrossLessFeesOfAllInstruments) {
    const DayResult day = day_of("a", {50'000}, {-3'000});
    EXPECT_EQ(gross(day), Money{50'000});
    EXPECT_EQ(fees(day), Money{-3'000});
    EXPECT_EQ(pnl(day), Money{53'000});
}

TEST(BacktestSums, DaysAddUp) {
    const BacktestResult result{
        .days = {day_of("a", {50'000}, {3'000}), day_of("b", {-10'000}, {1'000})}};
    EXPECT_EQ(gross(result), Money{40'000});
    EXPECT_EQ(fees(result), Money{4'000});
    EXPECT_EQ(pnl(result), Money{36'000});
    EXPECT_EQ(order_counts(result).entered, 10U);
    EXPECT_EQ(order_counts(result).in_flight_at_end, 4U);
}

TEST(BacktestSums, EachCountIsAddedToItself) {
    OrderCounts first{.entered = 1,
                      .replaced = 2,
                      .reduced = 3,
                      .canceled = 4,
                      .rejected_by_risk = 5,
                      .rejected_by_venue = 6,
                      .in_flight_at_end = 7,
                      .decisions = 8};
    first.refused.front() = 9;
    first.refused.back() = 10;
    OrderCounts second{.entered = 100,
                       .replaced = 200,
                       .reduced = 300,
                       .canceled = 400,
                       .rejected_by_risk = 500,
                       .rejected_by_venue = 600,
                       .in_flight_at_end = 700,
                       .decisions = 800};
    second.refused.back() = 1'000;
    const OrderCounts sum = order_counts({.days = {{.counts = first}, {.counts = second}}});
    EXPECT_EQ(sum.entered, 101U);
    EXPECT_EQ(sum.replaced, 202U);
    EXPECT_EQ(sum.reduced, 303U);
    EXPECT_EQ(sum.canceled, 404U);
    EXPECT_EQ(sum.rejected_by_risk, 505U);
    EXPECT_EQ(sum.rejected_by_venue, 606U);
    EXPECT_EQ(sum.in_flight_at_end, 707U);
    EXPECT_EQ(sum.decisions, 808U);
    EXPECT_EQ(sum.refused.front(), 9U);
    EXPECT_EQ(sum.refused[1], 0U);
    EXPECT_EQ(sum.refused.back(), 1'010U);
}

TEST(BacktestSums, PositionsAreCarriedIntoALaterDayOfTheSameRun) {
    BacktestResult result{.days = {{.day = "a"}, {.day = "b"}, {.day = "c"}}};
    EXPECT_FALSE(carries_on(result, 0)) << "each day begins flat";
    result.days[1].since_first = Nanos{1};
    EXPECT_TRUE(carries_on(result, 0));
    EXPECT_FALSE(carries_on(result, 1));
    EXPECT_FALSE(carries_on(result, 2)) << "the last";
}

TEST(BacktestSums, FillsOfAllDaysAreCounted) {
    BacktestResult result{.days = {{.fills = {{}, {}}}, {}, {.fills = {{}}}}};
    EXPECT_EQ(fill_count(result), 3U);
}

TEST(BacktestSums, NoDaysAreNothing) {
    EXPECT_EQ(pnl(BacktestResult{}), Money{});
    EXPECT_EQ(fill_count({}), 0U);
}

TEST(BacktestSums, AnInstrumentIsFoundByItsId) {
    const DayResult day = day_of("a", {}, {});
    ASSERT_NE(find_instrument(day, {7}), nullptr);
    EXPECT_EQ(find_instrument(day, {7})->symbol.view(), "MSFT");
    EXPECT_EQ(find_instrument(day, {8}), nullptr);
}

TEST(BacktestHashes, DependOnTheDaysAndTheirOrderNotOnWhatTheyAreCalled) {
    const BacktestResult result{.days = {day_of("a", {}, {}), day_of("b", {}, {})}};
    BacktestResult other = result;
    EXPECT_EQ(input_hash(other), input_hash(result));
    other.days[1].input_hash = 99;
    EXPECT_NE(input_hash(other), input_hash(result));
    EXPECT_EQ(output_hash(other), output_hash(result));
    other.days[0].day = "day.parquet";
    EXPECT_EQ(output_hash(other), output_hash(result));
    other.days[0].output_hash = 99;
    const std::uint64_t in_order = output_hash(other);
    EXPECT_NE(in_order, output_hash(result));
    std::swap(other.days[0], other.days[1]);
    EXPECT_NE(output_hash(other), in_order);
}

}  // namespace
}  // namespace hotpath::backtest
