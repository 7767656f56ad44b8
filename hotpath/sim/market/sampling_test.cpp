// The generator's draws at their bounds.

#include "hotpath/sim/market/sampling.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace hotpath::sim::market {
namespace {

TEST(Dice, AreWithinTheirBoundsAndReachThem) {
    Dice dice(3);
    std::set<std::int64_t> within;
    std::set<std::uint64_t> below;
    for (int n = 0; n < 2'000; ++n) {
        within.insert(dice.within(2));
        below.insert(dice.below(3));
        ASSERT_EQ(dice.within(0), 0);
        ASSERT_EQ(dice.below(1), 0U);
    }
    EXPECT_EQ(within, (std::set<std::int64_t>{-2, -1, 0, 1, 2}));
    EXPECT_EQ(below, (std::set<std::uint64_t>{0, 1, 2}));
}

TEST(Dice, AChanceIsInParts) {
    Dice dice(4);
    int quarter = 0;
    int buys = 0;
    for (int n = 0; n < 10'240; ++n) {
        ASSERT_FALSE(dice.chance(0));
        ASSERT_TRUE(dice.chance(kOne));
        quarter += dice.chance(256) ? 1 : 0;
        buys += dice.side() == Side::Buy ? 1 : 0;
    }
    EXPECT_NEAR(quarter, 2'560, 200);
    EXPECT_NEAR(buys, 5'120, 200);
}

TEST(Dice, ExponentialWaitsAreNeverNegativeAndHalfOfThemAreBelowTheMedian) {
    Dice dice(5);
    constexpr std::int64_t kMean = 3LL * 3'600 * kNanosPerSecond;  // hours, without overflow
    constexpr std::int64_t kMedian = kMean / 1'000 * 693;
    int below_median = 0;
    int below_quarter = 0;
    for (int n = 0; n < 10'000; ++n) {
        ASSERT_EQ(dice.exponential(0), 0);
        const std::int64_t wait = dice.exponential(kMean);
        ASSERT_GE(wait, 0);
        ASSERT_LT(wait, 30 * kMean);
        below_median += wait < kMedian ? 1 : 0;
        below_quarter += wait < kMean / 1'000 * 288 ? 1 : 0;  // -ln(3/4)
    }
    EXPECT_NEAR(below_median, 5'000, 200);
    EXPECT_NEAR(below_quarter, 2'500, 180) << "straight pieces between the half-lives";
}

TEST(Dice, AQuantileIsBetweenItsPoints) {
    constexpr std::array kPoints{Quantile{0, 10}, Quantile{512, 10}, Quantile{1'000, 20},
                                 Quantile{kOne, 1'000'000'000'000}};
    Dice dice(6);
    int ten = 0;
    int far = 0;
    for (int n = 0; n < 10'240; ++n) {
        const std::uint64_t draw = dice.quantile(kPoints);
        ASSERT_GE(draw, 10U);
        ASSERT_LT(draw, 1'000'000'000'000U);
        ten += draw == 10 ? 1 : 0;
        far += draw >= 20 ? 1 : 0;
    }
    EXPECT_NEAR(ten, 5'120 + 488, 220) << "the flat half, and a tenth of the slope";
    EXPECT_NEAR(far, 240, 70);
}

TEST(ActivityTables, NeverDrawWhatHasNoWeight) {
    const std::vector<std::uint32_t> weights{0, 5, 0, 1, 0};
    const ActivityTable table(weights);
    Dice dice(7);
    std::array<int, 5> drawn{};
    for (int n = 0; n < 12'000; ++n) {
        ++drawn.at(table.draw(dice));
    }
    EXPECT_EQ(drawn[0] + drawn[2] + drawn[4], 0);
    EXPECT_NEAR(drawn[1], 10'000, 250);
    EXPECT_NEAR(drawn[3], 2'000, 250);
    const std::vector<std::uint32_t> one{9};
    EXPECT_EQ(ActivityTable(one).draw(dice), 0U);
}

}  // namespace
}  // namespace hotpath::sim::market
