// Specific to L3Books: bounds, set-up, no allocation; and its BookView.

#include "hotpath/book/l3_books.hpp"

#include <array>
#include <utility>

#include <gtest/gtest.h>

#include "hotpath/book/book_view.hpp"
#include "hotpath/core/checksum.hpp"
#include "hotpath/core/random.hpp"
#include "tests/support/no_alloc_scope.hpp"

namespace hotpath::book {
namespace {

constexpr InstrumentId kApple{1};

OrderView buy(std::uint64_t id, std::int64_t price) {
    return {.id = {id}, .instrument = kApple, .price = {price}, .leaves_qty = {10}};
}

L3Books books_of(std::uint32_t orders_max, std::uint32_t levels_max) {
    return *L3Books::create({.orders_max = orders_max,
                             .levels_max = levels_max,
                             .instruments_max = 2,
                             .huge_pages = HugePages::Never});
}

TEST(L3Books, RefuseBoundsOfZeroAndBoundsBeyondTheirIndexes) {
    EXPECT_FALSE(L3Books::create({.orders_max = 0}));
    EXPECT_FALSE(L3Books::create({.orders_max = 1U << 29U}));
    EXPECT_FALSE(L3Books::create({.levels_max = 0}));
    EXPECT_FALSE(L3Books::create({.levels_max = 1U << 29U}));
    const Expected<L3Books> none = L3Books::create({.instruments_max = 0});
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().message, "books: instruments_max must be at least 1");
}

TEST(L3Books, TakeTheLastOrderAndRefuseTheNext) {
    L3Books books = books_of(3, 3);
    for (std::uint64_t id = 1; id <= 3; ++id) {
        EXPECT_EQ(books.add(buy(id, 100)).status, BookStatus::Ok);
    }
    EXPECT_EQ(books.add(buy(4, 100)).status, BookStatus::OrdersFull);
    EXPECT_EQ(books.counters().orders_full, 1U);
    EXPECT_EQ(books.replace({1}, {.id = {4}, .qty = {1}, .price = {100}}).status, BookStatus::Ok);
    EXPECT_EQ(books.remove({2}).status, BookStatus::Ok);
    EXPECT_EQ(books.add(buy(5, 100)).status, BookStatus::Ok);
    EXPECT_EQ(books.open_orders(), 3U);
}

TEST(L3Books, TakeTheLastLevelAndRefuseTheNext) {
    L3Books books = books_of(10, 2);
    EXPECT_EQ(books.add(buy(1, 100)).status, BookStatus::Ok);
    EXPECT_EQ(books.add(buy(2, 101)).status, BookStatus::Ok);
    EXPECT_EQ(books.add(buy(3, 102)).status, BookStatus::LevelsFull);
    EXPECT_EQ(books.find({3}), std::nullopt);
    EXPECT_EQ(books.add(buy(3, 101)).status, BookStatus::Ok);
    EXPECT_EQ(books.remove({1}).status, BookStatus::Ok);
    EXPECT_EQ(books.add(buy(4, 102)).status, BookStatus::Ok);
    EXPECT_EQ(books.open_levels(), 2U);
}

TEST(L3Books, NeedAtMostTwoGibibytesForADayOfFiveHundredMillionMessages) {
    // Such a day hands out some 290 million reference numbers; 2 million orders are open at once.
    constexpr BooksOptions kFullDay{.dense_ids = 300'000'000};
    EXPECT_LE(L3Books::memory_bytes(kFullDay), std::size_t{2} << 30U);
    EXPECT_GE(L3Books::memory_bytes(kFullDay), std::size_t{kRingMax} * sizeof(OrderRecord));
}

TEST(L3Books, RefusePricesOutOfRangeAndKeepTheOrderThatWasToBeReplaced) {
    L3Books books = books_of(10, 10);
    EXPECT_EQ(books.add(buy(1, 0)).status, BookStatus::Ok);
    EXPECT_EQ(books.add(buy(2, kPriceMax.value)).status, BookStatus::Ok);
    for (const std::int64_t price : {std::int64_t{-1}, kPriceMax.value + 1}) {
        EXPECT_EQ(books.add(buy(3, price)).status, BookStatus::PriceOutOfRange);
        EXPECT_EQ(books.replace({1}, {.id = {3}, .qty = {1}, .price = {price}}).status,
                  BookStatus::PriceOutOfRange);
        EXPECT_EQ(books.level({1}, {.side = Side::Buy, .price = {price}}).orders, 0U);
    }
    EXPECT_EQ(books.counters().prices_out_of_range, 4U);
    EXPECT_EQ(books.find({3}), std::nullopt);
    EXPECT_EQ(books.open_orders(), 2U);
    EXPECT_EQ(books.best({1}, Side::Buy).price, kPriceMax);
}

TEST(L3Books, AReplaceThatFindsNoLevelLosesTheOrderAndSaysSo) {
    L3Books books = books_of(10, 2);
    books.add(buy(1, 100));
    books.add(buy(2, 100));
    books.add(buy(3, 99));
    const BookUpdate update = books.replace({1}, {.id = {4}, .qty = {1}, .price = {101}});
    EXPECT_EQ(update.status, BookStatus::LevelsFull);
    EXPECT_TRUE(update.bbo_changed);
    EXPECT_EQ(books.open_orders(), 2U);
    EXPECT_EQ(books.find({1}), std::nullopt);
}

TEST(L3Books, PrefaultingTheirMemoryChangesNothingElse) {
    L3Books books = *L3Books::create({.orders_max = 1'000,
                                      .levels_max = 1'000,
                                      .instruments_max = 2,
                                      .huge_pages = HugePages::Never,
                                      .prefault = true});
    EXPECT_EQ(books.checksum(), 0U);
    EXPECT_EQ(books.add(buy(1, 100)).status, BookStatus::Ok);
}

/// The example of README.md, so that it compiles.
Expected<Bbo> example() {
    Expected<L3Books> books =
        L3Books::create({.orders_max = 1'000, .levels_max = 100, .instruments_max = 8});
    if (!books) {
        return std::unexpected(books.error());
    }
    const InstrumentId apple{1};
    books->add({.id = {7},
                .instrument = apple,
                .side = Side::Buy,
                .price = {1'000'000},
                .leaves_qty = {300}});
    const BookUpdate update = books->execute({7}, {100});
    return update.bbo_changed ? books->bbo(apple) : Bbo{};
}

TEST(L3Books, TheExampleOfTheReadmeDoesWhatItSays) {
    EXPECT_EQ(example()->bid, (Level{.price = {1'000'000}, .qty = {200}, .orders = 1}));
}

TEST(L3Books, KeepTheirContentsWhenMoved) {
    L3Books books = books_of(10, 10);
    books.add(buy(1, 100));
    const std::uint64_t checksum = books.checksum();
    L3Books moved = std::move(books);
    EXPECT_EQ(moved.checksum(), checksum);
    EXPECT_EQ(moved.remove({1}).status, BookStatus::Ok);
}

TEST(L3Books, ASecondAddOfAFreedIdIsANewOrder) {
    L3Books books = books_of(10, 10);
    books.add(buy(1, 100));
    books.remove({1});
    EXPECT_EQ(books.add(buy(1, 90)).status, BookStatus::Ok);
    EXPECT_EQ(books.best(kApple, Side::Buy).price, Price{90});
}

TEST(L3Books, AllocateNothingAfterTheirConstruction) {
    L3Books books = books_of(5'000, 5'000);
    Random random(1);
    std::array<Level, 5> levels;
    std::uint64_t seen = 0;
    const NoAllocScope scope;
    for (std::uint64_t id = 1; id <= 100'000; ++id) {
        books.add(buy(id, static_cast<std::int64_t>(random.below(1'000))));
        books.execute({random.below(id)}, {5});
        books.reduce({random.below(id)}, {3});
        books.replace({random.below(id)}, {.id = {id + 200'000}, .qty = {7}, .price = {500}});
        books.remove({id > 2'000 ? id - 2'000 : id});
        seen += books.depth(kApple, Side::Buy, levels) + books.checksum({2});
    }
    EXPECT_EQ(scope.allocations(), 0U);
    EXPECT_GT(seen, 0U);
    EXPECT_GT(books.counters().orders_full, 0U);
}

TEST(L3Books, TheChecksumIsTheOneOfTheDocument) {
    L3Books books = books_of(10, 10);
    books.add(buy(7, 100));
    books.add(buy(3, 100));
    books.add(buy(5, 99));
    Checksum expected;
    expected.add(kApple.value);
    for (const std::uint64_t word : {2U, 100U, 20U, 2U, 99U, 10U, 1U}) {  // bids: two levels
        expected.add(word);
    }
    for (const std::uint64_t word : {3U, 10U, 7U, 10U, 5U, 10U}) {  // their orders
        expected.add(word);
    }
    expected.add(0);  // asks: no level
    EXPECT_EQ(books.checksum(), expected.value());
    EXPECT_EQ(books.checksum(kApple), expected.value());
}

TEST(BookView, ShowsItsInstrumentOnly) {
    L3Books books = books_of(10, 10);
    const BookView view(books, kApple);
    const BookView other(books, {2});
    books.add(buy(1, 100));
    books.add(buy(2, 100));
    EXPECT_EQ(view.best_bid(), (Level{.price = {100}, .qty = {20}, .orders = 2}));
    EXPECT_EQ(view.best_ask(), Level{});
    EXPECT_EQ(view.queue_ahead_qty({2}), TotalQty{10});
    EXPECT_EQ(view.level_count(Side::Buy), 1U);
    EXPECT_EQ(other.bbo(), Bbo{});
    books.set_trading_state(kApple, TradingState::Trading);
    EXPECT_EQ(view.trading_state(), TradingState::Trading);
    EXPECT_EQ(other.trading_state(), TradingState::Unknown);
}

TEST(BookView, TheTickIsACentFromOneDollarUpAndAHundredthOfItBelow) {
    const L3Books books = books_of(1, 1);
    const BookView view(books, kApple);
    EXPECT_EQ(view.tick({10'000}), 100);
    EXPECT_EQ(view.tick({9'999}), 1);
}

}  // namespace
}  // namespace hotpath::book
