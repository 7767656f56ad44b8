#include "hotpath/oms/position.hpp"

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::oms {
namespace {

TEST(PositionMarks, AnAdjustmentCanSetTheMark) {
    Position held;
    held.execute(Side::Buy, {100}, {30'000});
    held.mark = {30'000};
    held.mark_old_since = Time{5};
    held.adjust({.mark = {40'000}});
    EXPECT_EQ(held.mark, Price{40'000});
    EXPECT_EQ(held.market_mid, Price{40'000});
    EXPECT_EQ(held.mark_old_since, kNever);
    EXPECT_EQ(held.position, SignedQty{100});
    held.adjust({.new_shares = 2});
    EXPECT_EQ(held.mark, Price{20'000});
    EXPECT_EQ(held.market_mid, Position::kNotMarked) << "another market";
}

TEST(Position, BuyingPaysAndSellingReceives) {
    Position held;
    held.execute(Side::Buy, {100}, {50'000});
    EXPECT_EQ(held.position, SignedQty{100});
    EXPECT_EQ(held.cash, Money{-5'000'000});
    held.execute(Side::Sell, {40}, {51'000});
    EXPECT_EQ(held.position, SignedQty{60});
    EXPECT_EQ(held.cash, Money{-5'000'000 + 2'040'000});
    EXPECT_EQ(held.bought_qty, 100U);
    EXPECT_EQ(held.sold_qty, 40U);
}

TEST(Position, RealizesAgainstTheAverageCost) {
    Position held;
    held.execute(Side::Buy, {100}, {10'000});
    held.execute(Side::Buy, {100}, {12'000});
    EXPECT_EQ(held.realized_pnl(), Money{0});
    held.execute(Side::Sell, {50}, {13'000});
    EXPECT_EQ(held.realized_pnl(), Money{50 * (13'000 - 11'000)});
    EXPECT_EQ(held.unrealized_pnl({10'500}), Money{150 * (10'500 - 11'000)});
}

TEST(Position, AShortPositionGainsWhenThePriceFalls) {
    Position held;
    held.execute(Side::Sell, {100}, {20'000});
    EXPECT_EQ(held.position, SignedQty{-100});
    EXPECT_EQ(held.realized_pnl(), Money{0});
    EXPECT_EQ(held.unrealized_pnl({19'000}), Money{100'000});
    held.execute(Side::Buy, {100}, {18'000});
    EXPECT_EQ(held.position, SignedQty{0});
    EXPECT_EQ(held.realized_pnl(), Money{200'000});
    EXPECT_EQ(held.open_cost, Money{0});
}

TEST(Position, OneExecutionCanCloseALongAndOpenAShort) {
    Position held;
    held.execute(Side::Buy, {100}, {10'000});
    held.execute(Side::Sell, {150}, {11'000});
    EXPECT_EQ(held.position, SignedQty{-50});
    EXPECT_EQ(held.realized_pnl(), Money{100 * 1'000});
    EXPECT_EQ(held.open_cost, Money{-50 * 11'000});
    EXPECT_EQ(held.unrealized_pnl({11'000}), Money{0});
}

TEST(Position, UndoingABrokenTradeRestoresPositionAndCash) {
    Position held;
    held.execute(Side::Buy, {100}, {10'000});
    const Position before = held;
    held.execute(Side::Buy, {30}, {99'000});
    held.undo(Side::Buy, {30}, {99'000});
    EXPECT_EQ(held.position, before.position);
    EXPECT_EQ(held.cash, before.cash);
    EXPECT_EQ(held.bought_qty, before.bought_qty);
    EXPECT_EQ(held.sold_qty, 0U);
}

// ---- corporate actions

/// 100 shares bought or sold at 3 dollars, marked at 6.
[[nodiscard]] Position hundred(Side side) {
    Position held;
    held.execute(side, {100}, {30'000});
    held.mark = {60'000};
    return held;
}

TEST(Position, ASplitChangesSharesAndMarkAndNoMoney) {
    for (const Side side : {Side::Buy, Side::Sell}) {
        Position held = hundred(side);
        const Position before = held;
        held.adjust({.new_shares = 2, .old_shares = 1});
        EXPECT_EQ(held.position, SignedQty{sign(side) * 200});
        EXPECT_EQ(held.mark, Price{30'000});
        EXPECT_EQ(held.cash, before.cash);
        EXPECT_EQ(held.open_cost, before.open_cost);
        EXPECT_EQ(held.value(), before.value());
        EXPECT_EQ(held.bought_qty + held.sold_qty, 100U) << "a split is no trade";
    }
}

TEST(Position, ADividendIsPaidToALongPositionAndByAShortOne) {
    for (const Side side : {Side::Buy, Side::Sell}) {
        Position held = hundred(side);
        const Position before = held;
        held.adjust({.dividend = {500}});
        EXPECT_EQ(held.cash, before.cash + Money{sign(side) * 50'000});
        EXPECT_EQ(held.position, before.position);
        EXPECT_EQ(held.mark, before.mark);
        EXPECT_EQ(held.open_cost, before.open_cost);
    }
}

TEST(Position, ADividendIsOfTheSharesBeforeTheSplit) {
    Position held = hundred(Side::Buy);
    const Money before = held.cash;
    held.adjust({.new_shares = 3, .old_shares = 1, .dividend = {500}});
    EXPECT_EQ(held.position, SignedQty{300});
    EXPECT_EQ(held.cash, before + Money{50'000});
}

TEST(Position, WhatAReverseSplitLeavesOfAShareIsSoldAtTheMark) {
    for (const Side side : {Side::Buy, Side::Sell}) {
        Position held = hundred(side);
        const Position before = held;
        held.adjust({.new_shares = 1, .old_shares = 3});
        EXPECT_EQ(held.position, SignedQty{sign(side) * 33});
        EXPECT_EQ(held.mark, Price{180'000});
        EXPECT_EQ(held.cash, before.cash + Money{sign(side) * 60'000}) << "one old share";
        EXPECT_EQ(held.open_cost, before.open_cost - Money{sign(side) * 30'000}) << "its cost";
        EXPECT_EQ(held.realized_pnl() - before.realized_pnl(), Money{sign(side) * 30'000});
        EXPECT_EQ(held.cash + held.value(), before.cash + before.value());
    }
}

TEST(Position, AReverseSplitOfWholeSharesSellsNothing) {
    Position held = hundred(Side::Buy);
    const Money before = held.cash;
    held.adjust({.new_shares = 1, .old_shares = 4});
    EXPECT_EQ(held.position, SignedQty{25});
    EXPECT_EQ(held.cash, before);
    EXPECT_EQ(held.open_cost, Money{100 * 30'000});
}

TEST(Position, TheLargestPriceTimesTheLargestQtyOfTheWireFits) {
    Position held;
    held.execute(Side::Buy, {999'999}, {2'000'000'000});
    EXPECT_EQ(held.cash, Money{-1'999'998'000'000'000});
    held.execute(Side::Sell, {999'999}, {2'000'000'000});
    EXPECT_EQ(held.cash, Money{0});
    EXPECT_EQ(held.realized_pnl(), Money{0});
}

TEST(Position, RealizedAndUnrealizedAlwaysAddUpToCashAndMarkedPosition) {
    Random random(support::seed_of_this_test(20'261'121));
    Position held;
    for (int i = 0; i < 200'000; ++i) {
        const Side side = random.below(2) == 0 ? Side::Buy : Side::Sell;
        const Qty qty{1 + static_cast<std::uint32_t>(random.below(1'000))};
        const Price price{1 + static_cast<std::int64_t>(random.below(100'000))};
        held.execute(side, qty, price);
        const Price mark{static_cast<std::int64_t>(random.below(100'000))};
        ASSERT_EQ(held.realized_pnl() + held.unrealized_pnl(mark),
                  held.cash + mark * held.position);
        ASSERT_EQ(held.position.value, static_cast<std::int64_t>(held.bought_qty) -
                                           static_cast<std::int64_t>(held.sold_qty));
        if (held.position == SignedQty{}) {
            ASSERT_EQ(held.open_cost, Money{0}) << "a flat position has cost nothing";
        }
    }
}

}  // namespace
}  // namespace hotpath::oms
