#pragma once
/// LiveFeed: builds the venue's books from two lines of a feed, in spite of lost packets.
///
///   A ──┐               ┌─ in sequence ──> FeedBooks ──> listener
///   B ──┼─> LineArbiter ┤                     ^
///   re ─┘   keeps ahead └─ gap ─> GapRequests │  given up ──> snapshot, then the kept messages
///
///   feed.on_packet({Line::A, bytes, now}, listener);
///   feed.on_timer(now, listener);                                at next_deadline()
///   feed.for_each_request([&](Bytes request) { send_to_server(request); });
///   if (feed.wants_snapshot()) { feed.on_snapshot_begin(now, listener); ... }
///
/// A state machine over bytes and times handed in; FeedHandler is the one without recovery.
/// Threads: one owner. Allocation: create() only. Complexity: that of the parts.

#include <cstdint>
#include <utility>

#include "hotpath/book/order_books.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/feed/feed_books.hpp"
#include "hotpath/feed/feed_codec.hpp"
#include "hotpath/feed/feed_state.hpp"
#include "hotpath/feed/gap_requests.hpp"
#include "hotpath/feed/line_arbiter.hpp"
#include "hotpath/feed/listener.hpp"
#include "hotpath/protocols/decode_status.hpp"

namespace hotpath::feed {

/// A FeedListener with on_feed_state().
template <class Listener>
concept LiveFeedListener =
    FeedListener<Listener> &&
    requires(Listener& listener, FeedState state, Time now) { listener.on_feed_state(state, now); };
static_assert(LiveFeedListener<NullListener>);

/// Recovery of the two lines: what is requested, and when a snapshot is loaded.
struct LiveFeedOptions {
    LineArbiterOptions lines;
    GapRequestOptions requests;
    bool has_snapshots = true;               // false: messages given up are skipped
    Nanos snapshot_timeout{30'000'000'000};  // from begin to end of one
    Nanos snapshot_interval{1'000'000'000};  // between a failed one and the next
};

/// Counters of snapshots and of what was given up.
struct LiveFeedCounters {
    std::uint64_t snapshots_wanted = 0;  // gaps given up for one
    std::uint64_t snapshots_applied = 0;
    std::uint64_t snapshots_failed = 0;   // lost, late or unreadable
    std::uint64_t snapshots_too_old = 0;  // later messages were no longer kept: enlarge the store
    std::uint64_t messages_skipped = 0;   // given up without a snapshot
};

/// A feed by its codec, its books, and a filter of instruments. ItchFeed is the one for ITCH 5.0.
template <FeedCodec Codec, book::OrderBooks Books, MessageFilter Filter = EveryInstrument>
class LiveFeed {
    using MarketBooks = FeedBooks<Codec, Books, Filter>;

  public:
    using Packets = typename Codec::Packets;
    using Lines = BasicLineArbiter<Packets>;

    /// Allocates books and stores. Fails if it cannot, or if an option is out of range.
    [[nodiscard]] static Expected<LiveFeed> create(const book::BooksOptions& books,
                                                   const LiveFeedOptions& options,
                                                   Filter filter = {}, Codec codec = {}) {
        if (!MessageStore::is_valid(options.lines.store) || options.lines.believe_after == 0) {
            return fail("feed: messages_max must be a power of two, 64..16,777,216");
        }
        if (!GapRequests::is_valid(options.requests)) {
            return fail("feed: the retry interval and messages of a request must be above 0");
        }
        if (options.snapshot_timeout <= Nanos{} || options.snapshot_interval <= Nanos{}) {
            return fail("feed: the times of snapshots must be positive");
        }
        Expected<MarketBooks> market =
            MarketBooks::create(books, std::move(filter), std::move(codec));
        if (!market) {
            return std::unexpected(std::move(market.error()));
        }
        return LiveFeed(std::move(*market), options);
    }

    // Queries.
    /// The state of the books. While is_stale() they must not be traded on; after is_ended() no
    /// packet changes them.
    [[nodiscard]] FeedState state() const noexcept { return state_; }
    [[nodiscard]] bool is_stale() const noexcept { return feed::is_stale(state_); }
    [[nodiscard]] bool is_ended() const noexcept { return state_ == FeedState::Ended; }
    /// Returns true if the books need a snapshot: the owner opens a snapshot session and calls
    /// on_snapshot_begin(), or on_snapshot_lost() if that failed.
    [[nodiscard]] bool wants_snapshot() const noexcept {
        return state_ == FeedState::SnapshotWanted;
    }
    /// Returns the time of the next on_timer(); kNever if only packets can change the state.
    [[nodiscard]] Time next_deadline() const noexcept {
        return is_in_snapshot() ? snapshot_deadline_ : requests_.deadline();
    }
    /// Returns the number of the message that is applied next.
    [[nodiscard]] std::uint64_t next_sequence_number() const noexcept {
        return lines_.next_sequence_number();
    }
    [[nodiscard]] const MarketBooks& market() const noexcept { return market_; }
    [[nodiscard]] const Books& books() const noexcept { return market_.books(); }
    [[nodiscard]] const Lines& lines() const noexcept { return lines_; }
    [[nodiscard]] const GapCounters& gap_counters() const noexcept { return requests_.counters(); }
    [[nodiscard]] const LiveFeedCounters& counters() const noexcept { return counters_; }

    /// Prefetches, while there is nothing else to do, what the next packet with a message of this
    /// instrument will touch outside of this object and of the books.
    void prefetch_tables(InstrumentId instrument) const noexcept {
        lines_.prefetch_next();
        market_.prefetch_tables(instrument);
    }

    // Events. Each returns the state after it.
    /// Takes a packet of either line, or of the re-request server. A packet that is malformed or
    /// not in sequence is counted and changes no book.
    template <LiveFeedListener Listener>
    FeedState on_packet(const LinePacket& packet, Listener& listener) noexcept {
        Bytes message;
        if (!lines_.try_step(packet, message)) [[unlikely]] {
            return on_any_packet(packet.line, packet.bytes, packet.now, listener);
        }
        if (!message.empty()) {
            apply(message, listener);
        }
        return state_ == FeedState::Live ? state_ : recover(packet.now, listener);
    }

    /// Requests and gives up missing messages, and detects silence. Call it at next_deadline().
    template <LiveFeedListener Listener>
    FeedState on_timer(Time now, Listener& listener) noexcept {
        if (!is_in_snapshot()) {
            return recover(now, listener);
        }
        if (now < snapshot_deadline_) {
            return state_;
        }
        if (state_ == FeedState::SnapshotLoading) {
            return fail_snapshot(now, listener);
        }
        return become(FeedState::SnapshotWanted, now, listener);
    }

    /// Reports that a snapshot session is open; the books are emptied for it.
    template <LiveFeedListener Listener>
    FeedState on_snapshot_begin(Time now, Listener& listener) noexcept {
        if (!wants_snapshot()) {
            return state_;
        }
        market_.begin_snapshot(listener);
        snapshot_deadline_ = now + options_.snapshot_timeout;
        return become(FeedState::SnapshotLoading, now, listener);
    }

    /// Applies a message of the snapshot. Ignored unless a snapshot is being loaded.
    template <LiveFeedListener Listener>
    FeedState on_snapshot_message(Bytes message, Time now, Listener& listener) noexcept {
        if (state_ != FeedState::SnapshotLoading) {
            return state_;
        }
        if constexpr (EndedSnapshotCodec<Codec>) {
            if (Codec::is_end_of_snapshot(message)) {
                return end_snapshot(message, now, listener);
            }
        }
        const protocols::DecodeStatus status = market_.on_message(message, listener);
        const bool is_readable =
            status == protocols::DecodeStatus::Ok || status == protocols::DecodeStatus::UnknownType;
        return is_readable ? state_ : fail_snapshot(now, listener);
    }

    /// Ends a snapshot, after which message number `next` comes, for snapshots that do not say so
    /// themselves. Ignored unless one is being loaded.
    template <LiveFeedListener Listener>
    FeedState on_snapshot_end(std::uint64_t next, Time now, Listener& listener) noexcept {
        if (state_ != FeedState::SnapshotLoading) {
            return state_;
        }
        if (next > Lines::kSequenceNumberMax) {
            return fail_snapshot(now, listener);
        }
        market_.end_snapshot();
        if (!lines_.resume_at(next, Delivery<Listener>(*this, now, listener))) {
            ++counters_.snapshots_too_old;
            return delay_snapshot(now, listener);
        }
        ++counters_.snapshots_applied;
        is_incomplete_ = false;
        state_ = FeedState::Requesting;  // no longer in the snapshot: recover() decides
        return recover(now, listener);
    }

    /// Applies definitions of instruments that come beside the sequence.
    template <LiveFeedListener Listener>
        requires DefinedCodec<Codec>
    protocols::DecodeStatus on_definitions(Bytes message, Listener& listener) noexcept {
        return market_.on_definitions(message, listener);
    }

    /// Reports that the snapshot session could not be opened, or was lost before its end; another
    /// is wanted after snapshot_interval.
    template <LiveFeedListener Listener>
    FeedState on_snapshot_lost(Time now, Listener& listener) noexcept {
        const bool is_awaited =
            state_ == FeedState::SnapshotWanted || state_ == FeedState::SnapshotLoading;
        return is_awaited ? fail_snapshot(now, listener) : state_;
    }

    // Commands.
    /// Sets the origin of the messages' times, in nanoseconds since 1970.
    void count_from(std::uint64_t midnight_ns) noexcept
        requires DatedCodec<Codec>
    {
        market_.count_from(midnight_ns);
    }
    /// Makes the books stale, for an owner that does not trust them, and wants a snapshot for them
    /// if there are any.
    template <LiveFeedListener Listener>
    FeedState want_snapshot(Time now, Listener& listener) noexcept {
        if (!options_.has_snapshots || is_in_snapshot()) {
            return state_;
        }
        requests_.reset();
        lines_.hold();
        ++counters_.snapshots_wanted;
        return become(FeedState::SnapshotWanted, now, listener);
    }

    /// Continues without the missing messages: the owner accepts the books as they are.
    template <LiveFeedListener Listener>
    FeedState accept_gap(Time now, Listener& listener) noexcept {
        is_incomplete_ = false;
        return is_in_snapshot() ? state_ : recover(now, listener);
    }

    /// Calls sink(Bytes) for each request that waits for the re-request server, and empties the
    /// queue.
    template <class Sink>
    void for_each_request(Sink&& sink) {
        for (const typename Packets::Request& request : requests_.outbox()) {
            sink(Bytes(request.bytes()));
        }
        requests_.clear_outbox();
    }

  private:
    /// The arbiter's sink.
    template <class Listener>
    class Delivery {
      public:
        Delivery(LiveFeed& feed, Time now, Listener& listener) noexcept
            : feed_(feed), now_(now), listener_(listener) {}

        void on_message(Bytes message) noexcept { feed_.market_.on_message(message, listener_); }
        /// Orders and instrument ids belong to a session: the old ones are invalid in the next.
        void on_session() noexcept {
            feed_.market_.remove_all(listener_);
            feed_.market_.begin_session();
            feed_.requests_.reset();
            feed_.is_incomplete_ = false;
            feed_.become(FeedState::Idle, now_, listener_);
        }

      private:
        LiveFeed& feed_;
        Time now_;
        Listener& listener_;
    };

    LiveFeed(MarketBooks market, const LiveFeedOptions& options)
        : options_(options),
          market_(std::move(market)),
          lines_(options.lines),
          requests_(options.requests) {}

    /// With the decoder's switch and the listener inlined: nothing of a message goes through
    /// memory.
    template <class Listener>
    [[gnu::flatten]] void apply(Bytes message, Listener& listener) noexcept {
        market_.on_message(message, listener);
    }

    /// The packet's parts, so that it need not be in memory for the short way.
    template <class Listener>
    [[gnu::noinline]] FeedState on_any_packet(Line line, Bytes bytes, Time now,
                                              Listener& listener) noexcept {
        Delivery<Listener> delivery(*this, now, listener);
        lines_.on_any_packet({.line = line, .bytes = bytes, .now = now}, delivery);
        if (state_ == FeedState::Live && lines_.is_in_step()) [[likely]] {
            return state_;
        }
        return recover(now, listener);
    }

    [[nodiscard]] bool is_in_snapshot() const noexcept {
        return state_ == FeedState::SnapshotWanted || state_ == FeedState::SnapshotLoading ||
               state_ == FeedState::SnapshotDelayed;
    }

    /// Takes the next recovery step after any event; returns the state.
    template <class Listener>
    [[gnu::noinline]] FeedState recover(Time now, Listener& listener) noexcept {
        if (is_in_snapshot() || !lines_.has_session()) {
            return state_;
        }
        requests_.on_progress(lines_, now);
        requests_.on_timer(lines_, now);
        if (requests_.status() == GapStatus::GivenUp) {
            return give_up(now, listener);
        }
        return become(state_by_gap(), now, listener);
    }

    [[nodiscard]] FeedState state_by_gap() const noexcept {
        if (requests_.status() == GapStatus::Requested) {
            return FeedState::Requesting;
        }
        if (is_incomplete_) {
            return FeedState::Incomplete;
        }
        if (requests_.status() == GapStatus::Waiting) {
            return FeedState::Waiting;
        }
        return lines_.is_ended() ? FeedState::Ended : FeedState::Live;
    }

    template <class Listener>
    FeedState give_up(Time now, Listener& listener) noexcept {
        if (options_.has_snapshots) {
            return want_snapshot(now, listener);
        }
        is_incomplete_ = true;
        skip_gaps(now, listener);
        return become(state_by_gap(), now, listener);
    }

    /// Delivers up to a gap that may still be filled. Each turn takes a message out of the store or
    /// is the last.
    template <class Listener>
    void skip_gaps(Time now, Listener& listener) noexcept {
        while (requests_.status() == GapStatus::GivenUp) {
            requests_.reset();
            counters_.messages_skipped += lines_.skip_gap(Delivery<Listener>(*this, now, listener));
            requests_.on_progress(lines_, now);
        }
        if constexpr (GapCodec<Codec>) {
            market_.on_gap(lines_.next_sequence_number(), listener);
        }
    }

    template <class Listener>
    FeedState end_snapshot(Bytes message, Time now, Listener& listener) noexcept {
        std::uint64_t next = 0;
        if (Codec::decode_end_of_snapshot(message, next) != protocols::DecodeStatus::Ok) {
            return fail_snapshot(now, listener);
        }
        return on_snapshot_end(next, now, listener);
    }

    template <class Listener>
    FeedState fail_snapshot(Time now, Listener& listener) noexcept {
        ++counters_.snapshots_failed;
        return delay_snapshot(now, listener);
    }

    template <class Listener>
    FeedState delay_snapshot(Time now, Listener& listener) noexcept {
        snapshot_deadline_ = now + options_.snapshot_interval;
        return become(FeedState::SnapshotDelayed, now, listener);
    }

    template <class Listener>
    FeedState become(FeedState state, Time now, Listener& listener) noexcept {
        if (state == FeedState::SnapshotWanted) {
            snapshot_deadline_ = kNever;
        }
        if (state != state_) {
            state_ = state;
            listener.on_feed_state(state, now);
        }
        return state_;
    }

    LiveFeedOptions options_;
    MarketBooks market_;
    Lines lines_;
    BasicGapRequests<Packets> requests_;
    FeedState state_ = FeedState::Idle;
    bool is_incomplete_ = false;
    Time snapshot_deadline_ = kNever;
    LiveFeedCounters counters_;
};

}  // namespace hotpath::feed
