#pragma once
/// Is one variant faster than another? A verdict from the rounds of one run, in each of which both
/// ran.
///
/// The ratio is the median of the rounds' own ratios, its interval that of the sign test: it holds
/// the true median in at least 95 of 100 runs, whatever the distribution. Threads: pure functions.
/// Allocation: a copy to sort. Complexity: n log n.
/// Source: Conover, Practical Nonparametric Statistics, 3.2 (the interval of a quantile).

#include <cstdint>
#include <span>
#include <string_view>

namespace hotpath::measure {

enum class Verdict : std::uint8_t {
    Faster,        // all of the interval is below 1 - kEffectMin
    Slower,        // all of it is above 1 / (1 - kEffectMin)
    NoDifference,  // all of it is within kEqualWithin of 1
    Undecided,     // it covers too much, or there are too few rounds
};
inline constexpr std::size_t kVerdicts = 4;

/// Less than this is an accident of where the code lies, which another build changes.
inline constexpr double kEffectMin = 0.03;
inline constexpr double kEqualWithin = 0.05;
/// With fewer rounds there is no interval of 95%.
inline constexpr std::size_t kRoundsMin = 6;

[[nodiscard]] std::string_view name(Verdict verdict) noexcept;

struct Ratio {
    double median = 1;
    double low = 0;
    double high = 0;
    Verdict verdict = Verdict::Undecided;
};

/// `times[i] / base[i]` of rounds i. Both have the same, positive number of rounds. A base of 0 (a clock too coarse) gives 1.
[[nodiscard]] Ratio ratio_of(std::span<const double> times, std::span<const double> base);

}  // namespace hotpath::measure
