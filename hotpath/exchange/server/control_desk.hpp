#pragma once
/// ControlDesk: carries out the venue's commands, step by step. A step does as much as one input
/// may; what answers More is given the same command again, before anything else happens.
///
/// A command for all instruments goes through them by id, and ends a step behind one that has moved
/// orders. The desk remembers how far it is, and what of the schedule has been done: both are part
/// of the venue's state. Threads: the exchange's owner. Allocation: save() only. Complexity: the
/// exchange's, for at most kInstrumentsPerStep instruments.

#include <cstdint>
#include <optional>

#include "hotpath/core/state_bytes.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/exchange/server/control.hpp"

namespace hotpath::exchange {

/// A command, and which of the operators it is from.
struct ControlRequest {
    Control control{};
    SessionId from{};
};

/// The last command of the schedule that was begun; those that are due later, or behind it at the
/// same time, are still to come.
struct SchedulePosition {
    Nanos due{-1};
    std::uint32_t number = 0;
    friend constexpr auto operator<=>(SchedulePosition, SchedulePosition) = default;
};

class ControlDesk {
  public:
    /// The command that has more to do, if there is one.
    [[nodiscard]] const std::optional<ControlRequest>& unfinished() const noexcept {
        return unfinished_;
    }
    [[nodiscard]] SchedulePosition schedule() const noexcept { return schedule_; }

    /// `request` is the unfinished one while there is one.
    [[nodiscard]] ControlAnswer step(const ControlRequest& request, Exchange& exchange,
                                     Nanos now) noexcept;

    void save(StateWriter& writer) const;
    void load(StateReader& reader);

  private:
    static constexpr std::uint32_t kInstrumentsPerStep = 64;
    /// Of the feed and of sessions: so many, and the step ends.
    static constexpr std::uint64_t kMessagesPerStep = 32;

    void begin(const ControlRequest& request) noexcept;
    [[nodiscard]] ControlStatus go_on(const Control& control, Exchange& exchange,
                                      Nanos now) noexcept;
    [[nodiscard]] ControlStatus start_day(const Control& control, Exchange& exchange,
                                          Nanos now) noexcept;
    [[nodiscard]] ControlStatus go_through_all(const Control& control, Exchange& exchange,
                                               Nanos now) noexcept;
    void count(ControlStatus status) noexcept;

    std::optional<ControlRequest> unfinished_;
    std::uint32_t next_instrument_ = 1;  // of a command for all
    std::uint32_t applied_ = 0;
    std::uint32_t refused_ = 0;
    SchedulePosition schedule_;
};

}  // namespace hotpath::exchange
