#include "hotpath/protocols/fix/session/schedule.hpp"

#include <algorithm>
#include <limits>

namespace hotpath::protocols::fix {

namespace {

constexpr Nanos kDay{86'400 * kNanosPerSecond};
constexpr Nanos kWeek{7 * kDay.value};
/// 1970-01-01 was a Thursday: a week of Mondays began three days before.
constexpr Nanos kSinceMonday{3 * kDay.value};

[[nodiscard]] bool is_time_of_day(Nanos time) noexcept {
    return time >= Nanos{0} && time < kDay;
}

[[nodiscard]] Nanos start_of(Weekday day, Nanos time) noexcept {
    return Nanos{static_cast<std::int64_t>(day) * kDay.value + time.value};
}

}  // namespace

Expected<Schedule> Schedule::daily(const Daily& hours) {
    if (!is_time_of_day(hours.start) || !is_time_of_day(hours.end)) {
        return fail("start and end of a FIX session must be from 00:00:00 to 23:59:59");
    }
    if ((hours.days & kEveryDay) == 0) {
        return fail("a FIX session must have at least one day of the week");
    }
    Schedule schedule;
    const Nanos length{hours.end.value - hours.start.value +
                       (hours.end > hours.start ? 0 : kDay.value)};
    for (std::uint8_t day = 0; day < kWindowsMax; ++day) {
        if ((hours.days >> day & 1U) != 0) {
            schedule.windows_[schedule.size_++] = {start_of(static_cast<Weekday>(day), hours.start),
                                                   length};
        }
    }
    return schedule;
}

Expected<Schedule> Schedule::weekly(const Weekly& hours) {
    if (!is_time_of_day(hours.start) || !is_time_of_day(hours.end)) {
        return fail("start and end of a FIX session must be from 00:00:00 to 23:59:59");
    }
    Schedule schedule;
    const Nanos start = start_of(hours.first_day, hours.start);
    const Nanos end = start_of(hours.last_day, hours.end);
    schedule.windows_[0] = {start,
                            Nanos{end.value - start.value + (end > start ? 0 : kWeek.value)}};
    schedule.size_ = 1;
    return schedule;
}

/// The window that began last.
Schedule::Session Schedule::session_at(Time now) const noexcept {
    if (size_ == 0) {
        return {Time{std::numeric_limits<std::int64_t>::min()}, kNever};
    }
    const std::int64_t in_week = (now.value % kWeek.value + kSinceMonday.value) % kWeek.value;
    Session latest{Time{std::numeric_limits<std::int64_t>::min()}, Time{}};
    for (const Window& window : windows()) {
        const std::int64_t age = (in_week - window.start.value + kWeek.value) % kWeek.value;
        const Time start{now.value - age};
        if (start > latest.start) {
            latest = {start, start + window.length};
        }
    }
    return latest;
}

Time Schedule::session_start(Time now) const noexcept {
    return session_at(now).start;
}

Time Schedule::session_end(Time now) const noexcept {
    return session_at(now).end;
}

}  // namespace hotpath::protocols::fix
