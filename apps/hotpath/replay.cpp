#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "apps/hotpath/commands.hpp"
#include "apps/hotpath/console.hpp"
#include "apps/hotpath/replay_run.hpp"

namespace hotpath::app {

namespace {

namespace fs = std::filesystem;

struct ReplayOptions {
    fs::path file;
    std::string symbol;
    std::size_t levels = 5;
    fs::path out;
    fs::path trades;
    std::string until;
    fs::path json;
};

/// An output that is the recording itself, or two outputs that are one file, would destroy what the
/// user has.
Expected<void> check_outputs(const ReplayOptions& options) {
    std::vector<fs::path> files{options.file};
    for (const fs::path& output : {options.out, options.trades, options.json}) {
        if (output.empty() || output.string().starts_with("/dev/")) {
            continue;
        }
        for (const fs::path& file : files) {
            std::error_code ignored;
            if (output == file || fs::equivalent(output, file, ignored)) {
                return fail(fmt::format("{} is named twice: give every output a file of its own",
                                        output.string()));
            }
        }
        files.push_back(output);
    }
    return {};
}

Expected<ReplayExports> open_exports(const ReplayOptions& options) {
    ReplayExports exports{.symbol = Symbol::from(options.symbol), .depth = {}, .trades = {}};
    if (!options.out.empty()) {
        auto depth = DepthExport::create(options.out, options.levels);
        if (!depth) {
            return std::unexpected(depth.error());
        }
        exports.depth = std::move(*depth);
    }
    if (!options.trades.empty()) {
        auto trades = TradeExport::create(options.trades);
        if (!trades) {
            return std::unexpected(trades.error());
        }
        exports.trades = std::move(*trades);
    }
    return exports;
}

/// A few symbols that the file does have, those that begin alike first.
std::string symbols_instead_of(const Symbol& unknown, const feed::InstrumentDirectory& directory) {
    std::vector<std::string> symbols;
    directory.for_each([&](InstrumentId, const feed::Instrument& instrument) {
        symbols.push_back(instrument.symbol.str());
    });
    std::ranges::sort(symbols);
    std::ranges::stable_partition(
        symbols, [&](const std::string& symbol) { return symbol[0] == unknown.view()[0]; });
    const std::size_t shown = std::min<std::size_t>(symbols.size(), 5);
    return fmt::format(
        "{}{}",
        fmt::join(symbols.begin(), symbols.begin() + static_cast<std::ptrdiff_t>(shown), ", "),
        shown < symbols.size() ? ", ..." : "");
}

Expected<InstrumentId> find_symbol(const ReplayOptions& options, const ReplayRun& run) {
    const auto symbol = Symbol::from(options.symbol);
    if (!symbol) {
        return run.busiest();
    }
    const auto instrument = run.directory().find(*symbol);
    if (!instrument) {
        return fail(fmt::format("{} has no instrument {}; among its {} are {}",
                                options.file.string(), options.symbol, run.directory().size(),
                                symbols_instead_of(*symbol, run.directory())));
    }
    return *instrument;
}

void print_book(const ReplayRun& run, InstrumentId instrument, std::size_t levels) {
    std::vector<book::Level> bids(levels);
    std::vector<book::Level> asks(levels);
    bids.resize(run.books().depth(instrument, Side::Buy, bids));
    asks.resize(run.books().depth(instrument, Side::Sell, asks));
    print_heading(fmt::format("Book of {} at {}", run.directory()[instrument].symbol.view(),
                              time_of_day(run.result().last_time)));
    fmt::print("  {:>7}{:>11}{:>13}  |{:>13}{:>11}{:>8}\n", "orders", "qty", "bid", "ask", "qty",
               "orders");
    for (std::size_t i = 0; i < std::max(bids.size(), asks.size()); ++i) {
        const std::string bid =
            i < bids.size() ? fmt::format("{:>7}{:>11}{:>13}", bids[i].orders,
                                          grouped(bids[i].qty.value), price_text(bids[i].price))
                            : std::string(31, ' ');
        const std::string ask = i < asks.size()
                                    ? fmt::format("{:>13}{:>11}{:>8}", price_text(asks[i].price),
                                                  grouped(asks[i].qty.value), asks[i].orders)
                                    : "";
        fmt::print("  {}  |{}\n", bid, ask);
    }
    if (bids.empty() && asks.empty()) {
        fmt::print("  empty\n");
    }
}

Expected<void> close_exports(ReplayExports& exports) {
    Expected<void> outcome;
    if (exports.depth) {
        outcome = exports.depth->close();
        fmt::print("\n{} rows of depth\n", grouped(exports.depth->rows()));
    }
    if (exports.trades) {
        const auto closed = exports.trades->close();
        fmt::print("\n{} trades\n", grouped(exports.trades->rows()));
        outcome = outcome ? closed : outcome;
    }
    return outcome;
}

/// Everything that was read is shown and written, whatever `read` says; the first thing that went
/// wrong is the answer.
Expected<void> finish(const ReplayOptions& options, ReplayRun& run, const Expected<void>& read) {
    const ReplayResult result = run.result();
    print_replay(result, options.file);
    const auto instrument = find_symbol(options, run);
    Expected<void> outcome = read;
    if (!instrument) {
        outcome = outcome ? std::unexpected(instrument.error()) : outcome;
    } else {
        if (!options.until.empty() && instrument->value != 0) {
            print_book(run, *instrument, options.levels);
        }
        const auto closed = close_exports(run.exports());
        outcome = outcome ? closed : outcome;
    }
    if (!options.json.empty()) {
        const auto written = write_file(options.json, replay_json(result));
        outcome = outcome ? written : outcome;
    }
    return outcome;
}

Expected<void> run_replay(const ReplayOptions& options) {
    if (const auto checked = check_outputs(options); !checked) {
        return checked;
    }
    auto stream = capture::open(options.file);
    if (!stream) {
        return std::unexpected(stream.error());
    }
    auto exports = open_exports(options);
    if (!exports) {
        return std::unexpected(exports.error());
    }
    auto run = ReplayRun::create(std::move(*exports));
    if (!run) {
        return std::unexpected(run.error());
    }
    const auto until = options.until.empty() ? std::nullopt : parse_time_of_day(options.until);
    const auto read = run->read(**stream, until);
    return finish(options, *run, read);
}

std::string check_until(const std::string& text) {
    return parse_time_of_day(text)
               ? ""
               : fmt::format("{} is no time of day: HH:MM:SS or HH:MM:SS.nnnnnnnnn", text);
}

std::string check_symbol(const std::string& text) {
    return Symbol::from(text) ? "" : fmt::format("{} is no symbol: one to eight characters", text);
}

}  // namespace

void add_replay(CLI::App& root, Run& chosen) {
    CLI::App* command = root.add_subcommand(
        "replay",
        "Rebuild every book of a recorded feed; print statistics, export depth and trades");
    auto options = std::make_shared<ReplayOptions>();
    command
        ->add_option("FILE", options->file,
                     "ITCH 5.0 file, pcap, pcapng or LOBSTER messages; plain, .gz, .zst or .zip")
        ->required();
    CLI::Option* symbol =
        command
            ->add_option("--symbol", options->symbol, "The instrument that is exported and printed")
            ->check(check_symbol);
    command
        ->add_option("--levels", options->levels,
                     "Price levels a side, of --out and of the printed book")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command
        ->add_option("--out", options->out,
                     "CSV: a row after each message that changes the symbol's first levels "
                     "(time in ns since midnight, prices in 1/10,000 dollar, quantities in shares)")
        ->needs(symbol);
    command->add_option("--trades", options->trades,
                        "CSV of executions: of the symbol, or of all instruments");
    command
        ->add_option("--until", options->until,
                     "Stop after this time of day and print the book (HH:MM:SS.nnnnnnnnn)")
        ->check(check_until);
    command->add_option("--json", options->json, "Write the statistics as JSON");
    command->callback([options, &chosen] { chosen = [options] { return run_replay(*options); }; });
}

}  // namespace hotpath::app
