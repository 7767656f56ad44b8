#pragma once
/// A finished search as its report has it: the best point, those one step away, and every trial.
///
///   plan and results ──> best_point() ──> add_missing_neighbours(), run ──> search_of()
///
/// Threads: pure functions. Allocation: the texts. Complexity: linear in points and axes.

#include <cstddef>
#include <span>
#include <string>

#include "hotpath/backtest/sweep/search.hpp"
#include "hotpath/backtest/sweep/sweep_points.hpp"
#include "hotpath/backtest/sweep/sweep_run.hpp"

namespace hotpath::backtest {

/// The identity of a sweep besides its configuration, which a resumed sweep must match. `tried`:
/// points of the plan, without those that are neighbours only.
[[nodiscard]] std::string sweep_identity(const SweepPlan& plan, std::size_t tried);

/// A random search has not tried all of them; they are no trials, since none of them is chosen.
void add_missing_neighbours(SweepPlan& plan, std::size_t best, const BacktestTrader& trade);

/// `results` are those of plan.points, the first `tried` of them trials; `best` is one of these.
[[nodiscard]] Search search_of(const SweepPlan& plan, std::span<const PointResult> results,
                               std::size_t tried, std::size_t best);

}  // namespace hotpath::backtest
