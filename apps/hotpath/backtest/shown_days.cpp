#include "apps/hotpath/backtest/shown_days.hpp"

#include "apps/hotpath/backtest/progress.hpp"
#include "hotpath/backtest/days/days.hpp"
#include "hotpath/backtest/sweep/sensitivity.hpp"

namespace hotpath::app {

Expected<backtest::BacktestResult> run_days_shown(const backtest::BacktestConfig& config,
                                                  const std::atomic<bool>& stop,
                                                  const ShownDays& shown) {
    RunProgress progress({.label = shown.label,
                          .total = config.days.size(),
                          .done_before = shown.out == nullptr ? 0 : shown.out->days_done(),
                          .is_shown = shown.has_progress});
    return backtest::run_days(config, stop, {.kept = shown.out, .observer = &progress});
}

Expected<backtest::GuardResult> check_future_shown(const backtest::BacktestConfig& config,
                                                   const backtest::BacktestResult& result,
                                                   const std::atomic<bool>& stop) {
    Progress progress("guard");
    return backtest::check_future(
        config, result, stop,
        {.on_progress = [&](const ReadProgress& done) { progress.update(done); },
         .on_warning = print_warning});
}

Expected<std::vector<backtest::VariedRun>> run_variations_shown(
    const backtest::BacktestConfig& config, const backtest::BacktestResult& result,
    const std::atomic<bool>& stop, backtest::PointFile* kept, bool has_progress) {
    const auto run = [&](const backtest::BacktestConfig& varied, const std::string& label) {
        return run_days_shown(varied, stop, {.label = label, .has_progress = has_progress});
    };
    return backtest::run_variations(config, result, run, kept);
}

}  // namespace hotpath::app
