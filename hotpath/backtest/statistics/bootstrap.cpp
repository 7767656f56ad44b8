#include "hotpath/backtest/statistics/bootstrap.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "hotpath/core/random.hpp"

namespace hotpath::backtest {

namespace {

/// Outside the interval on each side.
constexpr double kTail = 0.025;

void draw_blocks(std::span<const double> days, double block_days, Random& random,
                 std::vector<double>& drawn) {
    std::size_t at = random.below(days.size());
    for (double& day : drawn) {
        day = days[at];
        const bool ends = random.unit_double() * block_days < 1.0;
        at = ends ? random.below(days.size()) : (at + 1) % days.size();
    }
}

}  // namespace

std::optional<ConfidenceInterval> confidence_interval(std::span<const double> days,
                                                      DailyStatistic statistic,
                                                      const BootstrapOptions& options) {
    if (days.size() < kBootstrapDaysMin || options.draws == 0) {
        return std::nullopt;
    }
    const double block_days =
        std::max(1.0, options.block_days.value_or(std::cbrt(static_cast<double>(days.size()))));
    Random random(options.seed);
    std::vector<double> drawn(days.size());
    std::vector<double> values;
    values.reserve(options.draws);
    for (std::uint32_t draw = 0; draw < options.draws; ++draw) {
        draw_blocks(days, block_days, random, drawn);
        if (const auto value = statistic(drawn)) {
            values.push_back(*value);
        }
    }
    const auto undefined = static_cast<double>(options.draws - values.size());
    if (values.empty() || undefined > kTail * options.draws) {
        return std::nullopt;
    }
    std::ranges::sort(values);
    const auto tail = static_cast<std::size_t>(kTail * static_cast<double>(values.size()));
    return ConfidenceInterval{.low = values[tail],
                              .high = values[values.size() - 1 - tail],
                              .block_days = block_days,
                              .draws = static_cast<std::uint32_t>(values.size())};
}

}  // namespace hotpath::backtest
