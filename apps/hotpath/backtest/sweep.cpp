#include "apps/hotpath/backtest/sweep.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "apps/hotpath/backtest/report_text.hpp"
#include "apps/hotpath/config/command_options.hpp"
#include "apps/hotpath/config/option_checks.hpp"
#include "hotpath/backtest/out/run_identity.hpp"
#include "hotpath/backtest/out/shown_days.hpp"
#include "hotpath/backtest/report/report_json.hpp"
#include "hotpath/backtest/report/report_page.hpp"
#include "hotpath/backtest/sweep/sweep_run.hpp"
#include "hotpath/backtest/sweep/sweep_search.hpp"
#include "hotpath/backtest/sweep/sweep_table.hpp"
#include "hotpath/files/output_file.hpp"
#include "hotpath/process/signals.hpp"

namespace hotpath::app {

namespace {

namespace fs = std::filesystem;

struct SweepArguments {
    fs::path config;
    std::vector<std::string> parameters;
    std::size_t random = 0;  // 0: the whole grid
    std::uint64_t seed = 1;
    fs::path out;
    fs::path report;
    fs::path json;
    std::uint32_t threads = 0;
};

/// A sweep from its plan to its report.
class Sweep {
  public:
    Sweep(const SweepArguments& arguments, backtest::BacktestConfig config,
          backtest::SweepPlan plan)
        : arguments_(arguments),
          config_(std::move(config)),
          plan_(std::move(plan)),
          tried_(plan_.points.size()),
          stop_(process::stop_on_signals()) {}

    [[nodiscard]] Expected<void> run() {
        if (auto opened = open(); !opened) {
            return opened;
        }
        auto done = run_points_from(0);
        if (done) {
            take_results();
            best_ = backtest::best_point(results_);
            backtest::add_missing_neighbours(plan_, best_, config_.trade);
            done = run_points_from(tried_);
        }
        if (done) {
            take_results();
            done = finish();
        }
        return !done && stop_ ? fail(stopped_text()) : done;
    }

  private:
    /// What stands in the way of the outputs is known before the first point runs.
    [[nodiscard]] Expected<void> open() {
        const auto identity =
            backtest::run_identity(config_, backtest::sweep_identity(plan_, tried_));
        if (!identity) {
            return std::unexpected(identity.error());
        }
        auto lock = backtest::claim_folder(arguments_.out, *identity);
        if (!lock) {
            return std::unexpected(lock.error());
        }
        lock_ = std::move(*lock);
        auto points = backtest::PointFile::open(arguments_.out / "points.jsonl");
        if (!points) {
            return std::unexpected(points.error());
        }
        points_.emplace(std::move(*points));
        if (const auto table = backtest::open_sweep_table(arguments_.out, plan_); !table) {
            return std::unexpected(table.error());
        }
        auto report = files::OutputFile::create_if_named(arguments_.report);
        auto json = files::OutputFile::create_if_named(arguments_.json);
        if (!report || !json) {
            return std::unexpected(!report ? report.error() : json.error());
        }
        report_ = std::move(*report);
        json_ = std::move(*json);
        return {};
    }

    [[nodiscard]] Expected<void> run_points_from(std::size_t first) {
        backtest::ShownRun progress({.label = "sweep",
                                     .parts = "points",
                                     .total = plan_.points.size(),
                                     .done_before = points_->size()});
        return backtest::run_points(config_, {plan_, first}, *points_, stop_, &progress);
    }

    [[nodiscard]] std::string stopped_text() const {
        return fmt::format(
            "stopped: {} of {} points are done; the same command with --out {} goes on",
            std::min(points_->size(), tried_), tried_, arguments_.out.string());
    }

    void take_results() {
        results_.clear();
        for (std::size_t n = 0; n < plan_.points.size(); ++n) {
            results_.push_back(*points_->find(n));
        }
    }
    /// The best point once more, for all its statistics.
    [[nodiscard]] Expected<void> finish() {
        const backtest::BacktestConfig best =
            backtest::config_at(config_, plan_, plan_.points[best_]);
        const auto result = backtest::run_days_shown(best, stop_, {.label = "best point"});
        if (!result) {
            return std::unexpected(result.error());
        }
        if (backtest::output_hash(*result) != results_[best_].output_hash) {
            return fail(fmt::format(
                "point {} must give the same orders when it runs again: a strategy must not depend "
                "on anything but its inputs",
                best_ + 1));
        }
        auto table = backtest::open_sweep_table(arguments_.out, plan_);
        if (!table) {
            return std::unexpected(table.error());
        }
        if (auto written = backtest::write_sweep_table(**table, plan_, results_, tried_);
            !written) {
            return written;
        }
        const backtest::ReportContext about =
            sweep_context(best, backtest::search_of(plan_, results_, tried_, best_),
                          std::span(results_).first(tried_));
        print_sweep(*result, about);
        return write(*result, about);
    }
    [[nodiscard]] Expected<void> write(const backtest::BacktestResult& result,
                                       const backtest::ReportContext& about) {
        const std::string text = backtest::backtest_json(result, about);
        if (report_) {
            report_->write(backtest::backtest_report(result, about));
            if (auto closed = report_->close(); !closed) {
                return closed;
            }
        }
        if (json_) {
            json_->write(text);
            if (auto closed = json_->close(); !closed) {
                return closed;
            }
        }
        return files::write_file(arguments_.out / "summary.json", text);
    }

    const SweepArguments& arguments_;
    backtest::BacktestConfig config_;
    backtest::SweepPlan plan_;
    std::size_t tried_;  // the first of plan_.points; neighbours of the best follow
    const std::atomic<bool>& stop_;
    Descriptor lock_{-1};
    std::optional<backtest::PointFile> points_;
    std::optional<files::OutputFile> report_;
    std::optional<files::OutputFile> json_;
    std::vector<backtest::PointResult> results_;  // by point
    std::size_t best_ = 0;
};

Expected<void> run_sweep(const SweepArguments& arguments, const strategy::Registry& strategies) {
    auto config = backtest::read_backtest_config(arguments.config, strategies);
    if (!config) {
        return std::unexpected(config.error());
    }
    if (arguments.threads != 0) {
        config->threads = arguments.threads;
    }
    auto axes = backtest::read_axes(arguments.parameters, config->trade);
    if (!axes) {
        return std::unexpected(axes.error());
    }
    const auto random = arguments.random == 0
                            ? std::nullopt
                            : std::optional(backtest::RandomSearch{.points = arguments.random,
                                                                   .seed = arguments.seed});
    auto plan = backtest::make_plan(std::move(*axes), random, config->trade);
    if (!plan) {
        return std::unexpected(plan.error());
    }
    return Sweep(arguments, std::move(*config), std::move(*plan)).run();
}

void add_sweep_outputs(CLI::App& command, SweepArguments& arguments) {
    add_output_folder(command,
                      {"--out", "Keep the results here; an interrupted sweep goes on from them"},
                      arguments.out)
        ->type_name("DIR")
        ->required();
    add_output_file(command, {"--report", "Write the report of the best point as HTML"},
                    arguments.report)
        ->type_name("HTML");
    add_output_file(command, {"--json", "Write the result of the best point as JSON"},
                    arguments.json)
        ->type_name("JSON");
}

}  // namespace

void add_sweep(CLI::App& backtest, Run& chosen, const strategy::Registry& strategies) {
    CLI::App* command = backtest.add_subcommand(
        "sweep",
        "Run the days with many values of the strategy's parameters, and print the best "
        "point with a verdict that allows for the number of trials");
    auto arguments = std::make_shared<SweepArguments>();
    add_input(*command, {"-c,--config", "Configuration file: docs/guide/backtest.md"},
              arguments->config)
        ->type_name("FILE")
        ->required();
    add_texts(*command,
              {"--param",
               "A parameter and its values: 1..10, 0.5..2.0/0.5 (with a step) or a,b,c; repeat "
               "it for each parameter"},
              arguments->parameters, check_setting)
        ->type_name("NAME=VALUES")
        ->allow_extra_args(false)
        ->required();
    add_integer(*command, {"--random", "Number of points to draw from the grid by --seed"},
                arguments->random, {1, static_cast<std::int64_t>(backtest::kSweepPointsMax)});
    add_integer(*command, {"--seed", "Seed of --random"}, arguments->seed, {0, 1'000'000'000'000})
        ->capture_default_str();
    add_integer(*command,
                {"--threads", "Number of points run at the same time; default: run.threads"},
                arguments->threads, {1, 1'024});
    add_sweep_outputs(*command, *arguments);
    command->callback([arguments, &chosen, &strategies] {
        chosen = [arguments, &strategies] { return run_sweep(*arguments, strategies); };
    });
}

}  // namespace hotpath::app
