#pragma once
/// DaySchedule: the venue's next own command: the rules of its configuration, the schedule's
/// commands by time of day, and the consequences of a limit state.
///
///   while (const auto control = schedule.next(log, now)) { server.try_control(*control, now); }
/// Its progress is in the venue's state (ControlCommands, LimitWatch), so after a restart the
/// schedule continues where it was: nothing twice, missed commands at once and in order; only
/// indications older than their period are skipped. Threads: the exchange's owner. Allocation:
/// create(). Complexity: O(log commands of the day), and O(instruments) while one has something to
/// do with its bands.

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/exchange/server/venue_log.hpp"

namespace hotpath::exchange {

struct ScheduleEntry {
    Time at{};  // of the day
    Control control{};
    Nanos every{};  // 0: once
    Time until{};   // end of `every`, exclusive
};

/// The pause after a quote has been at a price band for too long.
struct LimitStateOptions {
    bool is_on = false;
    Nanos pauses_after{15 * kNanosPerSecond};
    Nanos reopens_after{300 * kNanosPerSecond};  // with a cross
    /// Distance of the bands from the price of an opening or reopening cross, in hundredths of a
    /// percent; they do not apply while an instrument is paused. 0: bands are set by hand.
    BasisPoints band_basis_points{};
};

/// A trading day of the owner's calendar. Times are on the server's clock, which runs on across
/// days; those of the schedule count from midnight.
struct DayPlan {
    std::uint32_t date = 0;   // days since 1970-01-01
    Nanos midnight{};         // start of the day's times, on the server's clock
    Time begins_at = kNever;  // automatically; kNever: by an operator's command
    std::vector<ScheduleEntry> schedule{};
};

struct DayOptions {
    /// SetRules and SetSelfMatch: carried out when the state differs, rules once the instrument is
    /// listed.
    std::vector<Control> configuration{};
    std::vector<ScheduleEntry> schedule{};
    LimitStateOptions limit_state{};
};

class DaySchedule {
  public:
    /// Commands of a day; enough for one indication a second all day.
    static constexpr std::size_t kCommandsMax = 1'000'000;

    [[nodiscard]] static Expected<DaySchedule> create(const DayOptions& options);

    /// Continues with another schedule, for a new day or a changed clock. The configuration and the
    /// handling of limit states stay.
    void replace_commands(DaySchedule&& other) noexcept {
        commands_ = std::move(other.commands_);
        begin_day();
    }
    /// Times restart.
    void begin_day() noexcept {
        left_out_ = {};
        look_again_ = {};
    }

    /// The command to carry out now, before any other input, if any.
    [[nodiscard]] std::optional<Control> next(const VenueLog& log, Time now) noexcept;
    /// When the next command may be due.
    [[nodiscard]] Time next_deadline(const VenueLog& log) const noexcept;

  private:
    struct Command {
        Control control{};
        Nanos period{};  // of an indication
        [[nodiscard]] SchedulePosition position() const noexcept {
            return {control.due, control.number};
        }
    };

    DaySchedule(const DayOptions& options, std::vector<Command>&& commands);

    [[nodiscard]] std::optional<Control> next_of_configuration(const VenueLog& log,
                                                               Time now) noexcept;
    [[nodiscard]] std::optional<Control> next_of_schedule(const VenueLog& log, Time now) noexcept;
    [[nodiscard]] std::optional<Control> next_of_limit_states(const VenueLog& log,
                                                              Time now) const noexcept;
    /// The first command not yet done or skipped.
    [[nodiscard]] const Command* first_to_come(const VenueLog& log) const noexcept;
    [[nodiscard]] std::optional<Control> limit_state_control(const VenueLog& log,
                                                             InstrumentId instrument,
                                                             Time now) const noexcept;
    [[nodiscard]] match::PriceBands bands_around(Price price) const noexcept;

    LimitStateOptions limit_state_;
    std::vector<Control> configuration_;  // remaining commands, the next one last
    std::vector<Command> commands_;       // by position
    SchedulePosition left_out_;
    Time look_again_{};  // for instruments of the configuration that are not listed
};

}  // namespace hotpath::exchange
