#pragma once
/// FeedEvents: the engine's feed listener while a packet is applied: stamps, trades, instruments to
/// decide about, and whether the books can be trusted.
///
/// Part of Engine, and its friend. Threads: the engine's. Allocation: none. Complexity: O(1) a
/// call.

#include "hotpath/book/book_change.hpp"
#include "hotpath/book/types.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/engine/own_ids.hpp"
#include "hotpath/engine/queue_places.hpp"
#include "hotpath/feed/live_feed.hpp"
#include "hotpath/strategy/strategy.hpp"
#include "hotpath/timing/stage_stamps.hpp"

namespace hotpath::engine {

[[nodiscard]] inline strategy::Trade to_trade(const feed::Trade& trade) noexcept {
    return {.instrument = trade.instrument,
            .resting_side = trade.resting_side,
            .is_cross = trade.kind == feed::TradeKind::Cross,
            .price = trade.price,
            .qty = trade.qty,
            .venue_time = trade.venue_time};
}

template <class Engine>
class FeedEvents : public feed::NullListener {
  public:
    FeedEvents(Engine& engine, Time now) noexcept : engine_(engine), now_(now) {}

    void on_decoded(Time) noexcept { engine_.stamps_.stamp(timing::Stage::Decode, engine_.ticks_); }
    // Inlined: an update that is passed on goes through memory.
    [[gnu::always_inline]] void on_book(const book::BookUpdate& update, Time) noexcept {
        engine_.stamps_.stamp(timing::Stage::Book, engine_.ticks_);
        engine_.health_.on_book(update.status);
        engine_.touch(update.instrument);
    }
    /// For other strategies the feed looks up no changes.
    [[nodiscard]] bool wants_changes() const noexcept {
        return strategy::follows_queue(engine_.strategy_);
    }
    void on_change(const book::BookChange& change, Time) noexcept
        requires strategy::FollowsQueue<typename Engine::Strategy>
    {
        engine_.places_.on_change(change, engine_.books());
    }
    /// The feed's books have other ids than the venue's numbers.
    void on_identity(OrderId venue_id, OrderId id) noexcept
        requires RenamingFeed<typename Engine::Feed>
    {
        OwnIds<Engine>::on_identity(engine_, venue_id, id);
    }
    /// It has replaced an order by one with another id.
    void on_renamed(OrderId from, OrderId to) noexcept
        requires RenamingFeed<typename Engine::Feed>
    {
        OwnIds<Engine>::on_renamed(engine_, from, to);
    }
    void on_refused(const book::BookUpdate&, Time) noexcept { engine_.health_.mark_doubtful(); }
    [[gnu::noinline]] void on_undecoded(protocols::DecodeStatus) noexcept {
        engine_.health_.note_protocol(engine_.feed_.market().is_foreign());
    }
    void on_trading_state(InstrumentId instrument, book::TradingState, Time) noexcept {
        engine_.touch(instrument);
    }
    void on_trade(const feed::Trade& trade) noexcept {
        if (engine_.watch_list_.is_traded(trade.instrument)) {
            engine_.strategy_.on_trade(to_trade(trade), context_of(engine_, now_));
            engine_.touch(trade.instrument);
        }
    }
    void on_feed_state(feed::FeedState state, Time) noexcept {
        engine_.health_.on_feed_state(state);
        if (state == feed::FeedState::Idle) {
            engine_.watch_list_.forget();
            engine_.interruption_.forget();
            engine_.places_.forget();
            engine_.renamed_.clear();
        }
    }

  private:
    Engine& engine_;
    Time now_;
};

}  // namespace hotpath::engine
