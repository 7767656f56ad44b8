// The tables of a recorded session: what is written is read back, and a wrong line is named.
#include "hotpath/backtest/live/live_tables.hpp"

#include <fstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/backtest/live/latency_file.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::backtest {
namespace {

using sim::session::LiveEvents;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class LiveTables : public ::testing::Test {
  protected:
    [[nodiscard]] Expected<LiveEvents> events_of(const std::string& text) const {
        std::ofstream(folder_ / "events.csv") << text;
        return read_live_events(folder_ / "events.csv");
    }
    [[nodiscard]] std::string refusal_of(const std::string& lines) const {
        const auto events = events_of("at_ns,event\n" + lines);
        return events ? "" : events.error().message;
    }

    support::TemporaryDirectory folder_;
};

TEST_F(LiveTables, EventsThatAreWrittenAreReadBack) {
    const LiveEvents events{.timers = {{100}, {100}, {250}},
                            .opened = Time{50},
                            .stopped = Time{300},
                            .ended = Time{400}};
    const auto again = events_of(events_text(events));
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->timers, events.timers);
    EXPECT_EQ(again->opened, events.opened);
    EXPECT_EQ(again->stopped, events.stopped);
    EXPECT_EQ(again->ended, events.ended);
}

TEST_F(LiveTables, EventsThatAreNotThereAreNone) {
    const auto again = events_of(events_text({}));
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_TRUE(again->timers.empty());
    EXPECT_FALSE(again->opened || again->stopped || again->ended);
}

TEST_F(LiveTables, EachEventIsALine) {
    EXPECT_EQ(events_text({.timers = {{7}, {9}}, .opened = Time{5}}),
              "at_ns,event\n5,open\n7,timer\n9,timer\n");
}

TEST_F(LiveTables, AWrongLineIsNamed) {
    for (const char* line : {"5,opens\n", "open\n", "-1,open\n", "5,open\n6,open\n",
                             "9,timer\n8,timer\n", "5;timer\n", "5,timer,\n"}) {
        EXPECT_THAT(refusal_of(line), HasSubstr("events.csv: line ")) << line;
        EXPECT_THAT(refusal_of(line), HasSubstr("must be TIME,timer with ascending times")) << line;
    }
    EXPECT_THAT(refusal_of("5,timer\n6,timer\n5,timer\n"), HasSubstr("line 4 "));
}

TEST_F(LiveTables, AFileWithoutItsHeaderIsRefused) {
    for (const char* text : {"", "5,timer\n", "at_ns;event\n5,timer\n"}) {
        const auto events = events_of(text);
        ASSERT_FALSE(events) << text;
        EXPECT_THAT(events.error().message, HasSubstr("line 1 must be \"at_ns,event\", got \""));
    }
    EXPECT_FALSE(read_live_events(folder_ / "none.csv"));
}

TEST_F(LiveTables, SamplesAreWhatTheLatencyFileReads) {
    const std::vector<LiveMessage> messages{{.sent = {100}, .received = {130}},
                                            {.sent = {200}, .received = {210}}};
    EXPECT_EQ(samples_text(messages), "send_ns,receive_ns\n100,130\n200,210\n");
    std::ofstream(folder_ / "feed.csv") << samples_text(messages);
    const auto samples = read_latency_file(folder_ / "feed.csv");
    ASSERT_TRUE(samples) << samples.error().message;
    ASSERT_EQ(samples->size(), 2U);
    EXPECT_EQ((*samples)[0].sent, Time{100});
    EXPECT_EQ((*samples)[0].latency, Nanos{30});
    EXPECT_EQ((*samples)[1].latency, Nanos{10});
}

TEST_F(LiveTables, AMessageOfUnknownArrivalHasTheLatencyBeforeIt) {
    const std::vector<LiveMessage> messages{{.sent = {100}, .received = {130}}, {.sent = {200}}};
    EXPECT_EQ(samples_text(messages), "send_ns,receive_ns\n100,130\n200,230\n");
}

}  // namespace
}  // namespace hotpath::backtest
