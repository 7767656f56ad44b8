#include "apps/hotpath/replay_run.hpp"

#include <algorithm>
#include <utility>

#include "apps/hotpath/console.hpp"
#include "hotpath/feed/look_ahead.hpp"
#include "hotpath/wire/itch50/messages.hpp"

namespace hotpath::app {

namespace {

/// True for a message of a known length that the venue sent after `until`.
bool is_after(Bytes message, Nanos until) {
    using wire::itch50::SystemEvent;  // the shortest message; all begin with the same eleven bytes
    return message.size() >= SystemEvent::kLength &&
           std::cmp_greater(SystemEvent::at(message.data()).load_timestamp(), until.value);
}

}  // namespace

/// Lives for one message: passes trades on and notes whether the exported book was touched.
class ReplayRun::Listener : public feed::NullListener {
  public:
    explicit Listener(ReplayRun& run) : run_(run) {}

    void on_book(const book::BookUpdate& update, Nanos venue_time) noexcept {
        ++run_.updates_[update.instrument.value];
        if (run_.exports_.depth && is_exported(update.instrument)) {
            run_.exports_.depth->on_message(run_.books(), update.instrument, venue_time);
        }
    }

    void on_trade(const feed::Trade& trade) noexcept {
        if (run_.exports_.trades && is_exported(trade.instrument)) {
            run_.exports_.trades->on_trade(trade, run_.directory()[trade.instrument].symbol);
        }
    }

  private:
    [[nodiscard]] bool is_exported(InstrumentId instrument) const noexcept {
        return !run_.exports_.symbol ||
               run_.directory()[instrument].symbol == *run_.exports_.symbol;
    }

    ReplayRun& run_;
};

Expected<ReplayRun> ReplayRun::create(ReplayExports exports, const book::BooksOptions& size) {
    auto books = feed::ItchBooks::create(size);
    if (!books) {
        return std::unexpected(books.error());
    }
    return ReplayRun(std::move(*books), std::move(exports));
}

ReplayRun::ReplayRun(feed::ItchBooks books, ReplayExports exports)
    : books_(std::move(books)),
      exports_(std::move(exports)),
      updates_(std::size_t{books_.books().instruments_max()} + 1) {}

Expected<void> ReplayRun::read(capture::MessageStream& stream, std::optional<Nanos> until) {
    Progress progress("replay");
    const Clock::time_point begun = Clock::now();
    Expected<void> outcome;
    for (bool is_reading = true; is_reading;) {
        const auto block = stream.next_block();
        if (!block) {
            outcome = std::unexpected(block.error());
            break;
        }
        const Clock::time_point read = Clock::now();
        is_reading = !block->empty() && read_block(*block, until);
        processing_ += Clock::now() - read;
        progress.update({.done = stream.progress().bytes_read,
                         .total = stream.progress().bytes_total,
                         .messages = books_.counters().messages});
    }
    elapsed_ = Clock::now() - begun;
    stream_stats_ = stream.stats();
    return outcome;
}

/// False when `until` has been reached.
bool ReplayRun::read_block(Bytes block, std::optional<Nanos> until) {
    Listener listener(*this);
    feed::LookAhead ahead(books_, block);
    for (Bytes message; ahead.next(message);) {
        if (until && is_after(message, *until)) {
            return false;
        }
        books_.on_message(message, listener);
    }
    return true;
}

InstrumentId ReplayRun::busiest() const noexcept {
    return {static_cast<std::uint16_t>(std::ranges::max_element(updates_) - updates_.begin())};
}

ReplayResult ReplayRun::result() const {
    const feed::FeedCounters& feed = books_.counters();
    return {.messages = feed.messages + feed.unknown_types + feed.decode_errors,
            .by_type = feed.by_type,
            .instruments = directory().size(),
            .first_time = feed.messages > 0 ? std::optional(feed.first_time) : std::nullopt,
            .last_time = feed.last_time,
            .open_orders = books().open_orders(),
            .book = books().counters(),
            .decode_errors = feed.unknown_types + feed.decode_errors,
            .sequence_gaps = stream_stats_.sequence_gaps,
            .book_checksum = books().checksum(),
            .elapsed_s = std::chrono::duration<double>(elapsed_).count(),
            .processing_s = std::chrono::duration<double>(processing_).count()};
}

}  // namespace hotpath::app
