#include <atomic>
#include <csignal>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "apps/hotpath/commands.hpp"
#include "apps/hotpath/config/command_options.hpp"
#include "apps/hotpath/jitter/report.hpp"
#include "hotpath/files/output_file.hpp"
#include "hotpath/jitter/core_list.hpp"
#include "hotpath/jitter/host_settings.hpp"
#include "hotpath/jitter/spin.hpp"
#include "hotpath/process/signals.hpp"

namespace hotpath::app {

namespace {

namespace fs = std::filesystem;

struct JitterOptions {
    std::string cores{};
    std::uint32_t seconds = 10;
    std::int64_t threshold_ns = 1'000;
    std::int64_t long_us = 10;
    fs::path json{};
};

std::atomic<bool> jitter_stop{false};
static_assert(std::atomic<bool>::is_always_lock_free, "must be safe in a signal handler");

void on_jitter_signal(int) {
    jitter_stop.store(true);
}

/// A thread on each core at the same time.
Expected<std::vector<jitter::SpinResult>> spin_on_all(
    const std::vector<jitter::SpinOptions>& options) {
    std::vector<Expected<jitter::SpinResult>> results(options.size(),
                                                      fail("the core was not measured"));
    std::vector<std::thread> threads;
    threads.reserve(options.size());
    for (std::size_t n = 0; n < options.size(); ++n) {
        threads.emplace_back([&, n] { results[n] = jitter::spin(options[n], jitter_stop); });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    std::vector<jitter::SpinResult> all;
    for (auto& result : results) {
        if (!result) {
            return std::unexpected(result.error());
        }
        all.push_back(std::move(*result));
    }
    return all;
}

Expected<void> run_jitter(const JitterOptions& options) {
    const auto cores = jitter::chosen_cores(options.cores);
    if (!cores) {
        return std::unexpected(cores.error());
    }
    const jitter::HostFiles files;
    const jitter::JitterRun run{.threshold = {options.threshold_ns},
                                .long_from = {options.long_us * 1'000},
                                .is_virtual = jitter::is_virtual_machine(files)};
    if (run.long_from < run.threshold) {
        return fail(fmt::format("--causes-from-us {} must not be below --threshold-ns {}",
                                options.long_us, options.threshold_ns));
    }
    std::vector<jitter::SpinOptions> spins;
    for (const std::uint32_t core : *cores) {
        spins.push_back({.core = core,
                         .duration = {options.seconds * kNanosPerSecond},
                         .threshold = run.threshold,
                         .long_from = run.long_from,
                         .is_virtual = run.is_virtual});
    }
    process::set_signals({SIGTERM, SIGINT}, on_jitter_signal);
    const auto results = spin_on_all(spins);
    if (!results) {
        return std::unexpected(results.error());
    }
    const std::vector<jitter::Setting> settings = jitter::read_settings(files, *cores);
    fmt::print("{}{}", spin_text(run, *results), advice_text(settings));
    return options.json.empty()
               ? Expected<void>{}
               : files::write_file(options.json,
                                   jitter::spin_json(run, *results, settings).dump(2) + "\n");
}

}  // namespace

void add_jitter(CLI::App& root, Run& chosen) {
    CLI::App* command = root.add_subcommand(
        "jitter",
        "Measure how this machine's cores interrupt a spinning thread: gaps, their causes, and "
        "settings to change; SIGINT ends the measurement early with the report");
    auto options = std::make_shared<JitterOptions>();
    add_text(*command,
             {"--cores", "Cores to watch, such as 0,2-5; default: all that this process may use"},
             options->cores, jitter::check_core_list)
        ->type_name("LIST");
    add_integer(*command, {"--seconds", "Duration of the measurement, in seconds"},
                options->seconds, {1, 86'400})
        ->capture_default_str();
    add_integer(*command, {"--threshold-ns", "Minimum length of a gap, in nanoseconds"},
                options->threshold_ns, {100, 1'000'000'000})
        ->capture_default_str();
    add_integer(*command,
                {"--causes-from-us", "Minimum gap to attribute to a cause, in microseconds"},
                options->long_us, {1, 1'000'000})
        ->capture_default_str();
    add_output_file(*command, {"--json", "Write the result as JSON"}, options->json)
        ->type_name("JSON");
    command->footer(
        "\nMeaning of each line, and how to set a machine up: "
        "docs/guide/tuning-a-host.md");
    command->callback([options, &chosen] { chosen = [options] { return run_jitter(*options); }; });
}

}  // namespace hotpath::app
