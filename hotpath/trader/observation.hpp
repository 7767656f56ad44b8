#pragma once
/// Observation: shared by observed traders and observed engines. It numbers the inputs, passes each
/// to the observer before it is applied and its results after it, and checks whether trading must
/// stop.
///
///   begin(input) ──> the input is applied ──> must_stop()? ──> report_output, report_mode ──> end
///
/// Threads: one owner. Allocation: none. Complexity: a few loads an input, and the observer's.

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
    explicit Observation(O observer, Venue venue = 0)
        : observer_(std::move(observer)), venue_(venue) {}

    [[nodiscard]] O& observer() noexcept { return observer_; }
    [[nodiscard]] const O& observer() const noexcept { return observer_; }
    /// The number of the last input, and its time.
    [[nodiscard]] std::uint64_t inputs() const noexcept { return inputs_; }
    [[nodiscard]] Nanos now() const noexcept { return now_; }

    /// The input with its number, after the observer received it.
    [[nodiscard]] Input begin(Input input) noexcept {
        input.number = ++inputs_;
        input.venue = venue_;
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
    /// An operator opens trading: it may have to be stopped again.
    void on_open() noexcept { was_stopped_ = false; }

    /// `number`: of the input that caused the output.
    void report_output(std::uint64_t number, OutputPort port, Bytes bytes) noexcept {
        observer_.on_output({.number = number, .venue = venue_, .port = port, .bytes = bytes});
    }
    /// If it differs from the last one reported.
    void report_mode(const Input& input, const risk::RiskGate& gate, bool is_stopping) noexcept {
        if (gate.mode() != mode_ || gate.stop_reason() != reason_) [[unlikely]] {
            mode_ = gate.mode();
            reason_ = gate.stop_reason();
            observer_.on_mode({.number = input.number,
                               .now = input.now,
                               .venue = venue_,
                               .mode = mode_,
                               .reason = reason_,
                               .is_stopping = is_stopping});
        }
    }
    template <class Trader>
    void end(const Input& input, const Trader& trader) noexcept {
        observer_.on_done(input, trader);
    }

  private:
    [[no_unique_address]] O observer_;
    Venue venue_;
    bool was_stopped_ = false;                          // for the observer
    risk::TradingMode mode_ = risk::TradingMode::Open;  // as last reported
    risk::StopReason reason_ = risk::StopReason::None;
    std::uint64_t inputs_ = 0;
    Nanos now_{};
};

}  // namespace hotpath::trader
