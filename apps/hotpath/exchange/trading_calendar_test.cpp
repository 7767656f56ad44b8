// Dates and times of day in time zones, on the days on which clocks are put forward and back too.

#include "apps/hotpath/exchange/trading_calendar.hpp"

#include <gtest/gtest.h>

namespace hotpath::app {
namespace {

constexpr std::uint32_t kSundayInMarch = 20'520;     // 2026-03-08: New York goes to summer time
constexpr std::uint32_t kSundayInNovember = 20'758;  // 2026-11-01: and back

constexpr Nanos minutes(std::int64_t count) {
    return {count * 60 * kNanosPerSecond};
}
constexpr Nanos hours(std::int64_t count) {
    return minutes(60 * count);
}

constexpr Time at_minute(std::int64_t count) {
    return Time{} + minutes(count);
}
constexpr Time at_hour(std::int64_t count) {
    return Time{} + hours(count);
}

TradingCalendar calendar(const std::string& zone) {
    auto made = TradingCalendar::create({.time_zone = zone, .day_begins_at = at_hour(4)});
    EXPECT_TRUE(made) << zone;
    return *made;
}

TEST(TradingCalendar, DatesAreWritten) {
    EXPECT_EQ(date_text(0), "1970-01-01");
    EXPECT_EQ(date_text(20'779), "2026-11-22");
    EXPECT_EQ(date_text(kSundayInMarch), "2026-03-08");
    EXPECT_EQ(date_text(kSundayInNovember), "2026-11-01");
}

TEST(TradingCalendar, UtcIsWhatTheClockSays) {
    const TradingCalendar utc = calendar("UTC");
    EXPECT_EQ(utc.midnight(20'779), hours(24 * 20'779));
    EXPECT_EQ(utc.since_midnight(20'779, at_minute(570)), at_minute(570));
    EXPECT_EQ(utc.date_at(at_hour(24 * 20'779)), 20'779U);
    EXPECT_EQ(utc.date_at(at_hour(24 * 20'779) - Nanos{1}), 20'778U);
}

TEST(TradingCalendar, ADayIsThatOfItsZone) {
    const TradingCalendar new_york = calendar("America/New_York");
    EXPECT_EQ(new_york.midnight(20'779), hours(24 * 20'779 + 5));
    EXPECT_EQ(new_york.date_at(at_hour(24 * 20'779 + 4)), 20'778U);
    const TradingCalendar tokyo = calendar("Asia/Tokyo");
    EXPECT_EQ(tokyo.midnight(20'779), hours(24 * 20'779 - 9));
    EXPECT_EQ(calendar("Asia/Kolkata").midnight(20'779), minutes(60 * 24 * 20'779 - 330));
}

TEST(TradingCalendar, ADayOnWhichClocksArePutForwardHas23Hours) {
    const TradingCalendar new_york = calendar("America/New_York");
    EXPECT_EQ(new_york.midnight(kSundayInMarch + 1) - new_york.midnight(kSundayInMarch), hours(23));
    EXPECT_EQ(new_york.since_midnight(kSundayInMarch, at_minute(90)), at_minute(90));
    EXPECT_EQ(new_york.since_midnight(kSundayInMarch, at_minute(570)), at_minute(510)) << "09:30";
    EXPECT_EQ(new_york.since_midnight(kSundayInMarch, at_minute(150)), at_hour(2)) << "no 02:30";
    EXPECT_EQ(new_york.day_begins(kSundayInMarch), at_hour(3));
    EXPECT_EQ(new_york.date_at(Time{} + new_york.midnight(kSundayInMarch) + hours(23)),
              kSundayInMarch + 1);
}

TEST(TradingCalendar, ADayOnWhichClocksArePutBackHas25Hours) {
    const TradingCalendar new_york = calendar("America/New_York");
    const Nanos midnight = new_york.midnight(kSundayInNovember);
    EXPECT_EQ(new_york.midnight(kSundayInNovember + 1) - midnight, hours(25));
    EXPECT_EQ(new_york.since_midnight(kSundayInNovember, at_minute(570)), at_minute(630))
        << "09:30";
    EXPECT_EQ(new_york.since_midnight(kSundayInNovember, at_minute(90)), at_minute(90))
        << "the first 01:30";
    EXPECT_EQ(new_york.date_at(Time{} + midnight + hours(25) - Nanos{1}), kSundayInNovember);
    const auto schedule = new_york.schedule_of(
        kSundayInNovember, {{.at = at_hour(1), .every = minutes(1), .until = at_hour(16)}});
    EXPECT_EQ(schedule[0].at, at_hour(1));
    EXPECT_EQ(schedule[0].until, at_hour(17));
    EXPECT_EQ(schedule[0].every, minutes(1));
}

/// Clocks of Cairo went from 00:00 to 01:00 on 2026-04-24.
TEST(TradingCalendar, WhereMidnightIsLeftOutADayBeginsAtItsFirstMoment) {
    const TradingCalendar cairo = calendar("Africa/Cairo");
    constexpr std::uint32_t kFriday = 20'567;
    EXPECT_EQ(date_text(kFriday), "2026-04-24");
    EXPECT_EQ(cairo.date_at(Time{} + cairo.midnight(kFriday)), kFriday);
    EXPECT_EQ(cairo.date_at(Time{} + cairo.midnight(kFriday) - Nanos{1}), kFriday - 1);
    EXPECT_EQ(cairo.midnight(kFriday + 1) - cairo.midnight(kFriday), hours(23));
}

TEST(TradingCalendar, DaysBeginOnTheirWeekdays) {
    const auto weekdays = TradingCalendar::create(
        {.day_begins_at = at_hour(4), .weekdays = {true, true, true, true, true, false, false}});
    EXPECT_EQ(weekdays->day_begins(20'776), at_hour(4)) << "a Thursday";
    EXPECT_EQ(weekdays->day_begins(20'777), at_hour(4));
    EXPECT_EQ(weekdays->day_begins(20'778), kNever);
    EXPECT_EQ(weekdays->day_begins(20'779), kNever);
    EXPECT_EQ(weekdays->day_begins(20'780), at_hour(4));
    EXPECT_EQ(TradingCalendar::create({})->day_begins(20'780), kNever) << "no days were set";
}

TEST(TradingCalendar, AZoneThatIsNoneIsRefused) {
    for (const char* name : {"", "Mars/Olympus", "../etc/passwd", "America", "EST5EDT4"}) {
        EXPECT_FALSE(TradingCalendar::create({.time_zone = name})) << name;
    }
}

}  // namespace
}  // namespace hotpath::app
