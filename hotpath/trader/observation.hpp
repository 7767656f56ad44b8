#pragma once
/// Observation: what traders and engines with an observer have of it. It numbers the inputs, passes
/// each to the observer before it is applied and its results after it, and checks whether trading
/// must stop.
///
///   begin(input) ──> the input is applied ──> must_stop()? ──> outputs, report_mode ──> end
///
/// Output is reported when it is produced, not when the owner sends it; output produced and dropped by
/// the same input (its connection was closed) is never reported.
/// Threads: one owner. Allocation: none. Complexity: a few loads an input, and the observer's.

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "hotpath/core/bytes.hpp"
#include "hotpath/risk/risk_gate.hpp"
#include "hotpath/trader/input.hpp"
#include "hotpath/trader/observers.hpp"
#include "hotpath/trader/resumable_session.hpp"

namespace hotpath::trader {

template <InputObserver O>
class Observation {
  public:
    /// Where the outputs of a trader's ports end.
    using OutputEnds = std::array<std::array<std::size_t, kPorts>, kVenuesMax>;
    static constexpr bool kIsOn = !std::is_same_v<O, NullObserver>;

    explicit Observation(O observer) : observer_(std::move(observer)) {}

    [[nodiscard]] O& observer() noexcept { return observer_; }
    [[nodiscard]] const O& observer() const noexcept { return observer_; }
    /// The number of the last input, and its time.
    [[nodiscard]] std::uint64_t inputs() const noexcept { return inputs_; }
    [[nodiscard]] Time now() const noexcept { return now_; }

    /// The input with its number, after the observer received it.
    [[nodiscard]] Input begin(Input input) noexcept {
        input.number = ++inputs_;
        now_ = input.now;
        observer_.on_input(std::as_const(input));
        return input;
    }

    /// True once when inputs can no longer be recorded: trading must stop.
    [[nodiscard]] bool must_stop() noexcept {
        if (observer_.must_stop() && !was_stopped_) [[unlikely]] {
            was_stopped_ = true;
            return true;
        }
        return false;
    }
    /// An operator resumes trading: it may have to be stopped again.
    void on_resume() noexcept { was_stopped_ = false; }

    /// If it differs from the last one reported of the input's venue.
    void report_mode(const Input& input, const risk::RiskGate& gate, bool is_stopping) noexcept {
        Mode& last = modes_[input.venue];
        if (gate.mode() != last.mode || gate.stop_reason() != last.reason) [[unlikely]] {
            last = {.mode = gate.mode(), .reason = gate.stop_reason()};
            observer_.on_mode({.number = input.number,
                               .now = input.now,
                               .venue = input.venue,
                               .mode = last.mode,
                               .reason = last.reason,
                               .is_stopping = is_stopping});
        }
    }
    /// `protocol` is that of order entry.
    void report(const Input& input, OutputPort port, Bytes bytes,
                std::uint8_t protocol = 0) noexcept {
        observer_.on_output({.number = input.number,
                             .venue = input.venue,
                             .port = port,
                             .protocol = protocol,
                             .bytes = bytes});
    }
    template <class AtVenue>
    void end(const Input& input, const AtVenue& at_venue) noexcept {
        observer_.on_done(input, at_venue);
    }

    template <class Trader>
    [[nodiscard]] static OutputEnds output_ends(const Trader& trader) noexcept {
        OutputEnds ends{};
        for (std::size_t venue = 0; venue < trader.venues(); ++venue) {
            for (const Port port : kAllPorts) {
                const ResumableSession* of_port = trader.at(venue).session(port);
                ends[venue][static_cast<std::size_t>(port)] =
                    of_port == nullptr ? 0 : of_port->output_end();
            }
        }
        return ends;
    }
    /// Reports the effects of the input, which the trader has applied, at every venue. `before` is
    /// output_ends() before it was applied.
    template <class Trader>
    void report_effects(const Trader& trader, Input input, const OutputEnds& before) noexcept {
        const Venue of = input.venue;
        for (std::size_t venue = 0; venue < trader.venues(); ++venue) {
            const auto& there = trader.at(venue);
            input.venue = static_cast<Venue>(venue);
            report_outputs(input, there, before[venue]);
            report_mode(input, there.engine().gateway().risk(), there.is_stopping());
            if (venue == of || trader.has_acted(venue)) {
                end(input, there);
            }
        }
    }

  private:
    struct Mode {
        risk::TradingMode mode = risk::TradingMode::Open;
        risk::StopReason reason = risk::StopReason::None;
    };

    template <class AtVenue>
    void report_outputs(const Input& input, const AtVenue& there,
                        const std::array<std::size_t, kPorts>& before) noexcept {
        for (const Port port : kAllPorts) {
            const auto index = static_cast<std::size_t>(port);
            const ResumableSession* of_port = there.session(port);
            if (of_port == nullptr || of_port->output_end() == before[index]) [[likely]] {
                continue;
            }
            for (const Bytes bytes : of_port->output_since(before[index])) {
                if (!bytes.empty()) {
                    const auto protocol =
                        static_cast<std::uint8_t>(there.options().order_entry.index());
                    report(input, static_cast<OutputPort>(port), bytes, protocol);
                }
            }
        }
    }

    [[no_unique_address]] O observer_;
    bool was_stopped_ = false;              // for the observer
    std::array<Mode, kVenuesMax> modes_{};  // as last reported
    std::uint64_t inputs_ = 0;
    Time now_{};
};

}  // namespace hotpath::trader
