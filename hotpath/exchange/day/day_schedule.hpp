#pragma once
/// DaySchedule: which of its own commands the venue carries out next: the rules of its
/// configuration, what a schedule says for a time of the day, and what follows a limit state.
///
///   while (const auto control = schedule.next(log, now)) { server.try_control(*control, now); }
///
/// What was done is in the venue's state (ControlDesk, LimitWatch), so that after a restart the
/// schedule goes on where it was: nothing twice, and what was missed at once, in order; only
/// indications that are older than their period are left out. Threads: the exchange's owner.
/// Allocation: create(). Complexity: O(log commands of the day), and O(instruments) while one has
/// something to do with its bands.

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/exchange/server/venue_log.hpp"

namespace hotpath::exchange {

struct ScheduleEntry {
    Nanos at{};  // of the day
    Control control{};
    Nanos every{};  // 0: once
    Nanos until{};  // for `every`: not at this time any more
};

/// What follows when a quote has stood at a price band for too long.
struct LimitStateOptions {
    bool is_on = false;
    Nanos pauses_after{15 * kNanosPerSecond};
    Nanos reopens_after{300 * kNanosPerSecond};  // with a cross
    /// How far bands are set around the price of an opening or reopening cross, in hundredths of a
    /// percent; they do not hold while an instrument is paused. 0: bands are set by hand.
    std::int32_t band_basis_points = 0;
};

/// A trading day as the owner's calendar has it. Times are on the server's clock, which goes on
/// over the days; those of the schedule are from midnight.
struct DayPlan {
    std::uint32_t date = 0;    // days since 1970-01-01
    Nanos midnight{};          // before which no time of the day is
    Nanos begins_at = kNever;  // by itself; kNever: when an operator says so
    std::vector<ScheduleEntry> schedule{};
};

struct DayOptions {
    /// SetRules and SetSelfMatch: carried out when the state is another, rules once the instrument
    /// is listed.
    std::vector<Control> configuration{};
    std::vector<ScheduleEntry> schedule{};
    LimitStateOptions limit_state{};
};

class DaySchedule {
  public:
    /// Of a day; of one second's indications all day long.
    static constexpr std::size_t kCommandsMax = 1'000'000;

    [[nodiscard]] static Expected<DaySchedule> create(const DayOptions& options);

    /// Goes on with another schedule, of the day that has begun or as its clock has it. The
    /// configuration and what follows limit states stay.
    void replace_commands(DaySchedule&& other) noexcept {
        commands_ = std::move(other.commands_);
        begin_day();
    }
    /// Times begin anew.
    void begin_day() noexcept {
        left_out_ = {};
        look_again_ = {};
    }

    /// What is to be done now, before anything else; nothing: there is none.
    [[nodiscard]] std::optional<Control> next(const VenueLog& log, Nanos now) noexcept;
    /// When there may be something again.
    [[nodiscard]] Nanos next_deadline(const VenueLog& log) const noexcept;

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
                                                               Nanos now) noexcept;
    [[nodiscard]] std::optional<Control> next_of_schedule(const VenueLog& log, Nanos now) noexcept;
    [[nodiscard]] std::optional<Control> next_of_limit_states(const VenueLog& log,
                                                              Nanos now) const noexcept;
    /// The first that has not been done or left out.
    [[nodiscard]] const Command* first_to_come(const VenueLog& log) const noexcept;
    [[nodiscard]] std::optional<Control> limit_state_control(const VenueLog& log,
                                                             InstrumentId instrument,
                                                             Nanos now) const noexcept;
    [[nodiscard]] match::PriceBands bands_around(Price price) const noexcept;

    LimitStateOptions limit_state_;
    std::vector<Control> configuration_;  // what is left of it, the next last
    std::vector<Command> commands_;       // by position
    SchedulePosition left_out_;
    Nanos look_again_{};  // for instruments of the configuration that are not listed
};

}  // namespace hotpath::exchange
