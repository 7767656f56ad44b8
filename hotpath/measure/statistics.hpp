#pragma once
/// The runner's statistics: median, percentiles, mean, standard deviation, Welch's
/// t-test.
///
/// `deviation_to` is the standard deviation of the samples up to a percentile: a host that steals
/// 15 us from one sample in a hundred thousand owns the plain one. Threads: pure functions.
/// Allocation: median copies. Source: Welch (1947); the incomplete beta function by Lentz's
/// continued fraction (Numerical Recipes, 6.4).

#include <cstdint>
#include <span>
#include <vector>

namespace hotpath::measure {

[[nodiscard]] double median(std::vector<double> values);

/// Nearest rank; `sorted` is not empty.
[[nodiscard]] double percentile(std::span<const std::uint32_t> sorted, double percent);

struct Moments {
    double mean = 0;
    double deviation = 0;  ///< of the sample (n - 1)
};

[[nodiscard]] Moments moments(std::span<const std::uint32_t> samples);
[[nodiscard]] Moments moments(std::span<const double> samples);

/// The samples up to the percentile.
[[nodiscard]] double deviation_to(std::span<const std::uint32_t> sorted, double percent);

struct WelchTest {
    double t = 0;
    double degrees_of_freedom = 0;
    double p = 1;  ///< two-sided: how likely such a difference is between equal means
};

/// At least two values a side; equal constant samples give p = 1.
[[nodiscard]] WelchTest welch(std::span<const double> a, std::span<const double> b);

}  // namespace hotpath::measure
