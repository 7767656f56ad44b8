#pragma once
/// Session: one venue, one trader and the market around them, in one thread under simulated time.
///
/// The market stream (ITCH messages of a recording or of the generator) becomes order flow at the
/// venue. Everything between venue and trader crosses as bytes, each kind on a separate wire with a
/// fixed latency:
///
///   market stream -> RecordedFlow -> Exchange --- ITCH in MoldUDP64, feed_latency -----> Trader
///                                        ^  \---- OUCH replies, response_latency -----> |
///                                        \------- OUCH orders, entry_latency ----------/
///
/// Deterministic: what is due at one instant is delivered in the order orders, replies, packets,
/// timers, and before the market's own messages of that instant. outputs_hash() is a checksum of
/// all bytes sent, in order. Threads: one owner. Allocation: the wires' rings, until the most that
/// is ever in flight has been. Complexity: O(1) a message besides venue and trader.

#include <algorithm>
#include <cstdint>
#include <utility>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/checksum.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/sim/flow/recorded_flow.hpp"
#include "hotpath/sim/session/delay_line.hpp"
#include "hotpath/wire/itch50/messages.hpp"

namespace hotpath::sim::session {

struct SessionOptions {
    Nanos feed_latency{10'000};      // venue -> trader, market data
    Nanos entry_latency{10'000};     // trader -> venue, orders
    Nanos response_latency{10'000};  // venue -> trader, replies
    Nanos timer_interval{kNanosPerSecond};
};

struct SessionCounters {
    std::uint64_t market_messages = 0;
    std::uint64_t feed_packets = 0;  // delivered to the trader, as are replies
    std::uint64_t replies = 0;
    std::uint64_t order_messages = 0;  // delivered to the venue
};

/// The session's requirements on a trader: engine::Engine meets them.
template <class T>
concept Trader = requires(T trader, Bytes bytes, Time now) {
    trader.on_packet(bytes, now);
    trader.on_order_bytes(bytes, now);
    trader.on_timer(now);
    trader.for_each_outgoing([](Bytes) {});
};

/// The observer looks at the trader after each packet and after each reply: on_packet(const T&,
/// Time), on_reply(...). One that has them also gets on_timer(const T&, Time), and of the bytes,
/// as they are sent and before they are delivered: on_order_sent(Bytes), on_reply_sent(Bytes),
/// on_feed_sent(Bytes), on_reply_due(Bytes).
template <Trader T, class Observer>
class Session {
  public:
    struct Parts {
        exchange::Exchange venue;
        flow::RecordedFlow flow;
        T trader;
        Observer observer;
    };

    Session(const SessionOptions& options, Parts parts)
        : options_(options),
          venue_(std::move(parts.venue)),
          flow_(std::move(parts.flow)),
          trader_(std::move(parts.trader)),
          observer_(std::move(parts.observer)),
          feed_(options.feed_latency),
          orders_(options.entry_latency),
          replies_(options.response_latency) {}

    [[nodiscard]] const exchange::Exchange& venue() const noexcept { return venue_; }
    [[nodiscard]] const T& trader() const noexcept { return trader_; }
    [[nodiscard]] const Observer& observer() const noexcept { return observer_; }
    [[nodiscard]] Observer& observer() noexcept { return observer_; }
    /// No order and no reply is on its way.
    [[nodiscard]] bool is_quiet() const noexcept {
        return orders_.is_empty() && replies_.is_empty();
    }
    [[nodiscard]] const flow::RecordedFlow& flow() const noexcept { return flow_; }
    [[nodiscard]] const SessionCounters& counters() const noexcept { return counters_; }
    /// The market's time, as far as it has come.
    [[nodiscard]] Time now() const noexcept { return now_; }
    [[nodiscard]] std::uint64_t outputs_hash() const noexcept { return outputs_.value(); }

    /// One ITCH message of the market stream; its timestamp moves the session's time.
    void on_message(Bytes message) {
        const Time venue_time = timestamp_of(message);
        advance_to(std::max(now_, venue_time));
        ++counters_.market_messages;
        flow_.on_message(message, venue_);
        collect_from_venue();
    }

    /// The market stream has ended: delivers the messages still in flight.
    void finish() {
        while (next_due() != kNever) {
            advance_to(next_due());
        }
    }

  private:
    static constexpr exchange::SessionId kTraderSession{0};

    /// Too short a message has no time; the flow counts it.
    [[nodiscard]] static Time timestamp_of(Bytes message) {
        using wire::itch50::SystemEvent;  // the shortest message; all share its first eleven bytes
        return message.size() < SystemEvent::kLength
                   ? Time{0}
                   : Time{static_cast<std::int64_t>(
                         SystemEvent::at(message.data()).load_timestamp())};
    }

    [[nodiscard]] Time next_due() const {
        return std::min({orders_.due(), replies_.due(), feed_.due()});
    }

    void advance_to(Time time) {
        if (counters_.market_messages == 0) {
            next_timer_ = time + options_.timer_interval;
        }
        while (std::min(next_due(), next_timer_) <= time) {
            now_ = std::min(next_due(), next_timer_);
            deliver_next();
        }
        now_ = time;
    }

    /// Exactly one of what is due now.
    void deliver_next() {
        if (orders_.due() == now_) {
            deliver_order();
        } else if (replies_.due() == now_) {
            deliver_reply();
        } else if (feed_.due() == now_) {
            deliver_packet();
        } else {
            on_timer();
        }
    }

    void deliver_order() {
        ++counters_.order_messages;
        venue_.on_order_bytes(kTraderSession, orders_.front(), now_);
        orders_.pop();
        collect_from_venue();
    }

    void deliver_reply() {
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
        ++counters_.feed_packets;
        trader_.on_packet(feed_.front(), now_);
        feed_.pop();
        collect_from_trader();
        observer_.on_packet(trader_, now_);
    }

    /// The venue sends a heartbeat, as MoldUDP64 servers do every second, and the trader looks at
    /// its clock.
    void on_timer() {
        next_timer_ = now_ + options_.timer_interval;
        venue_.heartbeat();
        collect_from_venue();
        trader_.on_timer(now_);
        collect_from_trader();
        if constexpr (requires { observer_.on_timer(trader_, now_); }) {
            observer_.on_timer(trader_, now_);
        }
    }

    void collect_from_venue() {
        for (const exchange::Reply& reply : venue_.replies()) {
            outputs_.add(reply.message);
            if constexpr (requires { observer_.on_reply_sent(reply.message); }) {
                observer_.on_reply_sent(reply.message);
            }
            replies_.send(reply.message, now_);
        }
        venue_.clear_replies();
        for (const Bytes packet : venue_.feed_packets()) {
            outputs_.add(packet);
            if constexpr (requires { observer_.on_feed_sent(packet); }) {
                observer_.on_feed_sent(packet);
            }
            feed_.send(packet, now_);
        }
        venue_.clear_feed();
    }

    void collect_from_trader() {
        trader_.for_each_outgoing([this](Bytes message) {
            outputs_.add(message);
            if constexpr (requires { observer_.on_order_sent(message); }) {
                observer_.on_order_sent(message);
            }
            orders_.send(message, now_);
        });
    }

    SessionOptions options_;
    exchange::Exchange venue_;
    flow::RecordedFlow flow_;
    T trader_;
    Observer observer_;
    DelayLine feed_;
    DelayLine orders_;
    DelayLine replies_;
    Time now_;
    Time next_timer_;
    Checksum outputs_;
    SessionCounters counters_;
};

}  // namespace hotpath::sim::session
