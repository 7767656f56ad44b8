// A copy of what a book showed: the same answers as the book gave at that moment, of its first
// levels and of our orders.

#include "hotpath/book/depth_view.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/book/book_view.hpp"
#include "hotpath/core/random.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::book {
namespace {

constexpr InstrumentId kInstrument{1};
constexpr std::uint64_t kOrders = 60;

class DepthViewTest : public ::testing::Test {
  protected:
    L3Books books = *L3Books::create({.orders_max = kOrders + 1,
                                      .levels_max = 200,
                                      .instruments_max = 1,
                                      .huge_pages = HugePages::Never});
    ShownOrders shown{8};
};

TEST_F(DepthViewTest, ShowsWhatTheBookShowedWhenItWasTaken) {
    Random random(support::seed_of_this_test(5));
    for (int round = 0; round < 2'000; ++round) {
        const OrderId id{1 + random.below(kOrders)};
        const bool is_bid = random.below(2) == 0;
        const std::int64_t price = is_bid ? 90 + static_cast<std::int64_t>(random.below(10))
                                          : 101 + static_cast<std::int64_t>(random.below(10));
        if (!books.remove(id).changed_book()) {
            books.add({.id = id,
                       .instrument = kInstrument,
                       .side = is_bid ? Side::Buy : Side::Sell,
                       .price = {price},
                       .leaves_qty = {static_cast<std::uint32_t>(1 + random.below(100))}});
        }
        const BookView book(books, kInstrument, {.units_per_currency = 100});
        const std::size_t levels_max = 1 + random.below(kDepthLevelsMax);
        Depth depth;
        depth.take(book, levels_max);
        const DepthView copy(depth, shown, {kInstrument, {.units_per_currency = 100}});
        ASSERT_EQ(copy.bbo(), book.bbo());
        ASSERT_EQ(copy.tick({99}), book.tick({99}));
        ASSERT_EQ(copy.tick({100}), book.tick({100}));
        for (const Side side : {Side::Buy, Side::Sell}) {
            std::array<Level, kDepthLevelsMax> seen{};
            std::array<Level, kDepthLevelsMax> expected{};
            const std::span<Level> room(expected.data(), levels_max);
            ASSERT_EQ(copy.depth(side, seen), book.depth(side, room));
            ASSERT_EQ(seen, expected);
        }
    }
}

TEST_F(DepthViewTest, StaysAsItWasWhenTheBookGoesOn) {
    books.add({.id = {1}, .instrument = kInstrument, .price = {90}, .leaves_qty = {10}});
    Depth depth;
    depth.take(BookView(books, kInstrument), 2);
    books.remove({1});
    const DepthView copy(depth, shown, {kInstrument, {}});
    EXPECT_EQ(copy.best_bid().price, Price{90});
    EXPECT_EQ(copy.best_ask(), Level{});
}

TEST_F(DepthViewTest, FindsTheOrdersItWasToldOf) {
    const Depth depth;
    const DepthView copy(depth, shown, {kInstrument, {}});
    const OrderView order{.id = {7}, .instrument = kInstrument, .price = {5}, .leaves_qty = {3}};
    EXPECT_EQ(copy.find({7}), std::nullopt);
    EXPECT_TRUE(shown.show(order));
    EXPECT_EQ(copy.find({7}), order);
    OrderView less = order;
    less.leaves_qty = {1};
    EXPECT_TRUE(shown.show(less));
    EXPECT_EQ(copy.find({7}), less);
    less.leaves_qty = {};
    EXPECT_TRUE(shown.show(less));
    EXPECT_EQ(copy.find({7}), std::nullopt);
}

TEST_F(DepthViewTest, SaysWhenItCannotKeepAnotherOrder) {
    for (std::uint64_t id = 1; id <= 8; ++id) {
        EXPECT_TRUE(shown.show({.id = {id}, .leaves_qty = {1}}));
    }
    EXPECT_FALSE(shown.show({.id = {9}, .leaves_qty = {1}}));
    EXPECT_TRUE(shown.show({.id = {3}, .leaves_qty = {2}})) << "one that it knows";
}

}  // namespace
}  // namespace hotpath::book
