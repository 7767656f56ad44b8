#pragma once
/// The value of the best of several trials: the deflated Sharpe ratio and the probability of
/// backtest overfitting.
///
/// Sharpe ratios here are those of one day, not annualised. What has no value is nullopt. Threads:
/// pure functions. Allocation: some vectors. Complexity: linear in days; the probability of
/// overfitting at most 12,870 splits x trials. Source: Bailey and Lopez de Prado, The Deflated
/// Sharpe Ratio (2014); Bailey, Borwein, Lopez de Prado and Zhu, The Probability of Backtest
/// Overfitting (2015).

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "hotpath/backtest/statistics/bootstrap.hpp"

namespace hotpath::backtest {

/// The standard normal distribution and its inverse; the inverse takes 0 < p < 1.
[[nodiscard]] double normal_cdf(double x);
[[nodiscard]] double normal_quantile(double p);

/// A Sharpe ratio with what its error depends on.
struct SharpeSample {
    double sharpe_per_day = 0;
    std::size_t days = 0;
    double skewness = 0;
    double kurtosis = 3;
};

[[nodiscard]] std::optional<SharpeSample> sharpe_sample(std::span<const double> days);

/// The probability that the true ratio is above `benchmark`:
/// Phi((SR - benchmark) sqrt(n - 1) / sqrt(1 - skewness SR + (kurtosis - 1) / 4 SR^2)).
[[nodiscard]] std::optional<double> probabilistic_sharpe(const SharpeSample& sample,
                                                         double benchmark);

struct TrialCount {
    std::uint64_t trials = 1;
    double sharpe_variance = 0;  // of the trials' ratios of one day
};

/// The ratio that the best of the trials has on average when none is worth anything:
/// sqrt(V) ((1 - g) Phi^-1(1 - 1/N) + g Phi^-1(1 - 1/(N e))), g = 0.5772. One trial: 0.
[[nodiscard]] double expected_max_sharpe(const TrialCount& trials);

/// The probabilistic ratio against the expected maximum.
struct DeflatedSharpe {
    double probability = 0;
    double expected_max = 0;  // of one day
    std::uint64_t trials = 1;
};

[[nodiscard]] std::optional<DeflatedSharpe> deflated_sharpe(const SharpeSample& best,
                                                            const TrialCount& trials);

/// Daily values of each trial, all of the same days.
using TrialMatrix = std::span<const std::vector<double>>;

/// The deflated ratio of the trial with the highest Sharpe ratio; two trials must have one, of at
/// least kBootstrapDaysMin days: the formula is of long series.
[[nodiscard]] std::optional<DeflatedSharpe> deflated_sharpe(TrialMatrix trials);

struct OverfittingProbability {
    double probability =
        0;  // share of splits where the best half's choice is at or below the median
    std::uint32_t blocks = 0;
    std::uint32_t splits = 0;
};

/// CSCV: the days are cut into blocks; for each choice of half of the blocks the trial with the best
/// Sharpe ratio there is ranked in the other half. `blocks_max` is even; fewer are taken when a
/// block would have fewer than two days, at least four. Days that do not fill the blocks are left
/// out at the start. A trial without variance counts as a ratio of 0.
[[nodiscard]] std::optional<OverfittingProbability> overfitting_probability(
    TrialMatrix trials, std::uint32_t blocks_max = 16);

}  // namespace hotpath::backtest
