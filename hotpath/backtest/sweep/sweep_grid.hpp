#pragma once
/// The points of a sweep: every combination of the values of some parameters, or some of them drawn
/// from a seed.
///
///   quote_qty=100..500/100            100, 200, 300, 400, 500; without a step every whole number
///   half_spread_dollars=0.01..0.05/0.01
///   first=KO,PEP                      a list
///   strategies[2].quote_qty=100,200   of one of several strategies
///
/// Parameters, their ranges and their kinds are those that the strategy describes. Threads: set-up.
/// Allocation: free. Complexity: linear in the points.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hotpath/backtest/backtest_config.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/strategy/parameter.hpp"

namespace hotpath::backtest {

/// A parameter that is varied: its description with each of its values, in their order.
struct SweepAxis {
    std::string name{};    // as the user wrote it
    std::size_t part = 0;  // of BacktestTrader::strategies
    std::vector<strategy::Parameter> values{};
};

/// The number of a value on each axis.
using SweepPoint = std::vector<std::uint32_t>;

inline constexpr std::size_t kSweepValuesMax = 10'000;  // of one parameter
inline constexpr std::size_t kSweepPointsMax = 20'000;

struct RandomSearch {
    std::size_t points = 0;
    std::uint64_t seed = 1;
};

/// `words`: NAME=VALUES. An error names the parameter and lists what is allowed.
[[nodiscard]] Expected<std::vector<SweepAxis>> read_axes(std::span<const std::string> words,
                                                         const BacktestTrader& trade);

/// kSweepPointsMax + 1 for more than that.
[[nodiscard]] std::size_t grid_size(std::span<const SweepAxis> axes);

/// The whole grid, the last axis fastest; or different points of it, in the order of the draws: all
/// when it has no more. Refuses more than kSweepPointsMax.
[[nodiscard]] Expected<std::vector<SweepPoint>> sweep_points(
    std::span<const SweepAxis> axes, const std::optional<RandomSearch>& random);

/// The trader with the values of this point.
[[nodiscard]] BacktestTrader trade_at(const BacktestTrader& trade, std::span<const SweepAxis> axes,
                                      const SweepPoint& point);

/// Why a strategy does not take its values: fast = 100, slow = 50.
[[nodiscard]] Expected<void> check_point(const BacktestTrader& trade);

/// One step down or up on one axis, where there is a value.
struct SweepStep {
    std::size_t axis = 0;
    bool is_up = false;
    SweepPoint point{};
};
[[nodiscard]] std::vector<SweepStep> neighbours(std::span<const SweepAxis> axes,
                                                const SweepPoint& point);

/// "quote_qty=100,200;first=KO": what a resumed sweep must have, too.
[[nodiscard]] std::string axes_text(std::span<const SweepAxis> axes);

}  // namespace hotpath::backtest
