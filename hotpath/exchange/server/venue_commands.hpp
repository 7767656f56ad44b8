#pragma once
/// VenueCommands: commands of the venue itself, from operators, the schedule and the configuration.
/// Each step of one is an input, and nothing comes between the steps.
///
///   try_request() ──> waiting ─┐
///   schedule, next day ────────┴──> run() ── step by step ──> VenueCore
///
/// Threads: the server's. Allocation: the constructor, set_schedule(), set_next_day(). Complexity: the
/// log's.

#include <cstdint>
#include <optional>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/core/fixed_queue.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/server/control.hpp"
#include "hotpath/exchange/server/control_commands.hpp"
#include "hotpath/exchange/server/day_schedule.hpp"
#include "hotpath/exchange/server/venue_core.hpp"

namespace hotpath::exchange {

class VenueCommands {
  public:
    /// `core` outlives it.
    VenueCommands(VenueCore& core, DaySchedule&& day);

    /// False if refused: too many are waiting, or after the session.
    [[nodiscard]] bool try_request(const ControlRequest& request, Time now) noexcept;
    /// Executes waiting, unfinished and scheduled commands while there is room.
    void run(Time now) noexcept;
    /// Completes the unfinished command. False if there is no room for its rest.
    [[nodiscard]] bool finish(Time now) noexcept;
    /// When run() has something to do.
    [[nodiscard]] Time next_at() const noexcept;

    /// Sets the schedule of the current day.
    [[nodiscard]] Expected<void> set_schedule(const std::vector<ScheduleEntry>& schedule);
    /// Sets the day that the next start of day begins; used once.
    [[nodiscard]] Expected<void> set_next_day(const DayPlan& plan);
    /// The server has started: a day that ended before may begin after this time.
    void start(Time now) noexcept { next_session_at_ = now + core_.options().between_sessions; }

  private:
    struct NextDay {
        DayPlan plan;
        DaySchedule schedule;
    };

    [[nodiscard]] const VenueLog& log() const noexcept { return core_.log(); }
    [[nodiscard]] bool is_between_sessions() const noexcept {
        return core_.exchange().is_between_sessions();
    }
    [[nodiscard]] bool may_be_taken(const ControlRequest& request) const noexcept;
    [[nodiscard]] bool has_waiting() const noexcept {
        return log().desk().unfinished().has_value() || !waiting_.empty();
    }
    [[nodiscard]] bool run_next(Time now) noexcept;
    [[nodiscard]] bool submit(const ControlRequest& request, Time now) noexcept;
    /// The command has been carried out.
    void on_member_control(const Control& control, Time now) noexcept;
    [[nodiscard]] bool waits_for_amendment(const Control& control) const noexcept;
    void resolve_trade(Control& control) noexcept;
    [[nodiscard]] bool has_next_date() const noexcept {
        return next_day_ && next_day_->plan.date > core_.exchange().day().date;
    }
    [[nodiscard]] std::optional<Control> start_of_next_day(Time now) const noexcept;
    [[nodiscard]] DayStart day_start() const noexcept;
    void begin_day(const DayStart& start) noexcept;

    VenueCore& core_;
    FixedQueue<ControlRequest> waiting_;  // for room
    DaySchedule day_;
    std::optional<NextDay> next_day_;
    Time next_session_at_ = kNever;        // between sessions
    std::uint64_t streams_change_at_ = 0;  // the last input that amended a trade or began a day
};

}  // namespace hotpath::exchange
