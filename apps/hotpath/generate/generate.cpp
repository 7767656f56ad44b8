#include <atomic>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "apps/hotpath/commands.hpp"
#include "apps/hotpath/config/command_options.hpp"
#include "apps/hotpath/console/console.hpp"
#include "apps/hotpath/generate/mdp3_writer.hpp"
#include "apps/hotpath/input/market_options.hpp"
#include "hotpath/capture/books_size.hpp"
#include "hotpath/capture/message_writer.hpp"
#include "hotpath/process/progress_line.hpp"
#include "hotpath/process/signals.hpp"
#include "hotpath/sim/market/market_generator.hpp"

namespace hotpath::app {

namespace {

namespace fs = std::filesystem;
using sim::market::MarketGenerator;
using sim::market::MarketOptions;

struct GenerateOptions {
    fs::path file;
    std::string format = "itch";
    MarketOptions market;
};

/// By the name of --format.
Expected<std::unique_ptr<capture::MessageWriter>> create_writer(const GenerateOptions& options) {
    if (options.format == "itch") {
        return capture::create(options.file);
    }
    return Mdp3Writer::create(options.file,
                              {.books = capture::books_for_messages(options.market.messages),
                               .instruments = options.market.instruments,
                               .has_orders = options.format == "mdp3"});
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
    CLI::App* command = root.add_subcommand("generate",
                                            "Write a seeded, realistic market day of any size, in "
                                            "constant memory: an ITCH 5.0 file, or a "
                                            "capture of CME's MDP 3.0");
    auto options = std::make_shared<GenerateOptions>();
    add_output_file(
        *command,
        {"FILE",
         "Output file: length-prefixed ITCH, or packets with the suffix .pcap; compressed "
         "with .gz and .zst"},
        options->file)
        ->type_name("")
        ->required();
    add_choice(*command,
               {"--format",
                "Message format; mdp3 and mdp3-by-price write packets for any suffix: lines A and "
                "B and the loops of a channel, by order and price or by price only"},
               options->format, {"itch", "mdp3", "mdp3-by-price"})
        ->capture_default_str();
    add_market_options(*command, options->market);
    command->callback(
        [options, &chosen] { chosen = [options] { return run_generate(*options); }; });
}

}  // namespace hotpath::app
