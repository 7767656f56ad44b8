// Luck or skill: one answer from one set of rules, on runs that are luck, skill, and too short.
#include "hotpath/backtest/statistics/luck.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/backtest/statistics/summary.hpp"
#include "hotpath/core/random.hpp"

namespace hotpath::backtest {
namespace {

/// Dollars of each day: noise of about 100 around `mean`.
[[nodiscard]] std::vector<double> days_of(std::size_t count, double mean, std::uint64_t seed) {
    Random random(seed);
    std::vector<double> days;
    for (std::size_t n = 0; n < count; ++n) {
        double noise = 0;  // the sum of twelve uniform numbers is nearly normal
        for (int draw = 0; draw < 12; ++draw) {
            noise += static_cast<double>(random.below(1'000'001)) / 1e6;
        }
        days.push_back(mean + 100 * (noise - 6));
    }
    return days;
}

[[nodiscard]] BacktestResult result_of_days(const std::vector<double>& days) {
    BacktestResult result;
    for (const double dollars : days) {
        result.days.push_back({.day = "day " + std::to_string(result.days.size() + 1),
                               .instruments = {{.gross = {std::llround(dollars * 10'000)}}},
                               .fills = {{.qty = {1}, .price = {1}}}});
    }
    return result;
}

[[nodiscard]] LuckVerdict luck_of_days(const std::vector<double>& days,
                                       const std::vector<std::vector<double>>& trials = {}) {
    return summary_of(result_of_days(days), {.trials = trials}).verdict.luck;
}

[[nodiscard]] bool is_met(const LuckVerdict& verdict, LuckRule rule) {
    return std::ranges::find(verdict.rules, rule, &LuckRuleOutcome::rule)->is_met;
}

TEST(Luck, FewDaysAreTooShortWhateverTheyEarn) {
    for (const std::size_t count : {1U, 5U, 9U}) {
        const LuckVerdict verdict = luck_of_days(days_of(count, 5'000, 1));
        EXPECT_EQ(verdict.luck, Luck::TooShort) << count;
        EXPECT_TRUE(verdict.rules.empty());
    }
    EXPECT_NE(luck_of_days(days_of(10, 5'000, 1)).luck, Luck::TooShort);
    EXPECT_EQ(luck_of_days({}).luck, Luck::TooShort);
}

TEST(Luck, DaysWithoutAnEdgeMayBeLuckAndOnesWithAnEdgeAreMore) {
    int lucky = 0;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        lucky += luck_of_days(days_of(60, 0, seed)).luck == Luck::MoreThan ? 1 : 0;
        EXPECT_EQ(luck_of_days(days_of(60, 100, seed)).luck, Luck::MoreThan) << seed;
    }
    EXPECT_LE(lucky, 10) << "five of a hundred by chance";
}

TEST(Luck, ALossCanBeMoreThanLuckToo) {
    const LuckVerdict verdict = luck_of_days(days_of(60, -100, 3));
    EXPECT_EQ(verdict.luck, Luck::MoreThan);
    EXPECT_EQ(verdict.rules.size(), 2U);
}

/// Trials without an edge, and the best of them.
[[nodiscard]] std::pair<std::vector<std::vector<double>>, std::vector<double>> search_of_noise(
    std::size_t days) {
    std::vector<std::vector<double>> trials;
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        trials.push_back(days_of(days, 0, seed));
    }
    const auto ratio = [](const auto& trial) { return sharpe_per_day(trial).value_or(0); };
    const auto best = *std::ranges::max_element(trials, {}, ratio);
    return {std::move(trials), best};
}

TEST(Luck, TheBestOfManyWorthlessPointsIsBeyondChanceByItselfAndStillMayBeLuck) {
    const auto [trials, best] = search_of_noise(60);
    const LuckVerdict alone = luck_of_days(best);
    EXPECT_EQ(alone.luck, Luck::MoreThan) << "t knows nothing of the search";
    const LuckVerdict searched = luck_of_days(best, trials);
    EXPECT_EQ(searched.luck, Luck::MayBe);
    EXPECT_TRUE(is_met(searched, LuckRule::TStatistic));
    EXPECT_FALSE(is_met(searched, LuckRule::DeflatedSharpe));
}

TEST(Luck, TheBestOfManyWithAnEdgeIsMore) {
    auto [trials, best] = search_of_noise(60);
    trials.push_back(days_of(60, 150, 500));
    const LuckVerdict verdict = luck_of_days(trials.back(), trials);
    EXPECT_EQ(verdict.luck, Luck::MoreThan);
    EXPECT_TRUE(is_met(verdict, LuckRule::DeflatedSharpe));
    EXPECT_EQ(verdict.rules.size(), 3U);
}

TEST(Luck, ASearchOfFewDaysIsTooShortAndHasNoDeflatedRatio) {
    const auto [trials, best] = search_of_noise(5);
    const ResultSummary summary = summary_of(result_of_days(best), {.trials = trials});
    EXPECT_EQ(summary.verdict.luck.luck, Luck::TooShort);
    EXPECT_FALSE(summary.deflated_sharpe) << "its formula is of long series";
}

TEST(Luck, NumbersThatPointBothWaysMayBeLuck) {
    const TStatistic within{.t = 1.96, .needed = 2.26};
    const TStatistic beyond{.t = 3, .needed = 2.26};
    const auto luck = [](const TStatistic& t, double low, double deflated) {
        return luck_of({.days = 10,
                        .earns = true,
                        .is_searched = true,
                        .t = t,
                        .sharpe_interval = ConfidenceInterval{.low = low, .high = 9},
                        .deflated_sharpe = DeflatedSharpe{.probability = deflated}})
            .luck;
    };
    EXPECT_EQ(luck(within, 0.5, 1.0), Luck::MayBe) << "t";
    EXPECT_EQ(luck(beyond, -0.5, 1.0), Luck::MayBe) << "the interval";
    EXPECT_EQ(luck(beyond, 0.5, 0.94), Luck::MayBe) << "the deflated ratio";
    EXPECT_EQ(luck(beyond, 0.5, 0.95), Luck::MoreThan);
}

TEST(Luck, WithoutADeflatedRatioASearchIsJudgedByOverfitting) {
    LuckInputs inputs{
        .days = 10, .earns = true, .is_searched = true, .t = TStatistic{.t = 3, .needed = 2.26}};
    EXPECT_EQ(luck_of(inputs).luck, Luck::MayBe) << "neither is known";
    inputs.overfitting = OverfittingProbability{.probability = 0.49};
    EXPECT_EQ(luck_of(inputs).luck, Luck::MoreThan);
    inputs.overfitting = OverfittingProbability{.probability = 0.5};
    EXPECT_EQ(luck_of(inputs).luck, Luck::MayBe);
}

TEST(Luck, EqualDaysHaveNoTAndMayBeLuck) {
    EXPECT_EQ(luck_of_days(std::vector<double>(20, 7.0)).luck, Luck::MayBe);
}

}  // namespace
}  // namespace hotpath::backtest
