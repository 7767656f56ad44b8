#pragma once
/// The Strategy concept: events inform it of trades, fills, rejections and the state of the books;
/// it decides on a book or a timer. The engine calls on_instrument for each instrument that may be
/// traded, before any other event of it; it calls on_book once a packet and instrument, after the
/// whole packet is applied, and only for an instrument it may trade now (state Trading, books not
/// stale, not killed); it also shows the book again after every answer of the venue about an order,
/// and every book when they were stale and are current again; and without a message when a price
/// hold ends, after a refusal until an order is sent, and when an operator opens trading. While
/// they are stale the engine pulls all open orders; while a gap may be filled open orders stay, and
/// on_book and on_timer are not called. The strategy's requests go into `intents`; the gateway may
/// refuse each, which calls on_reject. A strategy owns no clock, no randomness and no output: same
/// events, same intents. Threads: the engine's. Allocation: none after construction. Not copied
/// while it runs.

#include <concepts>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "hotpath/book/book_view.hpp"
#include "hotpath/book/depth_view.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/oms/intent.hpp"
#include "hotpath/oms/orders.hpp"
#include "hotpath/strategy/queue_places.hpp"

namespace hotpath::strategy {

/// The inputs of a strategy besides the book.
struct Context {
    Time now;  // local time of the event
    const oms::Orders& orders;
};

/// The inputs of a strategy that declares `static constexpr bool kFollowsQueue = true`: it accepts
/// this wherever others accept a Context, and sees its orders' places in the queue.
struct QueueContext : Context {
    const QueuePlaces* places;  // null: the books are not current

    /// Shares that execute before our order at its price; O(1). Empty if unknown: the order is not
    /// accepted yet, not in the books, hidden or closed, or the books are not current. In on_trade:
    /// the value before the trade.
    [[nodiscard]] std::optional<TotalQty> queue_ahead_qty(ClOrdId id) const noexcept {
        return places == nullptr ? std::nullopt : places->queue_ahead_qty(id);
    }
};

/// A strategy that declares kFollowsQueue.
template <class S>
concept FollowsQueue = requires { requires S::kFollowsQueue; };

/// Returns true if this strategy looks at places; a type that holds any strategy answers at run
/// time.
template <class S>
[[nodiscard]] constexpr bool follows_queue(const S& strategy) noexcept {
    if constexpr (requires { strategy.follows_queue(); }) {
        return strategy.follows_queue();
    } else {
        return FollowsQueue<S>;
    }
}

/// The context type that S receives with each event.
template <class S>
using ContextOf = std::conditional_t<FollowsQueue<S>, QueueContext, Context>;

/// An execution in the market, of our orders or of others.
struct Trade {
    InstrumentId instrument{};
    Side resting_side =
        Side::Buy;  // of the resting order; Buy for a hidden order or a cross, which do not show it
    bool is_cross = false;
    Price price{};
    TotalQty qty{};
    Time venue_time{};
};

/// An instrument that may be traded from now on. In the feed's next session its id may belong to
/// another instrument.
struct Instrument {
    InstrumentId id{};
    Symbol symbol{};
    PriceScale scale{};
};

/// Whether the books are the venue's. Stale: a gap, refused messages, a silent or ended feed.
enum class BooksState : std::uint8_t { Current, Stale };

/// The seven functions of a strategy. None of them throws; on_book and on_timer fill the list of
/// intents.
template <class S>
concept Strategy =
    requires(S strategy, const book::BookView& book, const ContextOf<S>& context,
             oms::Intents& intents, const Trade& trade, const oms::Fill& fill,
             const oms::Rejection& rejection, BooksState state, const Instrument& instrument) {
        { strategy.on_instrument(instrument) } noexcept;
        { strategy.on_book(book, context, intents) } noexcept;
        { strategy.on_timer(context, intents) } noexcept;
        { strategy.on_trade(trade, context) } noexcept;
        { strategy.on_fill(fill, context) } noexcept;
        { strategy.on_reject(rejection, context) } noexcept;
        { strategy.on_books_state(state, context) } noexcept;
    };

/// A strategy whose engine can track queue places of its orders; other engines have no code for it.
template <class S>
concept QueueAwareStrategy = Strategy<S> && FollowsQueue<S>;

/// A strategy that also accepts copies of books, so it can run on another thread.
template <class S>
concept DepthStrategy = Strategy<S> && requires(S strategy, const book::DepthView& book,
                                                const Context& context, oms::Intents& intents) {
    { strategy.on_book(book, context, intents) } noexcept;
};

/// Loads the state of a strategy that an event of the instrument will touch, where the strategy has a
/// prefetch(InstrumentId) const; nothing otherwise. It changes nothing.
template <class S>
void prefetch(const S& strategy, [[maybe_unused]] InstrumentId instrument) noexcept {
    if constexpr (requires { strategy.prefetch(instrument); }) {
        strategy.prefetch(instrument);
    }
}

/// Ignores every event: a derived strategy redefines the functions it needs.
struct NullStrategy {
    /// An instrument may be traded from now on; called before any other event of it.
    void on_instrument(const Instrument&) noexcept {}
    /// A book has changed, or is shown again: decide.
    template <book::InstrumentView Book = book::BookView>
    void on_book(const Book&, const Context&, oms::Intents&) noexcept {}
    /// The interval of the engine's owner has passed: decide.
    void on_timer(const Context&, oms::Intents&) noexcept {}
    /// An execution in the market.
    void on_trade(const Trade&, const Context&) noexcept {}
    /// An execution of an order of ours.
    void on_fill(const oms::Fill&, const Context&) noexcept {}
    /// The gateway or the venue has refused a request.
    void on_reject(const oms::Rejection&, const Context&) noexcept {}
    /// The books have become stale, or are current again.
    void on_books_state(BooksState, const Context&) noexcept {}
};

static_assert(DepthStrategy<NullStrategy>);

}  // namespace hotpath::strategy
