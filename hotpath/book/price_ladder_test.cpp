// PriceLadder against std::map through all its sizes, and the promise of its memory.

#include "hotpath/book/price_ladder.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::book {
namespace {

struct Fixture {
    explicit Fixture(std::size_t levels_max, std::size_t sides)
        : arena(*Arena::create(RungMemory::arena_bytes(levels_max, sides), HugePages::Never)),
          memory(arena, levels_max, sides),
          ladders(sides) {}

    Arena arena;
    RungMemory memory;
    std::vector<PriceLadder> ladders;
};

bool insert(RungMemory& memory, PriceLadder& ladder, const Rung& rung) {
    return ladder.insert(memory, ladder.find(memory, rung.rank), rung);
}

TEST(RankOf, IsHigherNearerToTheTouchForBothSides) {
    EXPECT_GT(rank_of(Side::Buy, {101}), rank_of(Side::Buy, {100}));
    EXPECT_GT(rank_of(Side::Sell, {100}), rank_of(Side::Sell, {101}));
    EXPECT_LT(kNoRank + kNoRank, 0);
    EXPECT_LT(kNoRank + rank_of(Side::Buy, {1LL << 60U}), 0);
}

TEST(PriceLadder, IsEmptyAtFirst) {
    Fixture fixture(8, 1);
    const PriceLadder& ladder = fixture.ladders[0];
    EXPECT_EQ(ladder.size(), 0U);
    EXPECT_EQ(ladder.best_level(), kNoLevel);
    EXPECT_EQ(ladder.best_rank(), kNoRank);
    EXPECT_EQ(ladder.find(fixture.memory, 5).level, kNoLevel);
}

/// So many levels that the search is linear, on the edge, and by bisection.
class PriceLadderSizes : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(PriceLadderSizes, AgreesWithAMapOverRandomInsertsAndErases) {
    Fixture fixture(2'000, 1);
    PriceLadder& ladder = fixture.ladders[0];
    std::map<std::int64_t, std::uint32_t, std::greater<>> twin;
    Random random(support::seed_of_this_test(GetParam()));
    for (std::uint32_t i = 0; i < 20'000; ++i) {
        const auto rank = static_cast<std::int64_t>(random.below(2 * GetParam())) - 10;
        const auto found = twin.find(rank);
        ASSERT_EQ(ladder.find(fixture.memory, rank).level,
                  found == twin.end() ? kNoLevel : found->second);
        if (found != twin.end()) {
            ladder.erase(fixture.memory, rank);
            twin.erase(found);
        } else {
            ASSERT_TRUE(insert(fixture.memory, ladder, {.rank = rank, .level = i}));
            twin.emplace(rank, i);
        }
        ASSERT_EQ(ladder.size(), twin.size());
        ASSERT_EQ(ladder.best_rank(), twin.empty() ? kNoRank : twin.begin()->first);
        ASSERT_EQ(ladder.best_level(), twin.empty() ? kNoLevel : twin.begin()->second);
    }
    std::uint32_t n = 0;
    for (const auto& [rank, level] : twin) {
        ASSERT_EQ(ladder.level_from_best(fixture.memory, n++), level);
    }
}

INSTANTIATE_TEST_SUITE_P(Sizes, PriceLadderSizes, ::testing::Values(1, 4, 8, 9, 16, 100, 1'000));

TEST(RungMemory, IsEnoughForTheSumOfTheDeepestBooksInAnyOrderOfGrowth) {
    constexpr std::size_t kSides = 20;
    constexpr std::size_t kLevels = 1'000;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        Fixture fixture(kLevels, kSides);
        Random random(seed);
        for (std::size_t left = kLevels; left > 0; --left) {
            // Skewed, so that some sides grow through all size classes while others stay small.
            const std::size_t side = random.below(1 + random.below(kSides));
            PriceLadder& ladder = fixture.ladders[side];
            ASSERT_TRUE(insert(fixture.memory, ladder, {.rank = ladder.size(), .level = 0}));
        }
    }
}

TEST(RungMemory, HandsOutgrownArraysToOtherSides) {
    Fixture fixture(8, 2);  // room for 48 rungs
    std::int64_t rank = 0;
    for (int i = 0; i < 17; ++i) {  // outgrows arrays of 8 and 16, holds one of 32
        const bool is_inserted = insert(fixture.memory, fixture.ladders[0], {.rank = ++rank});
        ASSERT_EQ(is_inserted, i < 16);
    }
    for (int i = 0; i < 8; ++i) {
        ASSERT_TRUE(insert(fixture.memory, fixture.ladders[1], {.rank = ++rank}));
    }
}

TEST(RungMemory, ASideThatCannotGrowKeepsWhatItHas) {
    Fixture fixture(1, 1);  // room for 12 rungs: one array of 8
    PriceLadder& ladder = fixture.ladders[0];
    for (std::int64_t rank = 0; rank < 8; ++rank) {
        ASSERT_TRUE(insert(fixture.memory, ladder, {.rank = rank, .level = 7}));
    }
    EXPECT_FALSE(insert(fixture.memory, ladder, {.rank = 8, .level = 7}));
    EXPECT_EQ(ladder.size(), 8U);
    EXPECT_EQ(ladder.best_rank(), 7);
    ladder.erase(fixture.memory, 3);
    EXPECT_TRUE(insert(fixture.memory, ladder, {.rank = 8, .level = 7}));
}

}  // namespace
}  // namespace hotpath::book
