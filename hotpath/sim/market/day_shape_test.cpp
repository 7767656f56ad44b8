// The numbers that a generated day is made of: its plan, its planned events, integer powers, prices
// on ticks, dispersion.

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/sim/market/day_plan.hpp"
#include "hotpath/sim/market/dispersion.hpp"
#include "hotpath/sim/market/event_queue.hpp"
#include "hotpath/sim/market/instruments.hpp"
#include "hotpath/sim/market/powers_of_two.hpp"

namespace hotpath::sim::market {
namespace {

TEST(PowersOfTwo, AreExactAtTheirEnds) {
    EXPECT_EQ(power_of_half(kFixedOne / 2), 3'037'000'499U) << "2^32 / sqrt(2), rounded down";
    EXPECT_EQ(power_of_half(kFixedOne - 1), kFixedOne / 2) << "rounded down";
    EXPECT_EQ(minus_log2(kFixedOne + 1), 0U);
    for (std::uint32_t bits = 1; bits <= 32; ++bits) {
        EXPECT_EQ(minus_log2(kFixedOne >> bits), std::uint64_t{bits} << 32U) << bits;
    }
}

TEST(Ticks, AreACentFromOneDollarOn) {
    EXPECT_EQ(tick_units({9'999}), 1);
    EXPECT_EQ(tick_units({10'000}), 100);
    const struct {
        std::int64_t price;
        std::int64_t buy;
        std::int64_t sell;
    } rounded[] = {{10'000, 10'000, 10'000},
                   {10'001, 10'000, 10'100},
                   {10'099, 10'000, 10'100},
                   {10'100, 10'100, 10'100},
                   {9'999, 9'999, 9'999}};
    for (const auto& of : rounded) {
        EXPECT_EQ(on_tick(Side::Buy, {of.price}), Price{of.buy}) << of.price;
        EXPECT_EQ(on_tick(Side::Sell, {of.price}), Price{of.sell}) << of.price;
    }
}

TEST(Ticks, AwayIsBelowForBuyersAndAboveForSellers) {
    EXPECT_EQ(away(Side::Buy, {500'000}, 3), Price{499'700});
    EXPECT_EQ(away(Side::Sell, {500'000}, 3), Price{500'300});
    EXPECT_EQ(away(Side::Buy, {500'000}, -2), Price{500'200});
    EXPECT_EQ(away(Side::Sell, {500'000}, -2), Price{499'800});
    EXPECT_EQ(away(Side::Sell, {9'998}, 5), Price{10'100}) << "over a dollar the next cent";
    EXPECT_EQ(away(Side::Buy, {500'050}, 0), Price{500'000});
}

TEST(Instruments, TakeTheirNamesAndGiveTheirOwnAway) {
    Dice dice(1);
    Instruments instruments = make_instruments(3, dice);
    const auto symbol = [&](std::size_t id) { return instruments.by_id[id].listing.symbol; };
    const Symbol first = symbol(1);
    const Symbol third = symbol(3);
    const std::array names{third, *Symbol::from("ACME")};
    rename(instruments, names);
    EXPECT_EQ(symbol(1), third);
    EXPECT_EQ(symbol(2), *Symbol::from("ACME"));
    EXPECT_EQ(symbol(3), first) << "no symbol is there twice";
    const std::array more{*Symbol::from("A"), *Symbol::from("B"), *Symbol::from("C"),
                          *Symbol::from("D")};
    rename(instruments, more);
    EXPECT_EQ(symbol(1), more[0]);
    EXPECT_EQ(symbol(3), more[2]) << "a name without an instrument is left over";
}

TEST(Instruments, HavePricesOnTicksAndSpreadsOfATickAtLeast) {
    Dice dice(9);
    const Instruments instruments = make_instruments(2'000, dice);
    ASSERT_EQ(instruments.by_id.size(), 2'001U);
    for (std::size_t id = 1; id < instruments.by_id.size(); ++id) {
        const Instrument& of = instruments.by_id[id];
        EXPECT_EQ(on_tick(Side::Sell, of.anchor), of.anchor);
        EXPECT_GE(of.anchor, Price{3'000});
        EXPECT_LE(of.anchor, Price{30'000'000});
        EXPECT_EQ(of.value(), of.anchor);
        EXPECT_GE(of.usual_spread.value, 1);
        EXPECT_LE(of.spread_units(),
                  std::max<std::int64_t>(of.anchor.value * 46 / 10'000, tick_units(of.anchor)))
            << "2 and 4 and 40 basis points, or a tick";
        const bool is_nasdaq = std::string("QGS").contains(of.listing.market_category);
        EXPECT_EQ(of.listing.financial_status, is_nasdaq ? 'N' : ' ');
        EXPECT_EQ(of.listing.is_etp, of.listing.classification == 'Q');
    }
}

TEST(DayPlan, EachPieceBeginsWhereTheOneBeforeEnds) {
    const DayPlan plan(1'000'000);
    EXPECT_EQ(plan.piece(kSystemHours).from, kSystemHours);
    EXPECT_EQ(plan.piece(kSystemHours).messages_from, 0U);
    EXPECT_EQ(plan.piece(kSystemHours).messages_until, 8'000U);
    Time at = kSystemHours;
    std::uint64_t messages = 0;
    int pieces = 0;
    while (at < kEndOfSystemHours) {
        const DayPlan::Piece piece = plan.piece(at);
        ASSERT_EQ(piece.from, at);
        ASSERT_EQ(piece.messages_from, messages);
        ASSERT_GT(piece.until, piece.from);
        ASSERT_GT(piece.messages_until, piece.messages_from);
        ASSERT_EQ(plan.piece(Time{piece.until.value - 1}).from, at) << "up to its last nanosecond";
        at = piece.until;
        messages = piece.messages_until;
        ++pieces;
    }
    EXPECT_EQ(at, kEndOfSystemHours);
    EXPECT_EQ(messages, 1'000'000U);
    EXPECT_EQ(pieces, 27);
    EXPECT_EQ(plan.piece(kEndOfSystemHours).until, kEndOfSystemHours) << "the last one stays";
}

TEST(DayPlan, TheOpenIsTheBusiestMinute) {
    const DayPlan plan(1'000'000);
    const auto per_minute = [&](Time time) {
        const DayPlan::Piece piece = plan.piece(time);
        const std::int64_t minutes = (piece.until - piece.from).value / (60 * kNanosPerSecond);
        return (piece.messages_until - piece.messages_from) / static_cast<std::uint64_t>(minutes);
    };
    EXPECT_EQ(plan.piece(kMarketOpen).until, time_of_day(9, 31));
    EXPECT_EQ(per_minute(kMarketOpen), 15'000U);
    EXPECT_EQ(per_minute(time_of_day(13, 0)), 1'433U);
    EXPECT_EQ(per_minute(time_of_day(15, 59)), 10'000U);
}

TEST(Dispersion, CountsWindowsWithAndWithoutMessages) {
    Dispersion even({100});
    for (std::int64_t time = 0; time <= 1'000; time += 50) {
        even.on_message({time});
    }
    EXPECT_EQ(even.index(), 0) << "two in each window";
    Dispersion burst({100});
    EXPECT_EQ(burst.index(), 0) << "nothing yet";
    for (int n = 0; n < 4; ++n) {
        burst.on_message({n});
    }
    EXPECT_EQ(burst.index(), 0) << "the first window is still open";
    burst.on_message({399});
    // Windows of 4, 0 and 0: mean 4/3, variance 16/3 - 16/9, so the index is 8/3.
    EXPECT_DOUBLE_EQ(burst.index(), 8.0 / 3);
    EXPECT_EQ(burst.window(), Nanos{100});
}

TEST(EventQueue, IsByTimeAndThenByPlanning) {
    EventQueue queue(2, 3);
    for (const auto& [time, slot] : {std::pair{5, 1U}, {3, 2U}, {5, 3U}, {3, 4U}}) {
        queue.push({.time = {time}, .slot = slot});
    }
    EXPECT_EQ(queue.next_time(), Time{3});
    std::vector<Slot> slots;
    while (!queue.is_empty()) {
        slots.push_back(queue.pop().slot);
    }
    EXPECT_EQ(slots, (std::vector<Slot>{2, 4, 1, 3}));
}

TEST(EventQueue, KeepsThePlacesOfWhatMustBe) {
    EventQueue queue(2, 3);
    for (int n = 0; n < 2; ++n) {
        queue.push({.time = {n}});
        EXPECT_TRUE(queue.has_optional_room());
    }
    queue.push({.time = {2}});
    EXPECT_FALSE(queue.has_optional_room());
    queue.push({.time = {3}});
    queue.push({.time = {4}});
    EXPECT_EQ(queue.size(), 5U);
    EXPECT_DEATH(queue.push({.time = {5}}), "room for every mandatory event");
}

}  // namespace
}  // namespace hotpath::sim::market
