#pragma once
/// Session: one venue, one trader and the market around them, in one thread under simulated time.
///
/// The market stream (ITCH messages of a recording or of the generator) becomes order flow at the
/// venue. Everything between venue and trader crosses as bytes, each kind on a separate wire with
/// its latency:
///
///   market stream -> RecordedFlow -> Exchange --- ITCH in MoldUDP64, feed_latency -----> Trader
///                                        ^  \---- OUCH replies, response_latency -----> |
///                                        \------- OUCH orders, entry_latency ----------/
///
/// A Venue other than the Exchange is driven by its owner: on_market(). With a ServedVenue and a
/// ConnectedTrader the bytes of orders and replies are those of their sessions.
///
/// Deterministic: what is due at one instant is delivered in the order orders, replies, packets,
/// timers, and before the market's own messages of that instant. outputs_hash() is a checksum of
/// all bytes sent, in order.
///
/// With SessionOptions::live the trader lives through a recorded session: its order entry opens, its
/// timers come and it ends when they did, and packets that arrive at one instant are one. Threads: one
/// owner. Allocation: the wires' rings, until the most that is ever in flight has been. Complexity:
/// O(1) a message besides venue and trader.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/checksum.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/header.hpp"
#include "hotpath/protocols/nasdaq/venue/ouch_exchange.hpp"
#include "hotpath/risk/limits.hpp"
#include "hotpath/sim/flow/recorded_flow.hpp"
#include "hotpath/sim/session/delay_line.hpp"
#include "hotpath/sim/session/packet_joiner.hpp"
#include "hotpath/sim/session/session_calls.hpp"
#include "hotpath/sim/session/session_counters.hpp"
#include "hotpath/sim/session/session_options.hpp"

namespace hotpath::sim::session {

/// The session's requirements on a trader: engine::Engine meets them.
template <class T>
concept Trader = requires(T trader, Bytes bytes, Time now) {
    trader.on_packet(bytes, now);
    trader.on_order_bytes(bytes, now);
    trader.on_timer(now);
    trader.for_each_outgoing([](Bytes) {});
};

/// The observer looks at the trader after each packet and after each reply: on_packet(const T&,
/// Time), on_reply(...). One that has them also gets on_timer(const T&, Time); on_packet_due(const
/// T&, Time), before the packet is applied; and of the bytes,
/// as they are sent and before they are delivered: on_order_sent(Bytes), on_reply_sent(Bytes),
/// on_feed_sent(Bytes), on_reply_due(Bytes); on_venue_reply(const Exchange&, Bytes), the venue as it
/// is after the command that was answered.
template <Trader T, class Observer, class Venue = exchange::OuchExchange,
          class Flow = flow::RecordedFlow>
class Session {
  public:
    struct Parts {
        Venue venue;
        Flow flow;
        T trader;
        Observer observer;
    };

    Session(const SessionOptions& options, Parts parts)
        : options_(options),
          venue_(std::move(parts.venue)),
          flow_(std::move(parts.flow)),
          trader_(std::move(parts.trader)),
          observer_(std::move(parts.observer)),
          feed_(LatencyModel(options.feed_latency)),
          orders_(LatencyModel(options.entry_latency)),
          replies_(LatencyModel(options.response_latency)) {
        if (options_.live) {
            begin_live();
        }
    }

    [[nodiscard]] const Venue& venue() const noexcept { return venue_; }
    [[nodiscard]] const T& trader() const noexcept { return trader_; }
    [[nodiscard]] const Observer& observer() const noexcept { return observer_; }
    [[nodiscard]] Observer& observer() noexcept { return observer_; }
    /// No order and no reply is on its way.
    [[nodiscard]] bool is_quiet() const noexcept {
        return orders_.is_empty() && replies_.is_empty();
    }
    /// Messages of the trader, and of the venue to it, that are on their way.
    [[nodiscard]] std::size_t in_flight() const noexcept {
        return orders_.in_flight() + replies_.in_flight();
    }
    [[nodiscard]] const Flow& flow() const noexcept { return flow_; }
    [[nodiscard]] const SessionCounters& counters() const noexcept { return counters_; }
    /// The market's time, as far as it has come.
    [[nodiscard]] Time now() const noexcept { return now_; }
    [[nodiscard]] std::uint64_t outputs_hash() const noexcept { return outputs_.value(); }

    /// One ITCH message of the market stream; its timestamp moves the session's time.
    void on_message(Bytes message) {
        const Time venue_time = market_time(message);
        if (venue_time < now_) [[unlikely]] {
            counters_.note_time_back(now_, venue_time);
        }
        advance_to(std::max(now_, venue_time));
        ++counters_.market_messages;
        if constexpr (requires { flow_.on_message(message, venue_, now_); }) {
            flow_.on_message(message, venue_, now_);
        } else {
            flow_.on_message(message, venue_);
        }
        collect_from_venue();
    }

    /// The market changes at this time: change(Venue&).
    template <class Change>
    void on_market(Time time, Change&& change) {
        advance_to(std::max(now_, time));
        ++counters_.market_messages;
        change(venue_);
        collect_from_venue();
    }
    /// The trader's timer, besides those of the interval: what is due by then comes first.
    void on_timer(Time time) {
        advance_to(std::max(now_, time));
        fire_timer();
    }
    /// The owner changes the trader itself, without a message: change(T&).
    template <class Change>
    void on_trader(Change&& change) {
        change(trader_);
    }

    /// The market stream has ended: delivers the messages still in flight. No timer comes any more:
    /// each would send a heartbeat, and with a latency above their interval there is always one.
    void finish() {
        next_timer_ = kNever;
        opens_at_ = kNever;
        stops_at_ = kNever;
        is_over_ = true;
        while (next_due() != kNever) {
            advance_to(next_due());
        }
    }

  private:
    static constexpr exchange::SessionId kTraderSession{0};
    static constexpr bool kWakes = requires(const Venue& venue) { venue.wakes_at(); } ||
                                   requires(const T& trader) { trader.wakes_at(); };

    [[nodiscard]] Time next_due() const {
        return std::min({orders_.due(), replies_.due(), feed_.due()});
    }

    void advance_to(Time time) {
        if (counters_.market_messages == 0 && !options_.live) {
            start_timer(time);
        }
        for (Time due = next_event(); due <= time; due = next_event()) {
            now_ = due;
            deliver_next();
        }
        now_ = time;
    }
    [[nodiscard]] Time next_event() const {
        return std::min({next_due(), opens_at_, stops_at_, next_timer_, wakes_at()});
    }
    [[nodiscard]] Time wakes_at() const {
        return !kWakes || is_over_ ? kNever : std::max(now_, next_wake(venue_, trader_));
    }

    /// Exactly one of what is due now.
    void deliver_next() {
        if (orders_.due() == now_) {
            deliver_order();
        } else if (replies_.due() == now_) {
            deliver_reply();
        } else if (feed_.due() == now_) {
            deliver_packet();
        } else if (kWakes && wakes_at() == now_) {
            wake();
        } else if (opens_at_ == now_) {
            open_order_entry();
        } else if (stops_at_ == now_) {
            stop_trader();
        } else if (options_.live) {
            on_live_timer();
        } else {
            start_timer(now_);
            fire_timer();
        }
    }

    void wake() {
        if constexpr (requires { venue_.wakes_at(); }) {
            if (venue_.wakes_at() <= now_) {
                venue_.on_timer(now_);
                return collect_from_venue();
            }
        }
        trader_.on_timer(now_);
        collect_from_trader();
        if constexpr (requires { observer_.on_timer(trader_, now_); }) {
            observer_.on_timer(trader_, now_);
        }
    }

    void start_timer(Time now) {
        next_timer_ = options_.timer_interval == kForever ? kNever : now + options_.timer_interval;
    }

    void deliver_order() {
        ++counters_.order_messages;
        venue_.on_order_bytes(kTraderSession, orders_.front(), now_);
        orders_.pop();
        collect_from_venue();
    }

    void deliver_reply() {
        if (is_trader_gone()) {
            return replies_.pop();
        }
        ++counters_.replies;
        if constexpr (requires { observer_.on_reply_due(replies_.front()); }) {
            observer_.on_reply_due(replies_.front());
        }
        trader_.on_order_bytes(replies_.front(), now_);
        replies_.pop();
        collect_from_trader();
        observer_.on_reply(trader_, now_);
    }

    void deliver_packet() {
        if (is_trader_gone()) {
            return feed_.pop();
        }
        ++counters_.feed_packets;
        if constexpr (requires { observer_.on_packet_due(trader_, now_); }) {
            observer_.on_packet_due(trader_, now_);
        }
        if (options_.live) {
            trader_.on_packet(joiner_.join(feed_, now_), now_);
        } else {
            trader_.on_packet(feed_.front(), now_);
            feed_.pop();
        }
        collect_from_trader();
        observer_.on_packet(trader_, now_);
    }

    [[nodiscard]] bool is_trader_gone() const noexcept { return now_ > ends_at_; }

    void begin_live() {
        opens_at_ = options_.live->opened.value_or(kNever);
        stops_at_ = options_.live->stopped.value_or(kNever);
        ends_at_ = options_.live->ended.value_or(kNever);
        if constexpr (requires { trader_.begin_recovery(); }) {
            if (options_.live->opened) {
                trader_.begin_recovery();
            }
        }
    }
    /// The account query that a live trader begins with.
    void open_order_entry() {
        opens_at_ = kNever;
        if constexpr (requires { trader_.on_session_open(); }) {
            trader_.on_session_open();
        }
        collect_from_trader();
    }

    /// The venue sends a heartbeat, as MoldUDP64 servers do every second, and the trader looks at
    /// its clock.
    void fire_timer() {
        tick(venue_, now_);
        collect_from_venue();
        trader_.on_timer(now_);
        collect_from_trader();
        if constexpr (requires { observer_.on_timer(trader_, now_); }) {
            observer_.on_timer(trader_, now_);
        }
    }

    void stop_trader() {
        stops_at_ = kNever;
        if constexpr (requires { trader_.stop(risk::TradingMode::Killed, {}, now_); }) {
            trader_.stop(risk::TradingMode::Killed, risk::StopReason::ShutDown, now_);
        }
        collect_from_trader();
    }

    /// As in trader::VenueTrader: its engine has a timer at its interval and its deadlines. The
    /// heartbeat needs no latency: it only shows that nothing is missing.
    void on_live_timer() {
        ++live_timers_;
        next_timer_ = live_timer();
        tick(venue_, now_);
        for (const Bytes packet : venue_.feed_packets()) {
            feed_.send_soonest(packet, now_);
        }
        venue_.clear_feed();
        bool is_due = now_ >= engine_timer_;
        engine_timer_ = is_due ? now_ + options_.timer_interval : engine_timer_;
        if constexpr (requires { trader_.next_deadline(); }) {
            is_due = is_due || now_ >= trader_.next_deadline();
        }
        if (is_due) {
            trader_.on_timer(now_);
        }
        collect_from_trader();
        if constexpr (requires { observer_.on_timer(trader_, now_); }) {
            observer_.on_timer(trader_, now_);
        }
    }
    /// The next recorded one; kNever after the last.
    [[nodiscard]] Time live_timer() const {
        return options_.live && live_timers_ < options_.live->timers.size()
                   ? options_.live->timers[live_timers_]
                   : kNever;
    }

    void collect_from_venue() {
        for (const exchange::Reply& reply : venue_.replies()) {
            outputs_.add(reply.message);
            if constexpr (requires { observer_.on_reply_sent(reply.message); }) {
                observer_.on_reply_sent(reply.message);
            }
            if constexpr (requires { observer_.on_venue_reply(venue_, reply.message); }) {
                observer_.on_venue_reply(venue_, reply.message);
            }
            send(replies_, reply.message);
        }
        venue_.clear_replies();
        for (const Bytes packet : venue_.feed_packets()) {
            outputs_.add(packet);
            if constexpr (requires { observer_.on_feed_sent(packet); }) {
                observer_.on_feed_sent(packet);
            }
            feed_.send(packet, now_, messages_in(venue_, packet));
        }
        venue_.clear_feed();
    }

    void collect_from_trader() {
        trader_.for_each_outgoing([this](Bytes message) {
            outputs_.add(message);
            if constexpr (requires { observer_.on_order_sent(message); }) {
                observer_.on_order_sent(message);
            }
            send(orders_, message);
        });
    }

    /// A heartbeat takes no time of its wire: the latencies of other messages are the same without it.
    /// Heartbeats of sessions answer one another: when the market is over there would always be one.
    void send(DelayLine& line, Bytes message) {
        const bool is_idle = is_heartbeat(venue_, message);
        if (is_over_ && is_idle) {
            return;
        }
        is_idle || is_at_once<Venue>(message) ? line.send_soonest(message, now_)
                                              : line.send(message, now_);
    }

    SessionOptions options_;
    Venue venue_;
    Flow flow_;
    T trader_;
    Observer observer_;
    DelayLine feed_;
    DelayLine orders_;
    DelayLine replies_;
    Time now_;
    std::size_t live_timers_ = 0;  // that have come
    Time next_timer_ = live_timer();
    Time opens_at_ = kNever;
    Time stops_at_ = kNever;
    Time ends_at_ = kNever;
    Time engine_timer_{};   // with live timers: not before
    bool is_over_ = false;  // the market stream
    PacketJoiner joiner_;
    Checksum outputs_;
    SessionCounters counters_;
};

}  // namespace hotpath::sim::session
