#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "apps/hotpath/commands.hpp"
#include "apps/hotpath/config/command_options.hpp"
#include "apps/hotpath/console/console.hpp"
#include "hotpath/capture/message_stream.hpp"
#include "hotpath/files/book_source_text.hpp"
#include "hotpath/files/output_file.hpp"
#include "hotpath/process/progress_line.hpp"
#include "hotpath/protocols/framing.hpp"
#include "hotpath/sim/market/flow_statistics.hpp"

namespace hotpath::app {

namespace {

namespace fs = std::filesystem;
using sim::market::FlowStatistics;

struct StatisticsOptions {
    fs::path file;
    fs::path json;
    std::uint32_t levels = 0;
};

void take_block(FlowStatistics& statistics, Bytes block) {
    protocols::FrameCursor frames(block);
    for (Bytes message; frames.next(message);) {
        statistics.on_message(message);
    }
}

Expected<void> read_all(FlowStatistics& statistics, capture::MessageStream& stream) {
    process::ReadProgressLine progress("statistics");
    while (true) {
        const Expected<Bytes> block = stream.next_block();
        if (!block) {
            return std::unexpected(block.error());
        }
        if (block->empty()) {
            return {};
        }
        take_block(statistics, *block);
        const capture::Progress read = stream.progress();
        progress.update({.done = read.bytes_read,
                         .total = read.bytes_total,
                         .messages = statistics.messages()});
    }
}

/// Messages that the LOBSTER reader added are not market events.
FlowStatistics statistics_of(const capture::MessageStream& stream, std::uint32_t levels) {
    if (stream.format() != capture::Format::Lobster) {
        return FlowStatistics({.levels = levels});
    }
    return FlowStatistics(
        {.levels = levels, .implied_tracking_number = capture::kImpliedTrackingNumber});
}

std::string json_of(const FlowStatistics& statistics, const capture::BookSource& source) {
    if (const auto text = files::book_source_text(source)) {
        fmt::print(stderr, "the book is {}\n", *text);
    }
    nlohmann::ordered_json basis;
    files::add_book_source(basis, source);
    std::string keys;
    for (const auto& [key, value] : basis.items()) {
        keys += fmt::format("  \"{}\": {},\n", key, value.dump());
    }
    return to_json(statistics).insert(std::string_view("{\n").size(), keys);
}

Expected<void> run_statistics(const StatisticsOptions& options) {
    if (auto checked = files::check_files_differ(options.file, {options.json}); !checked) {
        return checked;
    }
    const auto stream = capture::open(options.file);
    if (!stream) {
        return std::unexpected(stream.error());
    }
    FlowStatistics statistics = statistics_of(**stream, options.levels);
    auto read = read_all(statistics, **stream);
    const std::string json = json_of(statistics, (*stream)->book_source());
    if (options.json.empty()) {
        fmt::print("{}", json);
    } else if (auto written = files::write_file(options.json, json); !written) {
        return written;
    }
    return read;
}

}  // namespace

void add_statistics(CLI::App& root, Run& chosen) {
    CLI::App* command = root.add_subcommand("statistics",
                                            "Print statistics of a recorded or generated market "
                                            "day: message mix, distances, lifetimes, bursts");
    auto options = std::make_shared<StatisticsOptions>();
    add_input(*command,
              {"FILE",
               "Recorded market: ITCH, pcap, DBN or LOBSTER, also compressed; default: a generated "
               "market"},
              options->file)
        ->type_name("")
        ->required();
    add_output_file(*command, {"--json", "Write JSON to this file instead of text to the terminal"},
                    options->json)
        ->type_name("JSON");
    add_integer(
        *command,
        {"--levels",
         "Count only events at this many best levels, as a LOBSTER file does; 0 counts all events"},
        options->levels, {.least = 0, .most = 1'000});
    command->callback(
        [options, &chosen] { chosen = [options] { return run_statistics(*options); }; });
}

}  // namespace hotpath::app
