// Books by price, beyond the property test: their bounds, the grid, memory.

#include "hotpath/book/l2_books.hpp"

#include <array>
#include <string>

#include <gtest/gtest.h>

namespace hotpath::book {
namespace {

constexpr InstrumentId kPricedApple{1};

L2Books priced_books_of(std::uint32_t orders_max, std::uint32_t pages_max) {
    return *L2Books::create({.orders_max = orders_max,
                             .pages_max = pages_max,
                             .instruments_max = 2,
                             .huge_pages = HugePages::Never});
}

constexpr OrderView priced(std::uint64_t id, Side side, std::int64_t price, std::uint32_t qty = 1) {
    return {.id = {id},
            .instrument = kPricedApple,
            .side = side,
            .price = {price},
            .leaves_qty = {qty}};
}

TEST(L2Books, KeepLevelsBetweenTheTicksInTheirPlace) {
    L2Books books = priced_books_of(100, 100);
    std::uint64_t id = 0;
    for (const std::int64_t price : {10'000, 10'150, 10'100, 10'199, 10'200, 16'500, 10'001}) {
        books.add(priced(++id, Side::Buy, price));
        books.add(priced(++id, Side::Sell, 100'000 - price));
    }
    const std::array<std::int64_t, 7> sorted{16'500, 10'200, 10'199, 10'150,
                                             10'100, 10'001, 10'000};
    std::array<Level, 10> levels;
    ASSERT_EQ(books.depth(kPricedApple, Side::Buy, levels), sorted.size());
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        EXPECT_EQ(levels[i].price, Price{sorted[i]});
    }
    ASSERT_EQ(books.depth(kPricedApple, Side::Sell, levels), sorted.size());
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        EXPECT_EQ(levels[i].price, Price{100'000 - sorted[i]});
    }
    EXPECT_EQ(books.level_count(kPricedApple, Side::Buy), sorted.size());
}

TEST(L2Books, FallBackToABestPriceBetweenTheTicksAndForwardAgain) {
    L2Books books = priced_books_of(100, 100);
    books.add(priced(1, Side::Sell, 10'050));
    books.add(priced(2, Side::Sell, 10'000));
    EXPECT_EQ(books.best(kPricedApple, Side::Sell).price, Price{10'000});
    EXPECT_TRUE(books.remove({2}).bbo_changed);
    EXPECT_EQ(books.best(kPricedApple, Side::Sell).price, Price{10'050});
    books.add(priced(3, Side::Sell, 10'100));
    EXPECT_TRUE(books.remove({1}).bbo_changed);
    EXPECT_EQ(books.best(kPricedApple, Side::Sell).price, Price{10'100});
    books.remove({3});
    EXPECT_EQ(books.bbo(kPricedApple), Bbo{});
}

TEST(L2Books, TakePagesBackWhenTheirLastLevelGoes) {
    L2Books books = priced_books_of(100, 2);
    constexpr std::int64_t kPageUnits = 64 * 100;
    for (int i = 1; i < 50; ++i) {
        const auto id = static_cast<std::uint64_t>(i);
        ASSERT_EQ(books.add(priced(id, Side::Buy, i * kPageUnits)).status, BookStatus::Ok) << i;
        ASSERT_EQ(books.add(priced(id + 50, Side::Buy, i * kPageUnits + 50)).status,
                  BookStatus::Ok);
        ASSERT_EQ(books.add(priced(id + 100, Side::Sell, 1'000'000)).status,
                  BookStatus::LevelsFull);
        ASSERT_TRUE(books.remove({id + 50}).bbo_changed);
        ASSERT_TRUE(books.remove({id}).bbo_changed);
    }
    EXPECT_EQ(books.open_orders(), 0U);
}

TEST(L2Books, RefuseWhatALevelCannotCount) {
    L2Books books = priced_books_of(LevelTotals::kOrdersMax + 10, 4);
    for (std::uint32_t id = 1; id <= LevelTotals::kOrdersMax; ++id) {
        ASSERT_EQ(books.add(priced(id, Side::Buy, 100)).status, BookStatus::Ok);
    }
    EXPECT_EQ(books.add(priced(1'000'000, Side::Buy, 100)).status, BookStatus::LevelsFull);
    EXPECT_EQ(books.find({1'000'000}), std::nullopt);
    EXPECT_EQ(books.best(kPricedApple, Side::Buy), (Level{.price = {100},
                                                          .qty = {LevelTotals::kOrdersMax},
                                                          .orders = LevelTotals::kOrdersMax}));
    EXPECT_EQ(books.counters().levels_full, 1U);
}

TEST(L2Books, TakeEveryPriceThatL3BooksTake) {
    L2Books books = priced_books_of(10, 10);
    EXPECT_EQ(books.add(priced(1, Side::Buy, 0)).status, BookStatus::Ok);
    EXPECT_EQ(books.add(priced(2, Side::Sell, 0)).status, BookStatus::Ok);
    EXPECT_EQ(books.add(priced(3, Side::Buy, kPriceMax.value)).status, BookStatus::Ok);
    EXPECT_EQ(books.add(priced(4, Side::Sell, kPriceMax.value)).status, BookStatus::Ok);
    EXPECT_EQ(books.find({4}), priced(4, Side::Sell, kPriceMax.value));
    EXPECT_EQ(books.best(kPricedApple, Side::Buy).price, kPriceMax);
    EXPECT_EQ(books.best(kPricedApple, Side::Sell).price, Price{0});
    EXPECT_EQ(books.add(priced(5, Side::Buy, -1)).status, BookStatus::PriceOutOfRange);
}

TEST(L2Books, NeedAtMostTwoGibibytesForADayOfFiveHundredMillionMessages) {
    // Of the day's 290 million reference numbers the last third goes to the map.
    constexpr L2BooksOptions kFullDay{.dense_ids = 200'000'000};
    EXPECT_LE(L2Books::memory_bytes(kFullDay), std::size_t{2} << 30U);
    EXPECT_GE(L2Books::memory_bytes(kFullDay), std::size_t{kFullDay.dense_ids} * 8);
}

TEST(L2Books, SayWhichOptionIsWrong) {
    const auto message_of = [](const L2BooksOptions& options) {
        const auto books = L2Books::create(options);
        return books ? std::string() : books.error().message;
    };
    EXPECT_NE(message_of({.orders_max = 0}).find("orders_max"), std::string::npos);
    EXPECT_NE(message_of({.pages_max = 0}).find("pages_max"), std::string::npos);
    EXPECT_NE(message_of({.instruments_max = 0}).find("instruments_max"), std::string::npos);
    EXPECT_NE(message_of({.tick = 0}).find("tick"), std::string::npos);
}

}  // namespace
}  // namespace hotpath::book
