#pragma once
/// ObservedTrader: a Trader whose inputs are numbered and passed to an observer before they are
/// applied, and their outputs afterwards: to journal, publish or compare them.
///
///   apply(input) ──> observer.on_input ──> Trader::apply ──> observer.on_output ...
///                                                        ──> observer.on_mode, on_done
/// Used in Trader's place; with NullObserver it is one. Output is reported when it is produced, not
/// when the owner sends it; output produced and dropped by the same input (its connection was
/// closed) is never reported. Threads: one owner. Allocation: create(). Complexity: a few loads an
/// input and venue, and the observer's.

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <variant>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/trader/input.hpp"
#include "hotpath/trader/observation.hpp"
#include "hotpath/trader/observers.hpp"
#include "hotpath/trader/trader.hpp"

namespace hotpath::trader {

template <class S, timing::TickSource T = timing::NoTicks, InputObserver O = NullObserver>
class ObservedTrader : private Trader<S, T>, public TraderInputs<ObservedTrader<S, T, O>> {
    using Observed = Trader<S, T>;
    using Inputs = TraderInputs<ObservedTrader<S, T, O>>;

  public:
    using typename Observed::AtVenue;
    using typename Observed::Engine;

    [[nodiscard]] static Expected<ObservedTrader> create(const TraderVenues& venues, S strategy,
                                                         T ticks = {}, O observer = {}) {
        auto trader = Observed::create(venues, std::move(strategy), std::move(ticks));
        if (!trader) {
            return std::unexpected(trader.error());
        }
        return ObservedTrader(std::move(*trader), std::move(observer));
    }

    // Queries.
    using Observed::answer_to;
    using Observed::at;
    using Observed::counters;
    using Observed::engine;
    using Observed::firm;
    using Observed::firm_exposure;
    using Observed::has_ended;
    using Observed::is_open;
    using Observed::is_settled;
    using Observed::is_stopped;
    using Observed::is_stopping;
    using Observed::is_wanted;
    using Observed::next_deadline;
    using Observed::options;
    using Observed::output;
    using Observed::reconciliation;
    using Observed::refused_by;
    using Observed::session;
    using Observed::strategy;
    using Observed::venues;

    [[nodiscard]] const Observed& trader() const noexcept { return *this; }
    [[nodiscard]] O& observer() noexcept { return observation_.observer(); }
    [[nodiscard]] const O& observer() const noexcept { return observation_.observer(); }
    /// The number of the last one.
    [[nodiscard]] std::uint64_t inputs() const noexcept { return observation_.inputs(); }

    // Inputs, as Trader's.
    using Inputs::kill;
    using Inputs::on_bytes;
    using Inputs::on_connected;
    using Inputs::on_disconnected;
    using Inputs::on_loop_packet;
    using Inputs::on_operator;
    using Inputs::on_packet;
    using Inputs::on_timer;
    using Inputs::on_written;
    using Inputs::stop;
    using Inputs::stop_trading;
    OperatorStatus apply(const Input& input) {
        if constexpr (kIsObserved) {
            return observe(input);
        } else {
            return Observed::apply(input);
        }
    }
    /// An input only when there is a request.
    template <class Sink>
    void for_each_request(Sink&& sink, Venue venue = 0) {
        if constexpr (kIsObserved) {
            Input input{.now = observation_.now(), .venue = venue, .event = event::RequestsTaken{}};
            Observed::for_each_request(
                [&](Bytes request) {
                    if (input.number == 0) {
                        input = observation_.begin(input);
                    }
                    report(input.number, venue, OutputPort::Requests, request);
                    sink(request);
                },
                venue);
            if (input.number != 0) {
                observation_.end(input, at(venue));
            }
        } else {
            Observed::for_each_request(std::forward<Sink>(sink), venue);
        }
    }
    /// Not an input: nothing changes, so the observer is not called.
    using Observed::warm_step;

  private:
    friend Inputs;
    static constexpr bool kIsObserved = !std::is_same_v<O, NullObserver>;
    using OutputEnds = std::array<std::array<std::size_t, kPorts>, kVenuesMax>;

    ObservedTrader(Observed trader, O observer)
        : Observed(std::move(trader)), observation_(std::move(observer)) {}

    OperatorStatus observe(const Input& unnumbered) {
        if (std::holds_alternative<event::RequestsTaken>(unnumbered.event)) [[unlikely]] {
            for_each_request([](Bytes) {}, unnumbered.venue);
            return OperatorStatus::Done;
        }
        if (const auto* command = std::get_if<OperatorCommand>(&unnumbered.event);
            command != nullptr && command->action == OperatorAction::Resume) [[unlikely]] {
            observation_.on_resume();
        }
        const Input input = observation_.begin(unnumbered);
        const OutputEnds ends = output_ends();
        const OperatorStatus status = Observed::apply(input);
        if (observation_.must_stop()) [[unlikely]] {
            Observed::apply({.now = input.now,
                             .event = event::StopTrading{risk::TradingMode::Killed,
                                                         risk::StopReason::Journal}});
        }
        for (std::size_t venue = 0; venue < venues(); ++venue) {
            report_venue(input, static_cast<Venue>(venue), ends[venue]);
        }
        return status;
    }

    /// Reports the effects of the input at this venue.
    void report_venue(Input input, Venue venue, const std::array<std::size_t, kPorts>& ends) {
        const AtVenue& there = at(venue);
        const bool is_its_own = input.venue == venue;
        report_outputs(input.number, venue, ends);
        observation_.report_mode(input, venue, there.engine().gateway().risk(),
                                 there.is_stopping());
        if (is_its_own || Observed::has_acted(venue)) {
            input.venue = venue;
            observation_.end(input, there);
        }
    }

    [[nodiscard]] OutputEnds output_ends() const noexcept {
        OutputEnds ends{};
        for (std::size_t venue = 0; venue < venues(); ++venue) {
            for (const Port port : kAllPorts) {
                const ResumableSession* of_port = at(venue).session(port);
                ends[venue][static_cast<std::size_t>(port)] =
                    of_port == nullptr ? 0 : of_port->output_end();
            }
        }
        return ends;
    }

    void report_outputs(std::uint64_t number, Venue venue,
                        const std::array<std::size_t, kPorts>& ends) noexcept {
        for (const Port port : kAllPorts) {
            const auto index = static_cast<std::size_t>(port);
            const ResumableSession* of_port = at(venue).session(port);
            if (of_port == nullptr || of_port->output_end() == ends[index]) [[likely]] {
                continue;
            }
            for (const Bytes bytes : of_port->output_since(ends[index])) {
                if (!bytes.empty()) {
                    report(number, venue, static_cast<OutputPort>(port), bytes);
                }
            }
        }
    }
    void report(std::uint64_t number, Venue venue, OutputPort port, Bytes bytes) noexcept {
        observation_.observer().on_output(
            {.number = number, .venue = venue, .port = port, .bytes = bytes});
    }

    Observation<O> observation_;
};

}  // namespace hotpath::trader
