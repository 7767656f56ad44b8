// A day at a venue in a separate process: from the opening cross to the end, by its schedule.

#include <array>
#include <chrono>
#include <cstdio>
#include <string>

#include <gtest/gtest.h>
#include <sys/wait.h>

#include "tests/support/temporary_directory.hpp"
#include "tests/venue/feed_client.hpp"
#include "tests/venue/order_client.hpp"
#include "tests/venue/venue_process.hpp"

namespace hotpath::venue_tests {
namespace {

constexpr std::int64_t kMsOfDay = 86'400'000;

/// UTC, as the schedule's times. Not so near midnight that the test would go over it.
std::int64_t ms_of_day() {
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(
                        std::chrono::system_clock::now().time_since_epoch())
                        .count() %
                    kMsOfDay;
    return ms;
}

std::string time_text(std::int64_t ms) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%02d:%02d:%02d.%03d", static_cast<int>(ms / 3'600'000),
                  static_cast<int>(ms / 60'000 % 60), static_cast<int>(ms / 1'000 % 60),
                  static_cast<int>(ms % 1'000));
    return text.data();
}

std::string entry(std::int64_t ms, const std::string& action, const std::string& more = "") {
    return "[[schedule]]\nat = \"" + time_text(ms) + "\"\naction = \"" + action + "\"\n" + more +
           "\n";
}

bool is_too_late_in_the_day() {
    return ms_of_day() > kMsOfDay - 60'000;
}

TEST(VenueDay, TheScheduleDrivesItThroughARestart) {
    if (is_too_late_in_the_day()) {
        GTEST_SKIP() << "the schedule would go over midnight, UTC";
    }
    const support::TemporaryDirectory folder;
    const std::int64_t begin = ms_of_day();
    const std::string indication = "every_ms = 100\nuntil = \"" + time_text(begin + 5'000) + "\"\n";
    VenueProcess venue(
        folder.path(),
        {.order_entry = "cancel_on_disconnect = false",
         .tables = entry(0, "collect") + entry(begin, "indicate", indication) +
                   entry(begin + 5'000, "opening_cross") +
                   entry(begin + 6'000, "halt", "symbols = [\"AAPL\"]\nreason = \"T1\"") +
                   entry(begin + 11'000, "reopening_cross", "symbols = [\"AAPL\"]") +
                   entry(begin + 13'000, "closing_cross") + entry(begin + 15'000, "end_of_day") +
                   "[[instrument]]\nsymbol = \"AAPL\"\nlot = 10\norders_in_halt = true\n"});
    ASSERT_TRUE(venue.start()) << venue.output();
    OrderClient alice("ALICE", "A");
    OrderClient bob("BOB", "B");
    ASSERT_TRUE(alice.connect(venue.order_entry()));
    ASSERT_TRUE(bob.connect(venue.order_entry()));
    alice.enter({.side = 'B', .qty = 100, .price = 510'000});
    bob.enter({.side = 'S', .qty = 100, .price = 490'000});
    bob.enter({.side = 'S', .qty = 105, .price = 490'000});
    ASSERT_TRUE(alice.catch_up());
    ASSERT_TRUE(bob.catch_up());
    EXPECT_EQ(alice.open().size() + bob.open().size(), 2U) << "collected, crossed";
    EXPECT_EQ(bob.rejects(), 1U) << "no lot";
    ASSERT_TRUE(alice.poll_until([&] { return alice.fills() == 1; })) << "the opening cross";
    EXPECT_GE(ms_of_day(), begin + 5'000);

    // Down from the halt's time on; it is halted when it is back.
    ASSERT_TRUE(bob.catch_up());
    alice.disconnect();
    bob.disconnect();
    venue.kill_hard();
    while (ms_of_day() < begin + 6'200) {
        pause_before_looking_again();
    }
    ASSERT_TRUE(venue.start()) << venue.output();
    ASSERT_TRUE(alice.connect(venue.order_entry()));
    ASSERT_TRUE(bob.connect(venue.order_entry()));
    EXPECT_EQ(venue.state()["day"]["instruments"]["halted"], 1);
    EXPECT_EQ(venue.state()["day"]["instruments"]["trading"], 1);
    bob.enter({.side = 'S', .qty = 100, .price = 500'000});
    ASSERT_TRUE(bob.catch_up());
    alice.enter({.side = 'B', .qty = 100, .price = 500'000});
    ASSERT_TRUE(alice.catch_up());
    EXPECT_EQ(alice.fills(), 1U) << "not in a halt";
    ASSERT_TRUE(alice.poll_until([&] { return alice.fills() == 2; })) << "the reopening";
    alice.enter({.side = 'B', .qty = 100, .price = 480'000});
    ASSERT_TRUE(alice.catch_up());
    EXPECT_EQ(alice.open().size(), 1U);
    ASSERT_TRUE(alice.poll_until([&] { return alice.open().empty(); })) << "the end of the day";
    EXPECT_GE(ms_of_day(), begin + 15'000);
    alice.enter({.side = 'B', .qty = 100, .price = 480'000, .symbol = "GOOG"});
    ASSERT_TRUE(alice.catch_up());
    EXPECT_EQ(alice.rejects(), 1U);
    EXPECT_EQ(alice.complaint() + bob.complaint(), "");
    EXPECT_EQ(venue.stop(), 0) << venue.output();
    EXPECT_EQ(venue.state()["day"]["instruments"]["halted"], 2);
    EXPECT_EQ(venue.state()["day"]["schedule_done"], time_text(begin + 15'000) + "000000");
}

/// ITCH's times have 48 bits. Without a schedule the day goes on until they are used up.
TEST(VenueDay, ADayEndsWithWarningsBeforeItsTimesBeginAgain) {
    if (is_too_late_in_the_day()) {
        GTEST_SKIP() << "the day would begin another time";
    }
    const support::TemporaryDirectory folder;
    const Clock clock(folder.path() / "clock");
    const auto at_hour = [&](std::int64_t hour) {
        clock.set(Nanos{(hour * 3'600'000 - ms_of_day()) * 1'000'000});
    };
    VenueProcess venue(folder.path(),
                       {.order_entry = "cancel_on_disconnect = false",
                        .tables = "[operator]\naddress = \"127.0.0.1:0\"\n[[operator_user]]\n"
                                  "name = \"OPS\"\npassword = \"O\"\n",
                        .clock = clock.file(),
                        .health_every_ms = 100});
    ASSERT_TRUE(venue.start()) << venue.output();
    OrderClient alice("ALICE", "A");
    ASSERT_TRUE(alice.connect(venue.order_entry()));
    alice.enter({.side = 'B', .qty = 100});
    ASSERT_TRUE(alice.catch_up());
    venue.kill_hard();
    const auto says = [&](const std::string& words) {
        while (!venue.output().contains(words) && venue.process().read_more()) {
        }
        return venue.output().contains(words);
    };
    at_hour(73);
    ASSERT_TRUE(venue.start()) << venue.output();
    EXPECT_TRUE(says("the day has lasted for 73 hours: its session ends after 78"));
    ASSERT_TRUE(alice.connect(venue.order_entry()));
    ASSERT_TRUE(alice.catch_up());
    EXPECT_EQ(alice.open().size(), 1U) << "the day goes on";
    venue.kill_hard();
    at_hour(80);
    ASSERT_TRUE(venue.start()) << venue.output();
    EXPECT_TRUE(says("its session has ended"));
    static_cast<void>(alice.connect(venue.order_entry()));  // and the end comes at once
    ASSERT_TRUE(alice.poll_until([&] { return alice.has_ended(); }));
    EXPECT_EQ(alice.complaint(), "");
    const Said next = run_hotpath("operate -c " + venue.config().string() + " --address " +
                                  venue.operator_port().to_string() + " start-of-day");
    EXPECT_EQ(next.exit_code, 0) << next.output;
    OrderClient bob("BOB", "B");
    ASSERT_TRUE(bob.poll_until([&] { return bob.connect(venue.order_entry()); }));
    bob.enter({.side = 'B', .qty = 100});
    ASSERT_TRUE(bob.catch_up());
    EXPECT_EQ(bob.open().size(), 1U);
    EXPECT_LT(bob.venue_time(), Time{24 * 3'600 * kNanosPerSecond}) << "since its own midnight";
    EXPECT_EQ(venue.stop(), 0) << venue.output();
}

TEST(VenueDay, WhatIsGoodTillCanceledOutlivesTheDayAndARestart) {
    if (is_too_late_in_the_day()) {
        GTEST_SKIP() << "the schedule would go over midnight, UTC";
    }
    const support::TemporaryDirectory folder;
    const std::int64_t begin = ms_of_day();
    VenueProcess venue(folder.path(), {.order_entry = "extensions = true",
                                       .tables = entry(begin + 5'000, "end_of_day")});
    ASSERT_TRUE(venue.start()) << venue.output();
    OrderClient alice("ALICE", "A");
    ASSERT_TRUE(alice.connect(venue.order_entry()));
    alice.enter({.time_in_force = protocols::nasdaq::ouch50::time_in_force::kGtc});
    alice.enter(
        {.time_in_force = protocols::nasdaq::ouch50::time_in_force::kGtc, .stop_price = 510'000});
    alice.enter({.stop_price = 510'000});
    alice.enter({});
    ASSERT_TRUE(alice.catch_up());
    EXPECT_EQ(alice.open().size(), 4U);
    ASSERT_TRUE(alice.poll_until([&] { return alice.open().size() == 2; })) << "the end of the day";
    alice.disconnect();
    ASSERT_EQ(venue.stop(), 0) << venue.output();
    ASSERT_TRUE(venue.start()) << venue.output();
    ASSERT_TRUE(alice.connect(venue.order_entry()));
    ASSERT_TRUE(alice.catch_up());
    EXPECT_EQ(alice.open().size(), 2U);
    alice.cancel(1);
    alice.cancel(2);
    ASSERT_TRUE(alice.catch_up());
    EXPECT_TRUE(alice.open().empty());
    EXPECT_EQ(alice.complaint(), "");
    EXPECT_EQ(venue.stop(), 0);
}

/// The types of a client's replies, as in "SAAC".
std::string types_of(const OrderClient& client) {
    std::string types;
    for (const auto& reply : client.replies()) {
        types += static_cast<char>(reply.front());
    }
    return types;
}

TEST(VenueDay, TheNextDayBeginsInTheSameJournalBehindANightDown) {
    const support::TemporaryDirectory folder;
    const Clock clock(folder / "clock");
    VenueProcess venue(folder.path(), {.order_entry = "extensions = true",
                                       .venue = "between_sessions_ms = 100",
                                       .tables = entry(0, "start_of_day"),
                                       .clock = clock.file()});
    ASSERT_TRUE(venue.start()) << venue.output();
    EXPECT_EQ(venue.state()["day"]["number"], 1);
    EXPECT_EQ(venue.state()["day"]["session"], "HOTPATH");
    OrderClient alice("ALICE", "A");
    ASSERT_TRUE(alice.connect(venue.order_entry()));
    alice.enter({});
    alice.enter({.time_in_force = protocols::nasdaq::ouch50::time_in_force::kGtc});
    ASSERT_TRUE(alice.catch_up());
    EXPECT_EQ(types_of(alice), "SAAQ");
    alice.disconnect();
    venue.kill_hard();
    clock.set({kMsOfDay * 1'000'000});
    ASSERT_TRUE(venue.start()) << venue.output();
    OrderClient today("ALICE", "A");
    ASSERT_TRUE(today.poll_until([&] { return venue.state()["day"]["number"] == 2; }));
    ASSERT_TRUE(today.connect(venue.order_entry()));
    ASSERT_TRUE(today.poll_until([&] { return today.replies().size() == 1; }));
    EXPECT_EQ(types_of(today), "S");
    EXPECT_EQ(venue.stop(), 0) << venue.output();
    const auto state = venue.state();
    EXPECT_EQ(state["day"]["number"], 2);
    EXPECT_EQ(state["day"]["session"], "HOTPATH002");
    EXPECT_EQ(state["venue"]["session_orders"], 1) << "the one that is good till canceled";
    EXPECT_EQ(alice.complaint() + today.complaint(), "");
}

/// `hotpath operate` as the venue's operator types it.
Said operate(const VenueProcess& venue, const std::string& words) {
    return run_hotpath("operate -c " + venue.config().string() + " --address " +
                       venue.operator_port().to_string() + " " + words);
}

constexpr const char* kOperator =
    "[operator]\naddress = \"127.0.0.1:0\"\n[[operator_user]]\nname = \"OPS\"\npassword = \"A\"\n";

TEST(VenueDay, AnOperatorBeginsTheNextDay) {
    const support::TemporaryDirectory folder;
    VenueProcess venue(folder.path(), {.order_entry = "extensions = true",
                                       .venue = "between_sessions_ms = 300",
                                       .tables = kOperator});
    ASSERT_TRUE(venue.start()) << venue.output();
    OrderClient alice("ALICE", "A");
    OrderClient bob("BOB", "B");
    FeedClient feed(venue, 10, 1);
    ASSERT_TRUE(alice.connect(venue.order_entry()) && bob.connect(venue.order_entry()));
    alice.enter({});
    alice.enter({.time_in_force = protocols::nasdaq::ouch50::time_in_force::kGtc});
    bob.enter({.side = 'S',
               .price = 510'000,
               .time_in_force = protocols::nasdaq::ouch50::time_in_force::kGtc});
    ASSERT_TRUE(alice.catch_up() && bob.catch_up());
    const Said begun = operate(venue, "start-of-day");
    EXPECT_EQ(begun.exit_code, 0) << begun.output;
    EXPECT_NE(begun.output.find(": done, 2 instruments\n"), std::string::npos) << begun.output;
    EXPECT_TRUE(alice.poll_until([&] { return alice.has_ended(); }));
    EXPECT_EQ(types_of(alice), "SAAQCS") << "the order of the day, and the day";
    EXPECT_FALSE(alice.connect(venue.order_entry())) << "that session is over";

    OrderClient today("ALICE", "A");
    ASSERT_TRUE(today.connect(venue.order_entry()));
    today.cancel(2);
    ASSERT_TRUE(today.poll_until([&] { return types_of(today) == "SC"; })) << types_of(today);
    const auto state = venue.next_state([&] { feed.poll(); });
    ASSERT_TRUE(feed.poll_until(state["feed"]["next_seq"], "HOTPATH002"))
        << "in whatever order the datagrams of its two lines are read";
    EXPECT_EQ(venue.stop(), 0) << venue.output();
    EXPECT_EQ(venue.state()["day"]["session"], "HOTPATH002");
    EXPECT_EQ(venue.state()["venue"]["book_checksum"], hex(feed.feed().books().checksum()));
    ASSERT_TRUE(venue.start()) << venue.output();
    EXPECT_EQ(venue.state()["day"]["number"], 2);
    EXPECT_EQ(venue.state()["venue"]["session_orders"], 1);
    EXPECT_EQ(venue.stop(), 0);
}

TEST(VenueDay, AnOperatorDrivesIt) {
    const support::TemporaryDirectory folder;
    VenueProcess venue(folder.path(), {.tables = kOperator});
    ASSERT_TRUE(venue.start()) << venue.output();
    OrderClient alice("ALICE", "A");
    OrderClient bob("BOB", "B");
    ASSERT_TRUE(alice.connect(venue.order_entry()));
    ASSERT_TRUE(bob.connect(venue.order_entry()));
    EXPECT_EQ(operate(venue, "collect --all").output,
              "collect orders of all instruments: done, 2 instruments\n");
    alice.enter({.side = 'B', .price = 510'000});
    bob.enter({.side = 'S', .price = 490'000});
    ASSERT_TRUE(alice.catch_up() && bob.catch_up());
    EXPECT_EQ(operate(venue, "indicate AAPL --cross opening").output,
              "indication of the opening cross of AAPL: done, 1 instruments\n");
    const Said early = operate(venue, "resume AAPL");
    EXPECT_EQ(early.exit_code, 1) << early.output;
    EXPECT_EQ(operate(venue, "opening-cross AAPL GOOG --reference 50").exit_code, 0);
    ASSERT_TRUE(alice.poll_until([&] { return alice.fills() == 1; }));
    EXPECT_EQ(operate(venue, "halt AAPL --reason T1").output,
              "halt AAPL, reason T1: done, 1 instruments\n");
    alice.enter({.side = 'B', .price = 500'000});
    ASSERT_TRUE(alice.catch_up());
    EXPECT_EQ(alice.rejects(), 1U);
    EXPECT_EQ(operate(venue, "resume AAPL").exit_code, 0);
    EXPECT_EQ(operate(venue, "bands AAPL --lower 45 --upper 55").exit_code, 0);
    alice.enter({.side = 'B', .price = 560'000});
    alice.enter({.side = 'B', .price = 500'000});
    ASSERT_TRUE(alice.catch_up());
    EXPECT_EQ(alice.rejects(), 2U) << "beyond the band";
    EXPECT_EQ(alice.open().size(), 1U);
    EXPECT_EQ(operate(venue, "cancel-all ALICE").exit_code, 0);
    ASSERT_TRUE(alice.poll_until([&] { return alice.open().empty(); }));
    alice.enter({.side = 'B', .price = 500'000});
    ASSERT_TRUE(alice.catch_up());
    EXPECT_EQ(operate(venue, "closing-cross --all").exit_code, 0);
    EXPECT_EQ(operate(venue, "end-of-day --all").exit_code, 0);
    ASSERT_TRUE(alice.poll_until([&] { return alice.open().empty(); }));
    EXPECT_EQ(operate(venue, "halt IBM").output,
              "halt IBM: unknown instrument\nhotpath operate: some commands were refused: see the "
              "answers above\n");
    EXPECT_EQ(operate(venue, "--user NOUSER halt AAPL").exit_code, 1);
    EXPECT_EQ(operate(venue, "halt").exit_code, 1) << "all of them is said";
    EXPECT_EQ(alice.complaint() + bob.complaint(), "");
    EXPECT_EQ(venue.stop(), 0) << venue.output();
    EXPECT_EQ(venue.state()["day"]["instruments"]["halted"], 2);
}

}  // namespace
}  // namespace hotpath::venue_tests
