#pragma once
/// Interruption: the engine's actions while orders may not be sent, and when they may be again.
///
///   stale or killed   every open order is canceled
///   behind            open orders stay, except those of a halted instrument; touched
///                     instruments and a timer are kept for the end of the gap
///   current again     the strategy decides at once, without waiting for a message: about every
///                     instrument after stale books, about the kept ones after a gap
///   paused or refused the strategy decides again in time, without waiting for a message (Revisits)
///
/// Part of Engine, and its friend. Threads: the engine's. Allocation: none. Complexity: O(open
/// orders + instruments touched).

#include <cstdint>
#include <optional>
#include <span>

#include "hotpath/book/types.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/engine/engine_options.hpp"
#include "hotpath/engine/feed_events.hpp"
#include "hotpath/engine/mark.hpp"
#include "hotpath/engine/queue_places.hpp"
#include "hotpath/engine/revisits.hpp"
#include "hotpath/oms/intent.hpp"
#include "hotpath/oms/order_desk.hpp"
#include "hotpath/strategy/strategy.hpp"

namespace hotpath::engine {

template <class Engine>
class Interruption {
  public:
    explicit Interruption(const EngineOptions& options)
        : revisits_(options.revisit_interval, options.books.instruments_max),
          mark_spread_max_(options.mark_spread_max) {}

    /// When on_timer() must be called for revisit().
    [[nodiscard]] Time deadline() const noexcept { return revisits_.deadline(); }
    [[nodiscard]] bool has_refused() const noexcept { return revisits_.has_refused(); }

    /// After an event while the books were not current, or after which they are current again.
    [[gnu::noinline]] void follow(Engine& engine, Time now) noexcept {
        engine.health_.hear(engine.feed_.lines(), now);
        note_health(engine, now);
        if (engine.is_stale() || engine.is_killed()) {
            revalue_all(engine, engine.watch_list_.touched(), now);
            engine.gateway_.cancel_all(now);
            return;
        }
        if (engine.health_.was_behind()) {
            return pull_halted(engine, now);
        }
        engine.decide_touched(now);
        if (is_timer_kept_) {
            notify_timer(engine, now);
        }
    }

    /// Books are behind: the instrument is decided when they are current.
    void keep(Engine& engine, InstrumentId instrument, Time now) noexcept {
        engine.watch_list_.touch(instrument);
        pull_halted(engine, now);
    }

    /// The strategy's timer: kept while the books are behind, dropped when nothing may be traded.
    void on_timer(Engine& engine, Time now) noexcept {
        is_timer_kept_ = engine.health_.was_behind();
        if (!is_timer_kept_) {
            notify_timer(engine, now);
        }
    }

    /// A timer at which there may be more to do than to notify the strategy: a deadline of the feed,
    /// of a gap or of an instrument that waits, books that are not current.
    [[gnu::noinline]] std::uint32_t on_due_timer(Engine& engine, Time now) noexcept {
        const std::uint32_t waiting = engine.gateway_.waiting();
        if (engine.health_.is_of_another_protocol()) {
            engine.health_.note_protocol(engine.feed_.market().is_foreign());
        }
        if (now >= engine.feed_.next_deadline()) {
            engine.stamps_.begin(engine.ticks_);
            FeedEvents<Engine> events(engine, now);
            engine.feed_.on_timer(now, events);
        }
        revisit(engine, now);
        engine.pull_or_decide(now);
        on_timer(engine, now);
        return engine.gateway_.waiting() - waiting;
    }

    /// The strategy's timer, unless nothing may be traded. Inlined: usually it is all of a timer.
    [[gnu::always_inline]] void notify_timer(Engine& engine, Time now) noexcept {
        is_timer_kept_ = false;
        if (!engine.is_killed() && !engine.is_stale()) {
            oms::Intents intents(engine.orders().next_id());
            engine.strategy_.on_timer(context_of(engine, now), intents);
            engine.send(intents, {}, {}, now);
        }
    }

    /// Instruments that waited are decided together with the touched ones.
    void revisit(Engine& engine, Time now) noexcept {
        if (now >= revisits_.deadline()) {
            engine.stamps_.begin(engine.ticks_);
            revisits_.take_due(now, [&](InstrumentId due) { engine.watch_list_.touch(due); });
        }
    }
    void revisit_all(Engine& engine, Time now) noexcept {
        for (const InstrumentId instrument : engine.watch_list_.traded()) {
            revisits_.look_at(instrument, now);
        }
    }
    // Not inlined, here and below: a decision that sends an order, or none, does not carry the code
    // of a pause, a stop or a refusal.
    /// The instrument may not be traded; if because of its price, it is looked at again.
    [[gnu::noinline]] void pull(Engine& engine, InstrumentId instrument, Time now) noexcept {
        engine.gateway_.cancel_all(instrument, now);
        revalue(engine, instrument, now);
        if (engine.volatility_.is_paused(instrument, now)) {
            revisits_.look_at(instrument, engine.volatility_.paused_until(instrument));
        }
    }
    [[gnu::noinline]] void on_stopped(Engine& engine, Time now) noexcept {
        engine.mode_ = engine.gateway_.risk().mode();
        ++engine.counters_.stops;
        engine.gateway_.cancel_all(now);
    }
    [[gnu::noinline]] void on_rejection(Engine& engine, const oms::Rejection& rejection,
                                        Time now) noexcept {
        engine.strategy_.on_reject(rejection, context_of(engine, now));
        if (engine.watch_list_.is_traded(rejection.instrument)) {
            revisits_.on_refused(rejection.instrument, now);
        }
    }
    /// Rejects each order that is passed to it: it never arrived.
    [[nodiscard]] auto rejecting_lost(Engine& engine, Time now) noexcept {
        return [this, &engine, now](const oms::Order& order) {
            on_rejection(engine, oms::lost(order), now);
        };
    }
    [[gnu::noinline]] void on_sent(Engine& engine, const oms::Intent& intent,
                                   InstrumentId instrument) noexcept {
        if (intent.needs_approval() && engine.watch_list_.is_traded(instrument)) {
            revisits_.on_sent(instrument);
        }
    }
    void forget() noexcept { revisits_.forget(); }

    /// The rule of mark.hpp for a market that has changed, also where nothing may be sent. A loss
    /// beyond the limit stops trading: the caller follows the mode.
    [[gnu::noinline]] void revalue(Engine& engine, InstrumentId instrument,
                                   Time now) const noexcept {
        if (engine.orders().position(instrument).position == SignedQty{}) {
            return;
        }
        const auto& books = engine.books();
        const bool is_market = engine.is_current() &&
                               !engine.volatility_.is_paused(instrument, now) &&
                               books.trading_state(instrument) == book::TradingState::Trading;
        const Price mark = is_market ? mark_of(books.bbo(instrument), mark_spread_max_) : Price{};
        mark != Price{} ? engine.gateway_.mark(instrument, mark)
                        : engine.gateway_.keep_mark(instrument, now);
    }

  private:
    /// Notifies the strategy when the books become stale, and when they can be trusted again.
    void note_health(Engine& engine, Time now) noexcept {
        const bool was_behind = engine.health_.was_behind();
        const std::optional<strategy::BooksState> turned =
            engine.health_.turn(engine.feed_.state(), now);
        engine.counters_.gaps_outwaited += was_behind && engine.health_.was_current() ? 1U : 0U;
        if (!turned) {
            return;
        }
        const bool is_current = *turned == strategy::BooksState::Current;
        engine.counters_.stale_periods += is_current ? 0U : 1U;
        engine.strategy_.on_books_state(*turned, context_of(engine, now));
        if (is_current) {
            engine.watch_list_.touch_all();
        } else {
            revalue_all(engine, engine.watch_list_.traded(), now);
        }
    }

    /// Positions are valued also where nothing may be sent.
    void revalue_all(Engine& engine, std::span<const InstrumentId> instruments,
                     Time now) const noexcept {
        for (const InstrumentId instrument : instruments) {
            revalue(engine, instrument, now);
        }
    }

    static void pull_halted(Engine& engine, Time now) noexcept {
        for (const InstrumentId instrument : engine.watch_list_.touched()) {
            if (engine.books().trading_state(instrument) != book::TradingState::Trading) {
                engine.gateway_.cancel_all(instrument, now);
            }
        }
    }

    Revisits revisits_;
    BasisPoints mark_spread_max_;
    bool is_timer_kept_ = false;
};

}  // namespace hotpath::engine
