// The cases of fees that a backtest is held to, by number: docs/guide/backtest.md. Each fails when its
// rule is broken. The fees are those of oms::Orders, which a live trader pays by, too.

#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/backtest/statistics/round_trips.hpp"
#include "tests/support/scripted_backtest.hpp"

namespace hotpath::backtest {
namespace {

using support::cents;
using support::ScriptedBacktest;

constexpr Price kFeeBid = cents(10'000);
constexpr Price kFeeAsk = cents(10'010);
constexpr std::int64_t kFeeBasisPoint = 1'000'000;  // of oms::ValueRate

DayResult result_of(const ScriptedBacktest& test) {
    auto day = test.run();
    EXPECT_TRUE(day) << day.error().message;
    return day ? std::move(*day) : DayResult{};
}

std::vector<Money> fees_of_fills(const DayResult& day) {
    std::vector<Money> fees;
    for (const FillRecord& fill : day.fills) {
        fees.push_back(fill.fee);
    }
    return fees;
}

/// 100 shares bought by crossing at 100.10, sold by resting at 100.50.
ScriptedBacktest there_and_back() {
    ScriptedBacktest test;
    test.at(1).add(11, Side::Sell, 100, kFeeAsk);
    test.enter(2, Side::Buy, 100, kFeeAsk, TimeInForce::Ioc);
    test.enter(3, Side::Sell, 100, cents(10'050));
    test.at(4).remove(11);
    test.at(5).add(20, Side::Sell, 100, cents(10'050)).execute(20, 100);
    test.end(10);
    return test;
}

TEST(FeeCases, Case34AFeeOnceAFillAndBothLegsInATradesResult) {
    ScriptedBacktest test = there_and_back();
    test.options.engine.orders.fees = {.added = {-20}, .removed = {30}};
    const DayResult day = result_of(test);
    EXPECT_EQ(fees_of_fills(day), (std::vector{Money{3'000}, Money{-2'000}}));
    EXPECT_EQ(fees(day), Money{1'000});
    const std::vector<RoundTrip> trips = round_trips({.days = {day}});
    ASSERT_EQ(trips.size(), 1U);
    EXPECT_EQ(trips.front().fees, Money{1'000});
    EXPECT_EQ(trips.front().pnl(), Money{100 * 4'000 - 1'000});
    EXPECT_EQ(trips.front().pnl(), pnl(day));
}

TEST(FeeCases, Case36FeesOfValueHaveTheSignThatTheyHaveLive) {
    ScriptedBacktest test = there_and_back();
    test.options.engine.orders.fees.of_value = {.added = {-kFeeBasisPoint},
                                                .removed = {kFeeBasisPoint}};
    const DayResult day = result_of(test);
    EXPECT_EQ(fees_of_fills(day), (std::vector{Money{10'010}, Money{-10'050}}));
    EXPECT_EQ(pnl(day), gross(day) + Money{40});
}

TEST(FeeCases, TiersAreOfTheSharesExecutedBeforeTheFill) {
    ScriptedBacktest test = there_and_back();
    test.options.engine.orders.fees = {.added = {10}, .removed = {30}};
    test.options.engine.orders.fee_rules.tiers[0] = {.from = {100}, .fees = {.added = {-25}}};
    EXPECT_EQ(fees_of_fills(result_of(test)), (std::vector{Money{3'000}, Money{-2'500}}));
    test.options.engine.orders.fee_rules.tiers[0].from = {101};
    EXPECT_EQ(fees_of_fills(result_of(test)), (std::vector{Money{3'000}, Money{1'000}}));
}

TEST(FeeCases, TheMinimumIsThatOfTheOrderHoweverManyFillsItHas) {
    ScriptedBacktest test;
    test.options.engine.orders.fees.added = {20};
    test.options.engine.orders.fee_rules.order_min = {10'000};  // a dollar
    test.enter(2, Side::Buy, 100, kFeeBid);
    test.at(4).add(11, Side::Buy, 100, kFeeBid).execute(11, 30).execute(11, 30).execute(11, 40);
    test.end(10);
    const DayResult day = result_of(test);
    EXPECT_EQ(fees_of_fills(day), (std::vector{Money{10'000}, Money{0}, Money{0}}));
    EXPECT_EQ(fees(day), Money{10'000});
}

}  // namespace
}  // namespace hotpath::backtest
