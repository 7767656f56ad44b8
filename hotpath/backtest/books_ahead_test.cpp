// From how many open orders on a backtest looks ahead for orders and levels.
#include "hotpath/backtest/books_ahead.hpp"

#include <array>

#include <gtest/gtest.h>

namespace hotpath::backtest {
namespace {

[[nodiscard]] book::L3Books books_of(std::uint32_t orders) {
    auto books =
        *book::L3Books::create({.orders_max = 100, .levels_max = 100, .instruments_max = 2});
    for (std::uint32_t n = 1; n <= orders; ++n) {
        EXPECT_EQ(books
                      .add({.id = {n},
                            .instrument = {1},
                            .side = Side::Buy,
                            .price = {n * 100},
                            .leaves_qty = {100}})
                      .status,
                  book::BookStatus::Ok);
    }
    return books;
}

TEST(BooksAhead, TheOrdersOfAllItsBooksTogetherDecideWhichStepsAreTaken) {
    const feed::LookAheadOptions options{.distances = {.table = 9, .order = 5, .level = 3},
                                         .orders_min = 30};
    const feed::LookAheadDistances table_only{.table = 9, .order = 0, .level = 0};
    const book::L3Books recording = books_of(12);
    const book::L3Books venue = books_of(10);
    book::L3Books trader = books_of(7);
    const std::array all{&recording, &venue, static_cast<const book::L3Books*>(&trader)};
    const BooksAhead ahead(all, options);
    EXPECT_EQ(ahead.look_ahead(), table_only) << "29 orders";
    ASSERT_EQ(trader
                  .add({.id = {99},
                        .instrument = {1},
                        .side = Side::Sell,
                        .price = {10'000},
                        .leaves_qty = {100}})
                  .status,
              book::BookStatus::Ok);
    EXPECT_EQ(ahead.look_ahead(), options.distances) << "30 orders";
    EXPECT_EQ(BooksAhead(std::span(all).first(1), options).look_ahead(), table_only);
    EXPECT_EQ(BooksAhead(std::span(all).first(1), {.distances = options.distances, .orders_min = 0})
                  .look_ahead(),
              options.distances);
}

}  // namespace
}  // namespace hotpath::backtest
