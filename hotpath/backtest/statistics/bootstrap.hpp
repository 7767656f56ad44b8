#pragma once
/// Confidence intervals of a statistic of daily values by the stationary block bootstrap.
///
/// Each draw is a series of the same length made of blocks of consecutive days: every day goes on
/// with the next one (the first after the last) or, with probability 1 / mean block length, begins a
/// block at a random day. Blocks keep the dependence between neighbouring days. The interval is
/// between the 2.5% and 97.5% quantiles of the draws. The seed is fixed: the same days give the same
/// interval. Threads: pure functions. Allocation: one series, one list of draws. Complexity: draws x
/// days. Source: Politis and Romano, The Stationary Bootstrap (1994).

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace hotpath::backtest {

/// Fewer days say too little to be drawn from.
inline constexpr std::size_t kBootstrapDaysMin = 10;

struct BootstrapOptions {
    std::uint32_t draws = 2'000;
    std::uint64_t seed = 1;
    std::optional<double> block_days{};  // mean length, at least 1; none: the cube root of the days
};

struct ConfidenceInterval {
    double low = 0;
    double high = 0;
    double block_days = 0;    // mean length of a block
    std::uint32_t draws = 0;  // in which the statistic was defined
};

using DailyStatistic = std::optional<double> (*)(std::span<const double> days);

/// nullopt for fewer than kBootstrapDaysMin days, and when the statistic has no value in more than
/// 2.5% of the draws: then the end of the interval would not be one.
[[nodiscard]] std::optional<ConfidenceInterval> confidence_interval(
    std::span<const double> days, DailyStatistic statistic, const BootstrapOptions& options = {});

}  // namespace hotpath::backtest
