// The signal's rule: at the thresholds, without a deviation, at the limits of its integers, and the
// z-score in floating point that asks it when in doubt.

#include "lab/pairs_ladder/signal.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/core/wide.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::pairs {
namespace {

using Window = std::vector<std::int64_t>;

WindowSums sums_of(const Window& window) {
    WindowSums sums;
    for (const std::int64_t spread : window) {
        sums.sum += spread;
        sums.squares += spread * spread;
    }
    return sums;
}

Signal signal_at(const Window& window, std::int64_t spread) {
    return signal_exactly(sums_of(window), static_cast<std::int64_t>(window.size()), spread);
}

/// The rule as it is written, in integers that nothing here can overflow.
Signal twin(const Window& window, std::int64_t spread) {
    const auto n = static_cast<WideInt>(window.size());
    WideInt sum = 0;
    WideInt squares = 0;
    for (const WideInt each : window) {
        sum += each;
        squares += each * each;
    }
    const WideInt deviation = n * spread - sum;
    const WideInt variance = n * squares - sum * sum;
    if (deviation * deviation > variance) {
        return deviation > 0 ? Signal::Short : Signal::Long;
    }
    return 25 * deviation * deviation < 16 * variance ? Signal::Close : Signal::None;
}

TEST(PairsSignal, ASpreadExactlyOneDeviationAwayIsNoSignal) {
    const Window window{-5, 5};  // mean 0, deviation 5
    EXPECT_EQ(signal_at(window, 6), Signal::Short);
    EXPECT_EQ(signal_at(window, 5), Signal::None);
    EXPECT_EQ(signal_at(window, -5), Signal::None);
    EXPECT_EQ(signal_at(window, -6), Signal::Long);
}

TEST(PairsSignal, ASpreadExactlyFourFifthsOfADeviationAwayDoesNotClose) {
    const Window window{-5, 5};
    EXPECT_EQ(signal_at(window, 4), Signal::None);
    EXPECT_EQ(signal_at(window, 3), Signal::Close);
    EXPECT_EQ(signal_at(window, 0), Signal::Close);
    EXPECT_EQ(signal_at(window, -3), Signal::Close);
    EXPECT_EQ(signal_at(window, -4), Signal::None);
}

TEST(PairsSignal, WithoutADeviationAnyDistanceIsASignalAndNoDistanceIsNone) {
    const Window window(9, 1'234'567);
    EXPECT_EQ(signal_at(window, 1'234'568), Signal::Short);
    EXPECT_EQ(signal_at(window, 1'234'567), Signal::None);
    EXPECT_EQ(signal_at(window, 1'234'566), Signal::Long);
}

TEST(PairsSignal, TheLimitsDoNotOverflow) {
    for (const std::int64_t low : {-kSpreadMax, kSpreadMax - kSpreadRangeMax}) {
        const std::int64_t high = low + kSpreadRangeMax;
        Window halves(kWindowMax, low);
        std::fill(halves.begin() + kWindowMax / 2, halves.end(), high);
        for (const Window& window : {Window(kWindowMax, low), Window(kWindowMax, high), halves}) {
            for (const std::int64_t spread : {low, low + 1, (low + high) / 2, high - 1, high}) {
                EXPECT_EQ(signal_at(window, spread), twin(window, spread)) << spread;
            }
        }
    }
}

/// Spreads of up to `range` units above a level: small ranges are at a threshold often.
Window random_window(Random& random, std::uint64_t range) {
    const std::int64_t level =
        static_cast<std::int64_t>(
            random.below(static_cast<std::uint64_t>(2 * kSpreadMax - kSpreadRangeMax) + 1)) -
        kSpreadMax;
    Window window(kWindowMin + random.below(kWindowMax - kWindowMin + 1));
    for (std::int64_t& spread : window) {
        spread = level + static_cast<std::int64_t>(random.below(range + 1));
    }
    return window;
}

Moments moments_of(const Window& window) {
    const WindowSums sums = sums_of(window);
    const auto n = static_cast<double>(window.size());
    const double mean = static_cast<double>(sums.sum) / n;
    return {mean, std::sqrt(static_cast<double>(sums.squares) / n - mean * mean)};
}

TEST(PairsSignal, RandomWindowsEqualTheTwinExactlyAndByZ) {
    Random random(support::seed_of_this_test(20'261'125));
    const auto rounds = support::rounds_of_this_run({.usual = 20'000, .long_run = 2'000'000});
    std::uint64_t doubtful = 0;
    for (std::uint64_t round = 0; round < rounds; ++round) {
        const std::uint64_t range = std::uint64_t{1} << random.below(22);
        const Window window = random_window(random, range);
        const std::int64_t spread =
            *std::ranges::min_element(window) + static_cast<std::int64_t>(random.below(range + 1));
        const Signal expected = twin(window, spread);
        ASSERT_EQ(signal_at(window, spread), expected) << round;
        const auto exactly = [&] {
            ++doubtful;
            return signal_at(window, spread);
        };
        ASSERT_EQ(signal_by_z(moments_of(window), static_cast<double>(spread), exactly), expected)
            << round;
    }
    EXPECT_GT(doubtful, rounds / 100);
    EXPECT_LT(doubtful, rounds);
}

TEST(PairsSignal, AZScoreIsTrustedWhenRoundingCannotMatter) {
    const auto never = [] {
        ADD_FAILURE() << "not in doubt";
        return Signal::None;
    };
    EXPECT_EQ(signal_by_z({.mean = 100, .deviation = 10}, 111, never), Signal::Short);
    EXPECT_EQ(signal_by_z({.mean = 100, .deviation = 10}, 89, never), Signal::Long);
    EXPECT_EQ(signal_by_z({.mean = 100, .deviation = 10}, 107, never), Signal::Close);
    EXPECT_EQ(signal_by_z({.mean = 100, .deviation = 10}, 109, never), Signal::None);
}

TEST(PairsSignal, AZScoreIsNotTrustedAtAThresholdOrWithoutADeviation) {
    const auto exactly = [] { return Signal::Close; };
    const double not_a_number = std::sqrt(-1.0);
    for (const Moments& moments : {Moments{100, 11}, Moments{100, 0}, Moments{100, not_a_number},
                                   Moments{100, 0.05}, Moments{100, 13.75}}) {
        EXPECT_EQ(signal_by_z(moments, 111, exactly), Signal::Close) << moments.deviation;
    }
}

}  // namespace
}  // namespace hotpath::pairs
