#pragma once
/// PairSeries: the prices of two instruments tick by tick, checked once against what every version
/// of the ladder relies on.
///
/// Prices are whole price units (1/10,000 dollar), held in doubles as the paper's programs hold
/// theirs in dollars; a z-score has no unit. Threads: immutable. Allocation: create().

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hotpath/core/error.hpp"

namespace hotpath::pairs {

/// Prices of the same ticks.
struct PairPrices {
    std::span<const double> first;
    std::span<const double> second;

    [[nodiscard]] std::size_t ticks() const noexcept { return first.size(); }
};

class PairSeries {
  public:
    /// Refuses prices that are not whole, series of different lengths, and spreads beyond
    /// kSpreadMax and kSpreadRangeMax.
    [[nodiscard]] static Expected<PairSeries> create(std::vector<double> first,
                                                     std::vector<double> second);

    [[nodiscard]] PairPrices prices() const noexcept { return {first_, second_}; }
    [[nodiscard]] std::size_t ticks() const noexcept { return first_.size(); }

  private:
    PairSeries(std::vector<double> first, std::vector<double> second)
        : first_(std::move(first)), second_(std::move(second)) {}

    std::vector<double> first_;
    std::vector<double> second_;
};

/// The ticks of the paper's series: daily closes of five years.
constexpr std::size_t kPaperTicks = 1'256;

/// Generated closes that move like the paper's pair: daily changes of about 4.9 and 1.3 dollars,
/// correlated by 0.84, a spread of 100 to 300 dollars.
[[nodiscard]] PairSeries generated_series(std::uint64_t seed, std::size_t ticks = kPaperTicks);

/// The same prices in dollars, rounded to the nearest double.
[[nodiscard]] std::vector<double> in_dollars(std::span<const double> price_units);

}  // namespace hotpath::pairs
