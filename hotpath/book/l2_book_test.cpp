// L2Book: levels set as a whole, levels changed by single orders, bounds.

#include "hotpath/book/l2_book.hpp"

#include <array>

#include <gtest/gtest.h>

namespace hotpath::book {
namespace {

constexpr LevelKey bid(std::int64_t price) {
    return {.side = Side::Buy, .price = {price}};
}
constexpr LevelKey ask(std::int64_t price) {
    return {.side = Side::Sell, .price = {price}};
}

TEST(L2Book, IsEmptyOnBothSidesAtFirst) {
    const L2Book book(4);
    EXPECT_EQ(book.best(Side::Buy), Level{});
    EXPECT_EQ(book.best(Side::Sell), Level{});
    EXPECT_FALSE(book.bbo().is_two_sided());
}

TEST(L2Book, ShowsTheHighestBidAndTheLowestAskFirst) {
    L2Book book(4);
    for (const std::int64_t price : {100, 102, 101}) {
        EXPECT_TRUE(book.add(bid(price), {1}));
        EXPECT_TRUE(book.add(ask(price + 10), {1}));
    }
    std::array<Level, 2> levels;
    EXPECT_EQ(book.depth(Side::Buy, levels), 2U);
    EXPECT_EQ(levels[0].price, Price{102});
    EXPECT_EQ(levels[1].price, Price{101});
    EXPECT_EQ(book.depth(Side::Sell, levels), 2U);
    EXPECT_EQ(levels[0].price, Price{110});
    EXPECT_EQ(levels[1].price, Price{111});
}

TEST(L2Book, SumsTheOrdersOfALevelAndForgetsItWithTheLast) {
    L2Book book(4);
    EXPECT_TRUE(book.add(bid(100), {300}));
    EXPECT_TRUE(book.add(bid(100), {200}));
    EXPECT_TRUE(book.reduce(bid(100), {100}));
    EXPECT_EQ(book.best(Side::Buy), (Level{.price = {100}, .qty = {400}, .orders = 2}));
    EXPECT_TRUE(book.remove(bid(100), {200}));
    EXPECT_TRUE(book.remove(bid(100), {200}));
    EXPECT_EQ(book.level_count(Side::Buy), 0U);
}

TEST(L2Book, RefusesToTakeMoreThanALevelHasAndKeepsIt) {
    L2Book book(4);
    EXPECT_TRUE(book.add(ask(100), {300}));
    EXPECT_FALSE(book.remove(ask(100), {301}));
    EXPECT_FALSE(book.reduce(ask(100), {300}));
    EXPECT_FALSE(book.remove(ask(100), {299}));
    EXPECT_FALSE(book.remove(ask(101), {1}));
    EXPECT_FALSE(book.add(ask(101), {0}));
    EXPECT_FALSE(book.reduce(bid(100), {1}));
    EXPECT_EQ(book.level(ask(100)), (Level{.price = {100}, .qty = {300}, .orders = 1}));
}

TEST(L2Book, SettingALevelReplacesItAndQuantityZeroRemovesIt) {
    L2Book book(4);
    EXPECT_TRUE(book.set_level(Side::Sell, {.price = {100}, .qty = {5}, .orders = 2}));
    EXPECT_TRUE(book.set_level(Side::Sell, {.price = {100}, .qty = {7}, .orders = 3}));
    EXPECT_EQ(book.best(Side::Sell), (Level{.price = {100}, .qty = {7}, .orders = 3}));
    EXPECT_TRUE(book.set_level(Side::Sell, {.price = {100}}));
    EXPECT_TRUE(book.set_level(Side::Sell, {.price = {100}}));
    EXPECT_EQ(book.level_count(Side::Sell), 0U);
}

TEST(L2Book, RefusesALevelBeyondItsBoundAndKeepsTheOthers) {
    L2Book book(2);
    EXPECT_TRUE(book.add(bid(100), {1}));
    EXPECT_TRUE(book.add(bid(99), {1}));
    EXPECT_FALSE(book.add(bid(101), {1}));
    EXPECT_TRUE(book.add(bid(99), {1}));
    EXPECT_TRUE(book.add(ask(101), {1}));
    EXPECT_EQ(book.level_count(Side::Buy), 2U);
    EXPECT_EQ(book.best(Side::Buy).price, Price{100});
}

}  // namespace
}  // namespace hotpath::book
