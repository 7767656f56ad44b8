#include <atomic>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "apps/hotpath/commands.hpp"
#include "apps/hotpath/config/command_options.hpp"
#include "apps/hotpath/console/console.hpp"
#include "apps/hotpath/input/market_options.hpp"
#include "hotpath/capture/message_writer.hpp"
#include "hotpath/process/progress_line.hpp"
#include "hotpath/process/signals.hpp"
#include "hotpath/protocols/all.hpp"
#include "hotpath/sim/market/market_generator.hpp"
#include "hotpath/sim/market/written_formats.hpp"

namespace hotpath::app {

namespace {

namespace fs = std::filesystem;
using sim::market::MarketGenerator;
using sim::market::MarketOptions;
using sim::market::WrittenFormats;

struct GenerateOptions {
    fs::path file;
    std::string format{protocols::MarketFeeds::kKeys[0]};
    MarketOptions market;
};

/// The formats of each protocol of market data.
[[nodiscard]] auto written_formats() {
    return protocols::MarketFeeds::each(
        []<class P>(std::type_identity<P>) { return &P::written(); });
}

/// By the name of --format.
Expected<std::unique_ptr<capture::MessageWriter>> create_writer(const GenerateOptions& options) {
    for (const WrittenFormats* of : written_formats()) {
        for (const auto& format : of->formats) {
            if (format.key == options.format) {
                return format.create(options.file, {.messages = options.market.messages,
                                                    .instruments = options.market.instruments});
            }
        }
    }
    return fail("--format must be one of the formats, got " + options.format);
}

Expected<void> write_all(MarketGenerator& generator, capture::MessageWriter& writer,
                         const std::atomic<bool>& stop) {
    constexpr std::uint64_t kMessagesPerLook = 1U << 16U;
    process::ReadProgressLine progress("generate");
    const std::uint64_t total = generator.options().messages;
    for (Bytes message = generator.next(); !message.empty(); message = generator.next()) {
        if (auto written = writer.write(message); !written) {
            return written;
        }
        if (const std::uint64_t made = generator.messages_made(); made % kMessagesPerLook == 0) {
            progress.update({.done = made, .total = total, .messages = made});
            if (stop.load(std::memory_order_relaxed)) {
                return process::stopped();
            }
        }
    }
    return writer.close();
}

Expected<void> run_generate(const GenerateOptions& options) {
    auto generator = MarketGenerator::create(options.market);
    if (!generator) {
        return std::unexpected(generator.error());
    }
    const std::atomic<bool>& stop = process::stop_on_signals();
    auto writer = create_writer(options);
    if (!writer) {
        return std::unexpected(writer.error());
    }
    if (auto written = write_all(*generator, **writer, stop); !written) {
        return written;
    }
    fmt::print("{}: {} generated messages, {} instruments, seed {}, {}\n", options.file.string(),
               grouped(generator->messages_made()), options.market.instruments, options.market.seed,
               bytes_text((*writer)->bytes_written()));
    return {};
}

}  // namespace

void add_generate(CLI::App& root, Run& chosen) {
    std::string products;
    std::string notes;
    std::vector<std::string> keys;
    for (const WrittenFormats* of : written_formats()) {
        products += fmt::format("{}{}", products.empty() ? "" : ", or ", of->product);
        notes += fmt::format("{}{}", of->note.empty() ? "" : "; ", of->note);
        for (const auto& format : of->formats) {
            keys.emplace_back(format.key);
        }
    }
    CLI::App* command = root.add_subcommand("generate",
                                            "Write a seeded, realistic market day of any size, in "
                                            "constant memory: " +
                                                products);
    auto options = std::make_shared<GenerateOptions>();
    add_output_file(
        *command,
        {"FILE",
         "Output file: length-prefixed ITCH, or packets with the suffix .pcap; compressed "
         "with .gz and .zst"},
        options->file)
        ->type_name("")
        ->required();
    add_choice(*command, {"--format", "Message format" + notes}, options->format, keys)
        ->capture_default_str();
    add_market_options(*command, options->market);
    command->callback(
        [options, &chosen] { chosen = [options] { return run_generate(*options); }; });
}

}  // namespace hotpath::app
