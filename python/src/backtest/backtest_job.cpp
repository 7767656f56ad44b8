#include "python/src/backtest/backtest_job.hpp"

#include <memory>
#include <optional>
#include <utility>

#include "hotpath/backtest/days/guard.hpp"
#include "hotpath/backtest/out/out_folder.hpp"
#include "hotpath/backtest/out/shown_days.hpp"
#include "hotpath/backtest/report/context.hpp"
#include "hotpath/backtest/sweep/sweep_points.hpp"
#include "python/src/errors.hpp"

namespace hotpath::python {

namespace nb = nanobind;

namespace {

/// The tables of sensitivity; rows that are in the folder are not run again.
[[nodiscard]] Expected<std::vector<backtest::VariedRun>> run_tables(
    const backtest::BacktestConfig& config, const backtest::BacktestResult& result,
    const RunControl& control, const JobOptions& options, const backtest::OutFolder* out) {
    std::optional<backtest::PointFile> kept;
    if (out != nullptr) {
        auto opened = backtest::PointFile::open(out->path() / "variations.jsonl");
        if (!opened) {
            return std::unexpected(opened.error());
        }
        kept.emplace(std::move(*opened));
    }
    return backtest::run_variations_shown(config, result, control.stop_flag(),
                                          kept ? &*kept : nullptr, options.has_progress);
}

}  // namespace

FinishedBacktest BacktestJob::run(const JobOptions& options) {
    const std::shared_ptr<PythonRun> run = configured_.run;
    run->made.clear();
    auto finished = [&] {
        const nb::gil_scoped_release released;
        return run_released(options);
    }();
    run->made.resize(std::min(run->made.size(), strategies_of_days_));
    run->control->raise_if_failed();
    return value_of(std::move(finished));
}

nb::list BacktestJob::take_strategies() {
    nb::list all;
    for (const nb::object& each : std::exchange(configured_.run->made, {})) {
        all.append(each);
    }
    return all;
}

Expected<FinishedBacktest> BacktestJob::run_released(const JobOptions& options) {
    const RunControl& control = *configured_.run->control;
    std::unique_ptr<backtest::OutFolder> out;
    if (!options.out.empty()) {
        auto opened = backtest::OutFolder::open(options.out, config());
        if (!opened) {
            return std::unexpected(opened.error());
        }
        out = std::move(*opened);
    }
    auto result = backtest::run_days_shown(
        config(), control.stop_flag(), {.out = out.get(), .has_progress = options.has_progress});
    if (!result) {
        return std::unexpected(result.error());
    }
    strategies_of_days_ = configured_.run->made.size();
    FinishedBacktest finished{.configuration = config().text,
                              .result = std::move(*result),
                              .context = backtest::context_of(config())};
    if (options.has_guard) {
        const auto guard = backtest::check_future(config(), finished.result, control.stop_flag(),
                                                  {.on_warning = backtest::print_warning});
        if (!guard) {
            return std::unexpected(guard.error());
        }
        finished.guard_runs = guard->runs;
    }
    if (options.has_sensitivity) {
        auto runs = run_tables(config(), finished.result, control, options, out.get());
        if (!runs) {
            return std::unexpected(runs.error());
        }
        finished.context.runs = std::move(*runs);
    }
    if (out) {
        if (auto written = out->write_summary(finished.json()); !written) {
            return std::unexpected(written.error());
        }
    }
    return finished;
}

}  // namespace hotpath::python
