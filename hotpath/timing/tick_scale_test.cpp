#include "hotpath/timing/tick_scale.hpp"

#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/core/wide.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::timing {
namespace {

constexpr std::uint64_t kNanosMax = std::numeric_limits<std::int64_t>::max();

/// Rounded down, by the division that the hot path does without.
WideUint exact_nanos(std::uint64_t ticks, TickRatio ratio) {
    return static_cast<WideUint>(ticks) * ratio.nanos / ratio.ticks;
}

void expect_within_one_nano(std::uint64_t ticks, TickRatio ratio) {
    const WideUint exact = exact_nanos(ticks, ratio);
    if (exact >= kNanosMax) {
        return;
    }
    const auto expected = static_cast<std::int64_t>(exact);
    const std::int64_t error = TickScale(ratio).to_nanos(ticks).value - expected;
    ASSERT_LE(error, 1) << ticks << " ticks of " << ratio.ticks << " in " << ratio.nanos << " ns";
    ASSERT_GE(error, -1) << ticks << " ticks of " << ratio.ticks << " in " << ratio.nanos << " ns";
}

TEST(TickScale, WithoutARatioATickIsANanosecond) {
    constexpr TickScale kScale;
    for (const std::uint64_t ticks :
         {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{12345}, kNanosMax}) {
        EXPECT_EQ(kScale.to_nanos(ticks).value, static_cast<std::int64_t>(ticks));
    }
}

TEST(TickScale, ConvertsASecondOfTheReferenceMachine) {
    constexpr TickRatio kRatio{.ticks = 2'596'000'000, .nanos = 1'000'000'000};
    EXPECT_NEAR(static_cast<double>(TickScale(kRatio).to_nanos(2'596'000'000).value), 1e9, 1);
    EXPECT_EQ(TickScale(kRatio).to_nanos(26).value, 10);
    EXPECT_EQ(TickScale(kRatio).to_nanos(0).value, 0);
}

TEST(TickScale, TheMultiplierUsesAllItsBits) {
    for (const TickRatio ratio :
         {TickRatio{1, 1}, TickRatio{2'596'000'000, 1'000'000'000}, TickRatio{3, 1},
          TickRatio{1, 3}, TickRatio{kNanosMax, 1}, TickRatio{1, kNanosMax},
          TickRatio{~0ULL, ~0ULL - 1}, TickRatio{~0ULL, 1}}) {
        EXPECT_EQ(TickScale(ratio).multiplier() >> 63U, 1U) << ratio.ticks << "/" << ratio.nanos;
    }
}

TEST(TickScale, IsWithinANanosecondOfExactDivision) {
    Random random(support::seed_of_this_test(1));
    const int ratios = support::is_long_run() ? 10'000'000 : 200'000;
    for (int i = 0; i < ratios; ++i) {
        // Any number of bits for each number: from one tick to centuries, from 1 Hz to beyond every
        // processor.
        const TickRatio ratio{.ticks = (random.next() >> random.below(64)) | 1U,
                              .nanos = (random.next() >> random.below(64)) | 1U};
        expect_within_one_nano(random.next() >> random.below(64), ratio);
    }
}

TEST(TickScale, IsWithinANanosecondAtTheEdgesOfEveryWidth) {
    for (const TickRatio ratio :
         {TickRatio{2'596'000'000, 1'000'000'000}, TickRatio{25'000'000, 1'000'000'000},
          TickRatio{1'000'000'000, 1'000'000'000}, TickRatio{~0ULL, ~0ULL - 1},
          TickRatio{~0ULL - 1, ~0ULL}, TickRatio{(1ULL << 63U) + 1, 1ULL << 63U}}) {
        for (std::uint32_t bit = 0; bit < 64; ++bit) {
            const std::uint64_t power = std::uint64_t{1} << bit;
            expect_within_one_nano(power - 1, ratio);
            expect_within_one_nano(power, ratio);
            expect_within_one_nano(power + 1, ratio);
        }
    }
}

TEST(TickScale, LaterTicksAreNeverEarlierTimes) {
    Random random(support::seed_of_this_test(2));
    const TickScale scale({.ticks = 2'596'123'457, .nanos = 1'000'000'000});
    std::uint64_t ticks = 0;
    Nanos before{0};
    for (int i = 0; i < 100'000; ++i) {
        ticks += random.below(1000);
        const Nanos now = scale.to_nanos(ticks);
        ASSERT_GE(now, before);
        before = now;
    }
}

TEST(TickScaleDeathTest, ATickHasADuration) {
    EXPECT_DEATH(TickScale({.ticks = 0, .nanos = 1}), "ticks and nanos must be above 0");
    EXPECT_DEATH(TickScale({.ticks = 1, .nanos = 0}), "ticks and nanos must be above 0");
}

}  // namespace
}  // namespace hotpath::timing
