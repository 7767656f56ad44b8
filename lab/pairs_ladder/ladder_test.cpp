// Every corrected version of the ladder gives the signals of one obvious twin: over generated,
// random and recorded series, at windows from 2 to 512.

#include "lab/pairs_ladder/ladder.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/core/wide.hpp"
#include "lab/pairs_ladder/recorded_closes.hpp"
#include "tests/support/data_files.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::pairs {
namespace {

using Signals = std::vector<Signal>;

/// The rule as it is written, from the prices, tick by tick.
Signals twin(const PairPrices& prices, std::size_t window) {
    Signals signals;
    for (std::size_t i = window; i < prices.ticks(); ++i) {
        WideInt sum = 0;
        WideInt squares = 0;
        for (std::size_t j = i - window; j < i; ++j) {
            const auto spread = static_cast<WideInt>(prices.first[j] - prices.second[j]);
            sum += spread;
            squares += spread * spread;
        }
        const auto n = static_cast<WideInt>(window);
        const WideInt deviation =
            n * static_cast<WideInt>(prices.first[i] - prices.second[i]) - sum;
        const WideInt variance = n * squares - sum * sum;
        const bool is_far = deviation * deviation > variance;
        const bool is_near = 25 * deviation * deviation < 16 * variance;
        signals.push_back(is_far ? (deviation > 0 ? Signal::Short : Signal::Long)
                                 : (is_near ? Signal::Close : Signal::None));
    }
    return signals;
}

Signals signals_of(std::string_view version, const PairSeries& series, std::size_t window) {
    constexpr auto kNotWritten = static_cast<Signal>(255);
    Signals signals(series.ticks() - window, kNotWritten);
    if (const Pass pass = make_pass(version, series, window, signals)) {
        pass();
        if (window <= 16) {  // a second pass finds nothing left over from the first
            std::ranges::fill(signals, kNotWritten);
            pass();
        }
    }
    return signals;
}

/// Where they first differ; empty when nowhere.
std::string difference(const Signals& signals, const Signals& expected) {
    const auto [at, wanted] = std::ranges::mismatch(signals, expected);
    if (at == signals.end() && wanted == expected.end()) {
        return {};
    }
    return "at tick " + std::to_string(at - signals.begin()) + " after the first window";
}

bool can_run(std::string_view version) {
    return has_avx() || !needs_avx(version);
}

void expect_one_answer(const PairSeries& series, std::size_t window) {
    const Signals expected = twin(series.prices(), window);
    for (const std::string_view version : kCorrected) {
        if (!can_run(version) || !is_compiled(version, window)) {
            continue;
        }
        ASSERT_EQ(difference(signals_of(version, series, window), expected), "")
            << version << ", window " << window;
    }
}

PairSeries series_of(std::size_t ticks, const std::function<std::int64_t()>& next_spread) {
    std::vector<double> first;
    std::vector<double> second;
    for (std::size_t tick = 0; tick < ticks; ++tick) {
        second.push_back(static_cast<double>(1'000'000 + tick % 7));
        first.push_back(second.back() + static_cast<double>(next_spread()));
    }
    auto series = PairSeries::create(std::move(first), std::move(second));
    EXPECT_TRUE(series.has_value()) << series.error().message;
    return std::move(*series);
}

/// Spreads that stay in a band of so many units above a level.
PairSeries random_series(Random& random, std::size_t ticks) {
    const auto band = static_cast<std::int64_t>(std::uint64_t{1} << random.below(22));
    const std::int64_t level =
        static_cast<std::int64_t>(random.below(2 * kSpreadMax - kSpreadRangeMax + 1)) - kSpreadMax;
    const std::uint64_t quiet = 1 + random.below(20);  // it moves once in so many ticks
    std::int64_t at = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(band) + 1));
    const bool walks = random.one_in(2);
    const auto step = static_cast<std::uint64_t>(std::max<std::int64_t>(1, band / 16));
    return series_of(ticks, [&] {
        if (random.one_in(quiet)) {
            const std::int64_t jump = static_cast<std::int64_t>(random.below(2 * step + 1)) -
                                      static_cast<std::int64_t>(step);
            at =
                walks
                    ? std::clamp<std::int64_t>(at + jump, 0, band)
                    : static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(band) + 1));
        }
        return level + at;
    });
}

/// Every window, or with sanitizers the short ones and every fourth of the others.
void expect_one_answer_at_every_window(const PairSeries& series) {
    const std::size_t step = 5 - support::rounds_of_this_run({.usual = 4, .long_run = 4});
    for (std::size_t window = kWindowMin; window <= kWindowMax; window += window < 40 ? 1 : step) {
        expect_one_answer(series, window);
    }
    expect_one_answer(series, kWindowMax);
}

TEST(PairsLadder, EveryVersionGivesTheSameSignalsAtEveryWindow) {
    expect_one_answer_at_every_window(generated_series(2026));
}

template <std::size_t kWindow>
void expect_rings(const PairSeries& series) {
    const Signals expected = twin(series.prices(), kWindow);
    Signals signals(expected.size(), Signal::None);
    scalar_ring<kWindow>(series.prices(), signals);
    EXPECT_EQ(difference(signals, expected), "") << "scalar_ring, window " << kWindow;
    if (has_avx()) {
        std::ranges::fill(signals, Signal::None);
        ring_avx<kWindow>(series.prices(), signals);
        EXPECT_EQ(difference(signals, expected), "") << "ring_avx, window " << kWindow;
    }
}

/// Their windows are known to the compiler: around multiples of four, and primes.
template <std::size_t... kWindows>
void expect_rings_of(std::index_sequence<kWindows...>, const PairSeries& series) {
    (expect_rings<kWindows>(series), ...);
}

TEST(PairsLadder, RingsGiveTheSameSignalsAtWindowsThatAreNoMultiplesOfFour) {
    expect_rings_of(std::index_sequence<2, 3, 4, 5, 6, 7, 9, 15, 16, 17, 31, 33, 63, 65, 97, 127,
                                        255, 257, 509, 511>{},
                    generated_series(3));
}

TEST(PairsLadder, RandomSeriesGiveTheSameSignals) {
    Random random(support::seed_of_this_test(20'261'125));
    const auto rounds = support::rounds_of_this_run({.usual = 400, .long_run = 40'000});
    for (std::uint64_t round = 0; round < rounds; ++round) {
        const std::size_t window = random.one_in(3)
                                       ? kRingWindows[random.below(kRingWindows.size())]
                                       : kWindowMin + random.below(kWindowMax - kWindowMin + 1);
        const PairSeries series = random_series(random, window + 1 + random.below(600));
        ASSERT_NO_FATAL_FAILURE(expect_one_answer(series, window)) << "round " << round;
    }
}

TEST(PairsLadder, SpreadsAtTheThresholdsGiveTheSameSignals) {
    Random random(support::seed_of_this_test(20'261'126));
    // Of a window of -5 and 5, each as often, 4, 5 and 6 are at z-scores of 0.8, 1 and 1.2.
    for (const std::size_t window : kRingWindows) {
        std::size_t tick = 0;
        const PairSeries series = series_of(4 * window + 1, [&]() -> std::int64_t {
            const std::size_t place = tick++ % (window + 1);
            return place == window ? static_cast<std::int64_t>(random.below(3)) + 4
                                   : (place % 2 == 0 ? -5 : 5);
        });
        expect_one_answer(series, window);
    }
}

TEST(PairsLadder, SpreadsAtTheLimitsGiveTheSameSignals) {
    Random random(support::seed_of_this_test(20'261'127));
    for (const std::int64_t low : {-kSpreadMax, kSpreadMax - kSpreadRangeMax}) {
        for (const std::size_t window :
             {std::size_t{2}, std::size_t{8}, std::size_t{511}, kWindowMax}) {
            const PairSeries series = series_of(
                3 * kWindowMax, [&] { return low + (random.one_in(2) ? kSpreadRangeMax : 0); });
            expect_one_answer(series, window);
        }
    }
}

TEST(PairsLadder, ASpreadThatNeverMovesIsNoSignal) {
    const PairSeries series = series_of(100, [] { return std::int64_t{1'570'932}; });
    expect_one_answer(series, 8);
    EXPECT_EQ(signals_of("hotpath", series, 8), Signals(92, Signal::None));
}

TEST(PairsLadder, ASeriesAsLongAsTheWindowHasNoSignals) {
    const PairSeries series = generated_series(1, 64);
    for (const std::string_view version : kCorrected) {
        if (can_run(version)) {
            EXPECT_TRUE(signals_of(version, series, 64).empty()) << version;
        }
    }
}

TEST(PairsLadder, RecordedClosesGiveTheSameSignals) {
    const auto folder = support::licensed_data("seed1_gs_ms");
    if (!folder) {
        GTEST_SKIP() << support::missing_data("seed1_gs_ms");
    }
    const auto series = recorded_closes(*folder / "GS.csv", *folder / "MS.csv");
    ASSERT_TRUE(series.has_value()) << series.error().message;
    ASSERT_EQ(series->ticks(), kPaperTicks);
    expect_one_answer_at_every_window(*series);
}

TEST(PairsLadder, AVersionThatIsNotThereIsEmpty) {
    const PairSeries series = generated_series(1, 64);
    EXPECT_FALSE(make_pass("bubble_sort", series, 8, {}));
    EXPECT_FALSE(make_pass("ring_avx", series, 9, {}));
    EXPECT_FALSE(make_published_pass("hotpath", series));
}

}  // namespace
}  // namespace hotpath::pairs
