#include "hotpath/protocols/fix/session/schedule.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/fix/values.hpp"
#include "tests/support/fix_session_pair.hpp"

namespace hotpath::protocols::fix {
namespace {

using support::FixPair;

/// November 2025: the 24th is a Monday.
Time on(std::string_view day_and_time) {
    return *to_time("202511" + std::string(day_and_time));
}

TEST(FixSchedule, WithoutHoursItIsAlwaysOpenAndNeverNew) {
    const Schedule schedule;
    EXPECT_TRUE(schedule.is_open(Time{0}));
    EXPECT_LT(schedule.session_start(Time{0}), Time{0});
    EXPECT_EQ(schedule.session_end(on("26-12:00:00")), kNever);
}

TEST(FixSchedule, HoursOfDaysHaveASessionEach) {
    const auto schedule = Schedule::daily(
        {.start = time_of_day(7, 30), .end = time_of_day(17, 0), .days = kMondayToFriday});
    ASSERT_TRUE(schedule);
    EXPECT_FALSE(schedule->is_open(on("24-07:29:59.999")));
    EXPECT_TRUE(schedule->is_open(on("24-07:30:00")));
    EXPECT_TRUE(schedule->is_open(on("24-16:59:59")));
    EXPECT_FALSE(schedule->is_open(on("24-17:00:00")));
    EXPECT_TRUE(schedule->is_open(on("28-12:00:00")));
    EXPECT_FALSE(schedule->is_open(on("29-12:00:00")));  // Saturday
    EXPECT_FALSE(schedule->is_open(on("30-12:00:00")));
    EXPECT_EQ(schedule->session_start(on("25-12:00:00")), on("25-07:30:00"));
    EXPECT_EQ(schedule->session_end(on("25-12:00:00")), on("25-17:00:00"));
    EXPECT_EQ(schedule->session_start(on("30-12:00:00")), on("28-07:30:00"));
}

TEST(FixSchedule, HoursMayPassMidnight) {
    const auto schedule = Schedule::daily({.start = time_of_day(22, 0), .end = time_of_day(21, 0)});
    ASSERT_TRUE(schedule);
    EXPECT_TRUE(schedule->is_open(on("24-23:00:00")));
    EXPECT_TRUE(schedule->is_open(on("25-03:00:00")));
    EXPECT_FALSE(schedule->is_open(on("25-21:30:00")));
    EXPECT_EQ(schedule->session_start(on("25-03:00:00")), on("24-22:00:00"));
    EXPECT_EQ(schedule->session_end(on("24-23:00:00")), on("25-21:00:00"));
}

TEST(FixSchedule, AWholeDayIsOneSessionAfterTheOther) {
    const auto schedule = Schedule::daily({.start = time_of_day(6, 0), .end = time_of_day(6, 0)});
    ASSERT_TRUE(schedule);
    EXPECT_TRUE(schedule->is_open(on("25-05:59:59")));
    EXPECT_TRUE(schedule->is_open(on("25-06:00:00")));
    EXPECT_EQ(schedule->session_start(on("25-05:59:59")), on("24-06:00:00"));
    EXPECT_EQ(schedule->session_start(on("25-06:00:00")), on("25-06:00:00"));
}

TEST(FixSchedule, AWeekMayBeOneSession) {
    const auto schedule = Schedule::weekly({.first_day = Weekday::Sunday,
                                            .start = time_of_day(22, 0),
                                            .last_day = Weekday::Friday,
                                            .end = time_of_day(21, 0)});
    ASSERT_TRUE(schedule);
    EXPECT_TRUE(schedule->is_open(on("23-22:00:00")));
    EXPECT_TRUE(schedule->is_open(on("26-12:00:00")));
    EXPECT_FALSE(schedule->is_open(on("28-21:00:00")));
    EXPECT_FALSE(schedule->is_open(on("30-21:59:59")));
    EXPECT_EQ(schedule->session_start(on("26-12:00:00")), on("23-22:00:00"));
    EXPECT_EQ(schedule->session_end(on("26-12:00:00")), on("28-21:00:00"));
}

TEST(FixSchedule, EveryMinuteOfTwoWeeksIsInItsSession) {
    const auto schedule = Schedule::daily(
        {.start = time_of_day(22, 0), .end = time_of_day(21, 0), .days = 0b101'1011});
    ASSERT_TRUE(schedule);
    Time start_before{};
    for (Time now = on("10-00:00:00"); now < on("24-00:00:00"); now = now + time_of_day(0, 1)) {
        const Time start = schedule->session_start(now);
        const Time end = schedule->session_end(now);
        ASSERT_LE(start, now);
        ASSERT_GE(start, start_before);
        ASSERT_EQ(end - start, time_of_day(23, 0));
        ASSERT_EQ(schedule->is_open(now), now < end);
        start_before = start;
    }
}

TEST(FixSchedule, HoursThatAreNoneAreRefused) {
    EXPECT_FALSE(Schedule::daily({.start = time_of_day(24, 0), .end = time_of_day(1, 0)}));
    EXPECT_FALSE(Schedule::daily({.start = time_of_day(1, 0), .end = Nanos{-1}}));
    EXPECT_FALSE(
        Schedule::daily({.start = time_of_day(1, 0), .end = time_of_day(2, 0), .days = 0}));
    EXPECT_FALSE(Schedule::weekly({.start = time_of_day(25, 0)}));
}

// Sessions with hours.

SessionOptions with_hours(SessionOptions options) {
    options.schedule = *Schedule::daily({.start = time_of_day(9, 0), .end = time_of_day(17, 0)});
    return options;
}

TEST(FixSchedule, OutsideItsHoursASessionRefusesConnections) {
    FixPair pair(with_hours(support::fix_initiator()), with_hours(support::fix_acceptor()));
    pair.now = on("26-08:59:59");
    pair.connect();
    EXPECT_EQ(pair.client.session().close_reason(), CloseReason::OutsideSchedule);
    EXPECT_EQ(pair.venue.session().close_reason(), CloseReason::OutsideSchedule);
    EXPECT_TRUE(pair.client.session().output().empty());
    pair.now = on("26-09:00:00");
    pair.log_on();
}

TEST(FixSchedule, AtTheEndOfItsHoursASessionLogsOut) {
    FixPair pair(with_hours(support::fix_initiator()), with_hours(support::fix_acceptor()));
    pair.now = on("26-16:59:50");
    pair.log_on();
    EXPECT_EQ(pair.client.session().next_deadline(), on("26-17:00:00"));
    pair.live(Nanos{20 * kNanosPerSecond});
    EXPECT_EQ(pair.client.session().close_reason(), CloseReason::OutsideSchedule);
    EXPECT_EQ(pair.venue.session().close_reason(), CloseReason::OutsideSchedule);
    EXPECT_EQ(pair.venue.logouts, std::vector<std::string>{"end of the session's hours"});
}

TEST(FixSchedule, ANewSessionBeginsAtOneAndTheSameOneGoesOn) {
    FixPair pair(with_hours(support::fix_initiator()), with_hours(support::fix_acceptor()));
    pair.now = on("26-10:00:00");
    pair.log_on();
    EXPECT_EQ(pair.client.order("1", pair.now), SendStatus::Sent);
    pair.run_until_idle();
    pair.cut();
    pair.now = on("26-16:00:00");
    pair.log_on();
    EXPECT_EQ(pair.client.store.next_out(), 4U);
    pair.cut();
    pair.now = on("27-09:00:00");
    pair.log_on();
    EXPECT_EQ(pair.client.store.next_out(), 2U);
    EXPECT_EQ(pair.venue.store.next_in(), 2U);
    EXPECT_EQ(pair.client.store.created_at(), pair.now);
}

TEST(FixSchedule, WhatIsStoredInANewSessionBeforeItsFirstConnectionArrives) {
    SessionOptions storing = with_hours(support::fix_acceptor());
    storing.stores_while_logged_out = true;
    FixPair pair(with_hours(support::fix_initiator()), storing);
    pair.now = on("26-10:00:00");
    pair.log_on();
    pair.cut();
    pair.now = on("27-09:00:00");
    EXPECT_EQ(pair.venue.order("r1", pair.now), SendStatus::Stored);
    pair.now = on("27-09:30:00");
    pair.log_on();
    EXPECT_EQ(pair.client.received, std::vector<std::string>{"r1"});
    EXPECT_EQ(pair.venue.store.created_at(), on("27-09:00:00"));
}

}  // namespace
}  // namespace hotpath::protocols::fix
