#include "hotpath/protocols/iex/capture/new_york.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace hotpath::capture::iex {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kHour = 3'600 * kSecond;

/// Midnight UTC of a date.
std::int64_t utc(std::string_view date) {
    return std::int64_t{to_date(date)->days} * 24 * kHour;
}

/// The hours from midnight UTC to New York's, of noon UTC that day.
std::int64_t hours_behind(std::string_view date) {
    const NewYorkDay day = new_york_day(utc(date) + 12 * kHour);
    EXPECT_EQ(date_text(day.date), date);
    EXPECT_EQ((day.midnight_ns - utc(date)) % kHour, 0);
    return (day.midnight_ns - utc(date)) / kHour;
}

TEST(NewYorkDay, IsFiveHoursBehindInWinterAndFourInSummer) {
    EXPECT_EQ(hours_behind("2023-01-03"), 5);
    EXPECT_EQ(hours_behind("2023-03-10"), 5) << "the Friday before the second Sunday of March";
    EXPECT_EQ(hours_behind("2023-03-13"), 4);
    EXPECT_EQ(hours_behind("2023-10-02"), 4);
    EXPECT_EQ(hours_behind("2023-11-03"), 4) << "the Friday before the first Sunday of November";
    EXPECT_EQ(hours_behind("2023-11-06"), 5);
    EXPECT_EQ(hours_behind("2026-03-09"), 4);
    EXPECT_EQ(hours_behind("2026-10-30"), 4);
    EXPECT_EQ(hours_behind("2026-11-02"), 5);
}

TEST(NewYorkDay, EndsAtMidnightInNewYork) {
    const std::int64_t midnight = utc("2023-10-02") + 4 * kHour;
    EXPECT_EQ(date_text(new_york_day(midnight - kSecond).date), "2023-10-01");
    EXPECT_EQ(date_text(new_york_day(midnight).date), "2023-10-02");
    EXPECT_EQ(new_york_day(midnight + 24 * kHour - 1).midnight_ns, midnight);
}

TEST(NewYorkDay, TheClockJumpsAtTwo) {
    const std::int64_t spring = utc("2023-03-12") + 7 * kHour;  // 02:00 becomes 03:00
    EXPECT_EQ(new_york_day(spring - kSecond).midnight_ns, utc("2023-03-12") + 5 * kHour);
    EXPECT_EQ(new_york_day(spring).midnight_ns, utc("2023-03-12") + 4 * kHour);
    const std::int64_t autumn = utc("2023-11-05") + 6 * kHour;  // 02:00 becomes 01:00
    EXPECT_EQ(new_york_day(autumn - kSecond).midnight_ns, utc("2023-11-05") + 4 * kHour);
    EXPECT_EQ(new_york_day(autumn).midnight_ns, utc("2023-11-05") + 5 * kHour);
}

TEST(NewYorkDay, AnyNumberHasADay) {
    using Limits = std::numeric_limits<std::int64_t>;
    EXPECT_EQ(date_text(new_york_day(Limits::min()).date), "1970-01-01");
    EXPECT_EQ(date_text(new_york_day(0).date), "1970-01-01");
    EXPECT_EQ(date_text(new_york_day(Limits::max()).date), "2199-12-30");
}

}  // namespace
}  // namespace hotpath::capture::iex
