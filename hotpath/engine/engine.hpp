#pragma once
/// The trading loop: market data packets and order-entry messages in, order-entry messages out.
///
///   on_packet       MoldUDP64 packet -> decode -> books -> strategy -> risk check -> order bytes
///   on_order_bytes  one reply of the venue -> orders and position -> strategy, as above
///   on_timer        gaps and silence of the feed, the strategy's own timer
///   on_snapshot_*   new books, when the feed requests a snapshot
///   act             the strategy's view of another venue has changed
///
/// A state machine without clock, socket or thread. The strategy decides after a whole packet, once an
/// instrument touched. While orders may not be sent:
///
///   stale or killed   every open order is canceled
///   behind            open orders stay, except those of a halted instrument; touched
///                     instruments and a timer are kept for the end of the gap
///   current again     the strategy decides at once, without waiting for a message: about every
///                     instrument after stale books, about the kept ones after a gap
///   paused or refused the strategy decides again in time, without waiting for a message (Revisits)
///
/// Threads: one. Allocation: create() only. Complexity: that of the parts; in an interruption O(open
/// orders + instruments touched); after a loop's new names O(instruments).

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "hotpath/book/book_view.hpp"
#include "hotpath/book/types.hpp"
#include "hotpath/core/assert.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/engine/engine_options.hpp"
#include "hotpath/engine/feed_events.hpp"
#include "hotpath/engine/feed_of.hpp"
#include "hotpath/engine/mark.hpp"
#include "hotpath/engine/queue_places.hpp"
#include "hotpath/engine/volatility_guard.hpp"
#include "hotpath/engine/watch_list.hpp"
#include "hotpath/feed/live_feed.hpp"
#include "hotpath/gateway/order_gateway.hpp"
#include "hotpath/oms/intent.hpp"
#include "hotpath/oms/order_desk.hpp"
#include "hotpath/oms/orders.hpp"
#include "hotpath/strategy/strategy.hpp"
#include "hotpath/telemetry/trace.hpp"
#include "hotpath/timing/stage_stamps.hpp"
#include "hotpath/timing/tick_source.hpp"

namespace hotpath::engine {

/// An engine by its strategy, its venue's codecs and its source of ticks. NasdaqEngine is the one
/// for ITCH 5.0 and OUCH 5.0.
// long: decisions, sending and interruptions are one state machine; apart, they would write each other's state.
template <strategy::Strategy S, Venue V, timing::TickSource T = timing::NoTicks>
class Engine {
  public:
    using Strategy = S;
    using Feed = typename FeedOf<V>::Type;
    using Gateway = gateway::OrderGateway<typename V::OrderCodec>;

    /// Allocates everything. Fails if an option is out of range; the error names it.
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
    [[nodiscard]] const S& strategy() const noexcept { return side_.strategy; }
    [[nodiscard]] const EngineCounters& counters() const noexcept { return counters_; }
    [[nodiscard]] const QueuePlacesOf<S>& queue_places() const noexcept {
        return side_.own_ids.places();
    }
    [[nodiscard]] const VolatilityGuard& volatility() const noexcept { return volatility_; }
    [[nodiscard]] bool is_killed() const noexcept { return gateway_.risk().is_killed(); }
    /// Returns true if the books may be wrong or old: no trading.
    [[nodiscard]] bool is_stale() const noexcept { return side_.health.is_stale(feed_.state()); }
    /// Returns true if every message known to exist is in the books and they can be trusted: orders
    /// may be sent. Books that are neither current nor stale have a gap that may still be filled
    /// (FeedHealth).
    [[nodiscard]] bool is_current() const noexcept {
        return side_.health.is_current(feed_.state());
    }
    /// Returns the time of the next on_timer(), besides the owner's interval.
    [[nodiscard]] Time next_deadline() const noexcept {
        return std::min(
            {feed_.next_deadline(), side_.health.deadline(), side_.revisits.deadline()});
    }
    /// Returns true if the owner must fetch a snapshot; see on_snapshot_begin().
    [[nodiscard]] bool wants_snapshot() const noexcept { return feed_.wants_snapshot(); }
    /// Returns true if the symbol is one of those of the options.
    [[nodiscard]] bool trades(Symbol symbol) const noexcept {
        return side_.watch_list.wants(symbol);
    }
    [[nodiscard]] const WatchList& watch_list() const noexcept { return side_.watch_list; }
    /// A feed with loops: the trading state of a traded instrument is unknown. O(traded instruments).
    [[nodiscard]] bool lacks_trading_state() const noexcept {
        return std::ranges::any_of(side_.watch_list.traded(), [&](InstrumentId instrument) {
            return books().trading_state(instrument) == book::TradingState::Unknown;
        });
    }
    /// Returns true if something may be sent for this instrument now.
    [[nodiscard]] bool is_tradable(InstrumentId instrument) const noexcept {
        return is_current() && side_.watch_list.is_traded(instrument) &&
               may_send_in(books().trading_state(instrument));
    }
    /// Returns the stamps of the last on_packet or on_order_bytes; 0 for a stage not reached.
    /// Decode and Book are those of the last message applied, Decide, Risk and Encode those of the
    /// first message sent.
    [[nodiscard]] const timing::StageStamps& stamps() const noexcept { return side_.stamps; }

    // Events. Each returns how many messages it put into the outbox.
    /// Takes a packet of either line. A malformed one is counted and changes no book.
    std::uint32_t on_packet(const feed::LinePacket& packet) noexcept {
        HOTPATH_TRACE("packet");
        const std::uint32_t waiting = gateway_.waiting();
        side_.stamps.begin(side_.ticks);
        ++counters_.packets;
        Events events(side_, feed_, gateway_, packet.now);
        feed_.on_packet(packet, events);
        pull_or_decide(packet.now);
        return gateway_.waiting() - waiting;
    }
    /// Takes a packet of a feed with one line.
    std::uint32_t on_packet(Bytes packet, Time now) noexcept {
        return on_packet({.line = feed::Line::A, .bytes = packet, .now = now});
    }

    /// A packet of a loop beside the lines, for a feed that has them. Instruments that it names are
    /// considered at once: replies may be about them before any other event is.
    template <class Loop>
    std::uint32_t on_loop_packet(Loop loop, Bytes packet, Time now) noexcept {
        side_.stamps.begin(side_.ticks);
        return apply_to_feed(now, [&](Events& events) {
            const std::uint32_t named = feed_.market().directory().size();
            feed_.on_loop_packet(loop, packet, now, events);
            if (feed_.market().directory().size() != named) {
                feed_.market().directory().for_each(
                    [&](InstrumentId id, const feed::Instrument&) { events.touch(id); });
            }
        });
    }

    /// Reports that the snapshot session is open: its messages follow. Ignored unless
    /// wants_snapshot().
    std::uint32_t on_snapshot_begin(Time now) noexcept {
        return apply_to_feed(now, [&](Events& events) { feed_.on_snapshot_begin(now, events); });
    }
    std::uint32_t on_snapshot_message(Bytes message, Time now) noexcept {
        side_.stamps.begin(side_.ticks);
        return apply_to_feed(now, [&](Events& to) { feed_.on_snapshot_message(message, now, to); });
    }
    /// Reports that the snapshot session could not be opened, or was lost before its end.
    std::uint32_t on_snapshot_lost(Time now) noexcept {
        return apply_to_feed(now, [&](Events& events) { feed_.on_snapshot_lost(now, events); });
    }

    /// Takes one message of the venue. One that cannot be read is counted, see Gateway::trouble().
    std::uint32_t on_order_bytes(Bytes message, Time now) noexcept {
        HOTPATH_TRACE("reply");
        const std::uint32_t waiting = gateway_.waiting();
        side_.stamps.begin(side_.ticks);
        const gateway::Report report = gateway_.on_message(message);
        side_.stamps.stamp(timing::Stage::Decode, side_.ticks);
        side_.stamps.stamp(timing::Stage::Book, side_.ticks);
        side_.own_ids.on_report(report.id, feed_, gateway_);
        notify_strategy(report, now);
        if (report.is_trouble()) [[unlikely]] {
            stop(risk::TradingMode::Killed, risk::StopReason::Disagreement, now);
        } else if (report.instrument.value != 0) {
            side_.health.was_behind() && !is_killed() ? keep(report.instrument, now)
                                                      : decide(report.instrument, now);
        } else if (report.is_account_answer && orders().is_in_doubt()) {
            on_account_answer(now);
        }
        return gateway_.waiting() - waiting;
    }

    // Not inlined, so that it takes no registers from the packet loop.
    [[gnu::noinline]] std::uint32_t on_timer(Time now) noexcept {
        side_.health.hear(feed_.lines(), now);
        if (!is_usual() || now >= next_deadline() || !side_.watch_list.touched().empty())
            [[unlikely]] {
            return on_due_timer(now);
        }
        const std::uint32_t waiting = gateway_.waiting();
        notify_timer(now);
        return gateway_.waiting() - waiting;
    }

    /// Shows the strategy this instrument's book again, if it may be traded now.
    std::uint32_t act(InstrumentId instrument, Time now) noexcept {
        side_.stamps.begin(side_.ticks);
        return apply_to_feed(now, [&](Events& events) { events.touch(instrument); });
    }

    /// Requests that are not the strategy's.
    std::uint32_t submit(const oms::Intents& intents, Time now) noexcept {
        const std::uint32_t waiting = gateway_.waiting();
        side_.stamps.begin(side_.ticks);
        send(intents, {}, {}, now);
        return gateway_.waiting() - waiting;
    }

    /// Loads what the next packet or order of the instrument will touch outside of the engine and its
    /// books; changes nothing.
    void prefetch(InstrumentId instrument) const noexcept {
        feed_.prefetch_tables(instrument);
        side_.watch_list.prefetch(instrument);
        volatility_.prefetch(instrument);
        gateway_.prefetch(instrument);
        strategy::prefetch(side_.strategy, instrument);
    }

    /// Stops trading and latches: no order is sent, or only orders that reduce a position; all open
    /// are canceled.
    void stop(risk::TradingMode mode, risk::StopReason reason, Time now) noexcept {
        gateway_.stop(mode, reason);
        follow_mode(now);
    }
    /// Opens trading again. The strategy decides at next_deadline(), which is now: call stop()
    /// first if it must not.
    void resume_trading(Time now) noexcept {
        gateway_.resume();
        volatility_.resume_all();
        mode_ = risk::TradingMode::Open;
        for (const InstrumentId instrument : side_.watch_list.traded()) {
            side_.revisits.look_at(instrument, now);
        }
    }
    void pause(InstrumentId instrument, Time now) noexcept {
        volatility_.pause(instrument);
        gateway_.cancel_all(instrument, now);
    }
    [[nodiscard]] auto override_limits(InstrumentId of, const risk::Limits& wider, Time until) {
        return gateway_.override_limits(of, wider, until);
    }
    void adjust(const oms::Adjustment& action) noexcept { gateway_.adjust(action); }
    /// Continues with the books as they are, at the operator's command; a snapshot in progress is
    /// still awaited.
    void accept_gap(Time now) noexcept {
        Events events(side_, feed_, gateway_, now);
        feed_.accept_gap(now, events);
        side_.health.accept();
        side_.watch_list.accept_ids(feed_.market().directory());
    }

    // The order-entry session, reported by its owner.
    /// Another process may have traded before: see OrderGateway. Call before on_session_open().
    void begin_recovery() noexcept { gateway_.begin_recovery(); }
    /// Reports that the order-entry session broke: sends nothing; unanswered requests are in doubt.
    void on_session_lost() noexcept {
        ++counters_.lost_sessions;
        gateway_.on_disconnected();
    }
    /// Reports that the venue ended the session after its last reply: a request without one never
    /// arrived.
    void on_session_ended(Time now) noexcept { gateway_.on_session_ended(rejecting_lost(now)); }
    /// Reports that a session is open. The answer to our query comes after all earlier replies;
    /// then trading goes on.
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
    /// Does the same for the requests to the re-request server. Call it after each event.
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

    using Side = FeedSide<S, T, Feed, Gateway>;
    using Events = FeedEvents<S, T, Feed, Gateway>;

    Engine(const EngineOptions& options, Parts parts)
        : feed_(std::move(parts.feed)),
          gateway_(std::move(parts.gateway)),
          side_(options, std::move(parts.strategy), std::move(parts.ticks)),
          volatility_(options.volatility, options.books.instruments_max),
          mark_spread_max_(options.mark_spread_max) {}

    /// Calls change(Events&) and acts on it. on_packet repeats it: a lambda costs 4 instructions.
    template <class Change>
    std::uint32_t apply_to_feed(Time now, Change&& change) noexcept {
        const std::uint32_t waiting = gateway_.waiting();
        Events events(side_, feed_, gateway_, now);
        change(events);
        pull_or_decide(now);
        return gateway_.waiting() - waiting;
    }

    /// Current as after the last event, and not killed.
    [[nodiscard]] bool is_usual() const noexcept {
        return is_current() && side_.health.was_current() && !is_killed();
    }

    /// After each input of the feed. Inlined: most packets touch no traded instrument and end here.
    [[gnu::always_inline]] void pull_or_decide(Time now) noexcept {
        if (!is_usual()) [[unlikely]] {
            return follow(now);
        }
        decide_touched(now);
    }
    void decide_touched(Time now) noexcept {
        if (!side_.watch_list.touched().empty()) {
            for (const InstrumentId instrument : side_.watch_list.touched()) {
                decide_known(instrument, now);
            }
            side_.watch_list.clear_touched();
        }
    }

    void on_account_answer(Time now) noexcept {
        gateway_.on_reconnected(now, rejecting_lost(now));
        side_.watch_list.touch_all();
        pull_or_decide(now);
    }

    /// When the gate has stopped trading, by itself or by command, cancels all open orders.
    void follow_mode(Time now) noexcept {
        if (gateway_.risk().mode() != mode_) [[unlikely]] {
            on_stopped(now);
        }
    }

    void decide(InstrumentId instrument, Time now) noexcept {
        const bool is_known = is_current() && side_.watch_list.is_traded(instrument);
        is_known ? decide_known(instrument, now) : pull(instrument, now);
    }
    void decide_known(InstrumentId instrument, Time now) noexcept {  // touched, and is_current()
        HOTPATH_TRACE("decide");
        const book::BookView book = book_view(instrument);
        const Price mid = mid_of(book);
        if (!may_send_in(book.trading_state()) || !volatility_.may_trade(instrument, mid, now))
            [[unlikely]] {
            return pull(instrument, now);
        }
        ++counters_.decisions;
        if (!orders().position(instrument).is_valued_at(mid)) {
            revalue(instrument, now);
        }
        oms::Intents intents(orders().next_id());
        side_.strategy.on_book(book, context(now), intents);
        if (side_.stamps.at(timing::Stage::Encode) == 0) {
            side_.stamps.stamp(timing::Stage::Decide, side_.ticks);
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
            const auto rejection =
                gateway_.send(intent, {now, reference}, side_.stamps, side_.ticks);
            if (rejection.is_refusal()) [[unlikely]] {
                on_rejection(rejection, now);
                is_any_refused = true;
            } else if (side_.revisits.has_refused() && !is_any_refused) [[unlikely]] {
                on_sent(intent, instrument);
            }
        }
    }

    void notify_strategy(const gateway::Report& report, Time now) noexcept {
        if (report.is_fill) {
            side_.strategy.on_fill(report.fill, context(now));
        }
        if (report.rejection.is_refusal()) {
            on_rejection(report.rejection, now);
        }
    }

    // Interruptions. Not inlined: a decision that sends an order, or none, does not carry the code of
    // a pause, a stop or a refusal.

    /// After an event while the books were not current, or after which they are current again.
    [[gnu::noinline]] void follow(Time now) noexcept {
        side_.health.hear(feed_.lines(), now);
        note_health(now);
        if (is_stale() || is_killed()) {
            revalue_all(side_.watch_list.touched(), now);
            gateway_.cancel_all(now);
            return;
        }
        if (side_.health.was_behind()) {
            return pull_halted(now);
        }
        decide_touched(now);
        if (is_timer_kept_) {
            notify_timer(now);
        }
    }
    /// Notifies the strategy when the books become stale, and when they can be trusted again.
    void note_health(Time now) noexcept {
        const bool was_behind = side_.health.was_behind();
        const std::optional<strategy::BooksState> turned = side_.health.turn(feed_.state(), now);
        counters_.gaps_outwaited += was_behind && side_.health.was_current() ? 1U : 0U;
        if (!turned) {
            return;
        }
        const bool is_right = *turned == strategy::BooksState::Current;
        counters_.stale_periods += is_right ? 0U : 1U;
        side_.strategy.on_books_state(*turned, context(now));
        if (is_right) {
            side_.watch_list.touch_all();
        } else {
            revalue_all(side_.watch_list.traded(), now);
        }
    }
    /// Books are behind: the instrument is decided when they are current.
    void keep(InstrumentId instrument, Time now) noexcept {
        side_.watch_list.touch(instrument);
        pull_halted(now);
    }
    void pull_halted(Time now) noexcept {
        for (const InstrumentId instrument : side_.watch_list.touched()) {
            if (books().trading_state(instrument) != book::TradingState::Trading) {
                gateway_.cancel_all(instrument, now);
            }
        }
    }

    /// A timer at which there may be more to do than to notify the strategy: a deadline of the feed,
    /// of a gap or of an instrument that waits, books that are not current.
    [[gnu::noinline]] std::uint32_t on_due_timer(Time now) noexcept {
        const std::uint32_t waiting = gateway_.waiting();
        if (side_.health.is_of_another_protocol()) {
            side_.health.note_protocol(feed_.market().is_foreign());
        }
        if (now >= feed_.next_deadline()) {
            side_.stamps.begin(side_.ticks);
            Events events(side_, feed_, gateway_, now);
            feed_.on_timer(now, events);
        }
        if (now >= side_.revisits.deadline()) {  // decided together with the touched ones
            side_.stamps.begin(side_.ticks);
            side_.revisits.take_due(now, [&](InstrumentId due) { side_.watch_list.touch(due); });
        }
        pull_or_decide(now);
        // Kept while the books are behind, dropped when nothing may be traded.
        is_timer_kept_ = side_.health.was_behind();
        if (!is_timer_kept_) {
            notify_timer(now);
        }
        return gateway_.waiting() - waiting;
    }
    /// The strategy's timer, unless nothing may be traded. Inlined: usually it is all of a timer.
    [[gnu::always_inline]] void notify_timer(Time now) noexcept {
        is_timer_kept_ = false;
        if (!is_killed() && !is_stale()) {
            oms::Intents intents(orders().next_id());
            side_.strategy.on_timer(context(now), intents);
            send(intents, {}, {}, now);
        }
    }

    /// The instrument may not be traded; if because of its price, it is looked at again.
    [[gnu::noinline]] void pull(InstrumentId instrument, Time now) noexcept {
        gateway_.cancel_all(instrument, now);
        revalue(instrument, now);
        if (volatility_.is_paused(instrument, now)) {
            side_.revisits.look_at(instrument, volatility_.paused_until(instrument));
        }
    }
    [[gnu::noinline]] void on_stopped(Time now) noexcept {
        mode_ = gateway_.risk().mode();
        ++counters_.stops;
        gateway_.cancel_all(now);
    }
    [[gnu::noinline]] void on_rejection(const oms::Rejection& rejection, Time now) noexcept {
        side_.strategy.on_reject(rejection, context(now));
        if (side_.watch_list.is_traded(rejection.instrument)) {
            side_.revisits.on_refused(rejection.instrument, now);
        }
    }
    /// Rejects each order that is passed to it: it never arrived.
    [[nodiscard]] auto rejecting_lost(Time now) noexcept {
        return [this, now](const oms::Order& order) { on_rejection(oms::lost(order), now); };
    }
    [[gnu::noinline]] void on_sent(const oms::Intent& intent, InstrumentId instrument) noexcept {
        if (intent.needs_approval() && side_.watch_list.is_traded(instrument)) {
            side_.revisits.on_sent(instrument);
        }
    }

    /// The rule of mark.hpp for a market that has changed, also where nothing may be sent. A loss
    /// beyond the limit stops trading: the caller follows the mode.
    [[gnu::noinline]] void revalue(InstrumentId instrument, Time now) noexcept {
        if (orders().position(instrument).position == SignedQty{}) {
            return;
        }
        const bool is_market = is_current() && !volatility_.is_paused(instrument, now) &&
                               books().trading_state(instrument) == book::TradingState::Trading;
        const Price mark = is_market ? mark_of(books().bbo(instrument), mark_spread_max_) : Price{};
        mark != Price{} ? gateway_.mark(instrument, mark) : gateway_.keep_mark(instrument, now);
    }
    void revalue_all(std::span<const InstrumentId> instruments, Time now) noexcept {
        for (const InstrumentId instrument : instruments) {
            revalue(instrument, now);
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

    [[nodiscard, gnu::always_inline]] strategy::ContextOf<S> context(Time now) const noexcept {
        return side_.context(feed_, gateway_, now);
    }
    [[nodiscard]] book::BookView book_view(InstrumentId instrument) const noexcept {
        return {books(), instrument, feed_.market().directory()[instrument].scale};
    }

    Feed feed_;
    Gateway gateway_;
    Side side_;
    VolatilityGuard volatility_;
    BasisPoints mark_spread_max_;
    bool is_timer_kept_ = false;
    risk::TradingMode mode_ = risk::TradingMode::Open;  // as followed
    EngineCounters counters_;
};

}  // namespace hotpath::engine
