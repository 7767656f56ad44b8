// Case 39: what the traded symbols would have earned.
#include "hotpath/backtest/statistics/benchmark.hpp"

#include <gtest/gtest.h>

#include "hotpath/backtest/statistics/definitions.hpp"
#include "hotpath/backtest/statistics/summary.hpp"
#include "tests/support/scripted_backtest.hpp"

namespace hotpath::backtest {
namespace {

using support::cents;

const Symbol kFirst = *Symbol::from("AAPL");
const Symbol kSecond = *Symbol::from("MSFT");

DayResult held_day(std::int64_t first_from, std::int64_t first_to, std::int64_t second_from,
                   std::int64_t second_to) {
    return {.instruments = {
                {.symbol = kFirst, .hold_from = cents(first_from), .hold_to = cents(first_to)},
                {.symbol = kSecond, .hold_from = cents(second_from), .hold_to = cents(second_to)}}};
}

TEST(Benchmark, Case39OfOneDayIsTheMeanOfTheSymbols) {
    BacktestResult result{.days = {held_day(10'000, 11'000, 5'000, 4'500)}};
    EXPECT_NEAR(*buy_and_hold(result), 0, 1e-12);
    result.days.front().instruments.pop_back();
    EXPECT_NEAR(*buy_and_hold(result), 0.10, 1e-12);
    EXPECT_EQ(buy_and_hold_pnl(result), std::nullopt) << "without a capital";
    result.capital = Money{1'000'000'000};
    EXPECT_EQ(buy_and_hold_pnl(result), Money{100'000'000});
    EXPECT_NEAR(*summary_of(result).benchmark, 0.10, 1e-12);
}

TEST(Benchmark, Case39DaysThatBeginFlatAddUpAndDaysOfOneRunCompound) {
    BacktestResult result{.days = {held_day(100, 110, 100, 110), held_day(110, 121, 110, 121)}};
    EXPECT_NEAR(*buy_and_hold(result), 0.20, 1e-12);
    result.days[1].since_first = Nanos{1};
    EXPECT_NEAR(*buy_and_hold(result), 0.21, 1e-12);
}

TEST(Benchmark, Case39WithoutAPriceThereIsNone) {
    EXPECT_EQ(buy_and_hold({}), std::nullopt);
    EXPECT_EQ(buy_and_hold({.days = {held_day(0, 0, 0, 0)}}), std::nullopt);
    // A symbol without a price is no part of the mean.
    EXPECT_NEAR(*buy_and_hold({.days = {held_day(100, 110, 0, 0)}}), 0.10, 1e-12);
}

TEST(Benchmark, Case39IsOfTheMarketAndNotOfOurs) {
    support::ScriptedBacktest test;
    test.options.session.timer_interval = {support::kNanosPerMs};
    test.at(1).add(11, Side::Buy, 100, cents(9'995)).add(12, Side::Sell, 100, cents(10'005));
    test.enter(3, Side::Buy, 100, cents(10'002));  // ours moves the mid, but not the recording's
    test.at(10).remove(11).remove(12);
    test.at(11).add(13, Side::Buy, 100, cents(10'095)).add(14, Side::Sell, 100, cents(10'105));
    test.at(12).trading_state('H');
    test.at(13).remove(13).add(15, Side::Buy, 100, cents(9'800));  // it does not trade
    test.end(20);
    const auto day = test.run();
    ASSERT_TRUE(day) << day.error().message;
    ASSERT_EQ(day->instruments.size(), 1U);
    EXPECT_EQ(day->instruments.front().hold_from, cents(10'000));
    EXPECT_EQ(day->instruments.front().hold_to, cents(10'000));
}

TEST(Benchmark, Case39FarOrdersBeforeTheOpenAreNoPrice) {
    support::ScriptedBacktest test;
    test.at(0).remove(1).remove(2).add(11, Side::Buy, 100, cents(1));
    test.add(12, Side::Sell, 100, cents(19'999'900));
    test.at(200).add(13, Side::Buy, 100, cents(9'999)).add(14, Side::Sell, 100, cents(10'001));
    test.end(400);
    const auto day = test.run();
    ASSERT_TRUE(day) << day.error().message;
    EXPECT_EQ(day->instruments.front().hold_from, cents(10'000));
}

TEST(Benchmark, Case39HasItsDefinition) {
    const auto found = std::ranges::find(definitions(), "benchmark", &Definition::key);
    ASSERT_NE(found, definitions().end());
    EXPECT_EQ(found->unit, "share");
}

}  // namespace
}  // namespace hotpath::backtest
