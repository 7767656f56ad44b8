#include "hotpath/backtest/out/shown_days.hpp"

#include <cstdio>
#include <mutex>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "hotpath/backtest/days/days.hpp"
#include "hotpath/backtest/sweep/sensitivity.hpp"
#include "hotpath/process/progress_line.hpp"

namespace hotpath::backtest {

void print_warning(const DayWarning& warning) {
    static std::mutex mutex;
    static std::set<std::pair<DayWarning::Kind, std::string>> said;
    const std::scoped_lock one(mutex);
    if (said.emplace(warning.kind, warning.day).second) {
        fmt::print(stderr, "hotpath backtest: {}\n", warning.text);
    }
}

Expected<BacktestResult> run_days_shown(const BacktestConfig& config, const std::atomic<bool>& stop,
                                        const ShownDays& shown) {
    ShownRun observer({.label = shown.label,
                       .total = config.days.size(),
                       .done_before = shown.out == nullptr ? 0 : shown.out->days_done(),
                       .is_shown = shown.has_progress});
    return run_days(config, stop, {.kept = shown.out, .observer = &observer});
}

Expected<GuardResult> check_future_shown(const BacktestConfig& config, const BacktestResult& result,
                                         const std::atomic<bool>& stop) {
    process::ReadProgressLine progress("guard");
    return check_future(config, result, stop,
                        {.on_progress = [&](const ReadProgress& done) { progress.update(done); },
                         .on_warning = print_warning});
}

Expected<std::vector<VariedRun>> run_variations_shown(const BacktestConfig& config,
                                                      const BacktestResult& result,
                                                      const std::atomic<bool>& stop,
                                                      PointFile* kept, bool has_progress) {
    const auto run = [&](const BacktestConfig& varied, const std::string& label) {
        return run_days_shown(varied, stop, {.label = label, .has_progress = has_progress});
    };
    return run_variations(config, result, run, kept);
}

}  // namespace hotpath::backtest
