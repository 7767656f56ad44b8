#pragma once
/// FeedEvents: the engine's feed listener while a packet is applied; FeedSide: what these events
/// change: stamps, trades, instruments to decide about, whether the books can be trusted, the ids
/// and places of our orders.
///
///   FeedEvents events(side, feed, gateway, now);   feed.on_packet(packet, events);
///
/// Threads: the engine's. Allocation: the constructor of FeedSide. Complexity: O(1) a call.

#include <utility>

#include "hotpath/book/book_change.hpp"
#include "hotpath/book/types.hpp"
#include "hotpath/core/assert.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/engine/engine_options.hpp"
#include "hotpath/engine/feed_health.hpp"
#include "hotpath/engine/feed_of.hpp"
#include "hotpath/engine/own_ids.hpp"
#include "hotpath/engine/queue_places.hpp"
#include "hotpath/engine/revisits.hpp"
#include "hotpath/engine/watch_list.hpp"
#include "hotpath/feed/live_feed.hpp"
#include "hotpath/strategy/strategy.hpp"
#include "hotpath/timing/stage_stamps.hpp"
#include "hotpath/timing/tick_source.hpp"

namespace hotpath::engine {

template <strategy::Strategy S, timing::TickSource T, class Feed, class Gateway>
struct FeedSide {
    FeedSide(const EngineOptions& options, S of, T tick_source)
        : strategy(std::move(of)),
          ticks(std::move(tick_source)),
          watch_list(options.books.instruments_max, options.symbols),
          limits(options.limits),
          health(options.feed_silence_max, options.gap_patience),
          revisits(options.revisit_interval, options.books.instruments_max),
          own_ids(options, strategy::follows_queue(strategy)) {}

    /// The context that the strategy gets. Inlined, so that places cost other strategies nothing.
    [[nodiscard, gnu::always_inline]] strategy::ContextOf<S> context(const Feed& feed,
                                                                     const Gateway& gateway,
                                                                     Time now) const noexcept {
        if constexpr (strategy::FollowsQueue<S>) {
            const bool has_places =
                strategy::follows_queue(strategy) && health.is_current(feed.state());
            return {{now, gateway.orders()}, has_places ? &own_ids.places() : nullptr};
        } else {
            return {now, gateway.orders()};
        }
    }
    /// The ids of instruments and orders are of another session.
    void forget() noexcept {
        watch_list.forget();
        revisits.forget();
        own_ids.forget();
    }

    S strategy;
    [[no_unique_address]] T ticks;
    WatchList watch_list;
    risk::Limits limits;
    FeedHealth health;
    Revisits revisits;
    timing::StageStamps stamps;
    [[no_unique_address]] OwnIds<S, Feed, Gateway> own_ids;
};

template <strategy::Strategy S, timing::TickSource T, class Feed, class Gateway>
class FeedEvents : public feed::NullListener {
  public:
    using Side = FeedSide<S, T, Feed, Gateway>;

    FeedEvents(Side& side, const Feed& feed, Gateway& gateway, Time now) noexcept
        : side_(side), feed_(feed), gateway_(gateway), now_(now) {}

    /// The strategy decides about the instrument after the packet, if it is traded.
    [[gnu::always_inline]] void touch(InstrumentId instrument) noexcept {
        if (!side_.watch_list.touch(instrument)) [[unlikely]] {
            consider(instrument);
        }
    }

    void on_decoded(Time) noexcept { side_.stamps.stamp(timing::Stage::Decode, side_.ticks); }
    // Inlined: an update that is passed on goes through memory.
    [[gnu::always_inline]] void on_book(const book::BookUpdate& update, Time) noexcept {
        side_.stamps.stamp(timing::Stage::Book, side_.ticks);
        side_.health.on_book(update.status);
        touch(update.instrument);
    }
    /// For other strategies the feed looks up no changes.
    [[nodiscard]] bool wants_changes() const noexcept {
        return strategy::follows_queue(side_.strategy);
    }
    void on_change(const book::BookChange& change, Time) noexcept
        requires strategy::FollowsQueue<S>
    {
        side_.own_ids.on_change(change, feed_.books());
    }
    /// The feed's books have other ids than the venue's numbers.
    void on_identity(OrderId venue_id, OrderId id) noexcept
        requires RenamingFeed<Feed>
    {
        side_.own_ids.on_identity(venue_id, id, feed_, gateway_);
    }
    /// It has replaced an order by one with another id.
    void on_renamed(OrderId from, OrderId to) noexcept
        requires RenamingFeed<Feed>
    {
        side_.own_ids.on_renamed(from, to, feed_, gateway_);
    }
    void on_refused(const book::BookUpdate&, Time) noexcept { side_.health.mark_doubtful(); }
    [[gnu::noinline]] void on_undecoded(protocols::DecodeStatus) noexcept {
        side_.health.note_protocol(feed_.market().is_foreign());
    }
    void on_trading_state(InstrumentId instrument, book::TradingState, Time) noexcept {
        touch(instrument);
    }
    void on_trade(const feed::Trade& trade) noexcept {
        if (side_.watch_list.is_traded(trade.instrument)) {
            side_.strategy.on_trade(to_trade(trade), side_.context(feed_, gateway_, now_));
            touch(trade.instrument);
        }
    }
    void on_feed_state(feed::FeedState state, Time) noexcept {
        side_.health.on_feed_state(state);
        if (state == feed::FeedState::Idle) {
            side_.forget();
        }
    }

  private:
    [[nodiscard]] static strategy::Trade to_trade(const feed::Trade& trade) noexcept {
        return {.instrument = trade.instrument,
                .resting_side = trade.resting_side,
                .is_cross = trade.kind == feed::TradeKind::Cross,
                .price = trade.price,
                .qty = trade.qty,
                .venue_time = trade.venue_time};
    }
    /// The first event of an instrument: is it traded? Not inlined into every event.
    [[gnu::noinline]] void consider(InstrumentId instrument) noexcept {
        const auto traded = side_.watch_list.consider(instrument, feed_.market().directory());
        if (traded) {
            const auto allowed = gateway_.allow(instrument, traded->symbol, side_.limits,
                                                number_of(feed_, instrument));
            HOTPATH_ASSERT(allowed.has_value(), "create() must validate the limits");
            const bool has_sent = gateway_.orders().next_id() > ClOrdId{1};
            side_.health.note_id(side_.watch_list.keeps_id(*traded, has_sent));
            side_.strategy.on_instrument(*traded);
            side_.watch_list.touch(instrument);
        }
    }

    Side& side_;
    const Feed& feed_;
    Gateway& gateway_;
    Time now_;
};

}  // namespace hotpath::engine
