// Events that move our place in line and those that do not, one at a time.

#include "hotpath/book/queue_positions.hpp"

#include <gtest/gtest.h>

#include "hotpath/book/l3_books.hpp"
#include "tests/support/last_change.hpp"

namespace hotpath::book {
namespace {

constexpr InstrumentId kQueued{1};
constexpr Price kPrice{1'000'000};
constexpr OrderId kOurs{50};

/// At kPrice: 200 and 300 ahead of our 400, then 500 behind.
class QueuePositionsTest : public ::testing::Test {
  protected:
    QueuePositionsTest() {
        add(10, 200);
        add(20, 300);
        add(kOurs.value, 400);
        add(90, 500);
        EXPECT_EQ(positions.watch(books, kOurs), WatchStatus::Ok);
    }

    void add(std::uint64_t id, std::uint32_t qty, Price price = kPrice, Side side = Side::Buy) {
        recorder.add(
            {.id = {id}, .instrument = kQueued, .side = side, .price = price, .leaves_qty = {qty}});
        report();
    }
    void execute(std::uint64_t id, std::uint32_t qty) {
        recorder.execute({id}, {qty});
        report();
    }
    void reduce(std::uint64_t id, std::uint32_t qty) {
        recorder.reduce({id}, {qty});
        report();
    }
    void remove(std::uint64_t id) {
        recorder.remove({id});
        report();
    }
    void replace(std::uint64_t id, const Replacement& replacement) {
        recorder.replace({id}, replacement);
        report();
    }
    void report() { positions.on_change(recorder.last(), books); }

    [[nodiscard]] std::uint64_t ahead(OrderId id = kOurs) const {
        const auto position = positions.find(id);
        EXPECT_TRUE(position.has_value());
        return position ? position->queue_ahead_qty.value : ~0ULL;
    }

    L3Books books = *L3Books::create(
        {.orders_max = 20, .levels_max = 20, .instruments_max = 2, .huge_pages = HugePages::Never});
    support::LastChange<L3Books> recorder{books};
    QueuePositions positions{{.instruments_max = 2, .orders_max = 2}};
};

TEST_F(QueuePositionsTest, BeginsWithWhatStandsAheadInTheBook) {
    EXPECT_EQ(positions.find(kOurs)->order, books.find(kOurs));
    EXPECT_EQ(ahead(), 500U);
}

/// A backtester that sees levels only guesses here that part of the 100 stood ahead of us.
TEST_F(QueuePositionsTest, AStrangerBehindUsWhoCancelsMovesNothing) {
    reduce(90, 100);
    EXPECT_EQ(ahead(), 500U);
    remove(90);
    EXPECT_EQ(ahead(), 500U);
    EXPECT_EQ(books.level(kQueued, {.side = Side::Buy, .price = kPrice}).qty, TotalQty{900});
}

TEST_F(QueuePositionsTest, CancelsAheadOfUsMoveUsUp) {
    reduce(10, 150);
    EXPECT_EQ(ahead(), 350U);
    remove(20);
    EXPECT_EQ(ahead(), 50U);
}

TEST_F(QueuePositionsTest, ExecutionsAheadWhollyAndInPartMoveUsUp) {
    execute(10, 60);
    EXPECT_EQ(ahead(), 440U);
    execute(10, 140);
    EXPECT_EQ(ahead(), 300U);
    execute(20, 300);
    EXPECT_EQ(ahead(), 0U);
}

TEST_F(QueuePositionsTest, AnExecutionForMoreThanTheOrderHadTakesOnlyWhatItHad) {
    execute(10, 1'000);
    EXPECT_EQ(ahead(), 300U);
}

TEST_F(QueuePositionsTest, OurOwnExecutionLeavesThoseAheadWhereTheyAre) {
    execute(kOurs.value, 100);  // out of turn: 500 stand ahead of it
    EXPECT_EQ(ahead(), 500U);
    EXPECT_EQ(positions.find(kOurs)->order.leaves_qty, Qty{300});
}

TEST_F(QueuePositionsTest, AStrangersExecutionOutOfTurnMovesNothing) {
    execute(90, 500);
    EXPECT_EQ(ahead(), 500U);
}

TEST_F(QueuePositionsTest, NewOrdersJoinBehindUs) {
    add(91, 700);
    EXPECT_EQ(ahead(), 500U);
}

TEST_F(QueuePositionsTest, AnOrderReleasedLateWithALowerIdStandsAheadOfUs) {
    add(30, 70);
    EXPECT_EQ(ahead(), 570U);
}

TEST_F(QueuePositionsTest, OtherPricesOtherSidesAndRefusalsMoveNothing) {
    add(11, 70, kPrice + 100);
    add(12, 70, kPrice - 100);
    add(13, 70, kPrice, Side::Sell);
    add(10, 70);  // a duplicate
    execute(77, 10);
    EXPECT_EQ(ahead(), 500U);
}

TEST_F(QueuePositionsTest, AStrangersReplaceAheadOfUsGivesUpItsPlace) {
    replace(10, {.id = {95}, .qty = {200}, .price = kPrice});
    EXPECT_EQ(ahead(), 300U);
    replace(90, {.id = {96}, .qty = {900}, .price = kPrice});
    EXPECT_EQ(ahead(), 300U);
}

TEST_F(QueuePositionsTest, OurReplaceGoesToTheBackAndIsFollowedUnderItsNewId) {
    replace(kOurs.value, {.id = {99}, .qty = {100}, .price = kPrice});
    EXPECT_FALSE(positions.find(kOurs));
    EXPECT_EQ(ahead({99}), 1'000U);
    EXPECT_EQ(positions.find({99})->order, books.find({99}));
    EXPECT_EQ(positions.size(), 1U);
    execute(10, 200);
    EXPECT_EQ(ahead({99}), 800U);
}

TEST_F(QueuePositionsTest, OurReplaceToAnotherPriceStandsInThatQueue) {
    add(92, 40, kPrice + 100);
    replace(kOurs.value, {.id = {99}, .qty = {100}, .price = kPrice + 100});
    EXPECT_EQ(ahead({99}), 40U);
    remove(10);
    EXPECT_EQ(ahead({99}), 40U);
    remove(92);
    EXPECT_EQ(ahead({99}), 0U);
}

TEST_F(QueuePositionsTest, AReplaceTheBooksRefuseLeavesUsInOurPlace) {
    replace(kOurs.value, {.id = {99}, .qty = {0}, .price = kPrice});
    replace(kOurs.value, {.id = {90}, .qty = {10}, .price = kPrice});
    EXPECT_EQ(ahead(), 500U);
    EXPECT_EQ(positions.find(kOurs)->order.leaves_qty, Qty{400});
}

TEST_F(QueuePositionsTest, AnOrderThatIsGoneIsForgotten) {
    execute(kOurs.value, 400);
    EXPECT_FALSE(positions.find(kOurs));
    EXPECT_EQ(positions.size(), 0U);
    remove(10);
    EXPECT_FALSE(positions.unwatch(kOurs));
}

TEST_F(QueuePositionsTest, TwoOrdersOfOursAtOnePriceAreKeptApart) {
    ASSERT_EQ(positions.watch(books, {90}), WatchStatus::Ok);
    EXPECT_EQ(ahead({90}), 900U);
    execute(kOurs.value, 150);
    EXPECT_EQ(ahead({90}), 750U);
    remove(10);
    EXPECT_EQ(ahead(), 300U);
    EXPECT_EQ(ahead({90}), 550U);
    EXPECT_TRUE(positions.unwatch(kOurs));
    remove(20);
    EXPECT_EQ(ahead({90}), 250U);
}

TEST_F(QueuePositionsTest, WhatCannotBeWatchedIsRefused) {
    EXPECT_EQ(positions.watch(books, {77}), WatchStatus::UnknownOrder);
    EXPECT_EQ(positions.watch(books, kOurs), WatchStatus::AlreadyWatched);
    EXPECT_EQ(positions.watch(books, {10}), WatchStatus::Ok);
    EXPECT_EQ(positions.watch(books, {20}), WatchStatus::Full);
    positions.clear();
    EXPECT_EQ(positions.size(), 0U);
    EXPECT_EQ(positions.watch(books, {20}), WatchStatus::Ok);
    EXPECT_EQ(ahead({20}), 200U);
}

}  // namespace
}  // namespace hotpath::book
