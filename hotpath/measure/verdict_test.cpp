// A verdict needs an interval that excludes the others: few rounds and wide ones give none.
#include "hotpath/measure/verdict.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"

namespace hotpath::measure {
namespace {

Ratio of(std::vector<double> times) {
    return ratio_of(times, std::vector<double>(times.size(), 100));
}

TEST(Verdict, OfAVariantThatIsFasterInEveryRound) {
    EXPECT_EQ(of({50, 51, 52, 49, 50, 60, 40}).verdict, Verdict::Faster);
    EXPECT_DOUBLE_EQ(of({50, 51, 52, 49, 50, 60, 40}).median, 0.5);
}

TEST(Verdict, OfAVariantThatIsSlowerInEveryRound) {
    EXPECT_EQ(of({150, 151, 152, 149, 150, 160, 140}).verdict, Verdict::Slower);
}

TEST(Verdict, OfTwoThatAreAlike) {
    EXPECT_EQ(of({100, 101, 99, 100, 102, 98, 100}).verdict, Verdict::NoDifference);
}

TEST(Verdict, IsNoneWhereTheIntervalCoversNoDifference) {
    EXPECT_EQ(of({50, 51, 52, 49, 50, 110, 40}).verdict, Verdict::Undecided);
}

TEST(Verdict, IsNoneOfAnEffectThatAnotherBuildWouldChange) {
    EXPECT_EQ(of({98, 98, 98, 98, 98, 98, 98}).verdict, Verdict::NoDifference);
    EXPECT_EQ(of({96, 98, 98, 96, 94, 96, 97}).verdict, Verdict::Undecided);
}

TEST(Verdict, IsNoneOfFiveRounds) {
    EXPECT_EQ(of({50, 50, 50, 50, 50}).verdict, Verdict::Undecided);
    EXPECT_EQ(of({50, 50, 50, 50, 50, 50}).verdict, Verdict::Faster);
}

TEST(Verdict, LeavesOutTheExtremesThatTheSignTestAllows) {
    // Of 15 rounds the interval goes from the 4th to the 12th: Conover's table for the median.
    std::vector<double> times;
    for (int i = 1; i <= 15; ++i) {
        times.push_back(i);
    }
    std::ranges::reverse(times);
    const Ratio ratio = of(times);
    EXPECT_DOUBLE_EQ(ratio.low, 0.04);
    EXPECT_DOUBLE_EQ(ratio.high, 0.12);
    EXPECT_DOUBLE_EQ(ratio.median, 0.08);
}

TEST(Verdict, TakesTheRatioOfEachRoundNotOfTheMedians) {
    // Both slow down together: the host was busy, and no variant won.
    const std::vector<double> base{100, 200, 300, 400, 500, 600, 700};
    EXPECT_EQ(ratio_of(base, base).verdict, Verdict::NoDifference);
}

TEST(Verdict, HoldsTheTrueMedianInNineteenOfTwentyRuns) {
    constexpr int kRuns = 2'000;
    Random random(7);
    int held = 0;
    for (int run = 0; run < kRuns; ++run) {
        std::vector<double> times;
        for (int round = 0; round < 15; ++round) {
            const double skewed = random.unit_double();
            times.push_back(100 *
                            (1 + skewed * skewed * skewed));  // the median of the cube is 0.125
        }
        const Ratio ratio = of(times);
        held += ratio.low <= 1.125 && ratio.high >= 1.125 ? 1 : 0;
    }
    EXPECT_GE(held, kRuns * 95 / 100);
    EXPECT_LE(held, kRuns * 99 / 100) << "the interval is wider than it says";
}

}  // namespace
}  // namespace hotpath::measure
