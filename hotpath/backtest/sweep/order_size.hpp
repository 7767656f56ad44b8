#pragma once
/// A backtest at another size: the same days with larger or smaller orders.
///
/// Scaled are the parameters that strategies declare with shares() (entry.hpp), rounded down to
/// whole shares, and the risk limits in shares and in money, so that the market's depth limits a
/// larger size. Rates, distances and counts stay. Threads: a pure function.
/// Allocation: the configuration. Complexity: linear in the parameters.

#include <cstdint>
#include <optional>

#include "hotpath/backtest/backtest_config.hpp"

namespace hotpath::backtest {

/// Empty if no parameter is a size, or if one of them would leave its range.
[[nodiscard]] std::optional<BacktestConfig> with_size(const BacktestConfig& config,
                                                      std::int64_t percent);

}  // namespace hotpath::backtest
