#pragma once
/// Runs the points of a sweep, several at a time, and chooses the best of them.
///
/// A point is a backtest of all days by one thread, so its result does not depend on the others: the
/// sweep's is the same for any number of threads, and after any interruption. Threads:
/// `config.threads`, and the caller's. Allocation: the result of one point a thread. Complexity:
/// that of the backtests.

#include <atomic>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hotpath/backtest/backtest_config.hpp"
#include "hotpath/backtest/run_observer.hpp"
#include "hotpath/backtest/sweep/sweep_grid.hpp"
#include "hotpath/backtest/sweep/sweep_points.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::backtest {

/// The search: its parameters, and the points to try.
struct SweepPlan {
    std::vector<SweepAxis> axes{};
    std::optional<RandomSearch> random{};  // nothing: the whole grid
    std::vector<SweepPoint> points{};      // that every strategy takes
    std::size_t refused = 0;               // that one does not
    std::string refused_because{};         // of the first of them
};

/// Fails when no point is left.
[[nodiscard]] Expected<SweepPlan> make_plan(std::vector<SweepAxis> axes,
                                            const std::optional<RandomSearch>& random,
                                            const BacktestTrader& trade);

/// The configuration of one point.
[[nodiscard]] BacktestConfig config_at(const BacktestConfig& config, const SweepPlan& plan,
                                       const SweepPoint& point);

/// The points of a plan from a place on.
struct PointRange {
    const SweepPlan& plan;
    std::size_t first = 0;
};

/// Appends the results of points of the range that are not there; their numbers are their places in
/// the plan. An error is that of the first point that has one, or that it was stopped.
[[nodiscard]] Expected<void> run_points(const BacktestConfig& config, const PointRange& range,
                                        PointFile& results, const std::atomic<bool>& stop,
                                        RunObserver* observer = nullptr);

/// The best point by Sharpe ratio where points have one, else by P&L; the first of equals.
[[nodiscard]] std::size_t best_point(std::span<const PointResult> results);
/// The places of all results, the best first.
[[nodiscard]] std::vector<std::size_t> ranking(std::span<const PointResult> results);

}  // namespace hotpath::backtest
