#pragma once
/// The verdict of a backtest in one sentence: what it earns, under which change it would not, what
/// it depends on most, and what was not tested.
///
///   Earns $1,234.00, but loses at double fees; depends most on latency: $2,000.00 at half, $100.00
///   at double. Not tested: size, one day.
///
/// And why a backtest sent no order. Threads: pure functions. Allocation: the text.

#include <string>
#include <string_view>

#include "hotpath/backtest/result.hpp"
#include "hotpath/backtest/statistics/sensitivity.hpp"

namespace hotpath::backtest {

[[nodiscard]] std::string verdict_text(const Verdict& verdict);

/// Why no order was sent; "" when one was, or no day was run.
[[nodiscard]] std::string no_orders_text(const BacktestResult& result, std::string_view strategy);

}  // namespace hotpath::backtest
