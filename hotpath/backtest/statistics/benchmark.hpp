#pragma once
/// The benchmark of a backtest: to buy the traded symbols, and hold them.
///
/// Threads: a pure function. Allocation: a sum a symbol. Complexity: linear in days and instruments.
/// definitions() has the formula.

#include <optional>

#include "hotpath/backtest/result.hpp"

namespace hotpath::backtest {

/// A share of what is invested, in equal parts. Days that begin flat add up, as their profits do;
/// days of one run compound. Nothing when no symbol had a price.
[[nodiscard]] std::optional<double> buy_and_hold(const BacktestResult& result);

/// The same return in money: times the capital.
[[nodiscard]] std::optional<Money> buy_and_hold_pnl(const BacktestResult& result);

}  // namespace hotpath::backtest
