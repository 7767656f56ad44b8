// Round trips: each fee once, a reversal as a close and an open, and the sums of many.
#include "hotpath/backtest/statistics/round_trips.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"

namespace hotpath::backtest {
namespace {

FillRecord fill_of(Time at, Side side, std::uint32_t qty, std::int64_t price, std::int64_t fee) {
    return {
        .at = at, .instrument = {1}, .side = side, .qty = {qty}, .price = {price}, .fee = {fee}};
}

std::vector<RoundTrip> trips_of(const std::vector<FillRecord>& fills) {
    return round_trips({.days = {{.fills = fills}}});
}

TEST(RoundTrips, BothLegsFeesCountOnce) {
    const auto trips = trips_of(
        {fill_of({1}, Side::Buy, 100, 1'000, 7), fill_of({5}, Side::Sell, 100, 1'010, 11)});
    ASSERT_EQ(trips.size(), 1U);
    EXPECT_EQ(trips[0].gross, Money{1'000});
    EXPECT_EQ(trips[0].fees, Money{18});
    EXPECT_EQ(trips[0].pnl(), Money{982});
    EXPECT_EQ(trips[0].side, Side::Buy);
    EXPECT_EQ(trips[0].opened, Time{1});
    EXPECT_EQ(trips[0].closed, Time{5});
    EXPECT_EQ(trips[0].qty, TotalQty{200});
}

TEST(RoundTrips, AReversalIsACloseAndAnOpen) {
    const auto trips =
        trips_of({fill_of({1}, Side::Buy, 100, 1'000, 10), fill_of({2}, Side::Sell, 300, 1'020, 31),
                  fill_of({3}, Side::Buy, 200, 1'010, 20)});
    ASSERT_EQ(trips.size(), 2U);
    EXPECT_EQ(trips[0].gross, Money{2'000});
    EXPECT_EQ(trips[0].fees, Money{10 + 10}) << "a third of the reversal's fee, rounded down";
    EXPECT_EQ(trips[1].side, Side::Sell);
    EXPECT_EQ(trips[1].gross, Money{2'000});
    EXPECT_EQ(trips[1].fees, Money{21 + 20});
    EXPECT_EQ(trips[1].opened, Time{2});
}

TEST(RoundTrips, AnOpenPositionIsNone) {
    EXPECT_TRUE(
        trips_of({fill_of({1}, Side::Sell, 100, 1'000, 1), fill_of({2}, Side::Buy, 99, 900, 1)})
            .empty());
}

TEST(RoundTrips, InstrumentsAndDaysAreApart) {
    FillRecord other = fill_of({2}, Side::Sell, 100, 1'010, 0);
    other.instrument = {2};
    const DayResult day{.fills = {fill_of({1}, Side::Buy, 100, 1'000, 0), other}};
    EXPECT_TRUE(round_trips({.days = {day}}).empty());
    const DayResult next{.fills = {fill_of({1}, Side::Sell, 100, 1'000, 0)}};
    EXPECT_TRUE(round_trips({.days = {day, next}}).empty()) << "every day begins flat";
}

TEST(RoundTrips, AFeeTimesAQuantityDoesNotOverflow) {
    constexpr std::int64_t kFee = std::numeric_limits<std::int64_t>::max() / 4;
    const auto trips = trips_of({fill_of({1}, Side::Buy, 1'000'000'000, 1, 0),
                                 fill_of({2}, Side::Sell, 4'000'000'000U, 1, kFee)});
    ASSERT_EQ(trips.size(), 1U);
    EXPECT_EQ(trips[0].fees, Money{kFee / 4});
}

/// Random fills that end flat: the trips' results add up to cash less fees, to the last unit.
TEST(RoundTrips, AddUpToTheDay) {
    Random random(11);
    std::vector<FillRecord> fills;
    SignedQty position;
    Money cash;
    Money fees;
    const auto add = [&](Side side, std::uint32_t qty) {
        fills.push_back(fill_of({static_cast<std::int64_t>(fills.size())}, side, qty,
                                static_cast<std::int64_t>(random.below(1'000)),
                                static_cast<std::int64_t>(random.below(100)) - 30));
        position += signed_qty(side, {qty});
        cash -= fills.back().price * signed_qty(side, {qty});
        fees += fills.back().fee;
    };
    for (int i = 0; i < 1'000; ++i) {
        add(random.one_in(2) ? Side::Buy : Side::Sell,
            1 + static_cast<std::uint32_t>(random.below(9)));
    }
    if (position != SignedQty{}) {
        add(position > SignedQty{} ? Side::Sell : Side::Buy,
            static_cast<std::uint32_t>(magnitude(position).value));
    }
    Money gross_sum;
    Money fees_sum;
    const auto trips = trips_of(fills);
    ASSERT_GT(trips.size(), 5U);
    for (const RoundTrip& trip : trips) {
        gross_sum += trip.gross;
        fees_sum += trip.fees;
    }
    EXPECT_EQ(gross_sum, cash);
    EXPECT_EQ(fees_sum, fees);
}

TEST(RoundTripSummary, CountsWinsAfterFees) {
    const auto summary = summary_of(
        std::vector<RoundTrip>{{.opened = {0}, .closed = {10}, .gross = {100}, .fees = {40}},
                               {.opened = {0}, .closed = {20}, .gross = {40}, .fees = {40}},
                               {.opened = {0}, .closed = {30}, .gross = {-10}, .fees = {20}}});
    EXPECT_EQ(summary.count, 3U);
    EXPECT_EQ(summary.wins, 1U) << "a result of 0 is no win";
    EXPECT_DOUBLE_EQ(*summary.win_rate(), 1.0 / 3);
    EXPECT_DOUBLE_EQ(*summary.profit_factor(), 2.0);
    EXPECT_EQ(summary.mean_held(), Nanos{20});
}

TEST(RoundTripSummary, OfNoneIsNotDefined) {
    const RoundTripSummary none = summary_of(std::vector<RoundTrip>{});
    EXPECT_FALSE(none.win_rate());
    EXPECT_FALSE(none.profit_factor());
    EXPECT_FALSE(none.mean_held());
    EXPECT_FALSE(summary_of(std::vector<RoundTrip>{{.gross = {1}}}).profit_factor());
}

}  // namespace
}  // namespace hotpath::backtest
