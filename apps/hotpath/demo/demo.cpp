#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "apps/hotpath/commands.hpp"
#include "apps/hotpath/config/command_options.hpp"
#include "apps/hotpath/config/option_checks.hpp"
#include "apps/hotpath/config/strategy_words.hpp"
#include "apps/hotpath/console/console.hpp"
#include "apps/hotpath/demo/placement.hpp"
#include "apps/hotpath/demo/report.hpp"
#include "apps/hotpath/demo/result.hpp"
#include "apps/hotpath/demo/run.hpp"
#include "apps/hotpath/demo/trader.hpp"
#include "apps/hotpath/input/market_options.hpp"
#include "hotpath/files/output_file.hpp"
#include "hotpath/files/trace_file.hpp"
#include "hotpath/process/signals.hpp"
#include "hotpath/protocols/all.hpp"

namespace hotpath::app {

namespace {

namespace fs = std::filesystem;

/// The options as they are typed: latencies in microseconds, shares as plain numbers.
struct DemoWords {
    fs::path file;
    sim::market::MarketOptions market = DemoOptions{}.market;
    std::string symbol;
    StrategyWords strategy{.name = "market_maker"};
    std::uint32_t qty = 0;  // not given
    std::uint32_t position = DemoOptions{}.position_max.value;
    std::string protocol{protocols::OrderEntries::kKeys[0]};
    std::string feed{protocols::MarketFeeds::kKeys[0]};
    double feed_us = 10;
    double entry_us = 10;
    double response_us = 10;
    std::uint32_t threads = 1;
    fs::path report = DemoOptions{}.report;
    fs::path json;
    std::string telemetry;
    fs::path telemetry_folder;
    fs::path trace;
    fs::path journal;
};

Nanos from_microseconds(double us) {
    return {std::llround(us * 1e3)};
}

Expected<DemoOptions> options_of(const DemoWords& words, const strategy::Registry& strategies) {
    const std::optional<Qty> qty = words.qty == 0 ? std::nullopt : std::optional(Qty{words.qty});
    StrategyWords strategy = words.strategy;
    add_sizes(strategy, qty, {words.position});
    auto choice = choice_of(strategy, strategies);
    if (!choice) {
        return std::unexpected(choice.error());
    }
    DemoOptions options;
    options.strategy = std::move(*choice);
    options.position_max = {words.position};
    options.order_qty = qty.value_or(usual_order_qty(options.strategy, options.position_max));
    options.file = words.file;
    options.market = words.market;
    options.symbol = Symbol::from(words.symbol);
    options.session.feed_latency.base = from_microseconds(words.feed_us);
    options.session.entry_latency.base = from_microseconds(words.entry_us);
    options.session.response_latency.base = from_microseconds(words.response_us);
    options.protocols = {.orders = protocols::OrderEntries::index_of(words.protocol),
                         .feed = protocols::MarketFeeds::index_of(words.feed)};
    options.threads = words.threads;
    options.report = words.report;
    options.json = words.json;
    options.telemetry.name = words.telemetry;
    options.telemetry.folder = words.telemetry_folder;
    options.journal = words.journal;
    return options;
}

/// Opens outputs before the run, so that a wrong name fails at once.
struct DemoOutputs {
    files::OutputFile report;
    std::optional<files::OutputFile> json;
};

Expected<DemoOutputs> open_outputs(const DemoOptions& options) {
    const auto checked = files::check_files_differ(options.file, {options.report, options.json});
    if (!checked) {
        return std::unexpected(checked.error());
    }
    auto report = files::OutputFile::create(options.report);
    if (!report) {
        return std::unexpected(report.error());
    }
    auto json = files::OutputFile::create_if_named(options.json);
    if (!json) {
        return std::unexpected(json.error());
    }
    return DemoOutputs{.report = std::move(*report), .json = std::move(*json)};
}

Expected<void> write_outputs(DemoOutputs& outputs, const DemoResult& result,
                             const DemoOptions& options) {
    outputs.report.write(demo_report(result, options));
    auto outcome = outputs.report.close();
    if (outcome) {
        fmt::print("  {}report        {}{}\n", style().dim, style().reset, options.report.string());
    }
    if (outputs.json) {
        outputs.json->write(demo_json(result));
        const auto closed = outputs.json->close();
        outcome = outcome ? closed : outcome;
    }
    return outcome;
}

/// The run, with its threads' scopes in `trace` when there is one.
Expected<DemoResult> run_traced(const DemoOptions& options, files::TraceFile* trace,
                                const std::atomic<bool>& stop) {
    if (trace == nullptr) {
        return run_demo(options, nullptr, stop);
    }
    const auto traced = trace->log().attach_this_thread("demo");
    return run_demo(options, &trace->log(), stop);
}

Expected<void> close_trace(files::TraceFile* trace) {
    if (trace == nullptr) {
        return {};
    }
    const auto closed = trace->close();
    if (closed) {
        fmt::print("  {}trace         {}{}\n", style().dim, style().reset, trace->summary());
    }
    return closed;
}

Expected<void> run(const DemoWords& words, const strategy::Registry& strategies) {
    const Expected<DemoOptions> wanted = options_of(words, strategies);
    if (!wanted) {
        return std::unexpected(wanted.error());
    }
    const DemoOptions& options = *wanted;
    const std::atomic<bool>& stop = process::stop_on_signals();
    auto outputs = open_outputs(options);
    if (!outputs) {
        return std::unexpected(outputs.error());
    }
    const auto trace = files::TraceFile::create_if_named(words.trace);
    if (!trace) {
        return std::unexpected(trace.error());
    }
    const auto result = run_traced(options, trace->get(), stop);
    if (!result) {
        return std::unexpected(result.error());
    }
    print_demo(*result, options);
    const auto written = write_outputs(*outputs, *result, options);
    const auto traced = close_trace(trace->get());
    return written ? traced : written;
}

void add_market(CLI::App& command, DemoWords& words) {
    add_input(command,
              {"FILE",
               "Recorded market: ITCH 5.0, pcap, pcapng, Databento DBN or LOBSTER, plain, .gz, "
               ".zst or .zip; default: a generated market"},
              words.file)
        ->type_name("");
    add_market_options(command, words.market);
}

/// Up to a second, as a double.
void add_latency(CLI::App& command, const std::string& name, double& microseconds,
                 const std::string& way) {
    add_real(command, {name, "Simulated latency, " + way + ", in microseconds"}, microseconds,
             {.least = 0, .most = 1e6, .decimals_max = 3})
        ->type_name("US")
        ->capture_default_str();
}

void add_trader_options(CLI::App& command, DemoWords& words, const strategy::Registry& strategies) {
    add_strategy_options(command, words.strategy, strategies, "Strategy that trades");
    add_text(command,
             {"--symbol", "Instrument to trade, or the first of several; default: the busiest"},
             words.symbol, check_symbol)
        ->type_name("SYMBOL");
    add_integer(command,
                {"--qty",
                 "Maximum shares of an order (market_maker: shares quoted on each side); default: "
                 "its quote_qty, or --position for other strategies"},
                words.qty, {1, 999'999});
    add_integer(command, {"--position", "Maximum position in shares, long or short"},
                words.position, {1, 100'000'000})
        ->capture_default_str();
    add_choice(command, {"--protocol", "Order entry of the trader at the venue"}, words.protocol,
               {protocols::OrderEntries::kKeys.begin(), protocols::OrderEntries::kKeys.end()})
        ->type_name("NAME")
        ->capture_default_str();
    add_choice(command, {"--feed", "Market data of the venue"}, words.feed,
               {protocols::MarketFeeds::kKeys.begin(), protocols::MarketFeeds::kKeys.end()})
        ->type_name("NAME")
        ->capture_default_str();
    add_latency(command, "--feed-latency", words.feed_us, "venue to trader, market data");
    add_latency(command, "--entry-latency", words.entry_us, "trader to venue, orders");
    add_latency(command, "--response-latency", words.response_us, "venue to trader, replies");
    add_integer(command,
                {"--threads",
                 "1: the trader shares a core with the market and the venue; 2: the trader has its "
                 "own core; the orders are the same"},
                words.threads, {1, kDemoThreadsMax})
        ->capture_default_str();
}

}  // namespace

void add_demo(CLI::App& root, Run& chosen, const strategy::Registry& strategies) {
    CLI::App* command = root.add_subcommand(
        "demo",
        "The whole system in one process: a market, the venue, a trader; summary and report");
    auto words = std::make_shared<DemoWords>();
    add_market(*command, *words);
    add_trader_options(*command, *words, strategies);
    add_output_file(*command, {"--report", "Write the report as HTML"}, words->report)
        ->type_name("HTML")
        ->capture_default_str();
    add_output_file(*command, {"--json", "Write the results as JSON"}, words->json)
        ->type_name("JSON");
    add_text(*command,
             {"--telemetry", "Publish latencies and state on this channel, for hotpath top NAME"},
             words->telemetry, check_channel)
        ->type_name("NAME");
    add_folder(
        *command,
        {"--telemetry-folder", "Folder of the channel; default: this user's folder in /dev/shm"},
        words->telemetry_folder)
        ->type_name("DIR");
    add_output_file(*command,
                    {"--trace",
                     "Write the scoped traces of the run for ui.perfetto.dev (built with "
                     "-DHOTPATH_TRACING=ON)"},
                    words->trace)
        ->type_name("JSON");
    add_output_folder(
        *command,
        {"--journal", "Write the trader's journal to this folder, for hotpath journal replay"},
        words->journal)
        ->type_name("DIR");
    command->callback([words, &strategies, &chosen] {
        chosen = [words, &strategies] { return run(*words, strategies); };
    });
}

}  // namespace hotpath::app
