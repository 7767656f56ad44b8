#include "hotpath/replay/channel.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include <fmt/format.h>

#include "hotpath/capture/books_size.hpp"
#include "hotpath/text/numbers.hpp"

namespace hotpath::replay {

namespace {

/// A few symbols that the file does have, those that begin alike first.
std::string symbols_instead_of(const Symbol& unknown, const feed::InstrumentDirectory& directory) {
    constexpr std::size_t kShownMax = 5;
    std::vector<Symbol> symbols;
    directory.for_each([&](InstrumentId, const feed::Instrument& instrument) {
        symbols.push_back(instrument.symbol);
    });
    std::ranges::sort(symbols, {}, [&](const Symbol& symbol) {
        return std::pair(symbol.characters[0] != unknown.characters[0], symbol);
    });
    return text::symbols_text(symbols, kShownMax);
}

Expected<InstrumentId> find_instrument(const ReplayChannel& channel, const ReplayRun& run) {
    if (!channel.exports.symbol) {
        return run.busiest();
    }
    const Symbol& symbol = *channel.exports.symbol;
    const auto instrument = run.directory().find(symbol);
    if (!instrument) {
        return fail(fmt::format("{}: has no instrument {}; the first of its {} are {}",
                                channel.file.string(), symbol.view(), run.directory().size(),
                                symbols_instead_of(symbol, run.directory())));
    }
    return *instrument;
}

ShownBook show_book(const ReplayRun& run, InstrumentId instrument, std::size_t levels) {
    ShownBook shown{.symbol = run.directory()[instrument].symbol,
                    .time = run.result().last_time,
                    .bids = std::vector<book::Level>(levels),
                    .asks = std::vector<book::Level>(levels)};
    shown.bids.resize(run.books().depth(instrument, Side::Buy, shown.bids));
    shown.asks.resize(run.books().depth(instrument, Side::Sell, shown.asks));
    return shown;
}

/// The symbol's book, or that of --until. The exports are kept only when there is such a symbol.
Expected<void> finish_instrument(const ReplayChannel& channel, ReplayRun& run,
                                 ChannelReport& report) {
    const auto instrument = find_instrument(channel, run);
    if (!instrument) {
        report.unknown_symbol = instrument.error();
        return {};
    }
    const bool is_shown = channel.until || channel.exports.symbol;
    if (is_shown && instrument->value != 0) {
        report.book = show_book(run, *instrument, channel.exports.levels);
    }
    return run.exports().close(report.written);
}

/// What no book took, in words.
std::string untaken_text(const ReplayResult& result) {
    if (!result.skips.empty()) {
        return capture::to_text(result.skips);
    }
    const auto first =
        std::ranges::find_if(result.first_refused, [](const auto& text) { return !text.empty(); });
    const std::string where = first == result.first_refused.end() ? "-" : *first;
    const std::uint64_t events = result.events_not_taken();
    return events == result.book.unknown_orders
               ? fmt::format(
                     "its events on orders, {}, are of orders that it does not add "
                     "(the first: {}); it may begin after these were entered",
                     text::grouped(events), where)
               : fmt::format("the books refused {} events (the first: {})", text::grouped(events),
                             where);
}

/// A recording of which no book took anything is no market without events.
Expected<void> check_taken(const ReplayChannel& channel, const ReplayResult& result) {
    return !result.has_taken_nothing()
               ? Expected<void>()
               : fail(fmt::format("{}: nothing of it could be taken: {}", channel.file.string(),
                                  untaken_text(result)));
}

Expected<void> replay_into(ChannelReport& report, const ReplayChannel& channel,
                           const ReplayRun::Watcher& watcher) {
    auto stream = capture::open(channel.file);
    if (!stream) {
        return std::unexpected(stream.error());
    }
    auto exports = ReplayExports::open(channel.exports);
    if (!exports) {
        return std::unexpected(exports.error());
    }
    auto run = ReplayRun::create(
        std::move(*exports),
        capture::books_for_symbols(capture::books_for_file(channel.file), channel.symbols.size()),
        channel.symbols, channel.names_crossed);
    if (!run) {
        return std::unexpected(run.error());
    }
    run->set_look_ahead(channel.look_ahead);
    // Whatever read() ends with: what was read is shown and written.
    const auto read = run->read(**stream, channel.until, watcher);
    report.result = run->result();
    if (!channel.symbols.empty()) {
        run->directory().for_each([&](InstrumentId, const feed::Instrument& instrument) {
            report.symbols_found.push_back(instrument.symbol);
        });
    }
    const auto finished = finish_instrument(channel, *run, report);
    if (!read || !finished) {
        return read ? finished : read;
    }
    return check_taken(channel, *report.result);
}

}  // namespace

ChannelReport replay_channel(const ReplayChannel& channel, const ReplayRun::Watcher& watcher) {
    ChannelReport report{.file = channel.file,
                         .result = {},
                         .book = {},
                         .written = {},
                         .symbols_found = {},
                         .unknown_symbol = {},
                         .outcome = {}};
    try {
        report.outcome = replay_into(report, channel, watcher);
    } catch (const std::bad_alloc&) {  // of one channel: the others go on
        report.outcome = fail(fmt::format("{}: out of memory", channel.file.string()));
    }
    return report;
}

}  // namespace hotpath::replay
