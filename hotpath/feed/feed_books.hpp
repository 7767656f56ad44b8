#pragma once
/// FeedBooks: a feed's books, directory and trading states, kept by its messages one after the
/// other.
///
///   FeedBooks<ItchCodec, L3Books> feed = ...; feed.on_message(message, listener);
///
/// Undecodable messages are counted and change nothing; the caller continues. The order of a replay
/// is that of the bytes given: gaps are LiveFeed's business. Threads: one owner. Allocation:
/// create() only. Complexity: one switch and one book command a message. The books are a template
/// parameter for their twin's sake; the filter, which may keep messages of unwanted instruments
/// from being decoded at all, so that without one there is nothing to pay.

#include <cstddef>
#include <cstdint>
#include <utility>

#include "hotpath/book/order_books.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/feed/feed_codec.hpp"
#include "hotpath/feed/feed_counters.hpp"
#include "hotpath/feed/instrument_directory.hpp"
#include "hotpath/feed/listener.hpp"
#include "hotpath/feed/look_ahead.hpp"
#include "hotpath/feed/market_sink.hpp"
#include "hotpath/feed/remove_orders.hpp"
#include "hotpath/protocols/decode_status.hpp"
#include "hotpath/protocols/framing.hpp"

namespace hotpath::feed {

/// A feed's books by its codec, and a filter of instruments. ItchBooks is the one for ITCH 5.0.
template <FeedCodec Codec, book::MarketBooks Books, MessageFilter Filter = EveryInstrument>
class FeedBooks {
  public:
    using Options = typename Books::Options;
    static constexpr book::PrefetchStep kLastPrefetch = Books::kLastPrefetch;

    /// Allocates the books. Fails if it cannot, or if an option is out of range.
    [[nodiscard]] static Expected<FeedBooks> create(const Options& options, Filter filter = {},
                                                    Codec codec = {}) {
        Expected<Books> books = Books::create(options);
        if (!books) {
            return std::unexpected(std::move(books.error()));
        }
        return FeedBooks(std::move(*books), options.instruments_max, std::move(filter),
                         std::move(codec));
    }

    [[nodiscard]] const Books& books() const noexcept { return books_; }
    [[nodiscard]] const InstrumentDirectory& directory() const noexcept { return directory_; }
    /// Returns the counters of the messages that passed the filter.
    [[nodiscard]] const FeedCounters& counters() const noexcept { return counters_; }
    [[nodiscard]] const Filter& filter() const noexcept { return filter_; }
    [[nodiscard]] const Codec& codec() const noexcept { return codec_; }
    /// Returns the number of messages given to the feed, decodable or not.
    [[nodiscard]] std::uint64_t messages_given() const noexcept { return next_number() - 1; }
    [[nodiscard]] std::uint64_t messages_undecoded() const noexcept {
        return counters_.unknown_types + counters_.decode_errors;
    }
    /// Returns true if most messages could not be decoded: they are another protocol's.
    [[nodiscard]] bool is_foreign() const noexcept {
        return Codec::is_foreign(messages_given(), messages_given() - messages_undecoded());
    }

    /// Applies one message. Any status but Ok means that it was counted and changed nothing; a
    /// filtered message is Ok and has no effect.
    /// It is inlined into the caller's loop with the decoder's switch: a call would save and
    /// restore more registers than most messages need.
    template <FeedListener Listener>
    [[gnu::always_inline]] protocols::DecodeStatus on_message(Bytes message,
                                                              Listener& listener) noexcept {
        if (!filter_.admits(message)) {
            return protocols::DecodeStatus::Ok;
        }
        if constexpr (MessageListener<Listener>) {
            listener.on_message(next_number(), message);
        }
        MarketSink<Books, Listener> sink(books_, directory_, listener);
        const protocols::DecodeStatus status = codec_.decode(message, sink);
        if (status == protocols::DecodeStatus::Ok) [[likely]] {
            counters_.count(codec_.type_of(message), codec_.time_of(message));
        } else {
            counters_.count_undecoded(status);
            if constexpr (UndecodedListener<Listener>) {
                listener.on_undecoded(status);
            }
        }
        return status;
    }

    /// Applies a block of whole messages, each after its two bytes of length, with look-ahead.
    /// Returns false if the block ends within a message; the whole ones before it are applied.
    template <FeedListener Listener>
        requires ReplayCodec<Codec>
    bool replay_block(Bytes block, Listener& listener) noexcept {
        if constexpr (Filter::kKeepsMostOut) {
            // The few that are left stay in the cache by themselves.
            protocols::FrameCursor messages(block);
            return replay_all(messages, listener);
        } else {
            LookAhead messages(*this, block);
            return replay_all(messages, listener);
        }
    }

    /// Begins another session: ids and symbols are paired again. Empty the books first.
    void begin_session() noexcept {
        filter_.forget();
        directory_.begin_session();
        if constexpr (KeepingCodec<Codec>) {
            codec_.begin_session();
        }
    }

    /// Empties the books for a snapshot.
    template <FeedListener Listener>
    void begin_snapshot(Listener& listener) noexcept {
        remove_all(listener);
        if constexpr (KeepingCodec<Codec>) {
            codec_.begin_snapshot();
        }
    }
    void end_snapshot() noexcept {
        if constexpr (KeepingCodec<Codec>) {
            codec_.end_snapshot();
        }
    }

    /// Sets the day's midnight, in nanoseconds since 1970.
    void count_from(std::uint64_t midnight_ns) noexcept
        requires DatedCodec<Codec>
    {
        codec_.count_from(midnight_ns);
    }

    /// Reports that the messages before number `next` were given up.
    template <FeedListener Listener>
        requires GapCodec<Codec>
    void on_gap(std::uint64_t next, Listener& listener) noexcept {
        MarketSink<Books, Listener> sink(books_, directory_, listener);
        codec_.note_gap(next, counters_.last_time, sink);
    }

    /// Applies definitions of instruments that come beside the sequence.
    template <FeedListener Listener>
        requires DefinedCodec<Codec>
    protocols::DecodeStatus on_definitions(Bytes message, Listener& listener) noexcept {
        MarketSink<Books, Listener> sink(books_, directory_, listener);
        return codec_.decode_definitions(message, sink);
    }

    /// Empties every book and forgets the trading states: what follows is a snapshot or another
    /// session. The listener gets each removed order, so that a listener with state beside the
    /// books keeps it right. The directory stays: within a session an id keeps its symbol.
    /// O(open orders).
    template <FeedListener Listener>
        requires book::OrderBooks<Books>
    void remove_all(Listener& listener) noexcept {
        for (std::uint32_t id = 1; id <= books_.instruments_max(); ++id) {
            const InstrumentId instrument{static_cast<std::uint16_t>(id)};
            remove_orders(books_, instrument, listener, counters_.last_time);
            if (books_.trading_state(instrument) != book::TradingState::Unknown) {
                books_.set_trading_state(instrument, book::TradingState::Unknown);
                listener.on_trading_state(instrument, book::TradingState::Unknown,
                                          counters_.last_time);
            }
        }
    }

    /// Returns the distances of replay_block(), and of any LookAhead over these books, as full as
    /// they are now.
    [[nodiscard]] LookAheadDistances look_ahead() const noexcept {
        return look_ahead_.is_worth_it(books_.open_orders()) ? look_ahead_.distances : kNoLookAhead;
    }
    void set_look_ahead(const LookAheadOptions& options) noexcept { look_ahead_ = options; }
    /// Warms the caches for a message that comes soon; see LookAhead. Any kBytesAhead bytes will
    /// do.
    [[gnu::always_inline]] void prefetch(const std::byte* message,
                                         book::PrefetchStep step) const noexcept
        requires ReplayCodec<Codec>
    {
        Codec::prefetch(books_, message, step);
    }

    /// Prefetches the tables' entries for the next message of this instrument.
    void prefetch_tables(InstrumentId instrument) const noexcept {
        if constexpr (requires { filter_.prefetch(instrument); }) {
            filter_.prefetch(instrument);
        }
        directory_.prefetch(instrument);
    }

  private:
    FeedBooks(Books books, std::uint16_t instruments_max, Filter filter, Codec codec)
        : books_(std::move(books)),
          directory_(instruments_max),
          filter_(std::move(filter)),
          codec_(std::move(codec)) {}

    /// Inlined: the places of a look-ahead stay in registers.
    template <class Messages, FeedListener Listener>
    [[gnu::always_inline]] bool replay_all(Messages& messages, Listener& listener) noexcept {
        for (Bytes message; messages.next(message);) {
            on_message(message, listener);
        }
        return !messages.is_truncated();
    }

    [[nodiscard]] std::uint64_t next_number() const noexcept {
        return counters_.messages + counters_.unknown_types + counters_.decode_errors +
               filter_.kept_out() + 1;
    }

    Books books_;
    InstrumentDirectory directory_;
    FeedCounters counters_;
    [[no_unique_address]] Filter filter_;
    [[no_unique_address]] Codec codec_;
    LookAheadOptions look_ahead_{};
};

}  // namespace hotpath::feed
