// PriceLadder against std::map through all its sizes, and the promise of its memory.

#include "hotpath/book/price_ladder.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::book {
namespace {

struct Fixture {
    explicit Fixture(std::size_t levels_max, std::size_t sides)
        : arena(*Arena::create(LadderMemory::arena_bytes(levels_max, sides), HugePages::Never)),
          memory(arena, levels_max, sides),
          ladders(sides) {}

    Arena arena;
    LadderMemory memory;
    std::vector<PriceLadder> ladders;
};

bool insert(LadderMemory& memory, PriceLadder& ladder, const Rung& rung) {
    return ladder.insert(memory, ladder.find(memory, rung.rank), rung);
}

TEST(RankOf, IsHigherNearerToTheTouchForBothSides) {
    EXPECT_GT(rank_of(Side::Buy, {101}), rank_of(Side::Buy, {100}));
    EXPECT_GT(rank_of(Side::Sell, {100}), rank_of(Side::Sell, {101}));
}

TEST(RankOf, IsNeverNoRankForPricesInRange) {
    for (const Price price : {Price{0}, Price{1}, kPriceMax}) {
        EXPECT_TRUE(is_in_range(price));
        EXPECT_NE(rank_of(Side::Buy, price), kNoRank);
        EXPECT_NE(rank_of(Side::Sell, price), kNoRank);
    }
    EXPECT_FALSE(is_in_range({-1}));
    EXPECT_FALSE(is_in_range(kPriceMax + 1));
}

TEST(IsCrossing, IsTrueForABidAtOrAboveTheAskAndFalseForAnEmptySide) {
    const auto crosses_at = [](std::int64_t bid, std::int64_t ask) {
        return is_crossing(rank_of(Side::Buy, {bid}), rank_of(Side::Sell, {ask}));
    };
    EXPECT_FALSE(crosses_at(99, 100));
    EXPECT_TRUE(crosses_at(100, 100));
    EXPECT_TRUE(crosses_at(101, 100));
    EXPECT_TRUE(crosses_at(kPriceMax.value, 0));
    EXPECT_FALSE(crosses_at(0, kPriceMax.value));
    EXPECT_FALSE(is_crossing(rank_of(Side::Buy, kPriceMax), kNoRank));
    EXPECT_FALSE(is_crossing(kNoRank, rank_of(Side::Sell, {0})));
}

TEST(PriceLadder, IsEmptyAtFirst) {
    Fixture fixture(8, 1);
    const PriceLadder& ladder = fixture.ladders[0];
    EXPECT_EQ(ladder.size(), 0U);
    EXPECT_EQ(ladder.best_level(), kNoLevel);
    EXPECT_EQ(ladder.best_rank(), kNoRank);
    EXPECT_EQ(ladder.find(fixture.memory, 5).level, kNoLevel);
}

TEST(PriceLadder, PutsTheHighestRankOfAllAboveADirectoryWithUnusedEntries) {
    constexpr Rank kHighest = 0xffff'ffff;  // a bid at kPriceMax, an ask at 0
    constexpr Rank kMany = 200;
    for (Rank below = 0; below <= kMany; ++below) {
        Fixture fixture(kMany + 1, 1);
        PriceLadder& ladder = fixture.ladders[0];
        for (Rank rank = 1; rank <= below; ++rank) {
            ASSERT_TRUE(insert(fixture.memory, ladder, {.rank = rank, .level = rank}));
        }
        ASSERT_TRUE(insert(fixture.memory, ladder, {.rank = kHighest, .level = 0}));
        ASSERT_EQ(ladder.find(fixture.memory, kHighest).level, 0U);
        ASSERT_EQ(ladder.next_below(fixture.memory, kHighest).rank, below);
        for (Rank rank = 1; rank <= below; ++rank) {
            ASSERT_EQ(ladder.find(fixture.memory, rank).level, rank);
        }
    }
}

/// So many levels that they fill one section, just need a second, and need a large directory.
class PriceLadderSizes : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(PriceLadderSizes, AgreesWithAMapOverRandomInsertsAndErases) {
    Fixture fixture(2'000, 1);
    PriceLadder& ladder = fixture.ladders[0];
    std::map<Rank, std::uint32_t, std::greater<>> twin;
    Random random(support::seed_of_this_test(GetParam()));
    for (std::uint32_t i = 0; i < 20'000; ++i) {
        const auto rank = static_cast<Rank>(1 + random.below(2 * GetParam()));
        const auto found = twin.find(rank);
        ASSERT_EQ(ladder.find(fixture.memory, rank).level,
                  found == twin.end() ? kNoLevel : found->second);
        if (!twin.empty() && random.one_in(8)) {
            ladder.erase_best(fixture.memory);
            twin.erase(twin.begin());
        } else if (found != twin.end()) {
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
    std::vector<std::uint32_t> levels;
    ladder.for_each_from_best(fixture.memory, [&](std::uint32_t level) {
        levels.push_back(level);
        return levels.size() < twin.size();
    });
    std::vector<std::uint32_t> wanted;
    for (const auto& [rank, level] : twin) {
        wanted.push_back(level);
    }
    EXPECT_EQ(levels, wanted);
}

TEST_P(PriceLadderSizes, EmptiesBestByBestAndFillsAgain) {
    Fixture fixture(2'000, 1);
    PriceLadder& ladder = fixture.ladders[0];
    const auto levels = static_cast<Rank>(GetParam());
    for (int round = 0; round < 3; ++round) {
        for (Rank rank = 1; rank <= levels; ++rank) {
            ASSERT_TRUE(insert(fixture.memory, ladder, {.rank = rank, .level = rank}));
        }
        for (Rank best = levels; best > 0; --best) {
            ASSERT_EQ(ladder.best_rank(), best);
            ASSERT_EQ(ladder.best_level(), best);
            ladder.erase_best(fixture.memory);
            ASSERT_EQ(ladder.find(fixture.memory, best).level, kNoLevel);
        }
        ASSERT_EQ(ladder.size(), 0U);
        ASSERT_EQ(ladder.best_rank(), kNoRank);
        ASSERT_EQ(ladder.best_level(), kNoLevel);
    }
}

TEST_P(PriceLadderSizes, EmptiesFromEitherEndAndFillsAgain) {
    Fixture fixture(2'000, 1);
    PriceLadder& ladder = fixture.ladders[0];
    const auto levels = static_cast<Rank>(GetParam());
    for (const bool from_best : {true, false}) {
        for (Rank rank = 1; rank <= levels; ++rank) {
            ASSERT_TRUE(insert(fixture.memory, ladder, {.rank = rank, .level = rank}));
        }
        ASSERT_EQ(ladder.best_level(), levels);
        for (Rank n = 0; n < levels; ++n) {
            ladder.erase(fixture.memory, from_best ? levels - n : n + 1);
            ASSERT_EQ(ladder.best_rank(), n + 1 == levels ? kNoRank
                                          : from_best     ? levels - n - 1
                                                          : levels);
        }
        ASSERT_EQ(ladder.size(), 0U);
    }
}

INSTANTIATE_TEST_SUITE_P(Sizes, PriceLadderSizes,
                         ::testing::Values(1, 4, 8, 15, 16, 17, 100, 1'000));

TEST(LadderMemory, IsEnoughForTheSumOfTheDeepestBooksInAnyOrderOfGrowth) {
    constexpr std::size_t kSides = 20;
    constexpr std::size_t kLevels = 1'000;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        Fixture fixture(kLevels, kSides);
        Random random(seed);
        for (std::size_t left = kLevels; left > 0; --left) {
            // Skewed, so that some sides grow through all size classes while others stay small.
            const std::size_t side = random.below(1 + random.below(kSides));
            PriceLadder& ladder = fixture.ladders[side];
            ASSERT_TRUE(insert(fixture.memory, ladder, {.rank = ladder.size() + 1, .level = 0}));
        }
    }
}

TEST(LadderMemory, IsEnoughWhereverLevelsComeAndGo) {
    constexpr std::size_t kSides = 4;
    constexpr std::uint32_t kLevelsOfASide = 300;
    Fixture fixture(kSides * kLevelsOfASide, kSides);
    std::vector<std::set<Rank>> twins(kSides);
    Random random(support::seed_of_this_test(1));
    for (int i = 0; i < 200'000; ++i) {
        const std::size_t side = random.below(kSides);
        std::set<Rank>& twin = twins[side];
        // Now a full ladder is thinned out everywhere, now it is filled again.
        const bool is_thinning = (i / 4'000) % 2 == 1;
        const auto rank = static_cast<Rank>(1 + random.below(3 * kLevelsOfASide));
        if (const auto at = twin.lower_bound(rank); is_thinning && at != twin.end()) {
            fixture.ladders[side].erase(fixture.memory, *at);
            twin.erase(at);
        } else if (!is_thinning && twin.size() < kLevelsOfASide && twin.insert(rank).second) {
            ASSERT_TRUE(insert(fixture.memory, fixture.ladders[side], {.rank = rank, .level = 1}));
        }
        ASSERT_EQ(fixture.ladders[side].size(), twin.size());
    }
}

TEST(LadderMemory, HandsOutgrownDirectoriesAndEmptiedSectionsToOtherSides) {
    Fixture fixture(150, 2);  // 52 sections
    for (int round = 0; round < 10; ++round) {
        for (PriceLadder& ladder : fixture.ladders) {
            for (Rank rank = 1; rank <= 150; ++rank) {
                ASSERT_TRUE(insert(fixture.memory, ladder, {.rank = rank, .level = rank}));
            }
            for (Rank rank = 1; rank <= 150; ++rank) {
                ladder.erase(fixture.memory, rank);
            }
        }
    }
}

TEST(LadderMemory, ASideThatCannotGrowKeepsWhatItHas) {
    Fixture fixture(1, 1);  // room for one section
    PriceLadder& ladder = fixture.ladders[0];
    for (Rank rank = 1; rank <= Section::kRungs; ++rank) {
        ASSERT_TRUE(insert(fixture.memory, ladder, {.rank = rank, .level = 7}));
    }
    EXPECT_FALSE(insert(fixture.memory, ladder, {.rank = 100, .level = 7}));
    EXPECT_EQ(ladder.size(), Section::kRungs);
    EXPECT_EQ(ladder.best_rank(), Rank{Section::kRungs});
    ladder.erase(fixture.memory, 3);
    EXPECT_TRUE(insert(fixture.memory, ladder, {.rank = 100, .level = 7}));
    EXPECT_EQ(ladder.best_rank(), 100U);
}

}  // namespace
}  // namespace hotpath::book
