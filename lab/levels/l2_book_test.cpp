// L2Book over every container: levels set as a whole, levels changed by single orders, bounds.

#include "lab/levels/l2_book.hpp"

#include <array>

#include <gtest/gtest.h>

#include "lab/levels/level_blocks.hpp"
#include "lab/levels/level_map.hpp"
#include "lab/levels/level_vector.hpp"

namespace hotpath::book {
namespace {

constexpr LevelKey bid(std::int64_t price) {
    return {.side = Side::Buy, .price = {price}};
}
constexpr LevelKey ask(std::int64_t price) {
    return {.side = Side::Sell, .price = {price}};
}

template <class Levels>
class L2BookByContainer : public ::testing::Test {
  protected:
    static BasicL2Book<Levels> book_of(std::uint32_t levels_max) {
        return *BasicL2Book<Levels>::create(
            {.levels_max = levels_max, .tick = 1, .price_max = 1'000});
    }
};

using BookContainers = ::testing::Types<MapLevels, BestFirstLevels, BestLastLevels,
                                        BranchlessLevels, LinearLevels, BlockLevels, PagedLevels>;
TYPED_TEST_SUITE(L2BookByContainer, BookContainers);

TYPED_TEST(L2BookByContainer, AreEmptyOnBothSidesAtFirst) {
    const auto book = TestFixture::book_of(4);
    EXPECT_EQ(book.best(Side::Buy), Level{});
    EXPECT_EQ(book.best(Side::Sell), Level{});
    EXPECT_FALSE(book.bbo().is_two_sided());
}

TYPED_TEST(L2BookByContainer, ShowTheHighestBidAndTheLowestAskFirst) {
    auto book = TestFixture::book_of(4);
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

TYPED_TEST(L2BookByContainer, SumTheOrdersOfALevelAndForgetItWithTheLast) {
    auto book = TestFixture::book_of(4);
    EXPECT_TRUE(book.add(bid(100), {300}));
    EXPECT_TRUE(book.add(bid(100), {200}));
    EXPECT_TRUE(book.reduce(bid(100), {100}));
    EXPECT_EQ(book.best(Side::Buy), (Level{.price = {100}, .qty = {400}, .orders = 2}));
    EXPECT_TRUE(book.remove(bid(100), {200}));
    EXPECT_TRUE(book.remove(bid(100), {200}));
    EXPECT_EQ(book.level_count(Side::Buy), 0U);
}

TYPED_TEST(L2BookByContainer, RefuseToTakeMoreThanALevelHasAndKeepIt) {
    auto book = TestFixture::book_of(4);
    EXPECT_TRUE(book.add(ask(100), {300}));
    EXPECT_FALSE(book.remove(ask(100), {301}));
    EXPECT_FALSE(book.reduce(ask(100), {300}));
    EXPECT_FALSE(book.remove(ask(100), {299}));
    EXPECT_FALSE(book.remove(ask(101), {1}));
    EXPECT_FALSE(book.add(ask(101), {0}));
    EXPECT_FALSE(book.reduce(bid(100), {1}));
    EXPECT_FALSE(book.reduce(ask(100), {0}));
    EXPECT_EQ(book.level(ask(100)), (Level{.price = {100}, .qty = {300}, .orders = 1}));
}

TYPED_TEST(L2BookByContainer, ReplaceALevelThatIsSetAndRemoveItWithQuantityZero) {
    auto book = TestFixture::book_of(4);
    EXPECT_TRUE(book.set_level(Side::Sell, {.price = {100}, .qty = {5}, .orders = 2}));
    EXPECT_TRUE(book.set_level(Side::Sell, {.price = {100}, .qty = {7}, .orders = 3}));
    EXPECT_EQ(book.best(Side::Sell), (Level{.price = {100}, .qty = {7}, .orders = 3}));
    EXPECT_TRUE(book.set_level(Side::Sell, {.price = {100}}));
    EXPECT_TRUE(book.set_level(Side::Sell, {.price = {100}}));
    EXPECT_EQ(book.level_count(Side::Sell), 0U);
}

TYPED_TEST(L2BookByContainer, RefuseALevelBeyondTheirBoundAndKeepTheOthers) {
    auto book = TestFixture::book_of(2);
    EXPECT_TRUE(book.add(bid(100), {1}));
    EXPECT_TRUE(book.add(bid(99), {1}));
    EXPECT_FALSE(book.add(bid(101), {1}));
    EXPECT_TRUE(book.add(bid(99), {1}));
    EXPECT_TRUE(book.add(ask(101), {1}));
    EXPECT_EQ(book.level_count(Side::Buy), 2U);
    EXPECT_EQ(book.best(Side::Buy).price, Price{100});
}

TYPED_TEST(L2BookByContainer, RefuseALevelBeyondALevelsBoundsAndKeepIt) {
    auto book = TestFixture::book_of(2);
    const Level most{.price = {100}, .qty = {LevelTotals::kQtyMax}, .orders = 1};
    EXPECT_TRUE(book.set_level(Side::Buy, most));
    EXPECT_FALSE(book.add(bid(100), {1}));
    EXPECT_FALSE(book.set_level(Side::Buy, {.price = {100}, .qty = {most.qty.value + 1}}));
    EXPECT_EQ(book.best(Side::Buy), most);
}

}  // namespace
}  // namespace hotpath::book
