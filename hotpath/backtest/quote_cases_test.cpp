// The cases of recordings by price (quotes, levels) that a backtest is held to, by number:
// docs/guide/backtest.md. Each fails when its rule is broken.

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/scripted_backtest.hpp"

namespace hotpath::backtest {
namespace {

using oms::Liquidity;
using sim::flow::QueueModel;
using support::cents;
using support::ScriptedBacktest;

struct QuoteFill {
    std::uint32_t qty;
    std::int64_t price;
    Liquidity liquidity;

    friend bool operator==(const QuoteFill&, const QuoteFill&) = default;
};

void PrintTo(const QuoteFill& fill, std::ostream* out) {
    *out << fill.qty << " at " << fill.price << ", " << static_cast<int>(fill.liquidity);
}

std::vector<QuoteFill> quote_fills(ScriptedBacktest& test) {
    test.options.fills = {.queue = QueueModel::BackOfLine, .is_of_levels = true};
    const auto day = test.run();
    EXPECT_TRUE(day) << day.error().message;
    std::vector<QuoteFill> fills;
    for (const FillRecord& fill : day ? day->fills : std::vector<FillRecord>{}) {
        fills.push_back({fill.qty.value, fill.price.value, fill.liquidity});
    }
    return fills;
}

QuoteFill taken(std::uint32_t qty, std::int64_t price) {
    return {qty, cents(price).value, Liquidity::Removed};
}
QuoteFill rested(std::uint32_t qty, std::int64_t price) {
    return {qty, cents(price).value, Liquidity::Added};
}

TEST(QuoteCases, Case14AMarketableLimitTakesUntilItsPriceIsPassed) {
    ScriptedBacktest test;
    test.at(1).add(11, Side::Sell, 100, cents(10'010));
    test.enter(2, Side::Buy, 300, cents(10'014));
    test.at(4).remove(11).add(12, Side::Sell, 50, cents(10'012));
    test.at(5).remove(12).add(13, Side::Sell, 500, cents(10'020));
    test.at(6).remove(13).add(14, Side::Sell, 60, cents(10'013));
    test.end(10);
    EXPECT_EQ(quote_fills(test),
              (std::vector{taken(100, 10'010), taken(50, 10'012), rested(60, 10'014)}));
}

TEST(QuoteCases, Case14ATradeThatTakesAllOfTheQuoteLeavesATaker) {
    ScriptedBacktest test;
    test.at(1).add(11, Side::Sell, 100, cents(10'010));
    test.enter(2, Side::Buy, 300, cents(10'014));
    test.at(4).execute(11, 100);
    test.at(5).add(12, Side::Sell, 50, cents(10'012));
    test.end(10);
    EXPECT_EQ(quote_fills(test), (std::vector{taken(100, 10'010), taken(50, 10'012)}));
}

TEST(QuoteCases, Case16NothingFillsInAGapOfTheData) {
    // The order takes what the quote shows, and no more until another quote comes, a minute later.
    ScriptedBacktest test;
    test.at(1).add(11, Side::Sell, 100, cents(10'010));
    test.enter(2, Side::Buy, 300, cents(10'014));
    test.at(60'000).remove(11).add(12, Side::Sell, 50, cents(10'012));
    test.end(60'010);
    test.options.fills = {.queue = QueueModel::BackOfLine, .is_of_levels = true};
    const auto day = test.run();
    ASSERT_TRUE(day) << day.error().message;
    ASSERT_EQ(day->fills.size(), 2U);
    EXPECT_LT(day->fills[0].at, support::after_open(3));
    EXPECT_GE(day->fills[1].at, support::after_open(60'000));
}

TEST(QuoteCases, AnOrderThatRestsIsExecutedAtItsLimitWhenAQuoteReachesIt) {
    ScriptedBacktest test;
    test.at(1).add(11, Side::Sell, 100, cents(10'010));
    test.enter(2, Side::Buy, 100, cents(10'000));
    test.at(4).remove(11).add(12, Side::Sell, 100, cents(9'998));
    test.end(10);
    EXPECT_EQ(quote_fills(test), std::vector{rested(100, 10'000)});
}

TEST(QuoteCases, Case6ALevelThatGrowsLeavesOurPlace) {
    ScriptedBacktest test;
    test.at(1).add(11, Side::Buy, 100, cents(10'000));
    test.enter(2, Side::Buy, 100, cents(10'000));
    test.at(4).replace_recorded(11, 12, 500, cents(10'000));
    test.at(5).execute(12, 100);  // those ahead
    test.at(6).execute(12, 30);
    test.end(10);
    EXPECT_EQ(quote_fills(test), std::vector{rested(30, 10'000)});
}

TEST(QuoteCases, Case2CuttingOursLeavesItsPlace) {
    ScriptedBacktest test;
    test.at(1).add(11, Side::Buy, 100, cents(10'000));
    test.enter(2, Side::Buy, 100, cents(10'000));
    test.at(4).replace_recorded(11, 12, 500, cents(10'000));
    test.reduce(5, 1, 40);
    test.at(7).execute(12, 100);  // those ahead
    test.at(8).execute(12, 60);
    test.end(10);
    EXPECT_EQ(quote_fills(test), std::vector{rested(40, 10'000)});
}

TEST(QuoteCases, Case13AFillOrKillOrderNeedsAllOfItInTheQuoteOfItsArrival) {
    ScriptedBacktest test;
    test.at(1).add(11, Side::Sell, 100, cents(10'010));
    test.enter(2, Side::Buy, 150, cents(10'010), TimeInForce::Fok);
    test.at(4).replace_recorded(11, 12, 200, cents(10'010));
    test.enter(5, Side::Buy, 150, cents(10'010), TimeInForce::Fok);
    test.at(7).replace_recorded(12, 13, 400, cents(10'010));
    test.end(10);
    // The level that grew is two orders of the venue's book.
    EXPECT_EQ(quote_fills(test), (std::vector{taken(100, 10'010), taken(50, 10'010)}));
}

TEST(QuoteCases, Case12APostOnlyOrderNeverGoesOnTaking) {
    ScriptedBacktest test;
    test.at(1).add(11, Side::Sell, 100, cents(10'010));
    test.enter_post_only(2, Side::Buy, 300, cents(10'010));
    test.at(4).replace_recorded(11, 12, 400, cents(10'010));
    test.enter_post_only(5, Side::Buy, 100, cents(10'000));
    test.at(7).remove(12).add(13, Side::Sell, 60, cents(9'998));
    test.end(10);
    EXPECT_EQ(quote_fills(test), std::vector{rested(60, 10'000)});
}

TEST(QuoteCases, Case32AFeedOfSnapshotsFillsByWhatItShows) {
    // Quotes without a trade: what leaves was canceled, and only a quote that reaches ours fills.
    ScriptedBacktest test;
    test.at(1).add(11, Side::Buy, 100, cents(10'000)).add(12, Side::Sell, 100, cents(10'010));
    test.enter(2, Side::Buy, 100, cents(10'000));
    test.at(4).remove(11);
    test.at(5).remove(12);  // one side empty
    test.at(6).add(13, Side::Sell, 40, cents(10'000));
    test.end(10);
    EXPECT_EQ(quote_fills(test), std::vector{rested(40, 10'000)});
}

TEST(QuoteCases, Case11WhatWasTakenIsGoneWhenTheLevelGrows) {
    ScriptedBacktest test;
    test.at(1).add(11, Side::Sell, 100, cents(10'010));
    test.enter(2, Side::Buy, 100, cents(10'010), TimeInForce::Ioc);
    test.at(4).replace_recorded(11, 12, 130, cents(10'010));
    test.enter(5, Side::Buy, 100, cents(10'010), TimeInForce::Ioc);
    test.end(10);
    EXPECT_EQ(quote_fills(test), (std::vector{taken(100, 10'010), taken(30, 10'010)}));
}

}  // namespace
}  // namespace hotpath::backtest
