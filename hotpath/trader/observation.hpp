#pragma once
/// Observation: shared by observed traders and observed engines. It numbers the inputs, passes each
/// to the observer before it is applied and its results after it, and checks whether trading must
/// stop.
///
///   begin(input) ──> the input is applied ──> must_stop()? ──> outputs, report_mode ──> end
///
/// Threads: one owner. Allocation: none. Complexity: a few loads an input, and the observer's.

#include <array>
#include <cstdint>
#include <utility>

#include "hotpath/core/bytes.hpp"
#include "hotpath/risk/risk_gate.hpp"
#include "hotpath/trader/input.hpp"
#include "hotpath/trader/observers.hpp"

namespace hotpath::trader {

template <InputObserver O>
class Observation {
  public:
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

    /// If it differs from the last one reported of this venue.
    void report_mode(const Input& input, Venue venue, const risk::RiskGate& gate,
                     bool is_stopping) noexcept {
        Mode& last = modes_[venue];
        if (gate.mode() != last.mode || gate.stop_reason() != last.reason) [[unlikely]] {
            last = {.mode = gate.mode(), .reason = gate.stop_reason()};
            observer_.on_mode({.number = input.number,
                               .now = input.now,
                               .venue = venue,
                               .mode = last.mode,
                               .reason = last.reason,
                               .is_stopping = is_stopping});
        }
    }
    template <class AtVenue>
    void end(const Input& input, const AtVenue& at_venue) noexcept {
        observer_.on_done(input, at_venue);
    }

  private:
    struct Mode {
        risk::TradingMode mode = risk::TradingMode::Open;
        risk::StopReason reason = risk::StopReason::None;
    };

    [[no_unique_address]] O observer_;
    bool was_stopped_ = false;              // for the observer
    std::array<Mode, kVenuesMax> modes_{};  // as last reported
    std::uint64_t inputs_ = 0;
    Time now_{};
};

}  // namespace hotpath::trader
