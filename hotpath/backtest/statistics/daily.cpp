#include "hotpath/backtest/statistics/daily.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <boost/math/distributions/students_t.hpp>

namespace hotpath::backtest {

namespace {

constexpr double kUnitsPerDollar = 10'000;

/// All equal has to be seen before the arithmetic, whose rounding can leave a variance.
bool has_variance(std::span<const double> days) {
    return days.size() >= 2 && std::ranges::min(days) != std::ranges::max(days);
}

double mean_of(std::span<const double> days) {
    return std::accumulate(days.begin(), days.end(), 0.0) / static_cast<double>(days.size());
}

}  // namespace

std::vector<double> daily_pnl(const BacktestResult& result) {
    std::vector<double> days;
    days.reserve(result.days.size());
    for (const DayResult& day : result.days) {
        days.push_back(static_cast<double>(pnl(day).value) / kUnitsPerDollar);
    }
    return days;
}

std::vector<double> daily_returns(const BacktestResult& result) {
    if (!result.capital || *result.capital <= Money{}) {
        return {};
    }
    std::vector<double> days = daily_pnl(result);
    const double capital = static_cast<double>(result.capital->value) / kUnitsPerDollar;
    for (double& day : days) {
        day /= capital;
    }
    return days;
}

std::optional<DailyMoments> daily_moments(std::span<const double> days) {
    if (!has_variance(days)) {
        return std::nullopt;
    }
    const auto count = static_cast<double>(days.size());
    const double mean = mean_of(days);
    double squares = 0;
    double cubes = 0;
    double fourths = 0;
    for (const double day : days) {
        const double distance = day - mean;
        squares += distance * distance;
        cubes += distance * distance * distance;
        fourths += distance * distance * distance * distance;
    }
    const double variance = squares / count;
    return DailyMoments{.mean = mean,
                        .deviation = std::sqrt(squares / (count - 1)),
                        .skewness = cubes / count / (variance * std::sqrt(variance)),
                        .kurtosis = fourths / count / (variance * variance)};
}

std::optional<TStatistic> t_statistic(std::span<const double> days) {
    const auto moments = daily_moments(days);
    if (!moments) {
        return std::nullopt;
    }
    const auto count = static_cast<double>(days.size());
    const boost::math::students_t chance(count - 1);
    return TStatistic{.t = moments->mean / moments->deviation * std::sqrt(count),
                      .needed = boost::math::quantile(chance, 0.975)};
}

std::optional<double> sharpe_per_day(std::span<const double> days) {
    const auto moments = daily_moments(days);
    return moments ? std::optional(moments->mean / moments->deviation) : std::nullopt;
}

std::optional<double> sharpe(std::span<const double> days) {
    const auto ratio = sharpe_per_day(days);
    return ratio ? std::optional(*ratio * std::sqrt(kTradingDaysPerYear)) : std::nullopt;
}

std::optional<double> sortino(std::span<const double> days) {
    double squares = 0;
    for (const double day : days) {
        squares += day < 0 ? day * day : 0;
    }
    if (days.size() < 2 || squares == 0) {
        return std::nullopt;
    }
    const double downside = std::sqrt(squares / static_cast<double>(days.size()));
    return mean_of(days) / downside * std::sqrt(kTradingDaysPerYear);
}

}  // namespace hotpath::backtest
