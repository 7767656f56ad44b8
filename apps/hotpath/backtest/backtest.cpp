#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "apps/hotpath/backtest/compare.hpp"
#include "apps/hotpath/backtest/oracle.hpp"
#include "apps/hotpath/backtest/report_text.hpp"
#include "apps/hotpath/backtest/session_files.hpp"
#include "apps/hotpath/backtest/sweep.hpp"
#include "apps/hotpath/commands.hpp"
#include "apps/hotpath/config/command_options.hpp"
#include "apps/hotpath/console/console.hpp"
#include "hotpath/backtest/config/config_file.hpp"
#include "hotpath/backtest/out/out_folder.hpp"
#include "hotpath/backtest/out/shown_days.hpp"
#include "hotpath/backtest/report/context.hpp"
#include "hotpath/backtest/report/report_json.hpp"
#include "hotpath/backtest/report/report_page.hpp"
#include "hotpath/backtest/sweep/sweep_points.hpp"
#include "hotpath/files/output_file.hpp"
#include "hotpath/process/signals.hpp"

namespace hotpath::app {

namespace {

namespace fs = std::filesystem;

struct BacktestArguments {
    fs::path config;
    fs::path report;
    fs::path json;
    fs::path out;
    std::uint32_t threads = 0;
    bool has_sensitivity = false;
    bool has_guard = false;
};

/// Opened before the run, so that a wrong name fails at once.
struct BacktestOutputs {
    std::optional<files::OutputFile> report;
    std::optional<files::OutputFile> json;
    std::unique_ptr<backtest::OutFolder> out;

    [[nodiscard]] static Expected<BacktestOutputs> open(const BacktestArguments& arguments,
                                                        const backtest::BacktestConfig& config) {
        auto report = files::OutputFile::create_if_named(arguments.report);
        if (!report) {
            return std::unexpected(report.error());
        }
        auto json = files::OutputFile::create_if_named(arguments.json);
        if (!json) {
            return std::unexpected(json.error());
        }
        BacktestOutputs outputs;
        outputs.report = std::move(*report);
        outputs.json = std::move(*json);
        if (!arguments.out.empty()) {
            auto out = backtest::OutFolder::open(arguments.out, config);
            if (!out) {
                return std::unexpected(out.error());
            }
            outputs.out = std::move(*out);
        }
        return outputs;
    }

    [[nodiscard]] Expected<void> write(const backtest::BacktestResult& result,
                                       const backtest::ReportContext& context) {
        if (report) {
            report->write(backtest::backtest_report(result, context));
            if (auto closed = report->close(); !closed) {
                return closed;
            }
        }
        if (json) {
            json->write(backtest::backtest_json(result, context));
            if (auto closed = json->close(); !closed) {
                return closed;
            }
        }
        return out ? out->write_summary(backtest::backtest_json(result, context))
                   : Expected<void>();
    }
};

/// The tables of sensitivity; rows that are in the folder are not run again.
Expected<std::vector<backtest::VariedRun>> run_tables(const backtest::BacktestConfig& config,
                                                      const backtest::BacktestResult& result,
                                                      const std::atomic<bool>& stop,
                                                      const backtest::OutFolder* out) {
    if (out == nullptr) {
        return backtest::run_variations_shown(config, result, stop);
    }
    auto kept = backtest::PointFile::open(out->path() / "variations.jsonl");
    return kept ? backtest::run_variations_shown(config, result, stop, &*kept)
                : std::unexpected(kept.error());
}

/// The days, the tables that are wanted, and the outputs.
Expected<void> run_configured(const BacktestArguments& arguments,
                              const backtest::BacktestConfig& config, BacktestOutputs& outputs,
                              const std::atomic<bool>& stop) {
    const backtest::OutFolder* const out = outputs.out.get();
    const auto result = backtest::run_days_shown(config, stop, {.out = out});
    if (!result) {
        return std::unexpected(result.error());
    }
    if (arguments.has_guard) {
        const auto guard = backtest::check_future_shown(config, *result, stop);
        if (!guard) {
            return std::unexpected(guard.error());
        }
        print_line("guard", guard->text);
    }
    backtest::ReportContext context = backtest::context_of(config);
    if (arguments.has_sensitivity) {
        auto runs = run_tables(config, *result, stop, out);
        if (!runs) {
            return std::unexpected(runs.error());
        }
        context.runs = std::move(*runs);
    }
    print_backtest(*result, context);
    return outputs.write(*result, context);
}

Expected<void> run_backtest(const BacktestArguments& arguments,
                            const strategy::Registry& strategies) {
    auto config = backtest::read_backtest_config(arguments.config, strategies);
    if (!config) {
        return std::unexpected(config.error());
    }
    if (arguments.threads != 0) {
        config->threads = arguments.threads;
    }
    const std::atomic<bool>& is_stopped = process::stop_on_signals();
    auto outputs = BacktestOutputs::open(arguments, *config);
    if (!outputs) {
        return std::unexpected(outputs.error());
    }
    auto done = run_configured(arguments, *config, *outputs, is_stopped);
    const bool goes_on = !done && is_stopped && outputs->out && !config->bars;
    return goes_on ? fail(outputs->out->stopped_text()) : done;
}

void add_oracle(CLI::App& backtest, Run& chosen) {
    CLI::App* command = backtest.add_subcommand(
        "oracle",
        "Remove real orders from a recording, replay them as ours, and count how many of their "
        "executions each fill model reproduces");
    auto arguments = std::make_shared<OracleArguments>();
    add_input(
        *command,
        {"FILE", "A recording by order: ITCH 5.0, pcap, pcapng, or LOBSTER with its book file"},
        arguments->file)
        ->type_name("")
        ->required();
    add_integer(*command, {"--one-in", "Remove and replay every N-th order"}, arguments->one_in,
                {1, 1'000'000})
        ->capture_default_str();
    add_integer(
        *command,
        {"--runs", "Number of runs, each with other orders; --one-in runs cover every order"},
        arguments->runs, {1, 1'000'000})
        ->capture_default_str();
    add_output_file(*command, {"--json", "Write the counts as JSON"}, arguments->json)
        ->type_name("JSON");
    command->callback([arguments, &chosen] {
        chosen = [arguments] { return run_oracle(*arguments, process::stop_on_signals()); };
    });
}

void add_compare(CLI::App& backtest, Run& chosen, const strategy::Registry& strategies) {
    CLI::App* command = backtest.add_subcommand(
        "compare",
        "Run a backtest and compare it with the journal of a live session, order by order: first "
        "difference, its cause, totals; exit code 1 when they differ");
    auto arguments = std::make_shared<CompareArguments>();
    add_input(*command, {"RUN", "Configuration file of the backtest"}, arguments->config)
        ->type_name("")
        ->required();
    add_input(*command, {"JOURNAL", "Folder of the trader's journal"}, arguments->journal)
        ->type_name("")
        ->required();
    add_integer(*command, {"--time-us", "Greatest difference of equal times, in microseconds"},
                arguments->time_us, {0, 1'000'000'000})
        ->capture_default_str();
    add_integer(*command, {"--rows", "Number of orders to list"}, arguments->rows,
                {0, 1'000'000'000})
        ->capture_default_str();
    add_output_file(*command, {"--json", "Write every order as JSON"}, arguments->json)
        ->type_name("JSON");
    command->callback([arguments, &chosen, &strategies] {
        chosen = [arguments, &strategies] {
            return run_compare(*arguments, strategies, process::stop_on_signals());
        };
    });
}

void add_session_record(CLI::App& backtest, Run& chosen) {
    CLI::App* command = backtest.add_subcommand(
        "record",
        "Make a backtest from a live session: its market, the latencies of its messages and its "
        "configuration");
    auto arguments = std::make_shared<SessionRecordArguments>();
    add_input(*command, {"JOURNAL", "Folder of the trader's journal"}, arguments->journal)
        ->type_name("")
        ->required();
    add_output_folder(*command,
                      {"FOLDER", "New folder for backtest.toml and the files that it names"},
                      arguments->folder)
        ->type_name("")
        ->required();
    CLI::Option* const venue =
        add_input(*command, {"--venue", "Take the market from this journal of hotpath exchange"},
                  arguments->venue)
            ->type_name("DIR");
    CLI::Option* const recording =
        add_input(*command, {"--recording", "Take the market from this recording by order"},
                  arguments->recording)
            ->type_name("FILE")
            ->excludes(venue);
    command->callback([=, &chosen] {
        if (venue->empty() && recording->empty()) {
            throw CLI::RequiredError("--venue or --recording");
        }
        chosen = [arguments] { return record_session(*arguments); };
    });
}

}  // namespace

void add_backtest(CLI::App& root, Run& chosen, const strategy::Registry& strategies) {
    CLI::App* command = root.add_subcommand(
        "backtest", "Run a strategy over recorded or generated days: fills, statistics, report");
    auto arguments = std::make_shared<BacktestArguments>();
    add_input(*command, {"-c,--config", "Configuration file: docs/guide/backtest.md"},
              arguments->config)
        ->type_name("FILE");
    add_output_file(*command, {"--report", "Write the report as HTML"}, arguments->report)
        ->type_name("HTML");
    add_output_file(*command, {"--json", "Write the result as JSON"}, arguments->json)
        ->type_name("JSON");
    add_output_folder(*command,
                      {"--out",
                       "Write orders, fills, positions, equity and queue places of each day as "
                       "Parquet, and the result as summary.json; an interrupted run continues"},
                      arguments->out)
        ->type_name("DIR");
    add_integer(*command,
                {"--threads", "Number of days run at the same time; default: run.threads"},
                arguments->threads, {1, 1'024});
    command->add_flag(
        "--sensitivity", arguments->has_sensitivity,
        "Run the days again with half, twice and five times the latency and the size, and with "
        "other fill models; the report and its verdict use the results");
    command->add_flag("--guard", arguments->has_guard,
                      "Run each day again without its later parts; fail when an earlier decision "
                      "differs: the strategy uses the future, a clock or random numbers");
    add_oracle(*command, chosen);
    add_sweep(*command, chosen, strategies);
    add_compare(*command, chosen, strategies);
    add_session_record(*command, chosen);
    command->footer(
        "The strategy and its parameters are in FILE; hotpath strategies lists every parameter.");
    command->require_subcommand(0, 1);
    command->callback([command, arguments, &chosen, &strategies] {
        if (!command->get_subcommands().empty()) {
            return;
        }
        if (arguments->config.empty()) {
            throw CLI::RequiredError("--config");
        }
        chosen = [arguments, &strategies] { return run_backtest(*arguments, strategies); };
    });
}

}  // namespace hotpath::app
