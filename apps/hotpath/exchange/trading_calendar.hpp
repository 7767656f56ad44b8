#pragma once
/// TradingCalendar: dates and times of day in a time zone, as moments.
///
///   date       days since 1970-01-01 in the zone
///   time       of a day as its clocks show it, "09:30:00"
///   moment     nanoseconds since 1970-01-01 00:00 UTC
///
/// A day has 23, 24 or 25 hours and begins at its first moment. A time that occurs twice is the
/// first of both; one that is skipped is the moment of the change. Threads:
/// any, once made. Allocation: create(). Complexity: O(log changes of the zone). Source: the
/// system's time zones (tzdata) through Howard Hinnant's date library, until std::chrono has them
/// everywhere.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/server/day_schedule.hpp"

namespace date {
class time_zone;  // NOLINT(readability-identifier-naming): as the library has it
}

namespace hotpath::app {

struct CalendarConfig {
    std::string time_zone{"UTC"};  // an IANA name
    std::optional<Time> day_begins_at{};
    std::array<bool, 7> weekdays{true, true, true, true, true, true, true};  // from Monday
};

class TradingCalendar {
  public:
    [[nodiscard]] static Expected<TradingCalendar> create(const CalendarConfig& config);

    [[nodiscard]] std::uint32_t date_at(Time moment) const;
    /// The distance from 1970 to that midnight.
    [[nodiscard]] Nanos midnight(std::uint32_t date) const {
        return moment_of(date, Time{}) - Time{};
    }
    /// A time of a schedule as time since the midnight of `date`.
    [[nodiscard]] Time since_midnight(std::uint32_t date, Time time) const {
        return moment_of(date, time) - midnight(date);
    }
    /// Entries whose times are the clocks'.
    [[nodiscard]] std::vector<exchange::ScheduleEntry> schedule_of(
        std::uint32_t date, const std::vector<exchange::ScheduleEntry>& entries) const;
    /// When a day of this date begins by itself, since its midnight; kNever: not at all.
    [[nodiscard]] Time day_begins(std::uint32_t date) const;

  private:
    TradingCalendar(const CalendarConfig& config, const date::time_zone& zone)
        : config_(config), zone_(&zone) {}

    [[nodiscard]] Time moment_of(std::uint32_t date, Time time) const;

    CalendarConfig config_;
    const date::time_zone* zone_;  // the library's, for ever
};

/// 2026-11-22
[[nodiscard]] std::string date_text(std::uint32_t date);

}  // namespace hotpath::app
