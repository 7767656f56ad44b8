// Sides as indices, and the arithmetic from a price to its level and back.

#include "hotpath/book/price_pages.hpp"

#include <array>
#include <tuple>

#include <gtest/gtest.h>

namespace hotpath::book {
namespace {

constexpr std::array kSides{Side::Buy, Side::Sell};
constexpr InstrumentId kHighestInstrument{0xffff};

TEST(BookSide, IsItsInstrumentAndSide) {
    for (const Side side : kSides) {
        const BookSide of_highest(kHighestInstrument, side);
        EXPECT_EQ(of_highest.instrument(), kHighestInstrument);
        EXPECT_EQ(of_highest.side(), side);
        EXPECT_EQ(BookSide::at(of_highest.index()).index(), of_highest.index());
        EXPECT_LT(of_highest.index(), 1U << BookSide::kBits);
    }
}

TEST(BookSide, RanksEveryPriceAsTheLaddersDo) {
    for (const Side side : kSides) {
        for (const std::int64_t price : {std::int64_t{0}, std::int64_t{1}, std::int64_t{999'900},
                                         std::int64_t{1} << 31U, kPriceMax.value}) {
            const Rank rank = BookSide(InstrumentId{7}, side).rank_of({price});
            EXPECT_EQ(rank, rank_of(side, {price})) << price;
            EXPECT_NE(rank, kNoRank) << price;
        }
    }
}

TEST(PageKey, HoldsItsParts) {
    for (const Side side : kSides) {
        const BookSide of_highest(kHighestInstrument, side);
        const PageKey on_grid(of_highest, 0x3ff'ffff);
        EXPECT_EQ(on_grid.side().index(), of_highest.index());
        EXPECT_EQ(on_grid.number(), 0x3ff'ffffU);
        EXPECT_FALSE(on_grid.is_off_grid());
        const PageKey between = PageKey::off_grid(of_highest, 0xffff'ffff);
        EXPECT_EQ(between.side().index(), of_highest.index());
        EXPECT_EQ(between.number(), 0xffff'ffffU);
        EXPECT_TRUE(between.is_off_grid());
    }
}

class PricePagesOf : public ::testing::TestWithParam<std::uint32_t> {
  protected:
    [[nodiscard]] std::uint32_t tick() const { return GetParam(); }

    Arena arena_ = *Arena::create(PricePages::arena_bytes(4), HugePages::Never);
    PricePages pages_{arena_, 4, GetParam()};
};

TEST_P(PricePagesOf, APriceIsOnTheGridIfItIsAMultipleOfTheTickInRange) {
    const std::int64_t highest = kPriceMax.value / tick() * tick();
    for (const std::int64_t price : {std::int64_t{0}, std::int64_t{tick()}, highest}) {
        EXPECT_TRUE(pages_.is_on_grid({price})) << price;
        EXPECT_EQ(pages_.is_on_grid({price + 1}), tick() == 1 && price != highest) << price;
    }
    EXPECT_FALSE(pages_.is_on_grid({highest + tick()}));
    EXPECT_FALSE(pages_.is_on_grid({-1}));
    EXPECT_FALSE(pages_.is_on_grid({-std::int64_t{tick()}}));
}

TEST_P(PricePagesOf, ALevelsNumberLeadsBackToItsPrice) {
    const std::int64_t highest = kPriceMax.value / tick() * tick();
    for (const Side side : kSides) {
        const BookSide asks_or_bids(InstrumentId{3}, side);
        for (const std::int64_t price : {std::int64_t{0}, std::int64_t{tick()} * 100, highest}) {
            const std::uint32_t slot = pages_.slot_of(asks_or_bids, {price});
            const PageKey key(asks_or_bids, PricePages::number_of(slot));
            const std::uint32_t page = pages_.acquire(key);
            ASSERT_NE(page, PricePages::kNone);
            EXPECT_EQ(pages_.price_of(PricePages::level_at(page, slot)), Price{price});
            pages_.release(page);
            EXPECT_NE(pages_.key_of_page(page), key);
        }
    }
}

TEST_P(PricePagesOf, AHigherSlotIsNearerToTheTouch) {
    for (const auto& [side, near, far] :
         {std::tuple{Side::Buy, 101, 100}, std::tuple{Side::Sell, 100, 101}}) {
        const BookSide one(InstrumentId{3}, side);
        EXPECT_GT(pages_.slot_of(one, {std::int64_t{tick()} * near}),
                  pages_.slot_of(one, {std::int64_t{tick()} * far}));
    }
}

INSTANTIATE_TEST_SUITE_P(Ticks, PricePagesOf,
                         ::testing::Values(1U, 50U, 100U, 12'500U, 1'000'000U));

}  // namespace
}  // namespace hotpath::book
