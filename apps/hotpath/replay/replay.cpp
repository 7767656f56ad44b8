#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "apps/hotpath/commands.hpp"
#include "apps/hotpath/config/command_options.hpp"
#include "apps/hotpath/config/option_checks.hpp"
#include "apps/hotpath/config/symbol_list.hpp"
#include "apps/hotpath/console/console.hpp"
#include "apps/hotpath/replay/report.hpp"
#include "hotpath/config/host_settings_file.hpp"
#include "hotpath/files/output_file.hpp"
#include "hotpath/process/progress_line.hpp"
#include "hotpath/protocols/capture/all.hpp"
#include "hotpath/replay/channels.hpp"

namespace hotpath::app {

namespace {

namespace fs = std::filesystem;

struct ReplayOptions {
    std::vector<fs::path> files;
    std::size_t threads = 1;
    std::string filter;
    std::string symbol;
    std::size_t levels = 5;
    fs::path out;
    fs::path trades;
    fs::path parquet;
    std::string until;
    bool names_crossed = false;
    fs::path host_settings;
    fs::path json;
};

/// The output of one channel: `path` itself for the only one, else with the channel's number, from
/// 1, before the extension.
fs::path path_of_channel(const fs::path& path, std::size_t number, std::size_t channels) {
    if (path.empty() || channels == 1) {
        return path;
    }
    fs::path numbered = path;
    return numbered.replace_extension("." + std::to_string(number) + path.extension().string());
}

/// The same of a directory of tables: channel=1 is what readers of partitioned tables understand.
fs::path directory_of_channel(const fs::path& directory, std::size_t number, std::size_t channels) {
    return directory.empty() || channels == 1 ? directory
                                              : directory / ("channel=" + std::to_string(number));
}

replay::ReplayExportOptions exports_of_channel(const ReplayOptions& options, std::size_t number) {
    const std::size_t channels = options.files.size();
    return {.recording = options.files[number - 1],
            .symbol = Symbol::from(options.symbol),
            .levels = options.levels,
            .out = path_of_channel(options.out, number, channels),
            .trades = path_of_channel(options.trades, number, channels),
            .parquet = directory_of_channel(options.parquet, number, channels)};
}

std::vector<replay::ReplayChannel> channels_of(const ReplayOptions& options,
                                               const std::vector<Symbol>& symbols,
                                               const config::HostSettings& host) {
    std::vector<replay::ReplayChannel> channels;
    channels.reserve(options.files.size());
    for (const fs::path& file : options.files) {
        channels.push_back(
            {.file = file,
             .exports = exports_of_channel(options, channels.size() + 1),
             .symbols = symbols,
             .until = options.until.empty() ? std::nullopt : parse_time_of_day(options.until),
             .names_crossed = options.names_crossed,
             .look_ahead = host.look_ahead});
    }
    return channels;
}

/// No output is an input or another output, and none that is to be numbered is a device.
Expected<void> check_outputs(const ReplayOptions& options,
                             const std::vector<replay::ReplayChannel>& channels) {
    std::vector<fs::path> outputs{options.json};
    for (const replay::ReplayChannel& channel : channels) {
        const replay::ReplayExportOptions& exports = channel.exports;
        outputs.insert(outputs.end(), {exports.out, exports.trades});
        if (!exports.parquet.empty()) {
            const auto files = files::ParquetExport::files_in(exports.parquet);
            outputs.insert(outputs.end(), files.begin(), files.end());
        }
    }
    for (const fs::path& path : {options.out, options.trades}) {
        if (channels.size() > 1 && files::is_written_directly(path)) {
            return fail(
                fmt::format("{} cannot take the exports of several files: name a file, and "
                            "each channel writes a numbered one",
                            path.string()));
        }
    }
    return files::check_files_differ(options.files, outputs);
}

Expected<void> check_symbol_is_kept(const ReplayOptions& options,
                                    const std::vector<Symbol>& symbols) {
    const auto symbol = Symbol::from(options.symbol);
    if (!symbol || symbols.empty() || std::ranges::binary_search(symbols, *symbol)) {
        return {};
    }
    return fail(fmt::format("--symbol {} is not among the symbols of --filter", options.symbol));
}

Expected<void> write_json(std::optional<files::OutputFile>& file, const ReplayReport& report) {
    if (!file) {
        return {};
    }
    file->write(report.json());
    return file->close();
}

/// Reads all channels. Whatever became of them: what was reached is shown and written.
Expected<void> replay_and_report(const ReplayOptions& options,
                                 const std::vector<replay::ReplayChannel>& channels,
                                 std::optional<files::OutputFile>& json) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begun = Clock::now();
    auto reports = [&] {
        process::ReadProgressLine progress("replay");
        return replay::replay_channels(channels, options.threads,
                                       [&](const ReadProgress& sum) { progress.update(sum); });
    }();
    const std::chrono::duration<double> elapsed = Clock::now() - begun;
    const ReplayReport report(std::move(reports), channels.front().symbols, elapsed.count());
    report.print();
    const auto written = report.has_results() ? write_json(json, report) : Expected<void>();
    const auto outcome = report.outcome();
    return outcome ? written : outcome;
}

Expected<void> run_replay(const ReplayOptions& options) {
    const auto symbols = parse_symbols(options.filter);
    if (!symbols) {
        return std::unexpected(symbols.error());
    }
    const auto host = config::read_host_settings(options.host_settings);
    if (!host) {
        return std::unexpected(host.error());
    }
    const std::vector<replay::ReplayChannel> channels = channels_of(options, *symbols, *host);
    auto checked = check_symbol_is_kept(options, *symbols);
    if (checked) {
        checked = check_outputs(options, channels);
    }
    if (!checked) {
        return checked;
    }
    auto json = files::OutputFile::create_if_named(options.json);
    if (!json) {
        return std::unexpected(json.error());
    }
    return replay_and_report(options, channels, *json);
}

void add_recordings(CLI::App& command, ReplayOptions& options) {
    add_inputs(
        command,
        {"FILE", "ITCH 5.0 file, pcap or pcapng (" + protocols::capture_names("ITCH", " or ") +
                     "), Databento DBN or LOBSTER "
                     "messages; plain, .gz, .zst or .zip. Each of several files is a channel with "
                     "its own sequence and books"},
        options.files)
        ->type_name("")
        ->required();
    add_integer(command, {"--threads", "Number of FILEs replayed at the same time"},
                options.threads, {1, 256})
        ->capture_default_str();
    add_symbols(command,
                {"--filter",
                 "Keep only the books of these instruments: symbols separated by commas, or "
                 "@FILE with one symbol a line"},
                options.filter)
        ->type_name("SYMBOLS");
    add_text(command,
             {"--until", "Stop after this time of day (HH:MM:SS.nnnnnnnnn) and print the book"},
             options.until, check_time_of_day)
        ->type_name("TIME");
    command.add_flag("--crossed", options.names_crossed,
                     "Print the messages that lock or cross a book: in continuous trading they "
                     "show that an earlier message is missing or damaged");
    add_host_settings(command, options.host_settings);
}

void add_exports(CLI::App& command, ReplayOptions& options) {
    CLI::Option* symbol =
        add_text(command, {"--symbol", "Instrument to export; its book is printed"}, options.symbol,
                 check_symbol)
            ->type_name("SYMBOL");
    add_integer(
        command,
        {"--levels", "Price levels a side in --out, in depth.parquet and in the printed book"},
        options.levels, {1, 1'000})
        ->capture_default_str();
    add_output_file(
        command,
        {"--out",
         "Write a row after each message that changes the symbol's first levels (time in ns "
         "since midnight, prices in 1/10,000 dollar, quantities in shares)"},
        options.out)
        ->type_name("CSV")
        ->needs(symbol);
    add_output_file(
        command,
        {"--trades",
         "Write a row for each execution, of the symbol or of all instruments: message "
         "type E or C of visible orders, P of hidden ones, Q of crosses; B says that the "
         "trade of its match_id is broken"},
        options.trades)
        ->type_name("CSV");
    add_output_folder(
        command,
        {"--parquet",
         "Write trades.parquet, bbo.parquet and depth.parquet to this folder, of the symbol or "
         "of all instruments kept"},
        options.parquet)
        ->type_name("DIR");
    add_output_file(command, {"--json", "Write the statistics as JSON"}, options.json)
        ->type_name("JSON");
}

}  // namespace

void add_replay(CLI::App& root, Run& chosen) {
    CLI::App* command = root.add_subcommand(
        "replay",
        "Rebuild every book of a recorded feed; print statistics, export depth and trades");
    auto options = std::make_shared<ReplayOptions>();
    add_recordings(*command, *options);
    add_exports(*command, *options);
    command->callback([options, &chosen] { chosen = [options] { return run_replay(*options); }; });
}

}  // namespace hotpath::app
