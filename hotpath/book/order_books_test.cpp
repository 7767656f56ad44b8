// Examples of books: the same for the fast books and for their reference implementation.

#include "hotpath/book/order_books.hpp"

#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/book/l3_books.hpp"
#include "tests/reference/reference_books.hpp"

namespace hotpath::book {
namespace {

constexpr InstrumentId kApple{1};
constexpr InstrumentId kGoogle{2};

constexpr OrderView order(std::uint64_t id, Side side, std::int64_t price, std::uint32_t qty) {
    return {.id = {id}, .instrument = kApple, .side = side, .price = {price}, .leaves_qty = {qty}};
}
constexpr OrderView buy(std::uint64_t id, std::int64_t price, std::uint32_t qty) {
    return order(id, Side::Buy, price, qty);
}
constexpr OrderView sell(std::uint64_t id, std::int64_t price, std::uint32_t qty) {
    return order(id, Side::Sell, price, qty);
}

template <class Books>
class OrderBooksTest : public ::testing::Test {
  protected:
    std::vector<std::uint64_t> queue(Side side) const {
        std::vector<std::uint64_t> ids;
        books.for_each_order(kApple, side,
                             [&](const OrderView& each) { ids.push_back(each.id.value); });
        return ids;
    }

    Books books = *Books::create({.orders_max = 100,
                                  .levels_max = 50,
                                  .instruments_max = 2,
                                  .huge_pages = HugePages::Never});
};

using AllBooks = ::testing::Types<L3Books, ReferenceBooks>;
TYPED_TEST_SUITE(OrderBooksTest, AllBooks);

TYPED_TEST(OrderBooksTest, BeginEmptyInAnUnknownTradingState) {
    EXPECT_EQ(this->books.bbo(kApple), Bbo{});
    EXPECT_EQ(this->books.trading_state(kApple), TradingState::Unknown);
    EXPECT_EQ(this->books.open_orders(), 0U);
    EXPECT_EQ(this->books.front(kApple, Side::Buy), std::nullopt);
    EXPECT_EQ(this->books.checksum(), 0U);
}

TYPED_TEST(OrderBooksTest, AnAddAppearsInTheBestLevelAndIsFound) {
    const BookUpdate update = this->books.add(buy(7, 100, 300));
    EXPECT_EQ(update, (BookUpdate{.status = BookStatus::Ok,
                                  .side = Side::Buy,
                                  .instrument = kApple,
                                  .qty = {300},
                                  .price = {100},
                                  .bbo_changed = true,
                                  .crossed = false}));
    EXPECT_EQ(this->books.best(kApple, Side::Buy),
              (Level{.price = {100}, .qty = {300}, .orders = 1}));
    EXPECT_EQ(this->books.find({7}), buy(7, 100, 300));
    EXPECT_EQ(this->books.open_orders(), 1U);
}

TYPED_TEST(OrderBooksTest, LevelsAreSortedFromTheTouchOutward) {
    for (const std::int64_t price : {100, 103, 101, 102}) {
        this->books.add(buy(static_cast<std::uint64_t>(price), price, 1));
        this->books.add(sell(static_cast<std::uint64_t>(price + 100), price + 100, 1));
    }
    std::array<Level, 3> levels;
    ASSERT_EQ(this->books.depth(kApple, Side::Buy, levels), 3U);
    EXPECT_EQ(levels[0].price, Price{103});
    EXPECT_EQ(levels[2].price, Price{101});
    ASSERT_EQ(this->books.depth(kApple, Side::Sell, levels), 3U);
    EXPECT_EQ(levels[0].price, Price{200});
    EXPECT_EQ(levels[2].price, Price{202});
    EXPECT_EQ(this->books.level_count(kApple, Side::Buy), 4U);
}

TYPED_TEST(OrderBooksTest, OnlyTheBestLevelOfItsSideChangesTheBbo) {
    EXPECT_TRUE(this->books.add(buy(1, 100, 10)).bbo_changed);
    EXPECT_FALSE(this->books.add(buy(2, 99, 10)).bbo_changed);
    EXPECT_TRUE(this->books.add(buy(3, 100, 10)).bbo_changed);
    EXPECT_TRUE(this->books.add(sell(4, 105, 10)).bbo_changed);
    EXPECT_FALSE(this->books.reduce({2}, {5}).bbo_changed);
    EXPECT_TRUE(this->books.reduce({1}, {5}).bbo_changed);
    EXPECT_FALSE(this->books.remove({2}).bbo_changed);
    EXPECT_TRUE(this->books.remove({1}).bbo_changed);
}

TYPED_TEST(OrderBooksTest, PriorityFollowsTheOrderIdAndNotTheArrival) {
    for (const std::uint64_t id : {30U, 10U, 40U, 20U}) {
        this->books.add(buy(id, 100, 1));
    }
    EXPECT_EQ(this->queue(Side::Buy), (std::vector<std::uint64_t>{10, 20, 30, 40}));
    EXPECT_EQ(this->books.front(kApple, Side::Buy)->id, OrderId{10});
}

TYPED_TEST(OrderBooksTest, TheFrontIsExecutedForAllItHasOrLess) {
    EXPECT_FALSE(this->books.has_orders(kApple, Side::Buy));
    this->books.add(buy(1, 100, 10));
    this->books.add(buy(2, 100, 20));
    EXPECT_TRUE(this->books.has_orders(kApple, Side::Buy));
    EXPECT_EQ(this->books.best_price(kApple, Side::Buy), Price{100});
    EXPECT_EQ(this->books.execute_front(kApple, Side::Buy, {4}),
              (FrontExecution{.id = {1}, .qty = {4}, .leaves_qty = {6}}));
    EXPECT_EQ(this->books.execute_front(kApple, Side::Buy, {100}),
              (FrontExecution{.id = {1}, .qty = {6}, .leaves_qty = {}}));
    EXPECT_EQ(this->queue(Side::Buy), (std::vector<std::uint64_t>{2}));
    EXPECT_EQ(this->books.best(kApple, Side::Buy).qty, TotalQty{20});
}

TYPED_TEST(OrderBooksTest, AnOrderLookedUpOnceIsReadReducedAndRemovedWhereItStands) {
    EXPECT_FALSE(static_cast<bool>(this->books.cursor_of({1})));
    this->books.add(sell(1, 100, 10));
    const auto cursor = this->books.cursor_of({1});
    ASSERT_TRUE(static_cast<bool>(cursor));
    EXPECT_EQ(this->books.at(cursor), sell(1, 100, 10));
    this->books.reduce_at(cursor, {3});
    EXPECT_EQ(this->books.find({1}), sell(1, 100, 7));
    this->books.remove_at(this->books.cursor_of({1}));
    EXPECT_EQ(this->books.find({1}), std::nullopt);
    EXPECT_EQ(this->books.counters().applied, 3U);
}

TYPED_TEST(OrderBooksTest, OneOrderAfterTheOtherIsTheWholeSideInItsOrder) {
    const auto orders = {buy(2, 100, 1), buy(5, 100, 2), buy(1, 99, 3), buy(9, 98, 4)};
    for (const OrderView& order : orders) {
        this->books.add(order);
    }
    std::optional<OrderView> at = this->books.front(kApple, Side::Buy);
    for (const OrderView& order : orders) {
        EXPECT_EQ(at, order);
        at = this->books.next_after(order);
    }
    EXPECT_EQ(at, std::nullopt);
    EXPECT_EQ(this->books.back(kApple, {Side::Buy, {100}}), buy(5, 100, 2));
    EXPECT_EQ(this->books.back(kApple, {Side::Buy, {97}}), std::nullopt);
    EXPECT_EQ(this->books.back(kApple, {Side::Sell, {100}}), std::nullopt);
}

TYPED_TEST(OrderBooksTest, AfterAnOrderThatIsGoneComesTheFirstOfItsPriceOrOfTheNext) {
    this->books.add(buy(2, 100, 1));
    this->books.add(buy(5, 100, 2));
    this->books.add(buy(1, 99, 3));
    this->books.remove({5});
    EXPECT_EQ(this->books.next_after(buy(5, 100, 2))->id, OrderId{2});
    this->books.remove({2});
    EXPECT_EQ(this->books.next_after(buy(5, 100, 2))->id, OrderId{1});
    this->books.add(buy(5, 98, 1));
    EXPECT_EQ(this->books.next_after(buy(5, 99, 2))->id, OrderId{1}) << "it stands elsewhere now";
}

TYPED_TEST(OrderBooksTest, ALateLowIdFindsItsPlaceAfterTheHighestLeft) {
    for (const std::uint64_t id : {10U, 20U, 30U}) {
        this->books.add(buy(id, 100, 1));
    }
    this->books.remove({30});
    this->books.add(buy(25, 100, 1));
    this->books.add(buy(15, 100, 1));
    this->books.add(buy(5, 100, 1));
    EXPECT_EQ(this->queue(Side::Buy), (std::vector<std::uint64_t>{5, 10, 15, 20, 25}));
}

TYPED_TEST(OrderBooksTest, QueueAheadIsWhatStandsBeforeAnOrderAtItsPrice) {
    this->books.add(sell(1, 100, 10));
    this->books.add(sell(2, 100, 20));
    this->books.add(sell(3, 100, 30));
    this->books.add(sell(4, 99, 500));
    EXPECT_EQ(this->books.queue_ahead_qty({3}), TotalQty{30});
    EXPECT_EQ(this->books.queue_ahead_qty({1}), TotalQty{0});
    EXPECT_EQ(this->books.queue_ahead_qty({99}), TotalQty{0});
}

TYPED_TEST(OrderBooksTest, ReducingAnOrderKeepsItsPlaceInTheQueue) {
    this->books.add(buy(1, 100, 10));
    this->books.add(buy(2, 100, 10));
    EXPECT_EQ(this->books.reduce({1}, {4}).qty, Qty{4});
    EXPECT_EQ(this->queue(Side::Buy), (std::vector<std::uint64_t>{1, 2}));
    EXPECT_EQ(this->books.find({1})->leaves_qty, Qty{6});
    EXPECT_EQ(this->books.best(kApple, Side::Buy).qty, TotalQty{16});
}

TYPED_TEST(OrderBooksTest, AnExecutionInFullRemovesTheOrderAndAnEmptyLevel) {
    this->books.add(buy(1, 100, 10));
    this->books.add(buy(2, 99, 10));
    EXPECT_EQ(this->books.execute({1}, {10}).status, BookStatus::Ok);
    EXPECT_EQ(this->books.find({1}), std::nullopt);
    EXPECT_EQ(this->books.best(kApple, Side::Buy).price, Price{99});
    EXPECT_EQ(this->books.level_count(kApple, Side::Buy), 1U);
}

TYPED_TEST(OrderBooksTest, AnOverExecutionRemovesTheOrderAndIsCounted) {
    this->books.add(buy(1, 100, 10));
    const BookUpdate update = this->books.execute({1}, {11});
    EXPECT_EQ(update.status, BookStatus::OverExecution);
    EXPECT_EQ(update.qty, Qty{10});
    EXPECT_EQ(this->books.open_orders(), 0U);
    EXPECT_EQ(this->books.bbo(kApple), Bbo{});
    EXPECT_EQ(this->books.counters().over_executions, 1U);
}

TYPED_TEST(OrderBooksTest, AReplaceJoinsTheQueueByItsNewId) {
    this->books.add(buy(1, 100, 10));
    this->books.add(buy(2, 100, 10));
    const BookUpdate update = this->books.replace({1}, {.id = {3}, .qty = {8}, .price = {100}});
    EXPECT_EQ(update.status, BookStatus::Ok);
    EXPECT_TRUE(update.bbo_changed);
    EXPECT_EQ(this->queue(Side::Buy), (std::vector<std::uint64_t>{2, 3}));
    EXPECT_EQ(this->books.find({1}), std::nullopt);
    EXPECT_EQ(this->books.find({3}), buy(3, 100, 8));
}

TYPED_TEST(OrderBooksTest, AReplaceAwayFromTheTouchChangesTheBboItLeft) {
    this->books.add(sell(1, 100, 10));
    this->books.add(sell(2, 101, 10));
    EXPECT_TRUE(this->books.replace({1}, {.id = {3}, .qty = {10}, .price = {102}}).bbo_changed);
    EXPECT_EQ(this->books.best(kApple, Side::Sell).price, Price{101});
}

TYPED_TEST(OrderBooksTest, AReplaceMayKeepItsId) {
    this->books.add(buy(1, 100, 10));
    EXPECT_EQ(this->books.replace({1}, {.id = {1}, .qty = {5}, .price = {98}}).status,
              BookStatus::Ok);
    EXPECT_EQ(this->books.find({1}), buy(1, 98, 5));
    EXPECT_EQ(this->books.open_orders(), 1U);
}

TYPED_TEST(OrderBooksTest, ARefusalChangesNothingAndIsCountedByItsReason) {
    this->books.add(buy(1, 100, 10));
    this->books.add(buy(2, 99, 10));
    const std::uint64_t before = this->books.checksum();
    OrderView stranger = buy(9, 100, 1);
    stranger.instrument = {3};

    EXPECT_EQ(this->books.add(buy(1, 101, 5)).status, BookStatus::DuplicateOrder);
    EXPECT_EQ(this->books.add(buy(9, 101, 0)).status, BookStatus::ZeroQty);
    EXPECT_EQ(this->books.add(stranger).status, BookStatus::UnknownInstrument);
    stranger.instrument = {0};
    EXPECT_EQ(this->books.add(stranger).status, BookStatus::UnknownInstrument);
    EXPECT_EQ(this->books.execute({9}, {1}).status, BookStatus::UnknownOrder);
    EXPECT_EQ(this->books.execute({1}, {0}).status, BookStatus::ZeroQty);
    EXPECT_EQ(this->books.reduce({9}, {1}).status, BookStatus::UnknownOrder);
    EXPECT_EQ(this->books.remove({9}).status, BookStatus::UnknownOrder);
    EXPECT_EQ(this->books.replace({9}, {.id = {10}, .qty = {1}, .price = {1}}).status,
              BookStatus::UnknownOrder);
    EXPECT_EQ(this->books.replace({1}, {.id = {2}, .qty = {1}, .price = {1}}).status,
              BookStatus::DuplicateOrder);
    EXPECT_EQ(this->books.replace({1}, {.id = {3}, .qty = {0}, .price = {1}}).status,
              BookStatus::ZeroQty);

    EXPECT_EQ(this->books.checksum(), before);
    const BookCounters& counters = this->books.counters();
    EXPECT_EQ(counters.applied, 2U);
    EXPECT_EQ(counters.duplicate_orders, 2U);
    EXPECT_EQ(counters.zero_quantities, 3U);
    EXPECT_EQ(counters.unknown_instruments, 2U);
    EXPECT_EQ(counters.unknown_orders, 4U);
}

TYPED_TEST(OrderBooksTest, ACrossedOrLockedBookIsReportedAndNeverRefused) {
    this->books.add(buy(1, 100, 10));
    EXPECT_FALSE(this->books.add(sell(2, 101, 10)).crossed);
    EXPECT_TRUE(this->books.add(sell(3, 100, 10)).crossed);
    EXPECT_TRUE(this->books.add(buy(4, 105, 10)).crossed);
    EXPECT_TRUE(this->books.remove({3}).crossed);
    EXPECT_FALSE(this->books.remove({4}).crossed);
    EXPECT_EQ(this->books.counters().crossed, 3U);
}

TYPED_TEST(OrderBooksTest, TheBooksOfTwoInstrumentsDoNotTouchEachOther) {
    OrderView other = buy(2, 200, 5);
    other.instrument = kGoogle;
    this->books.add(buy(1, 100, 10));
    this->books.add(other);
    EXPECT_EQ(this->books.best(kApple, Side::Buy).price, Price{100});
    EXPECT_EQ(this->books.best(kGoogle, Side::Buy).price, Price{200});
    const std::uint64_t of_apple = this->books.checksum(kApple);
    this->books.remove({2});
    EXPECT_EQ(this->books.checksum(kApple), of_apple);
    EXPECT_EQ(this->books.checksum(kGoogle), 0U);
}

TYPED_TEST(OrderBooksTest, TradingStateIsKeptPerInstrumentAndIgnoredForOthers) {
    this->books.set_trading_state(kGoogle, TradingState::Halted);
    this->books.set_trading_state({0}, TradingState::Trading);
    this->books.set_trading_state({999}, TradingState::Trading);
    EXPECT_EQ(this->books.trading_state(kGoogle), TradingState::Halted);
    EXPECT_EQ(this->books.trading_state(kApple), TradingState::Unknown);
    EXPECT_EQ(this->books.trading_state({0}), TradingState::Unknown);
    EXPECT_EQ(this->books.trading_state({999}), TradingState::Unknown);
}

TYPED_TEST(OrderBooksTest, AQueryOfAnUnknownInstrumentFindsAnEmptyBook) {
    EXPECT_EQ(this->books.bbo({999}), Bbo{});
    EXPECT_EQ(this->books.level_count({0}, Side::Sell), 0U);
    EXPECT_EQ(this->books.front({999}, Side::Buy), std::nullopt);
    EXPECT_EQ(this->books.checksum({999}), 0U);
}

TYPED_TEST(OrderBooksTest, IdsAtTheEndsOfTheirRangeAreOrdersLikeAnyOther) {
    constexpr std::uint64_t kLast = 0xffff'ffff'ffff'ffffULL;
    for (const std::uint64_t id : {kLast, std::uint64_t{0}, kLast - 7, kLast - 8}) {
        EXPECT_EQ(this->books.add(buy(id, 100, 1)).status, BookStatus::Ok);
    }
    EXPECT_EQ(this->queue(Side::Buy), (std::vector<std::uint64_t>{0, kLast - 8, kLast - 7, kLast}));
    EXPECT_EQ(this->books.remove({kLast}).status, BookStatus::Ok);
    EXPECT_EQ(this->books.remove({kLast}).status, BookStatus::UnknownOrder);
}

TYPED_TEST(OrderBooksTest, PricesAtTheEndsOfTheRangeSortLikeAnyOther) {
    std::uint64_t id = 0;
    for (const std::int64_t price : {kPriceMax.value, std::int64_t{0}, std::int64_t{5}}) {
        this->books.add(buy(++id, price, 1));
    }
    EXPECT_EQ(this->books.best(kApple, Side::Buy).price, kPriceMax);
    EXPECT_EQ(this->queue(Side::Buy), (std::vector<std::uint64_t>{1, 3, 2}));
}

TYPED_TEST(OrderBooksTest, PricesBeyondTheRangeAreRefused) {
    for (const std::int64_t price : {std::int64_t{-1}, kPriceMax.value + 1}) {
        EXPECT_EQ(this->books.add(buy(1, price, 1)).status, BookStatus::PriceOutOfRange);
    }
    EXPECT_EQ(this->books.counters().prices_out_of_range, 2U);
    EXPECT_EQ(this->books.open_orders(), 0U);
}

TYPED_TEST(OrderBooksTest, TheChecksumTellsOrdersOfOneLevelApart) {
    this->books.add(buy(1, 100, 10));
    this->books.add(buy(2, 100, 20));
    const std::uint64_t first = this->books.checksum();
    this->books.reduce({1}, {5});
    this->books.reduce({2}, {5});
    this->books.add(buy(3, 100, 10));
    this->books.remove({3});
    EXPECT_NE(this->books.checksum(), first);
}

}  // namespace
}  // namespace hotpath::book
