// Self-exciting arrivals against the theory of Hawkes processes, and against a reference in
// floating point by thinning.

#include "hotpath/sim/market/self_excitation.hpp"

#include <array>
#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/sim/market/dispersion.hpp"
#include "hotpath/sim/market/powers_of_two.hpp"

namespace hotpath::sim::market {
namespace {

constexpr SelfExcitation::Children kHalf{128, 128, 64, 64, 64, 64};  // 512 of 1,024
constexpr InstrumentId kOnly{1};

/// Independent arrivals of mean `gap`, and all that they excite, until `end`.
std::vector<Time> arrivals(const SelfExcitation::Children& children, std::int64_t gap, Time end,
                           std::uint64_t seed) {
    SelfExcitation excitation(1, children);
    Dice dice(seed);
    std::vector<Time> times;
    Time outside{dice.exponential(gap)};
    while (true) {
        const Time next = std::min(outside, excitation.next_time());
        if (next >= end) {
            return times;
        }
        if (next == outside) {
            outside = next + Nanos{1 + dice.exponential(gap)};
        }
        times.push_back(next);
        excitation.on_event(kOnly, next, kOne, dice);
    }
}

double dispersion_of(const std::vector<Time>& times, Nanos window) {
    Dispersion dispersion(window);
    for (const Time time : times) {
        dispersion.on_message(time);
    }
    return dispersion.index();
}

/// The same process in floating point: Ogata's thinning with the sum of all exponentials.
std::vector<Time> obvious_arrivals(const SelfExcitation::Children& children, double gap, Time end,
                                   std::uint32_t seed) {
    std::mt19937_64 random(seed);
    std::exponential_distribution<double> exponential(1);
    std::uniform_real_distribution<double> uniform(0, 1);
    std::array<double, SelfExcitation::kComponents> rates{};
    std::vector<Time> times;
    double now = 0;
    const auto total = [&] {
        double sum = 1 / gap;
        for (const double rate : rates) {
            sum += rate;
        }
        return sum;
    };
    while (true) {
        const double bound = total();
        const double wait = exponential(random) / bound;
        now += wait;
        if (now >= static_cast<double>(end.value)) {
            return times;
        }
        for (std::size_t i = 0; i < rates.size(); ++i) {
            rates[i] *= std::exp2(-wait / std::exp2(SelfExcitation::kShifts[i]));
        }
        if (uniform(random) * bound > total()) {
            continue;
        }
        times.push_back({static_cast<std::int64_t>(now)});
        for (std::size_t i = 0; i < rates.size(); ++i) {
            const double half_life = std::exp2(SelfExcitation::kShifts[i]);
            rates[i] += children[i] / 1024.0 * std::log(2.0) / half_life;
        }
    }
}

TEST(PowersOfTwo, AgreeWithTheMathematicsLibrary) {
    for (std::uint64_t fraction = 0; fraction < kFixedOne; fraction += 12'345'679) {
        const double x = static_cast<double>(fraction) / static_cast<double>(kFixedOne);
        const double power =
            static_cast<double>(power_of_half(fraction)) / static_cast<double>(kFixedOne);
        ASSERT_NEAR(power, std::exp2(-x), 3e-6) << fraction;
    }
    for (std::uint64_t number = 1; number < kFixedOne; number += 1 + number / 777) {
        const double x = static_cast<double>(number) / static_cast<double>(kFixedOne);
        const double logarithm =
            static_cast<double>(minus_log2(number)) / static_cast<double>(kFixedOne);
        ASSERT_NEAR(logarithm, -std::log2(x), 3e-6) << number;
    }
    EXPECT_EQ(minus_log2(kFixedOne), 0U);
    EXPECT_EQ(minus_log2(1), 32 * kFixedOne);
    EXPECT_EQ(power_of_half(0), kFixedOne);
}

TEST(SelfExcitation, TheMeanRateIsThatOfABranchingProcess) {
    constexpr Time kEnd{40'000 * kNanosPerSecond};
    const auto times = arrivals(kHalf, kNanosPerSecond, kEnd, 1);
    // Half a child an event: 1 / (1 - 1/2) events for each that comes from outside.
    EXPECT_NEAR(static_cast<double>(times.size()), 80'000, 2'000);
}

TEST(SelfExcitation, DispersionGrowsWithTheWindowToWhatTheTheorySays) {
    constexpr Time kEnd{400'000 * kNanosPerSecond};
    const auto times = arrivals(kHalf, kNanosPerSecond, kEnd, 2);
    const double short_windows = dispersion_of(times, {10'000'000});
    const double seconds = dispersion_of(times, {kNanosPerSecond});
    const double long_windows = dispersion_of(times, {1'000 * kNanosPerSecond});
    EXPECT_GT(short_windows, 1.4);
    EXPECT_GT(seconds, short_windows);
    EXPECT_GT(long_windows, seconds);
    EXPECT_NEAR(long_windows, 4, 0.6) << "1 / (1 - 1/2)^2 where windows are long";
}

TEST(SelfExcitation, AgreesWithThinningInFloatingPoint) {
    constexpr Time kEnd{100'000 * kNanosPerSecond};
    const SelfExcitation::Children children{200, 200, 100, 80, 60, 40};
    const auto times = arrivals(children, kNanosPerSecond, kEnd, 3);
    const auto obvious = obvious_arrivals(children, 1e9, kEnd, 3);
    const auto count = static_cast<double>(obvious.size());
    EXPECT_NEAR(static_cast<double>(times.size()), count, count * 0.03);
    for (const std::int64_t window : {1'000'000, 10'000'000, 100'000'000, 1'000'000'000}) {
        const double expected = dispersion_of(obvious, {window});
        EXPECT_NEAR(dispersion_of(times, {window}), expected, expected * 0.1) << window << " ns";
    }
}

TEST(SelfExcitation, WithoutChildrenArrivalsAreIndependent) {
    constexpr Time kEnd{100'000 * kNanosPerSecond};
    const auto times = arrivals({}, kNanosPerSecond, kEnd, 4);
    EXPECT_NEAR(static_cast<double>(times.size()), 100'000, 1'500);
    EXPECT_NEAR(dispersion_of(times, {10 * kNanosPerSecond}), 1, 0.05);
}

TEST(SelfExcitation, HalfOfWhatIsPendingIsLeftAfterAHalfLife) {
    constexpr std::size_t kSlowest = SelfExcitation::kComponents - 1;
    SelfExcitation::Children children{};
    children[kSlowest] = 512;
    SelfExcitation excitation(1, children);
    Dice dice(5);
    excitation.on_event(kOnly, {0}, kOne, dice);
    const Nanos half_life{std::int64_t{1} << SelfExcitation::kShifts[kSlowest]};
    EXPECT_EQ(excitation.pending(kOnly, {0}), kFixedOne / 2);
    EXPECT_EQ(excitation.pending(kOnly, Time{} + half_life), kFixedOne / 4);
    EXPECT_EQ(excitation.pending(kOnly, Time{} + half_life + half_life), kFixedOne / 8);
    EXPECT_EQ(excitation.pending(kOnly, {half_life.value * 50}), 0U);
}

TEST(SelfExcitation, WhatIsPendingIsBoundedHoweverManyEventsComeAtOnce) {
    SelfExcitation excitation(1, kHalf);
    Dice dice(6);
    for (int i = 0; i < 100'000; ++i) {
        excitation.on_event(kOnly, {1}, 100 * kOne, dice);
    }
    EXPECT_EQ(excitation.pending(kOnly, {1}),
              SelfExcitation::kComponents * SelfExcitation::kPendingMax * kFixedOne);
    EXPECT_GT(excitation.next_time(), Time{1});
    EXPECT_LT(excitation.next_time(), Time{kNanosPerSecond});
}

TEST(SelfExcitation, TheEarliestOfAllInstrumentsComesFirst) {
    constexpr std::uint16_t kInstruments = 1'000;
    SelfExcitation excitation(kInstruments, kHalf);
    Dice dice(7);
    EXPECT_EQ(excitation.next_time(), kNever);
    for (std::uint16_t id = 1; id <= kInstruments; ++id) {
        excitation.on_event({id}, {0}, 1'900, dice);
    }
    Time last{};
    std::size_t events = 0;
    while (excitation.next_time() != kNever) {
        ASSERT_GE(excitation.next_time(), last);
        last = excitation.next_time();
        const InstrumentId id = excitation.next_instrument();
        ASSERT_GE(id.value, 1);
        ASSERT_LE(id.value, kInstruments);
        excitation.on_event(id, last, 0, dice);  // excites nothing: what is pending runs out
        ++events;
    }
    // Each has 0.93 children on average, and they have none.
    EXPECT_NEAR(static_cast<double>(events), 928, 120);
}

}  // namespace
}  // namespace hotpath::sim::market
