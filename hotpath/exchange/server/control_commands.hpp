#pragma once
/// ControlCommands: carries out the venue's commands, step by step. A step does at most the work of
/// one input; after More the same command must follow before any other input. A command for all
/// instruments visits them by id, and ends a step after one that has moved orders. The desk stores
/// its progress and the completed part of the schedule: both are part of the venue's state.
/// Threads: the exchange's owner. Allocation: save() only. Complexity: the exchange's, for at most
/// kInstrumentsPerStep instruments.

#include <cstdint>
#include <optional>

#include "hotpath/core/state_bytes.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/exchange/server/control.hpp"

namespace hotpath::exchange {

/// A command and its operator.
struct ControlRequest {
    Control control{};
    SessionId from{};
};

/// The last command of the schedule that was begun; commands due later, or after it at the same
/// time, are still to come.
struct SchedulePosition {
    Time due{-1};
    std::uint32_t number = 0;
    friend constexpr auto operator<=>(SchedulePosition, SchedulePosition) = default;
};

class ControlCommands {
  public:
    /// The unfinished command, if any.
    [[nodiscard]] const std::optional<ControlRequest>& unfinished() const noexcept {
        return unfinished_;
    }
    [[nodiscard]] SchedulePosition schedule() const noexcept { return schedule_; }

    /// While a command is unfinished, `request` must be that command.
    [[nodiscard]] ControlAnswer step(const ControlRequest& request, Exchange& exchange,
                                     Time now) noexcept;

    void save(StateWriter& writer) const;
    void load(StateReader& reader);

  private:
    static constexpr std::uint32_t kInstrumentsPerStep = 64;
    /// Feed and session messages after which the step ends.
    static constexpr std::uint64_t kMessagesPerStep = 32;

    void begin(const ControlRequest& request) noexcept;
    [[nodiscard]] ControlStatus go_on(const Control& control, Exchange& exchange,
                                      Time now) noexcept;
    [[nodiscard]] ControlStatus start_day(const Control& control, Exchange& exchange,
                                          Time now) noexcept;
    [[nodiscard]] ControlStatus go_through_all(const Control& control, Exchange& exchange,
                                               Time now) noexcept;
    void count(ControlStatus status) noexcept;

    std::optional<ControlRequest> unfinished_;
    std::uint32_t next_instrument_ = 1;  // of a command for all
    std::uint32_t applied_ = 0;
    std::uint32_t refused_ = 0;
    SchedulePosition schedule_;
};

}  // namespace hotpath::exchange
