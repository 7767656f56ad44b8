#include "hotpath/backtest/sweep/sweep_search.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "hotpath/config/strategy_table.hpp"
#include "hotpath/text/numbers.hpp"

namespace hotpath::backtest {

namespace {

[[nodiscard]] std::string points_text(const SweepPlan& plan) {
    if (!plan.random) {
        return "grid";
    }
    const std::size_t size = grid_size(plan.axes);
    return fmt::format("drawn from {}{}, seed {}", size > kSweepPointsMax ? "more than " : "",
                       text::grouped(std::uint64_t{std::min(size, kSweepPointsMax)}),
                       plan.random->seed);
}

[[nodiscard]] std::optional<std::size_t> place_of(const SweepPlan& plan, const SweepPoint& point) {
    const auto found = std::ranges::find(plan.points, point);
    return found == plan.points.end()
               ? std::nullopt
               : std::optional(static_cast<std::size_t>(found - plan.points.begin()));
}

[[nodiscard]] SearchRow row_of(const SweepPlan& plan, const PointResult& result) {
    SearchRow row{.point = result.point + 1,
                  .pnl = result.pnl(),
                  .drawdown = result.drawdown,
                  .sharpe = result.sharpe,
                  .fill_ratio = result.fill_ratio,
                  .round_trips = result.round_trips,
                  .fills = result.fills,
                  .stopped_days = result.stopped_days,
                  .traded_share = result.traded_share};
    for (std::size_t n = 0; n < plan.axes.size(); ++n) {
        row.values.push_back(config::value_text(plan.axes[n].values[plan.points[result.point][n]]));
    }
    return row;
}

}  // namespace

std::string sweep_identity(const SweepPlan& plan, std::size_t tried) {
    return fmt::format("sweep {} {} {}", axes_text(plan.axes), points_text(plan), tried);
}

void add_missing_neighbours(SweepPlan& plan, std::size_t best, const BacktestTrader& trade) {
    for (SweepStep& step : neighbours(plan.axes, plan.points[best])) {
        if (!place_of(plan, step.point) && check_point(trade_at(trade, plan.axes, step.point))) {
            plan.points.push_back(std::move(step.point));
        }
    }
}

Search search_of(const SweepPlan& plan, std::span<const PointResult> results, std::size_t tried,
                 std::size_t best) {
    Search search{.points = points_text(plan),
                  .tried = tried,
                  .refused = plan.refused,
                  .refused_because = plan.refused_because,
                  .stopped = static_cast<std::size_t>(std::ranges::count_if(
                      results.first(tried),
                      [](const PointResult& result) { return result.stopped_days != 0; })),
                  .chosen_by = results[best].sharpe ? "Sharpe ratio" : "P&L",
                  .best = row_of(plan, results[best])};
    for (const SweepAxis& axis : plan.axes) {
        search.parameters.push_back(axis.name);
    }
    for (const SweepStep& step : neighbours(plan.axes, plan.points[best])) {
        if (const auto place = place_of(plan, step.point)) {
            search.neighbours.push_back({.parameter = plan.axes[step.axis].name,
                                         .is_up = step.is_up,
                                         .row = row_of(plan, results[*place])});
        }
    }
    for (const std::size_t place : ranking(results.first(tried))) {
        if (search.rows.size() < kSearchRowsMax) {
            search.rows.push_back(row_of(plan, results[place]));
        }
    }
    return search;
}

}  // namespace hotpath::backtest
