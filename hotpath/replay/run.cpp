#include "hotpath/replay/run.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "hotpath/feed/listeners.hpp"
#include "hotpath/feed/look_ahead.hpp"
#include "hotpath/text/numbers.hpp"
#include "hotpath/wire/framing.hpp"
#include "hotpath/wire/itch50/messages.hpp"

namespace hotpath::replay {

namespace {

constexpr std::size_t kCrossingsNamedMax = 20;

/// True for a message of a known length that the venue sent after `until`.
bool is_after(Bytes message, Time until) {
    using wire::itch50::SystemEvent;  // the shortest message; all begin with the same eleven bytes
    return message.size() >= SystemEvent::kLength &&
           std::cmp_greater(SystemEvent::at(message.data()).load_timestamp(), until.value);
}

/// A block's messages in the way that suits these books: the few of a filter stay in the cache by
/// themselves.
auto messages_of(const feed::ItchBooks& books, Bytes block) {
    return feed::LookAhead(books, block);
}
auto messages_of(const feed::FilteredItchBooks&, Bytes block) {
    return wire::FrameCursor(block);
}

/// False when `until` has been reached. after(message, before): it has been applied; `before` is the
/// time of the message before it.
template <class Books, class Listener, class After>
bool read_messages(Books& books, Bytes block, std::optional<Time> until, Listener& listener,
                   After&& after) {
    auto messages = messages_of(books, block);
    for (Bytes message; messages.next(message);) {
        if (until && is_after(message, *until)) {
            return false;
        }
        const Time before = books.counters().last_time;
        books.on_message(message, listener);
        after(message, before);
    }
    return true;
}

}  // namespace

/// Lives for one block: passes trades and books on to the exports, if there are any.
template <class Books>
class ReplayRun::Listener : public feed::NullListener {
  public:
    Listener(ReplayRun& run, const Books& books) : run_(run), books_(books) {}

    void on_book(const book::BookUpdate& update, Time venue_time) noexcept {
        if (update.status != book::BookStatus::Ok) [[unlikely]] {
            note_refused(update, venue_time);
        }
        ++run_.updates_[update.instrument.value];
        if (run_.has_exports_) {
            run_.exports_.on_book(books_.books(), books_.directory(), update, venue_time);
        }
    }

    void on_refused(const book::BookUpdate& update, Time venue_time) noexcept {
        note_refused(update, venue_time);
    }

    void on_trade(const feed::Trade& trade) noexcept {
        ++run_.trades_;
        if (run_.has_exports_) {
            run_.exports_.on_trade(books_.directory(), trade);
        }
    }

  private:
    void note_refused(const book::BookUpdate& update, Time venue_time) {
        std::string& first = run_.first_refused_[static_cast<std::size_t>(update.status)];
        if (first.empty()) {
            const feed::FeedCounters& before = books_.counters();
            const std::uint64_t number = before.messages + before.unknown_types +
                                         before.decode_errors + books_.filter().kept_out() + 1;
            first = fmt::format("message {} at {}", text::grouped(number),
                                text::time_of_day(venue_time));
        }
    }

    ReplayRun& run_;
    const Books& books_;
};

Expected<ReplayRun> ReplayRun::create(ReplayExports exports, const book::BooksOptions& size,
                                      const std::vector<Symbol>& symbols, bool names_crossed) {
    const auto run_of = [&](auto books) -> Expected<ReplayRun> {
        if (!books) {
            return std::unexpected(books.error());
        }
        return ReplayRun(std::move(*books), std::move(exports), names_crossed);
    };
    return symbols.empty()
               ? run_of(feed::ItchBooks::create(size))
               : run_of(feed::FilteredItchBooks::create(size, feed::SymbolFilter(symbols)));
}

ReplayRun::ReplayRun(AnyBooks books, ReplayExports exports, bool names_crossed)
    : books_(std::move(books)),
      exports_(std::move(exports)),
      has_exports_(!exports_.is_empty()),
      updates_(std::size_t{this->books().instruments_max()} + 1) {
    if (names_crossed) {
        crossings_.emplace();
    }
}

void ReplayRun::set_look_ahead(const feed::LookAheadOptions& options) noexcept {
    std::visit([&](auto& books) { books.set_look_ahead(options); }, books_);
}

const book::L3Books& ReplayRun::books() const noexcept {
    return std::visit([](const auto& books) -> const auto& { return books.books(); }, books_);
}

const feed::InstrumentDirectory& ReplayRun::directory() const noexcept {
    return std::visit([](const auto& books) -> const auto& { return books.directory(); }, books_);
}

const feed::FeedCounters& ReplayRun::counters() const noexcept {
    return std::visit([](const auto& books) -> const auto& { return books.counters(); }, books_);
}

std::uint64_t ReplayRun::kept_out() const noexcept {
    return std::visit([](const auto& books) { return books.filter().kept_out(); }, books_);
}

Expected<void> ReplayRun::read(capture::MessageStream& stream, std::optional<Time> until,
                               const Watcher& watcher) {
    const Clock::time_point begun = Clock::now();
    std::optional<CrossChecker> checker;
    if (crossings_) {
        checker.emplace(books(),
                        feed::CrossCheckerOptions{.instruments_max = books().instruments_max(),
                                                  .findings_max = kCrossingsNamedMax});
    }
    Expected<void> outcome;
    for (bool is_reading = true; is_reading;) {
        const auto block = stream.next_block();
        if (!block) {
            outcome = std::unexpected(block.error());
            break;
        }
        const Clock::time_point read = Clock::now();
        is_reading =
            !block->empty() &&
            std::visit([&](auto& books) { return read_block(books, *block, until, checker); },
                       books_);
        processing_ += Clock::now() - read;
        watcher({.done = stream.progress().bytes_read,
                 .total = stream.progress().bytes_total,
                 .messages = counters().messages + kept_out()});
    }
    elapsed_ = Clock::now() - begun;
    stream_stats_ = stream.stats();
    skips_.assign(stream.skips().begin(), stream.skips().end());
    book_source_ = stream.book_source();
    if (checker) {
        keep_crossings(*checker);
    }
    return outcome;
}

void ReplayRun::keep_crossings(const CrossChecker& checker) {
    crossings_->locked = checker.count(feed::Touch::Locked);
    crossings_->crossed = checker.count(feed::Touch::Crossed);
    for (const feed::Crossing& found : checker.findings()) {
        crossings_->first.push_back(to_sentence(found, directory()[found.resting.instrument]));
    }
}

/// False when `until` has been reached.
template <class Books>
bool ReplayRun::read_block(Books& books, Bytes block, std::optional<Time> until,
                           std::optional<CrossChecker>& checker) {
    Listener<Books> listener(*this, books);
    const auto read_with = [&](auto& all) {
        if (!has_exports_) {
            return read_messages(books, block, until, all,
                                 [&](Bytes, Time before) { note_time(books, before); });
        }
        return read_messages(books, block, until, all, [&](Bytes message, Time before) {
            note_time(books, before);
            if (const auto broken = files::trade_break_in(message)) {
                exports_.on_trade_break(books.directory(), *broken);
            }
        });
    };
    if (checker) {
        feed::Listeners both(listener, *checker);
        return read_with(both);
    }
    return read_with(listener);
}

InstrumentId ReplayRun::busiest() const noexcept {
    return {static_cast<std::uint16_t>(std::ranges::max_element(updates_) - updates_.begin())};
}

ReplayResult ReplayRun::result() const {
    const feed::FeedCounters& feed = counters();
    const std::uint64_t undecoded = feed.unknown_types + feed.decode_errors;
    return {.messages = feed.messages + undecoded + kept_out(),
            .by_type = feed.by_type,
            .messages_filtered = std::holds_alternative<feed::FilteredItchBooks>(books_)
                                     ? std::optional(kept_out())
                                     : std::nullopt,
            .instruments = directory().size(),
            .first_time = feed.messages > 0 ? std::optional(feed.first_time) : std::nullopt,
            .last_time = feed.last_time,
            .open_orders = books().open_orders(),
            .trades = trades_,
            .book = books().counters(),
            .decode_errors = undecoded,
            .unknown_types = feed.unknown_types,
            .symbol_mismatches = directory().symbol_mismatches(),
            .stream = stream_stats_,
            .skips = skips_,
            .first_refused = first_refused_,
            .book_source = book_source_,
            .sequence_gaps = stream_stats_.sequence_gaps,
            .times_back = times_back_,
            .book_checksum = books().checksum(),
            .crossings = crossings_,
            .elapsed_s = std::chrono::duration<double>(elapsed_).count(),
            .processing_s = std::chrono::duration<double>(processing_).count()};
}

}  // namespace hotpath::replay
