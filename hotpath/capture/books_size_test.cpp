// Books are large enough for the market they are made for, and never larger than for a whole day.

#include "hotpath/capture/books_size.hpp"

#include <fstream>

#include <gtest/gtest.h>

#include "tests/support/temporary_directory.hpp"

namespace hotpath::capture {
namespace {

TEST(BooksSize, LeavesRoomForAnOrderAMessage) {
    EXPECT_GE(books_for_messages(10'000).orders_max, 10'000U);
    EXPECT_GE(books_for_messages(10'000).levels_max, 10'000U);
    EXPECT_TRUE(books_for_messages(10'000).prefault);
}

TEST(BooksSize, IsAtMostThatOfAWholeDay) {
    const book::BooksOptions day;
    EXPECT_EQ(books_for_messages(500'000'000).orders_max, day.orders_max);
    EXPECT_EQ(books_for_messages(500'000'000).levels_max, day.levels_max);
}

TEST(BooksSize, AFileOfUnknownSizeMayHoldADay) {
    EXPECT_EQ(books_for_file("/no/such/file").orders_max, book::BooksOptions{}.orders_max);
}

TEST(BooksSize, ALargerFileHasLargerBooks) {
    const support::TemporaryDirectory folder;
    const auto file = folder.path() / "small.itch";
    std::ofstream(file) << std::string(38'000, 'x');
    EXPECT_GE(books_for_file(file).orders_max, 1'000U);
    EXPECT_LT(books_for_file(file).orders_max, book::BooksOptions{}.orders_max);
}

TEST(BooksSize, AFewInstrumentsNeedLessAndNoneMeansAll) {
    const book::BooksOptions day = books_for_messages(500'000'000);
    EXPECT_EQ(books_for_symbols(day, 0).orders_max, day.orders_max);
    EXPECT_LT(books_for_symbols(day, 1).orders_max, 200'000U);
    EXPECT_EQ(books_for_symbols(day, 5'000).orders_max, day.orders_max);
    EXPECT_EQ(books_for_symbols(books_for_messages(100), 1).orders_max,
              books_for_messages(100).orders_max);
}

TEST(BooksSize, TheIdsOfAWholeMarketAreDenseAndThoseOfAFewInstrumentsAreNot) {
    constexpr std::uint32_t kIdsOfADay = 290'000'000;
    const book::BooksOptions day = books_for_messages(500'000'000);
    EXPECT_GE(day.dense_ids, kIdsOfADay);
    EXPECT_GE(books_for_file("/no/such/file").dense_ids, kIdsOfADay);
    EXPECT_EQ(books_for_symbols(day, 0).dense_ids, day.dense_ids);
    EXPECT_EQ(books_for_symbols(day, 1).dense_ids, 0U);
}

}  // namespace
}  // namespace hotpath::capture
