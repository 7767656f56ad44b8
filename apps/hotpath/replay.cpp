#include <algorithm>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "apps/hotpath/books_size.hpp"
#include "apps/hotpath/commands.hpp"
#include "apps/hotpath/console.hpp"
#include "apps/hotpath/option_checks.hpp"
#include "apps/hotpath/output_file.hpp"
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
    std::ranges::sort(symbols, {}, [&](const std::string& symbol) {
        return std::pair(symbol[0] != unknown.view()[0], symbol);
    });
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

template <class Export>
Expected<void> close_export(std::optional<Export>& file, std::string_view rows_name) {
    if (!file) {
        return {};
    }
    auto closed = file->close();
    if (closed) {
        fmt::print("\n{} {} in {}\n", grouped(file->rows()), rows_name, file->path().string());
    }
    return closed;
}

/// The first thing that went wrong, in the order in which the user should hear of it.
Expected<void> first_failure(std::initializer_list<Expected<void>> outcomes) {
    const auto failed =
        std::ranges::find_if(outcomes, [](const auto& outcome) { return !outcome; });
    return failed == outcomes.end() ? Expected<void>{} : *failed;
}

/// The symbol's book, or that of --until. The exports are kept only when there is such a symbol.
Expected<void> finish_symbol(const ReplayOptions& options, ReplayRun& run) {
    const auto instrument = find_symbol(options, run);
    if (!instrument) {
        return std::unexpected(instrument.error());
    }
    const bool is_wanted = !options.until.empty() || !options.symbol.empty();
    if (is_wanted && instrument->value != 0) {
        print_book(run, *instrument, options.levels);
    }
    return first_failure({close_export(run.exports().depth, "rows of depth"),
                          close_export(run.exports().trades, "trades")});
}

Expected<void> write_json(std::optional<OutputFile>& file, const ReplayResult& result) {
    if (!file) {
        return {};
    }
    file->write(replay_json(result));
    return file->close();
}

Expected<void> run_replay(const ReplayOptions& options) {
    const auto checked =
        check_files_differ(options.file, {options.out, options.trades, options.json});
    if (!checked) {
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
    auto json = OutputFile::create_if_named(options.json);
    if (!json) {
        return std::unexpected(json.error());
    }
    auto run = ReplayRun::create(std::move(*exports), books_for_file(options.file));
    if (!run) {
        return std::unexpected(run.error());
    }
    // Whatever read() ended with: what was read is shown and written.
    const auto until = options.until.empty() ? std::nullopt : parse_time_of_day(options.until);
    const auto read = run->read(**stream, until);
    const ReplayResult result = run->result();
    print_replay(result, options.file);
    return first_failure({read, finish_symbol(options, *run), write_json(*json, result)});
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
        ->type_name("")
        ->required();
    CLI::Option* symbol =
        command
            ->add_option("--symbol", options->symbol,
                         "The instrument that is exported and whose book is printed")
            ->type_name("SYMBOL")
            ->check(check_symbol);
    command
        ->add_option("--levels", options->levels,
                     "Price levels a side, of --out and of the printed book; 1 to 1000")
        ->check(in_range(1, 1000))
        ->type_name("N")
        ->capture_default_str();
    command
        ->add_option("--out", options->out,
                     "A row after each message that changes the symbol's first levels "
                     "(time in ns since midnight, prices in 1/10,000 dollar, quantities in shares)")
        ->type_name("CSV")
        ->needs(symbol);
    command
        ->add_option(
            "--trades", options->trades,
            "A row an execution, of the symbol or of all instruments: message type E or C of "
            "visible orders, P of hidden ones, Q of crosses")
        ->type_name("CSV");
    command
        ->add_option("--until", options->until,
                     "Stop after this time of day and print the book (HH:MM:SS.nnnnnnnnn)")
        ->type_name("TIME")
        ->check(check_time_of_day);
    command->add_option("--json", options->json, "Write the statistics as JSON")->type_name("JSON");
    command->callback([options, &chosen] { chosen = [options] { return run_replay(*options); }; });
}

}  // namespace hotpath::app
