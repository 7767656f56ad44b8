#pragma once
/// The events of a feed: trades, book updates, trading states, the venue's day. Derive from
/// NullListener and redefine the functions needed; they are called directly, never virtually, so
/// the others cost nothing. Within one message on_trade comes before on_change, on_change before
/// on_book, and all after the books have changed. on_message, on_change, on_identity and on_renamed
/// are not in NullListener: the feed does their extra work only for a listener that has them. Several
/// consumers: listeners.hpp. Threads: the feed's. Allocation: none.

#include <cstdint>

#include "hotpath/book/book_change.hpp"
#include "hotpath/book/types.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/feed/feed_state.hpp"
#include "hotpath/protocols/decode_status.hpp"

namespace hotpath::feed {

/// The order of the book that traded, if any.
enum class TradeKind : std::uint8_t {
    Displayed,         // at the price of a displayed order
    DisplayedAtPrice,  // of a displayed order, at another price
    Hidden,            // of an order that was never in the book
    Cross,             // all executions of one opening, closing or halt cross
};

/// An execution in the market.
struct Trade {
    TradeKind kind = TradeKind::Displayed;
    Side resting_side = Side::Buy;  // Buy for Hidden and Cross trades, which do not show it
    bool printable = true;          // false: counted elsewhere, do not add to the volume
    InstrumentId instrument{};
    Price price{};
    TotalQty qty{};
    OrderId resting_id{};  // 0 for Hidden and Cross
    MatchId match_id{};
    Time venue_time{};

    friend constexpr bool operator==(const Trade&, const Trade&) = default;
};

/// Ignores every event; all of them are called on the feed's thread.
struct NullListener {
    /// A relevant message is decoded and about to be applied: stamp the Decode stage here.
    void on_decoded(Time /*venue_time*/) noexcept {}
    /// A trade; the books have changed already.
    void on_trade(const Trade&) noexcept {}
    /// The books changed (update.changed_book()).
    void on_book(const book::BookUpdate&, Time /*venue_time*/) noexcept {}
    /// The books refused a message and are unchanged.
    void on_refused(const book::BookUpdate&, Time /*venue_time*/) noexcept {}
    /// The trading state of an instrument, as the venue published it.
    void on_trading_state(InstrumentId, book::TradingState, Time /*venue_time*/) noexcept {}
    /// The venue's event code (ITCH: O S Q M E C).
    void on_system_event(char /*event_code*/, Time /*venue_time*/) noexcept {}
    /// The state of a feed with recovery (LiveFeed): whether the books can be trusted.
    void on_feed_state(FeedState, Time /*now*/) noexcept {}
};

template <class Listener>
concept FeedListener =
    requires(Listener& listener, const Trade& trade, const book::BookUpdate& update, Time time,
             InstrumentId instrument, book::TradingState state, char event_code) {
        listener.on_decoded(time);
        listener.on_trade(trade);
        listener.on_book(update, time);
        listener.on_refused(update, time);
        listener.on_trading_state(instrument, state, time);
        listener.on_system_event(event_code, time);
    };

static_assert(FeedListener<NullListener>);

/// Gets every message before it is decoded, with its number in the feed, from 1: the sequence
/// number in a session without a gap.
template <class Listener>
concept MessageListener =
    FeedListener<Listener> && requires(Listener& listener, std::uint64_t number, Bytes message) {
        listener.on_message(number, message);
    };

/// Gets the end of each event, for venues that mark it: several messages, and packets, may be about
/// one. Books looked at within an event can be locked or crossed.
template <class Listener>
concept EventListener = FeedListener<Listener> &&
                        requires(Listener& listener, Time time) { listener.on_end_of_event(time); };

/// Gets every undecodable message, after it is counted.
template <class Listener>
concept UndecodedListener =
    FeedListener<Listener> &&
    requires(Listener& listener, protocols::DecodeStatus status) { listener.on_undecoded(status); };

/// Gets every change of the books with the order before and after.
template <class Listener>
concept ChangeListener =
    FeedListener<Listener> && requires(Listener& listener, const book::BookChange& change,
                                       Time time) { listener.on_change(change, time); };

/// Does it want changes? A ChangeListener may say at run time that it does not.
template <FeedListener Listener>
[[nodiscard, gnu::always_inline]] constexpr bool wants_changes(const Listener& listener) noexcept {
    if constexpr (ChangeListener<Listener> && requires { listener.wants_changes(); }) {
        return listener.wants_changes();
    } else {
        return ChangeListener<Listener>;
    }
}

/// Gets the venue's number of each order that was added or changed, with its id in the books, where
/// the two differ (ids of priorities): after the order's other events, of snapshots too.
template <class Listener>
concept IdentityListener =
    FeedListener<Listener> && requires(Listener& listener, OrderId venue_id, OrderId id) {
        listener.on_identity(venue_id, id);
    };

/// Gets the ids of each order that another one has replaced: after the change of the books, which may
/// not have had it.
template <class Listener>
concept RenameListener =
    FeedListener<Listener> &&
    requires(Listener& listener, OrderId from, OrderId to) { listener.on_renamed(from, to); };

}  // namespace hotpath::feed
