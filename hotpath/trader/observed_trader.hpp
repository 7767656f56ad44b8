#pragma once
/// ObservedTrader: a Trader whose inputs are numbered and passed to an observer before they are
/// applied, and their outputs afterwards: to journal, publish or compare them.
///
///   on_packet, on_bytes, ... ──> observer.on_input ──> Trader ──> observer.on_output ...
///                                                             ──> observer.on_mode, on_done
/// Used in Trader's place; with NullObserver it is one. Output is reported when it is produced, not
/// when the owner sends it; output produced and dropped by the same input (its connection was
/// closed) is never reported. Threads: one owner. Allocation: create(). Complexity: a few loads an
/// input, and the observer's.

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/trader/input.hpp"
#include "hotpath/trader/observation.hpp"
#include "hotpath/trader/observers.hpp"
#include "hotpath/trader/trader.hpp"

namespace hotpath::trader {

template <strategy::Strategy S, timing::TickSource T = timing::NoTicks,
          InputObserver O = NullObserver>
class ObservedTrader : private Trader<S, T> {
    using Observed = Trader<S, T>;

  public:
    using typename Observed::Engine;

    [[nodiscard]] static Expected<ObservedTrader> create(const TraderOptions& options, S strategy,
                                                         T ticks = {}, O observer = {},
                                                         Venue venue = 0) {
        auto trader = Observed::create(options, std::move(strategy), std::move(ticks));
        if (!trader) {
            return std::unexpected(trader.error());
        }
        return ObservedTrader(std::move(*trader), std::move(observer), venue);
    }

    // Queries.
    using Observed::counters;
    using Observed::engine;
    using Observed::has_ended;
    using Observed::is_open;
    using Observed::is_settled;
    using Observed::is_stopped;
    using Observed::is_stopping;
    using Observed::is_wanted;
    using Observed::link;
    using Observed::next_deadline;
    using Observed::options;
    using Observed::output;
    using Observed::reconciliation;
    using Observed::refused_by;

    [[nodiscard]] const Observed& trader() const noexcept { return *this; }
    [[nodiscard]] O& observer() noexcept { return observation_.observer(); }
    [[nodiscard]] const O& observer() const noexcept { return observation_.observer(); }
    /// The number of the last one.
    [[nodiscard]] std::uint64_t inputs() const noexcept { return observation_.inputs(); }

    // Events, as Trader's.
    void on_packet(const feed::LinePacket& packet) noexcept {
        observe({.now = packet.now,
                 .kind = InputKind::Packet,
                 .source = static_cast<std::uint8_t>(packet.line),
                 .bytes = packet.bytes},
                [&] { Observed::on_packet(packet); });
    }
    template <class Sink>
    void for_each_request(Sink&& sink) {
        if constexpr (kIsObserved) {
            Input input;
            Observed::for_each_request([&](Bytes request) {
                if (input.number == 0) {
                    input = observation_.begin(
                        {.now = observation_.now(), .kind = InputKind::RequestsTaken});
                }
                observation_.report_output(input.number, OutputPort::Requests, request);
                sink(request);
            });
            if (input.number != 0) {
                observation_.end(input, trader());
            }
        } else {
            Observed::for_each_request(std::forward<Sink>(sink));
        }
    }
    void on_connected(Port port, Nanos now) noexcept {
        observe(of(port, InputKind::Connected, now), [&] { Observed::on_connected(port, now); });
    }
    void on_bytes(Port port, Bytes bytes, Nanos now) {
        Input input = of(port, InputKind::Received, now);
        input.bytes = bytes;
        observe(input, [&] { Observed::on_bytes(port, bytes, now); });
    }
    void on_written(Port port, std::size_t bytes, Nanos now) noexcept {
        Input input = of(port, InputKind::Written, now);
        input.value = static_cast<std::uint32_t>(bytes);
        observe(input, [&] { Observed::on_written(port, bytes, now); });
    }
    void on_disconnected(Port port, Nanos now) noexcept {
        observe(of(port, InputKind::Disconnected, now),
                [&] { Observed::on_disconnected(port, now); });
    }
    void on_timer(Nanos now) noexcept {
        observe({.now = now, .kind = InputKind::Timer}, [&] { Observed::on_timer(now); });
    }
    /// Not an input: nothing changes, so the observer is not called.
    using Observed::warm;

    // Commands.
    void kill(Nanos now) noexcept {
        observe(of(Command::Kill, now), [&] { Observed::kill(now); });
    }
    void stop(Nanos now) noexcept {
        observe(of(Command::Stop, now), [&] { Observed::stop(now); });
    }
    void stop_trading(StopOrder order, Nanos now) noexcept {
        Input input = of(Command::StopTrading, now);
        input.value = to_value(order);
        observe(input, [&] { Observed::stop_trading(order.mode, order.reason, now); });
    }

    OperatorAnswer on_operator(const OperatorCommand& command, Nanos now) {
        std::array<std::byte, kOperatorCommandLength> room{};
        Input input = of(Command::Operator, now);
        input.bytes = encode(command, room);
        if (command.action == OperatorAction::Resume) {
            observation_.on_open();
        }
        OperatorStatus status = OperatorStatus::Done;
        observe(input, [&] { status = Observed::on_operator(command, now).status; });
        return answer_to(command, status, trader(), now);
    }
    /// A recorded command; false for an unknown one.
    [[nodiscard]] bool command(const Input& input) {
        OperatorCommand of_operator;
        switch (static_cast<Command>(input.source)) {
            case Command::Kill:
                kill(input.now);
                return true;
            case Command::Stop:
                stop(input.now);
                return true;
            case Command::StopTrading:
                stop_trading(to_stop_order(input.value), input.now);
                return true;
            case Command::Operator:
                if (decode(input.bytes, of_operator) != wire::DecodeStatus::Ok) {
                    return false;
                }
                on_operator(of_operator, input.now);
                return true;
        }
        return false;
    }

  private:
    static constexpr bool kIsObserved = !std::is_same_v<O, NullObserver>;

    ObservedTrader(Observed trader, O observer, Venue venue)
        : Observed(std::move(trader)), observation_(std::move(observer), venue) {}

    [[nodiscard]] static Input of(Port port, InputKind kind, Nanos now) noexcept {
        return {.now = now, .kind = kind, .source = static_cast<std::uint8_t>(port)};
    }
    [[nodiscard]] static Input of(Command command, Nanos now) noexcept {
        return {
            .now = now, .kind = InputKind::Command, .source = static_cast<std::uint8_t>(command)};
    }

    template <class Event>
    void observe(const Input& unnumbered, Event&& event) {
        if constexpr (kIsObserved) {
            const Input input = observation_.begin(unnumbered);
            const std::array<std::size_t, kPorts> ends = output_ends();
            event();
            if (observation_.must_stop()) [[unlikely]] {
                Observed::stop_trading(risk::TradingMode::Killed, risk::StopReason::Journal,
                                       input.now);
            }
            report_outputs(input, ends);
            observation_.report_mode(input, engine().gateway().risk(), is_stopping());
            observation_.end(input, trader());
        } else {
            event();
        }
    }

    [[nodiscard]] std::array<std::size_t, kPorts> output_ends() const noexcept {
        std::array<std::size_t, kPorts> ends{};
        for (const Port port : kAllPorts) {
            const Link* of_port = link(port);
            ends[static_cast<std::size_t>(port)] =
                of_port == nullptr ? 0 : of_port->soup().output_end();
        }
        return ends;
    }

    void report_outputs(const Input& input, const std::array<std::size_t, kPorts>& ends) noexcept {
        for (const Port port : kAllPorts) {
            const auto index = static_cast<std::size_t>(port);
            const Link* of_port = link(port);
            if (of_port == nullptr || of_port->soup().output_end() == ends[index]) [[likely]] {
                continue;
            }
            for (const Bytes bytes : of_port->soup().output_since(ends[index])) {
                if (!bytes.empty()) {
                    observation_.report_output(input.number, static_cast<OutputPort>(port), bytes);
                }
            }
        }
    }

    Observation<O> observation_;
};

}  // namespace hotpath::trader
