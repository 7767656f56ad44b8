#pragma once
/// ObservedEngine: an Engine without sessions whose inputs are numbered and passed to an observer,
/// like a Trader's: packets of one line, replies one by one, timers.
///
/// Its output is reported when it is taken, in whole messages, as output of order entry. Threads:
/// one owner. Allocation: create(). Complexity: a few loads an input, and the observer's.

#include <cstdint>
#include <utility>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/protocols/nasdaq/trader/nasdaq_engine.hpp"
#include "hotpath/trader/input.hpp"
#include "hotpath/trader/observation.hpp"
#include "hotpath/trader/observers.hpp"
#include "hotpath/trader/trader_options.hpp"

namespace hotpath::trader {

template <strategy::Strategy S, timing::TickSource T, InputObserver O>
class ObservedEngine : private protocols::nasdaq::NasdaqEngine<S, T> {
    using Observed = protocols::nasdaq::NasdaqEngine<S, T>;

  public:
    [[nodiscard]] static Expected<ObservedEngine> create(const engine::EngineOptions& options,
                                                         S strategy, T ticks = {},
                                                         O observer = {}) {
        auto engine = Observed::create(options, std::move(strategy), std::move(ticks));
        if (!engine) {
            return std::unexpected(engine.error());
        }
        return ObservedEngine(std::move(*engine), std::move(observer));
    }

    // Queries.
    using Observed::books;
    using Observed::counters;
    using Observed::feed;
    using Observed::gateway;
    using Observed::is_current;
    using Observed::is_killed;
    using Observed::is_stale;
    using Observed::orders;
    using Observed::stamps;
    using Observed::strategy;
    using Observed::volatility;

    [[nodiscard]] const Observed& engine() const noexcept { return *this; }
    [[nodiscard]] O& observer() noexcept { return observation_.observer(); }
    [[nodiscard]] std::uint64_t inputs() const noexcept { return observation_.inputs(); }

    // Events, as Engine's.
    void on_packet(Bytes packet, Time now) noexcept {
        observe({.now = now, .event = event::Packet{.bytes = packet}},
                [&] { Observed::on_packet(packet, now); });
    }
    void on_order_bytes(Bytes message, Time now) noexcept {
        observe({.now = now, .event = event::Received{Port::OrderEntry, message}},
                [&] { Observed::on_order_bytes(message, now); });
    }
    void on_timer(Time now) noexcept {
        observe({.now = now}, [&] { Observed::on_timer(now); });
    }

    /// Output of the last input, to be taken before the next.
    template <class Sink>
    void for_each_outgoing(Sink&& sink) {
        Observed::for_each_outgoing([&](Bytes message) {
            observer().on_output(
                {.number = inputs(), .port = OutputPort::OrderEntry, .bytes = message});
            sink(message);
        });
    }

  private:
    ObservedEngine(Observed engine, O observer)
        : Observed(std::move(engine)), observation_(std::move(observer)) {}

    template <class Event>
    void observe(const Input& unnumbered, Event&& event) noexcept {
        const Input input = observation_.begin(unnumbered);
        event();
        if (observation_.must_stop()) [[unlikely]] {
            Observed::stop(risk::TradingMode::Killed, risk::StopReason::Journal, input.now);
        }
        observation_.report_mode(input, gateway().risk(), false);
        observation_.end(input, *this);
    }

    Observation<O> observation_;
};

}  // namespace hotpath::trader
