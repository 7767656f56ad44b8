#pragma once
/// The verdict of a backtest in one sentence: what it earns, under which change it would not, what
/// it depends on most, and what was not tested.
///
///   Earns $1,234.00, but loses at double fees; depends most on latency: $2,000.00 at half, $100.00
///   at double. Not tested: size, one day.
///
/// Threads: a pure function. Allocation: the text.

#include <string>

#include "hotpath/backtest/statistics/sensitivity.hpp"

namespace hotpath::app {

[[nodiscard]] std::string verdict_text(const backtest::Verdict& verdict);

}  // namespace hotpath::app
