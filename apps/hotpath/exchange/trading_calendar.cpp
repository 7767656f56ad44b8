#include "apps/hotpath/exchange/trading_calendar.hpp"

#include <chrono>
#include <exception>

#include <date/tz.h>
#include <fmt/format.h>

namespace hotpath::app {

namespace {

using std::chrono::nanoseconds;

[[nodiscard]] date::local_days to_local_days(std::uint32_t date) {
    return date::local_days(date::days(date));
}

}  // namespace

Expected<TradingCalendar> TradingCalendar::create(const CalendarConfig& config) {
    try {
        return TradingCalendar(config, *date::locate_zone(config.time_zone));
    } catch (const std::exception&) {
        return fail(fmt::format("time zone {} is not in the system's tzdata", config.time_zone));
    }
}

std::uint32_t TradingCalendar::date_at(Time moment) const {
    const date::sys_time<nanoseconds> at{nanoseconds(moment.value)};
    return static_cast<std::uint32_t>(
        date::floor<date::days>(zone_->to_local(at)).time_since_epoch().count());
}

Time TradingCalendar::moment_of(std::uint32_t date, Time time) const {
    const auto local = to_local_days(date) + nanoseconds(time.value);
    return {zone_->to_sys(local, date::choose::earliest).time_since_epoch().count()};
}

std::vector<exchange::ScheduleEntry> TradingCalendar::schedule_of(
    std::uint32_t date, const std::vector<exchange::ScheduleEntry>& entries) const {
    std::vector<exchange::ScheduleEntry> schedule = entries;
    for (exchange::ScheduleEntry& entry : schedule) {
        entry.at = since_midnight(date, entry.at);
        entry.until = since_midnight(date, entry.until);
    }
    return schedule;
}

Time TradingCalendar::day_begins(std::uint32_t date) const {
    const date::weekday weekday(to_local_days(date));
    const bool is_wanted = config_.weekdays[weekday.iso_encoding() - 1];
    return config_.day_begins_at && is_wanted ? since_midnight(date, *config_.day_begins_at)
                                              : kNever;
}

std::string date_text(std::uint32_t date) {
    const date::year_month_day day(to_local_days(date));
    return fmt::format("{:04}-{:02}-{:02}", int{day.year()}, unsigned{day.month()},
                       unsigned{day.day()});
}

}  // namespace hotpath::app
