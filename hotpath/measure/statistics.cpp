#include "hotpath/measure/statistics.hpp"

#include <algorithm>
#include <cmath>

namespace hotpath::measure {
namespace {

constexpr int kFractionTermsMax = 300;
constexpr double kFractionPrecision = 1e-14;
constexpr double kTiny = 1e-300;

double not_zero(double value) {
    return std::abs(value) < kTiny ? kTiny : value;
}

struct BetaShape {
    double a;
    double b;
};

/// One step of Lentz's method: the fraction so far times a term.
struct Lentz {
    double c;
    double d;
    double fraction;

    double multiply(double numerator) {
        d = 1 / not_zero(1 + numerator * d);
        c = not_zero(1 + numerator / c);
        fraction *= c * d;
        return c * d;
    }
};

double beta_fraction(BetaShape shape, double x) {
    const auto [a, b] = shape;
    const double first = 1 / not_zero(1 - (a + b) * x / (a + 1));
    Lentz lentz{.c = 1, .d = first, .fraction = first};
    for (int term = 1; term <= kFractionTermsMax; ++term) {
        const double m = term;
        lentz.multiply(m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)));
        const double last =
            lentz.multiply(-(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)));
        if (std::abs(last - 1) < kFractionPrecision) {
            break;
        }
    }
    return lentz.fraction;
}

/// I_x(a, b), the regularised incomplete beta function.
double incomplete_beta(BetaShape shape, double x) {
    const auto [a, b] = shape;
    if (x <= 0 || x >= 1) {
        return x <= 0 ? 0 : 1;
    }
    const double front = std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) +
                                  a * std::log(x) + b * std::log1p(-x));
    if (x < (a + 1) / (a + b + 2)) {
        return front * beta_fraction(shape, x) / a;
    }
    return 1 - front * beta_fraction({.a = b, .b = a}, 1 - x) / b;
}

template <class T>
Moments moments_of(std::span<const T> samples) {
    const auto n = static_cast<double>(samples.size());
    double sum = 0;
    for (const T sample : samples) {
        sum += static_cast<double>(sample);
    }
    const double mean = sum / n;
    double squares = 0;
    for (const T sample : samples) {
        squares += (static_cast<double>(sample) - mean) * (static_cast<double>(sample) - mean);
    }
    return {.mean = mean, .deviation = samples.size() < 2 ? 0 : std::sqrt(squares / (n - 1))};
}

}  // namespace

double median(std::vector<double> values) {
    std::ranges::sort(values);
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

double percentile(std::span<const std::uint32_t> sorted, double percent) {
    // 99.9% of 1,000 is 999, not the 999.0000000000001 of floating point.
    constexpr double kRounding = 1e-9;
    const double rank = std::ceil(percent * static_cast<double>(sorted.size()) / 100.0 - kRounding);
    return sorted[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
}

Moments moments(std::span<const std::uint32_t> samples) {
    return moments_of(samples);
}

Moments moments(std::span<const double> samples) {
    return moments_of(samples);
}

double deviation_to(std::span<const std::uint32_t> sorted, double percent) {
    const double limit = percentile(sorted, percent);
    const auto end = std::ranges::find_if(
        sorted, [limit](std::uint32_t sample) { return static_cast<double>(sample) > limit; });
    return moments(sorted.first(static_cast<std::size_t>(end - sorted.begin()))).deviation;
}

WelchTest welch(std::span<const double> a, std::span<const double> b) {
    const Moments of_a = moments(a);
    const Moments of_b = moments(b);
    const auto n_a = static_cast<double>(a.size());
    const auto n_b = static_cast<double>(b.size());
    const double error_a = of_a.deviation * of_a.deviation / n_a;
    const double error_b = of_b.deviation * of_b.deviation / n_b;
    const double error = error_a + error_b;
    if (error <= 0) {
        return {.t = 0, .degrees_of_freedom = n_a + n_b - 2, .p = of_a.mean == of_b.mean ? 1.0 : 0};
    }
    const double t = (of_a.mean - of_b.mean) / std::sqrt(error);
    const double freedom =
        error * error / (error_a * error_a / (n_a - 1) + error_b * error_b / (n_b - 1));
    const double p = incomplete_beta({.a = freedom / 2, .b = 0.5}, freedom / (freedom + t * t));
    return {.t = t, .degrees_of_freedom = freedom, .p = p};
}

}  // namespace hotpath::measure
