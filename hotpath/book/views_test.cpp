// One instrument's book by price and by order: the views show their instrument and nothing else.

#include "hotpath/book/views.hpp"

#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/book/book_view.hpp"
#include "tests/reference/reference_books.hpp"

namespace hotpath::book {
namespace {

template <class Books>
class BookViewsTest : public ::testing::Test {
  protected:
    BookViewsTest() {
        add(1, Side::Buy, 100, 10);
        add(2, Side::Buy, 100, 20);
        add(3, Side::Buy, 90, 30);
        add(4, Side::Sell, 110, 40);
        books.add({.id = {5}, .instrument = {1}, .price = {105}, .leaves_qty = {50}});
        books.set_trading_state({2}, TradingState::Halted);
    }
    void add(std::uint64_t id, Side side, std::int64_t price, std::uint32_t qty) {
        books.add(
            {.id = {id}, .instrument = {2}, .side = side, .price = {price}, .leaves_qty = {qty}});
    }

    Books books = *Books::create(
        {.orders_max = 10, .levels_max = 10, .instruments_max = 2, .huge_pages = HugePages::Never});
};

using BothBooks = ::testing::Types<L3Books, ReferenceBooks>;
TYPED_TEST_SUITE(BookViewsTest, BothBooks);

TYPED_TEST(BookViewsTest, ByPriceItShowsLevelsBestFirst) {
    const BasicL2View<TypeParam> view(this->books, {2});
    const Level best{.price = {100}, .qty = {30}, .orders = 2};
    const Level second{.price = {90}, .qty = {30}, .orders = 1};
    EXPECT_EQ(view.instrument(), InstrumentId{2});
    EXPECT_EQ(view.trading_state(), TradingState::Halted);
    EXPECT_EQ(view.best_bid(), best);
    EXPECT_EQ(view.best_ask(), view.best(Side::Sell));
    EXPECT_EQ(view.bbo(), (Bbo{.bid = best, .ask = {.price = {110}, .qty = {40}, .orders = 1}}));
    EXPECT_EQ(view.level_count(Side::Buy), 2U);
    EXPECT_EQ(view.level({.side = Side::Buy, .price = {90}}), second);
    EXPECT_EQ(view.level({.side = Side::Buy, .price = {95}}), Level{.price = {95}});
    std::vector<Level> visited;
    view.for_each_level(Side::Buy, [&](const Level& level) { visited.push_back(level); });
    EXPECT_EQ(visited, (std::vector{best, second}));
    std::array<Level, 1> levels;
    EXPECT_EQ(view.depth(Side::Buy, levels), 1U);
    EXPECT_EQ(levels[0], best);
}

TYPED_TEST(BookViewsTest, ByOrderItShowsQueuesInTheirOrder) {
    const BasicL3View<TypeParam> view(this->books, {2});
    std::vector<std::uint64_t> ids;
    view.for_each_order(Side::Buy, [&](const OrderView& order) { ids.push_back(order.id.value); });
    EXPECT_EQ(ids, (std::vector<std::uint64_t>{1, 2, 3}));
    EXPECT_EQ(view.front(Side::Buy), view.find({1}));
    EXPECT_EQ(view.front(Side::Sell)->leaves_qty, Qty{40});
    EXPECT_EQ(view.queue_ahead_qty({2}), TotalQty{10});
    EXPECT_EQ(view.queue_ahead_qty({3}), TotalQty{0});
}

TEST(BookView, ShowsTheTouchAsTheBooksDoNow) {
    L3Books books = *L3Books::create(
        {.orders_max = 9, .levels_max = 9, .instruments_max = 2, .huge_pages = HugePages::Never});
    const BookView view(books, {2});
    EXPECT_FALSE(view.has_orders(Side::Buy));
    EXPECT_EQ(view.best(Side::Buy), Level{});
    const std::uint32_t before = view.best_changes();
    books.add({.id = {1}, .instrument = {2}, .price = {100}, .leaves_qty = {10}});
    books.set_trading_state({2}, TradingState::Trading);
    EXPECT_TRUE(view.has_orders(Side::Buy));
    EXPECT_FALSE(view.has_orders(Side::Sell));
    EXPECT_EQ(view.best_price(Side::Buy), Price{100});
    EXPECT_EQ(view.best(Side::Buy), books.best({2}, Side::Buy));
    EXPECT_NE(view.best_changes(), before);
    EXPECT_EQ(view.best_changes(), books.best_changes({2}));
    EXPECT_EQ(view.trading_state(), TradingState::Trading);
    const BookView unknown(books, {3});
    EXPECT_FALSE(unknown.has_orders(Side::Buy));
    EXPECT_EQ(unknown.trading_state(), TradingState::Unknown);
}

TEST(BookView, ATickIsACentFromOneDollarUpAndAHundredthOfItBelow) {
    const L3Books books = *L3Books::create(
        {.orders_max = 1, .levels_max = 1, .instruments_max = 1, .huge_pages = HugePages::Never});
    const BookView view(books, {1}, {.units_per_currency = 10'000});
    EXPECT_EQ(view.scale(), PriceScale{});
    EXPECT_EQ(view.tick({10'000}), 100);
    EXPECT_EQ(view.tick({9'999}), 1);
}

}  // namespace
}  // namespace hotpath::book
