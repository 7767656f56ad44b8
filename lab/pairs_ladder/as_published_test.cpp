// The paper's programs as published: where they give the signals of the corrected versions and where
// they do not.

#include "lab/pairs_ladder/as_published.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "lab/pairs_ladder/ladder.hpp"
#include "lab/pairs_ladder/recorded_closes.hpp"
#include "tests/support/data_files.hpp"

namespace hotpath::pairs {
namespace {

using as_published::Prices;
using Signals = std::vector<Signal>;
using ByProgram = std::map<std::string, Signals>;

/// Of each program that takes the window: those with vectors of four want a multiple of four.
ByProgram published_signals(const Prices& first, const Prices& second) {
    ByProgram signals;
    as_published::baseline(first, second, kPublishedWindow, signals["baseline"]);
    as_published::one_loop(first, second, kPublishedWindow, signals["one_loop"]);
    as_published::inlining(first, second, kPublishedWindow, signals["inlining"]);
    as_published::fixed_array(first, second, kPublishedWindow, signals["fixed_array"]);
    if (has_avx()) {
        as_published::simd(first, second, kPublishedWindow, signals["simd"]);
        as_published::combined<kPublishedWindow>(first, second, signals["combined"]);
    }
    return signals;
}

Signals corrected_signals(const PairSeries& series) {
    Signals signals(series.ticks() - kPublishedWindow);
    make_pass("baseline", series, kPublishedWindow, signals)();
    return signals;
}

std::size_t differences(const Signals& some, const Signals& others) {
    EXPECT_EQ(some.size(), others.size());
    std::size_t count = 0;
    for (std::size_t i = 0; i < some.size(); ++i) {
        count += some[i] == others[i] ? 0U : 1U;
    }
    return count;
}

TEST(PairsAsPublished, PricesThatMoveGiveTheCorrectedSignals) {
    const PairSeries series = generated_series(2026);
    const Signals corrected = corrected_signals(series);
    for (const auto& [program, signals] :
         published_signals(in_dollars(series.prices().first), in_dollars(series.prices().second))) {
        EXPECT_EQ(differences(signals, corrected), 0U) << program;
    }
}

TEST(PairsAsPublished, RecordedClosesGiveTheCorrectedSignals) {
    const auto folder = support::licensed_data("seed1_gs_ms");
    if (!folder) {
        GTEST_SKIP() << support::missing_data("seed1_gs_ms");
    }
    // All six decimals of the adjusted closes, as the paper's programs read them.
    const auto first = adjusted_closes_dollars(*folder / "GS.csv");
    const auto second = adjusted_closes_dollars(*folder / "MS.csv");
    const auto series = recorded_closes(*folder / "GS.csv", *folder / "MS.csv");
    ASSERT_TRUE(first && second && series);
    const Signals corrected = corrected_signals(*series);
    for (const auto& [program, signals] : published_signals(*first, *second)) {
        EXPECT_EQ(differences(signals, corrected), 0U) << program;
    }
}

/// A spread of 157.0932 dollars that never moves, at prices that do: in doubles of dollars it moves
/// by rounding, and the deviation is what rounding has left.
TEST(PairsAsPublished, RoundingOfASpreadThatNeverMovesIsTradedOn) {
    std::vector<double> first;
    std::vector<double> second;
    for (int tick = 0; tick < 500; ++tick) {
        second.push_back(1'000'000 + 137.0 * (tick % 7));
        first.push_back(second.back() + 1'570'932);
    }
    const auto series = PairSeries::create(first, second);
    ASSERT_TRUE(series.has_value());
    const Signals corrected = corrected_signals(*series);
    EXPECT_EQ(corrected, Signals(series->ticks() - kPublishedWindow, Signal::None));
    const ByProgram published = published_signals(in_dollars(first), in_dollars(second));
    EXPECT_GT(differences(published.at("baseline"), corrected), 100U);
    EXPECT_GT(differences(published.at("fixed_array"), published.at("baseline")), 10U);
    if (has_avx()) {
        EXPECT_GT(differences(published.at("combined"), published.at("baseline")), 100U);
    }
}

TEST(PairsAsPublished, UnusedSignalsCanBePassedOver) {
    const PairSeries series = generated_series(1);
    for (const std::string_view program : kPublished) {
        const Pass pass = make_published_pass(program, series);
        ASSERT_TRUE(pass) << program;
        if (has_avx() || !needs_avx(program)) {
            pass();
        }
    }
}

}  // namespace
}  // namespace hotpath::pairs
