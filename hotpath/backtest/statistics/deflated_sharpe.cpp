#include <algorithm>
#include <cmath>
#include <numbers>

#include "hotpath/backtest/statistics/daily.hpp"
#include "hotpath/backtest/statistics/overfitting.hpp"

namespace hotpath::backtest {

double normal_cdf(double x) {
    return 0.5 * std::erfc(-x / std::numbers::sqrt2);
}

double normal_quantile(double p) {
    // Bisection: a report asks twice, and it is as exact as the distribution itself.
    double low = -40;
    double high = 40;
    for (int step = 0; step < 100; ++step) {
        const double middle = (low + high) / 2;
        (normal_cdf(middle) < p ? low : high) = middle;
    }
    return (low + high) / 2;
}

std::optional<SharpeSample> sharpe_sample(std::span<const double> days) {
    const auto moments = daily_moments(days);
    if (!moments) {
        return std::nullopt;
    }
    return SharpeSample{.sharpe_per_day = moments->mean / moments->deviation,
                        .days = days.size(),
                        .skewness = moments->skewness,
                        .kurtosis = moments->kurtosis};
}

std::optional<double> probabilistic_sharpe(const SharpeSample& sample, double benchmark) {
    const double ratio = sample.sharpe_per_day;
    const double error = 1 - sample.skewness * ratio + (sample.kurtosis - 1) / 4 * ratio * ratio;
    if (sample.days < 2 || error <= 0) {
        return std::nullopt;
    }
    const auto degrees = static_cast<double>(sample.days - 1);
    return normal_cdf((ratio - benchmark) * std::sqrt(degrees / error));
}

double expected_max_sharpe(const TrialCount& trials) {
    if (trials.trials < 2) {
        return 0;
    }
    const auto count = static_cast<double>(trials.trials);
    return std::sqrt(trials.sharpe_variance) *
           ((1 - std::numbers::egamma) * normal_quantile(1 - 1 / count) +
            std::numbers::egamma * normal_quantile(1 - 1 / (count * std::numbers::e)));
}

std::optional<DeflatedSharpe> deflated_sharpe(const SharpeSample& best, const TrialCount& trials) {
    const double expected = expected_max_sharpe(trials);
    const auto probability = probabilistic_sharpe(best, expected);
    if (!probability) {
        return std::nullopt;
    }
    return DeflatedSharpe{
        .probability = *probability, .expected_max = expected, .trials = trials.trials};
}

std::optional<DeflatedSharpe> deflated_sharpe(TrialMatrix trials) {
    std::vector<double> ratios;
    std::optional<SharpeSample> best;
    for (const std::vector<double>& trial : trials) {
        const auto sample = sharpe_sample(trial);
        if (!sample) {
            continue;
        }
        ratios.push_back(sample->sharpe_per_day);
        if (!best || sample->sharpe_per_day > best->sharpe_per_day) {
            best = sample;
        }
    }
    if (ratios.size() < 2 || best->days < kBootstrapDaysMin) {
        return std::nullopt;
    }
    const auto moments = daily_moments(ratios);
    const double deviation = moments ? moments->deviation : 0;
    return deflated_sharpe(*best,
                           {.trials = trials.size(), .sharpe_variance = deviation * deviation});
}

}  // namespace hotpath::backtest
