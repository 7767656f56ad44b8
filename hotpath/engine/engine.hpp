#pragma once
/// The trading loop: market data packets and order-entry messages in, order-entry messages out.
///
///   on_packet       MoldUDP64 packet -> decode -> books -> strategy -> risk check -> order bytes
///   on_order_bytes  one reply of the venue -> orders and position -> strategy, as above
///   on_timer        gaps and silence of the feed, the strategy's own timer
///   on_snapshot_*   new books, when the feed requests a snapshot
///   act             the strategy's view of another venue has changed
///   warm_step       no input: keeps an order's code and data in the caches
///
/// A state machine without clock, socket or thread. The strategy decides after a whole packet, once an
/// instrument touched. Threads: one. Allocation: create() only. Complexity: that of the parts.

#include <algorithm>
#include <cstdint>
#include <utility>

#include "hotpath/book/book_view.hpp"
#include "hotpath/core/assert.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/engine/engine_options.hpp"
#include "hotpath/engine/feed_events.hpp"
#include "hotpath/engine/feed_health.hpp"
#include "hotpath/engine/feed_of.hpp"
#include "hotpath/engine/interruption.hpp"
#include "hotpath/engine/loop_packets.hpp"
#include "hotpath/engine/own_ids.hpp"
#include "hotpath/engine/queue_places.hpp"
#include "hotpath/engine/rehearsal.hpp"
#include "hotpath/engine/volatility_guard.hpp"
#include "hotpath/engine/watch_list.hpp"
#include "hotpath/gateway/order_gateway.hpp"
#include "hotpath/oms/intent.hpp"
#include "hotpath/oms/orders.hpp"
#include "hotpath/strategy/strategy.hpp"
#include "hotpath/telemetry/trace.hpp"
#include "hotpath/timing/stage_stamps.hpp"
#include "hotpath/timing/tick_source.hpp"

namespace hotpath::engine {

template <strategy::Strategy S, Venue V, timing::TickSource T = timing::NoTicks>
class Engine {
  public:
    using Strategy = S;
    using Feed = typename FeedOf<V>::Type;
    using Gateway = gateway::OrderGateway<typename V::OrderCodec>;

    [[nodiscard]] static Expected<Engine> create(const EngineOptions& options, S strategy,
                                                 T ticks = {}, const VenueOptions<V>& venue = {}) {
        auto feed = FeedOf<V>::create(options, venue.feed);
        auto gateway = Gateway::create(gateway_options(options), venue.codec);
        if (auto limits = validate(options); !feed || !gateway || !limits) {
            const auto& wrong = !feed ? feed.error() : !gateway ? gateway.error() : limits.error();
            return std::unexpected(wrong);
        }
        return Engine(options, {std::move(*feed), std::move(*gateway), std::move(strategy),
                                std::move(ticks)});
    }

    [[nodiscard]] const Feed& feed() const noexcept { return feed_; }
    [[nodiscard]] const book::L3Books& books() const noexcept { return feed_.books(); }
    [[nodiscard]] const Gateway& gateway() const noexcept { return gateway_; }
    [[nodiscard]] const oms::Orders& orders() const noexcept { return gateway_.orders(); }
    [[nodiscard]] const S& strategy() const noexcept { return strategy_; }
    [[nodiscard]] const EngineCounters& counters() const noexcept { return counters_; }
    [[nodiscard]] const QueuePlacesOf<S>& queue_places() const noexcept { return places_; }
    [[nodiscard]] const VolatilityGuard& volatility() const noexcept { return volatility_; }
    [[nodiscard]] const auto& rehearsals() const noexcept { return rehearsal_.counters(); }
    [[nodiscard]] bool is_killed() const noexcept { return gateway_.risk().is_killed(); }
    /// The books may be wrong or old: no trading.
    [[nodiscard]] bool is_stale() const noexcept { return health_.is_stale(feed_.state()); }
    /// Every message known to exist is in the books, and they can be trusted: orders may be sent.
    /// Neither current nor stale: a gap may still be filled (FeedHealth).
    [[nodiscard]] bool is_current() const noexcept { return health_.is_current(feed_.state()); }
    /// When on_timer() must be called, besides the owner's interval.
    [[nodiscard]] Time next_deadline() const noexcept {
        return std::min({feed_.next_deadline(), health_.deadline(), interruption_.deadline()});
    }
    /// The owner must fetch a snapshot; see on_snapshot_begin().
    [[nodiscard]] bool wants_snapshot() const noexcept { return feed_.wants_snapshot(); }
    [[nodiscard]] bool trades(Symbol symbol) const noexcept { return watch_list_.wants(symbol); }
    [[nodiscard]] const WatchList& watch_list() const noexcept { return watch_list_; }
    /// May something be sent for this instrument now?
    [[nodiscard]] bool is_tradable(InstrumentId instrument) const noexcept {
        return is_current() && watch_list_.is_traded(instrument) &&
               may_send_in(books().trading_state(instrument));
    }
    /// Stamps of the last on_packet or on_order_bytes; 0: not reached. Decode and Book are those of
    /// the last message applied, Decide, Risk and Encode those of the first message sent.
    [[nodiscard]] const timing::StageStamps& stamps() const noexcept { return stamps_; }

    // Events. Each returns how many messages it put into the outbox.
    std::uint32_t on_packet(const feed::LinePacket& packet) noexcept {
        HOTPATH_TRACE("packet");
        const std::uint32_t waiting = gateway_.waiting();
        stamps_.begin(ticks_);
        ++counters_.packets;
        Events events(*this, packet.now);
        feed_.on_packet(packet, events);
        pull_or_decide(packet.now);
        return gateway_.waiting() - waiting;
    }
    /// For a feed with one line.
    std::uint32_t on_packet(Bytes packet, Time now) noexcept {
        return on_packet({.line = feed::Line::A, .bytes = packet, .now = now});
    }

    /// The snapshot session is open: its messages follow. Ignored unless wants_snapshot().
    std::uint32_t on_snapshot_begin(Time now) noexcept {
        return apply_to_feed(now, [&](Events& events) { feed_.on_snapshot_begin(now, events); });
    }
    std::uint32_t on_snapshot_message(Bytes message, Time now) noexcept {
        stamps_.begin(ticks_);
        return apply_to_feed(now, [&](Events& to) { feed_.on_snapshot_message(message, now, to); });
    }
    /// The snapshot session could not be opened, or was lost before its end.
    std::uint32_t on_snapshot_lost(Time now) noexcept {
        return apply_to_feed(now, [&](Events& events) { feed_.on_snapshot_lost(now, events); });
    }

    std::uint32_t on_order_bytes(Bytes message, Time now) noexcept {
        HOTPATH_TRACE("reply");
        const std::uint32_t waiting = gateway_.waiting();
        stamps_.begin(ticks_);
        const gateway::Report report = gateway_.on_message(message);
        stamps_.stamp(timing::Stage::Decode, ticks_);
        stamps_.stamp(timing::Stage::Book, ticks_);
        OwnIds<Engine>::on_report(*this, report.id);
        notify_strategy(report, now);
        if (report.is_trouble()) [[unlikely]] {
            stop(risk::TradingMode::Killed, risk::StopReason::Disagreement, now);
        } else if (report.instrument.value != 0) {
            health_.was_behind() && !is_killed() ? interruption_.keep(*this, report.instrument, now)
                                                 : decide(report.instrument, now);
        } else if (report.is_account_answer && orders().is_in_doubt()) {
            on_account_answer(now);
        }
        return gateway_.waiting() - waiting;
    }

    // Not inlined, so that it takes no registers from the packet loop.
    [[gnu::noinline]] std::uint32_t on_timer(Time now) noexcept {
        health_.hear(feed_.lines(), now);
        if (!is_usual() || now >= next_deadline() || !watch_list_.touched().empty()) [[unlikely]] {
            return interruption_.on_due_timer(*this, now);
        }
        const std::uint32_t waiting = gateway_.waiting();
        interruption_.notify_timer(*this, now);
        return gateway_.waiting() - waiting;
    }

    /// Shows the strategy this instrument's book again, if it may be traded now.
    std::uint32_t act(InstrumentId instrument, Time now) noexcept {
        stamps_.begin(ticks_);
        return apply_to_feed(now, [&](Events&) { touch(instrument); });
    }

    /// A step of a rehearsal: no event, state and outputs do not change. True after the last step.
    bool warm_step(Time now) noexcept { return rehearsal_.step(*this, now); }

    /// Latches: no order is sent, or only orders that reduce a position; all open are canceled.
    void stop(risk::TradingMode mode, risk::StopReason reason, Time now) noexcept {
        gateway_.stop(mode, reason);
        follow_mode(now);
    }
    /// The strategy decides at next_deadline(), which is now: call stop() first if it must not.
    void resume_trading(Time now) noexcept {
        gateway_.resume();
        volatility_.resume_all();
        mode_ = risk::TradingMode::Open;
        interruption_.revisit_all(*this, now);
    }
    void pause(InstrumentId instrument, Time now) noexcept {
        volatility_.pause(instrument);
        gateway_.cancel_all(instrument, now);
    }
    [[nodiscard]] auto override_limits(InstrumentId of, const risk::Limits& wider, Time until) {
        return gateway_.override_limits(of, wider, until);
    }
    void adjust(const oms::Adjustment& action) noexcept { gateway_.adjust(action); }
    /// The operator accepts the books as they are; a snapshot in progress is still awaited.
    void accept_gap(Time now) noexcept {
        Events events(*this, now);
        feed_.accept_gap(now, events);
        health_.accept();
        watch_list_.accept_ids(feed_.market().directory());
    }

    // The order-entry session, reported by its owner.
    /// Another process may have traded before: see OrderGateway. Call before on_session_open().
    void begin_recovery() noexcept { gateway_.begin_recovery(); }
    /// Sends nothing; unanswered requests are in doubt.
    void on_session_lost() noexcept {
        ++counters_.lost_sessions;
        gateway_.on_disconnected();
    }
    /// The venue ended it after its last reply: a request without one never arrived.
    void on_session_ended(Time now) noexcept {
        gateway_.on_session_ended(interruption_.rejecting_lost(*this, now));
    }
    /// A new one is open. The answer to our query comes after all earlier replies; then trading goes on.
    std::uint32_t on_session_open() noexcept {
        const std::uint32_t waiting = gateway_.waiting();
        gateway_.query_account();
        return gateway_.waiting() - waiting;
    }

    /// Calls sink(Bytes) for each waiting message, oldest first. It must not call the engine.
    template <class Sink>
    void for_each_outgoing(Sink&& sink) {
        gateway_.for_each_outgoing(std::forward<Sink>(sink));
    }
    /// The same for the requests to the re-request server. Call after each event.
    template <class Sink>
    void for_each_request(Sink&& sink) {
        feed_.for_each_request(std::forward<Sink>(sink));
    }

  private:
    struct Parts {
        Feed feed;
        Gateway gateway;
        S strategy;
        T ticks;
    };

    friend class FeedEvents<Engine>;
    friend class Interruption<Engine>;
    friend class LoopPackets<Engine>;
    friend class OwnIds<Engine>;
    friend class Rehearsal<Engine>;
    using Events = FeedEvents<Engine>;

    Engine(const EngineOptions& options, Parts parts)
        : feed_(std::move(parts.feed)),
          gateway_(std::move(parts.gateway)),
          strategy_(std::move(parts.strategy)),
          ticks_(std::move(parts.ticks)),
          watch_list_(options.books.instruments_max, options.symbols),
          limits_(options.limits),
          volatility_(options.volatility, options.books.instruments_max),
          health_(options.feed_silence_max, options.gap_patience),
          interruption_(options),
          places_(places_options(options, strategy::follows_queue(strategy_))),
          renamed_(options.orders.open_orders_max) {}

    /// Calls change(Events&) and acts on it. on_packet repeats it: a lambda costs 4 instructions.
    template <class Change>
    std::uint32_t apply_to_feed(Time now, Change&& change) noexcept {
        const std::uint32_t waiting = gateway_.waiting();
        Events events(*this, now);
        change(events);
        pull_or_decide(now);
        return gateway_.waiting() - waiting;
    }

    [[gnu::always_inline]] void touch(InstrumentId instrument) noexcept {
        if (!watch_list_.touch(instrument)) [[unlikely]] {
            consider(instrument);
        }
    }

    /// The first event of an instrument: is it traded? Not inlined into every event.
    [[gnu::noinline]] void consider(InstrumentId instrument) noexcept {
        const auto traded = watch_list_.consider(instrument, feed_.market().directory());
        if (traded) {
            const auto allowed =
                gateway_.allow(instrument, traded->symbol, limits_, number_of(feed_, instrument));
            HOTPATH_ASSERT(allowed.has_value(), "create() must validate the limits");
            health_.note_id(watch_list_.keeps_id(*traded, orders().next_id() > ClOrdId{1}));
            strategy_.on_instrument(*traded);
            watch_list_.touch(instrument);
        }
    }

    /// Current as after the last event, and not killed.
    [[nodiscard]] bool is_usual() const noexcept {
        return is_current() && health_.was_current() && !is_killed();
    }

    /// After each input of the feed. Inlined: most packets touch no traded instrument and end here.
    [[gnu::always_inline]] void pull_or_decide(Time now) noexcept {
        if (!is_usual()) [[unlikely]] {
            return interruption_.follow(*this, now);
        }
        decide_touched(now);
    }
    void decide_touched(Time now) noexcept {
        if (!watch_list_.touched().empty()) {
            for (const InstrumentId instrument : watch_list_.touched()) {
                decide_known(instrument, now);
            }
            watch_list_.clear_touched();
        }
    }

    void on_account_answer(Time now) noexcept {
        gateway_.on_reconnected(now, interruption_.rejecting_lost(*this, now));
        watch_list_.touch_all();
        pull_or_decide(now);
    }

    /// When the gate has stopped trading, by itself or by command, cancels all open orders.
    void follow_mode(Time now) noexcept {
        if (gateway_.risk().mode() != mode_) [[unlikely]] {
            interruption_.on_stopped(*this, now);
        }
    }

    void decide(InstrumentId instrument, Time now) noexcept {
        const bool is_known = is_current() && watch_list_.is_traded(instrument);
        is_known ? decide_known(instrument, now) : interruption_.pull(*this, instrument, now);
    }
    void decide_known(InstrumentId instrument, Time now) noexcept {  // touched, and is_current()
        HOTPATH_TRACE("decide");
        const book::BookView book = book_view(instrument);
        const Price mid = mid_of(book);
        if (!may_send_in(book.trading_state()) || !volatility_.may_trade(instrument, mid, now))
            [[unlikely]] {
            return interruption_.pull(*this, instrument, now);
        }
        ++counters_.decisions;
        if (!orders().position(instrument).is_valued_at(mid)) {
            interruption_.revalue(*this, instrument, now);
        }
        oms::Intents intents(orders().next_id());
        strategy_.on_book(book, context_of(*this, now), intents);
        if (stamps_.at(timing::Stage::Encode) == 0) {
            stamps_.stamp(timing::Stage::Decide, ticks_);
        }
        send(intents, instrument, mid, now);
    }

    void send(const oms::Intents& intents, InstrumentId decided, Price mid, Time now) noexcept {
        if (!intents.all().empty()) {
            send_all(intents, decided, mid, now);
        }
        follow_mode(now);
    }

    [[gnu::noinline]] void send_all(const oms::Intents& intents, InstrumentId decided, Price mid,
                                    Time now) noexcept {
        HOTPATH_TRACE("send");
        bool is_any_refused = false;
        for (const oms::Intent& intent : intents.all()) {
            const InstrumentId instrument = gateway_.instrument_of(intent);
            const Price reference = instrument == decided ? mid : reference_price(instrument, now);
            const auto rejection = gateway_.send(intent, {now, reference}, stamps_, ticks_);
            if (rejection.is_refusal()) [[unlikely]] {
                interruption_.on_rejection(*this, rejection, now);
                is_any_refused = true;
            } else if (interruption_.has_refused() && !is_any_refused) [[unlikely]] {
                interruption_.on_sent(*this, intent, instrument);
            }
        }
    }

    void notify_strategy(const gateway::Report& report, Time now) noexcept {
        if (report.is_fill) {
            strategy_.on_fill(report.fill, context_of(*this, now));
        }
        if (report.rejection.is_refusal()) {
            interruption_.on_rejection(*this, report.rejection, now);
        }
    }

    [[nodiscard]] bool may_send_in(book::TradingState state) const noexcept {
        return !is_killed() && !orders().is_in_doubt() && state == book::TradingState::Trading;
    }
    /// The mid of a tradable market; otherwise none, and the risk check refuses.
    [[nodiscard]] Price reference_price(InstrumentId instrument, Time now) const noexcept {
        const bool is_good = is_tradable(instrument) && !volatility_.is_paused(instrument, now);
        return is_good ? mid_of(books(), instrument) : Price{};
    }

    [[nodiscard]] book::BookView book_view(InstrumentId instrument) const noexcept {
        return {books(), instrument, feed_.market().directory()[instrument].scale};
    }

    Feed feed_;
    Gateway gateway_;
    S strategy_;
    [[no_unique_address]] T ticks_;
    WatchList watch_list_;
    risk::Limits limits_;
    VolatilityGuard volatility_;
    FeedHealth health_;
    Interruption<Engine> interruption_;
    risk::TradingMode mode_ = risk::TradingMode::Open;  // as followed
    timing::StageStamps stamps_;
    EngineCounters counters_;
    Rehearsal<Engine> rehearsal_;
    [[no_unique_address]] QueuePlacesOf<S> places_;
    [[no_unique_address]] RenamedOrdersOf<Feed> renamed_;
};

}  // namespace hotpath::engine
