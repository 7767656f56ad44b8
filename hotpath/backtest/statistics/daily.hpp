#pragma once
/// Statistics of a series with one value a day: mean, deviation, skewness, Sharpe and Sortino
/// ratios.
///
/// The value is the day's profit and loss, or its return; ratios are the same for both as long as
/// the capital is constant, and the risk-free rate is taken as zero. What has no value (one day, no
/// variance) is nullopt, never NaN or infinity. Threads: pure functions. Allocation: the returned
/// series'. Complexity: linear. Source: Sharpe (1994), Sortino and Price (1994).

#include <optional>
#include <span>
#include <vector>

#include "hotpath/backtest/result.hpp"

namespace hotpath::backtest {

/// Days of a year in annualised ratios.
inline constexpr double kTradingDaysPerYear = 252;

/// In dollars, after fees.
[[nodiscard]] std::vector<double> daily_pnl(const BacktestResult& result);

/// The same divided by the capital; empty without a capital above 0.
[[nodiscard]] std::vector<double> daily_returns(const BacktestResult& result);

struct DailyMoments {
    double mean = 0;
    double deviation = 0;  // of the sample (n - 1)
    double skewness = 0;   // m3 / m2^1.5
    double kurtosis = 0;   // m4 / m2^2: 3 for a normal distribution
};

/// At least two days that are not all equal.
[[nodiscard]] std::optional<DailyMoments> daily_moments(std::span<const double> days);

/// Student's t of the mean, and what chance alone exceeds, up or down, in one of twenty results.
struct TStatistic {
    double t = 0;  // mean / (deviation / sqrt(n))
    double needed =
        0;  // the 97.5% quantile of Student's distribution with n - 1 degrees of freedom

    [[nodiscard]] bool is_beyond_chance() const noexcept { return t > needed || t < -needed; }
};
[[nodiscard]] std::optional<TStatistic> t_statistic(std::span<const double> days);

/// Mean / standard deviation (n - 1), of one day.
[[nodiscard]] std::optional<double> sharpe_per_day(std::span<const double> days);

/// The same times sqrt(252).
[[nodiscard]] std::optional<double> sharpe(std::span<const double> days);

/// Mean / sqrt(sum of min(x, 0)^2 / n) times sqrt(252). Without a day below 0 there is none.
[[nodiscard]] std::optional<double> sortino(std::span<const double> days);

}  // namespace hotpath::backtest
