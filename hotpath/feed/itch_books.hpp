#pragma once
/// ItchBooks: an ITCH 5.0 feed's books, directory and trading states, kept by its messages one
/// after the other.
///
///   struct Printer : feed::NullListener { void on_trade(const Trade& trade) noexcept { ... } }
///   printer; Expected<ItchBooks> feed = ItchBooks::create({}); feed->on_message(message, printer);
///
/// Undecodable messages are counted and change nothing; the caller continues. The order of a replay
/// is that of the bytes given: gaps are FeedHandler's business. Threads: one owner. Allocation:
/// create() only. Complexity: one switch and one book command a message. The books are a template
/// parameter for their twin's sake; the filter, which may keep messages of unwanted instruments
/// from being decoded at all, so that without one there is nothing to pay (symbol_filter.hpp).

#include <cstddef>
#include <cstdint>
#include <utility>

#include "hotpath/book/l2_books.hpp"
#include "hotpath/book/l3_books.hpp"
#include "hotpath/book/order_books.hpp"
#include "hotpath/core/assert.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/feed/feed_counters.hpp"
#include "hotpath/feed/instrument_directory.hpp"
#include "hotpath/feed/itch_translator.hpp"
#include "hotpath/feed/listener.hpp"
#include "hotpath/feed/look_ahead.hpp"
#include "hotpath/feed/symbol_filter.hpp"
#include "hotpath/wire/decode_status.hpp"
#include "hotpath/wire/itch50/decode.hpp"
#include "hotpath/wire/itch50/foreign.hpp"

namespace hotpath::feed {

template <book::MarketBooks Books, class Filter = EveryInstrument>
class BasicItchBooks {
  public:
    using Options = typename Books::Options;
    static constexpr book::PrefetchStep kLastPrefetch = Books::kLastPrefetch;

    [[nodiscard]] static Expected<BasicItchBooks> create(const Options& options,
                                                         Filter filter = {}) {
        Expected<Books> books = Books::create(options);
        if (!books) {
            return std::unexpected(std::move(books.error()));
        }
        BasicItchBooks feed(std::move(*books), options.instruments_max, std::move(filter));
        if constexpr (requires { Books::memory_bytes(options); }) {
            feed.looks_ahead_ = Books::memory_bytes(options) > kCachedBytesMax;
        }
        return feed;
    }

    [[nodiscard]] const Books& books() const noexcept { return books_; }
    [[nodiscard]] const InstrumentDirectory& directory() const noexcept { return directory_; }
    /// Counters of the messages that passed the filter.
    [[nodiscard]] const FeedCounters& counters() const noexcept { return counters_; }
    [[nodiscard]] const Filter& filter() const noexcept { return filter_; }
    /// Given to the feed, decodable or not.
    [[nodiscard]] std::uint64_t messages_given() const noexcept { return next_number() - 1; }
    [[nodiscard]] std::uint64_t messages_undecoded() const noexcept {
        return counters_.unknown_types + counters_.decode_errors;
    }
    /// Most of them are not ITCH 5.0: it is another protocol's feed.
    [[nodiscard]] bool is_foreign() const noexcept {
        return wire::itch50::is_foreign(messages_given(), messages_given() - messages_undecoded());
    }

    /// A filtered message is Ok and has no effect.
    template <FeedListener Listener>
    wire::DecodeStatus on_message(Bytes message, Listener& listener) noexcept {
        if (!filter_.admits(message)) {
            return wire::DecodeStatus::Ok;
        }
        if constexpr (MessageListener<Listener>) {
            listener.on_message(next_number(), message);
        }
        ItchTranslator<Books, Listener> translator(books_, directory_, listener);
        const wire::DecodeStatus status = wire::itch50::decode(message, translator);
        if (status == wire::DecodeStatus::Ok) [[likely]] {
            const ShortestMessage& start = ShortestMessage::at(message.data());
            counters_.count(start.load_message_type(), to_venue_time(start));
        } else {
            counters_.count_undecoded(status);
            if constexpr (UndecodedListener<Listener>) {
                listener.on_undecoded(status);
            }
        }
        return status;
    }

    /// A block of whole messages, each after its two bytes of length, with look-ahead. False when
    /// the block ends within a message; the whole ones before it are applied.
    template <FeedListener Listener>
    bool replay_block(Bytes block, Listener& listener) noexcept {
        if constexpr (Filter::kKeepsMostOut) {
            // The few that are left stay in the cache by themselves.
            wire::FrameCursor messages(block);
            return replay_all(messages, listener);
        } else {
            LookAhead messages(*this, block);
            return replay_all(messages, listener);
        }
    }

    /// Another session: which symbol each locate is, is to be learned again. Empty the books first.
    void forget_locates() noexcept {
        filter_.forget();
        directory_.begin_session();
    }

    /// Empties every book and forgets the trading states: what follows is a snapshot or another
    /// session. The listener gets each removed order, so that a listener with state beside the
    /// books keeps it right. The directory stays: within a session a locate keeps its symbol.
    /// O(open orders).
    template <FeedListener Listener>
        requires book::OrderBooks<Books>
    void remove_all(Listener& listener) noexcept {
        for (std::uint32_t id = 1; id <= books_.instruments_max(); ++id) {
            const InstrumentId instrument{static_cast<std::uint16_t>(id)};
            remove_all(instrument, Side::Buy, listener);
            remove_all(instrument, Side::Sell, listener);
            if (books_.trading_state(instrument) != book::TradingState::Unknown) {
                books_.set_trading_state(instrument, book::TradingState::Unknown);
                listener.on_trading_state(instrument, book::TradingState::Unknown,
                                          counters_.last_time);
            }
        }
    }

    /// Books of a few instruments stay in the caches by themselves: to look ahead for them costs a
    /// third of the replay and brings nothing.
    [[nodiscard]] bool looks_ahead() const noexcept { return looks_ahead_; }
    /// Warms the caches for a message that comes soon; see LookAhead. Any bytes will do.
    void prefetch(Bytes message, book::PrefetchStep step) const noexcept {
        if (message.size() < OrderMessage::kLength) {
            return;
        }
        // Every message of an order has its reference number at the same place, so that the first
        // step need not ask for the type, a branch that is mispredicted every other time. In other
        // messages the eight bytes are something else, and prefetching for them does no harm.
        const OrderMessage& order = OrderMessage::at(message.data());
        if (step != book::PrefetchStep::Table && is_add(message)) {
            books_.prefetch_add(to_order(wire::itch50::AddOrder::at(message.data())), step);
        } else {
            books_.prefetch({order.load_order_reference_number()}, to_instrument(order), step);
        }
    }

  private:
    /// Books of at most this many bytes fit the caches when few instruments are used.
    static constexpr std::size_t kCachedBytesMax = std::size_t{32} << 20U;

    /// Every message begins with these fields, and every message of one order with those.
    using ShortestMessage = wire::itch50::SystemEvent;
    using OrderMessage = wire::itch50::OrderDelete;

    template <FeedListener Listener>
    void remove_all(InstrumentId instrument, Side side, Listener& listener) noexcept {
        for (auto order = books_.front(instrument, side); order.has_value();
             order = books_.front(instrument, side)) {
            const book::BookUpdate update = books_.remove(order->id);
            HOTPATH_ASSERT(update.changed_book(), "removing an open order must change the book");
            if constexpr (ChangeListener<Listener>) {
                book::OrderView gone = *order;
                gone.leaves_qty = {};
                listener.on_change({.verb = book::BookVerb::Remove,
                                    .before = *order,
                                    .after = gone,
                                    .update = update},
                                   counters_.last_time);
            }
            listener.on_book(update, counters_.last_time);
        }
    }

    [[nodiscard]] static bool is_add(Bytes message) noexcept {
        const char type = OrderMessage::at(message.data()).load_message_type();
        return (type == wire::itch50::AddOrder::kType ||
                type == wire::itch50::AddOrderMpid::kType) &&
               message.size() >= wire::itch50::AddOrder::kLength;
    }

    BasicItchBooks(Books books, std::uint16_t instruments_max, Filter filter)
        : books_(std::move(books)), directory_(instruments_max), filter_(std::move(filter)) {}

    template <class Messages, FeedListener Listener>
    bool replay_all(Messages& messages, Listener& listener) noexcept {
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
    bool looks_ahead_ = true;
    [[no_unique_address]] Filter filter_;
};

using ItchBooks = BasicItchBooks<book::L3Books>;
/// By price only.
using ItchLevels = BasicItchBooks<book::L2Books>;
/// The books of a few symbols out of a whole market's feed.
using FilteredItchBooks = BasicItchBooks<book::L3Books, SymbolFilter>;
using FilteredItchLevels = BasicItchBooks<book::L2Books, SymbolFilter>;

}  // namespace hotpath::feed
