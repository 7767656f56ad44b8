// `hotpath demo --telemetry` and `hotpath top` as a new user runs them: top shows what
// the demo did, and one line when no process publishes.
#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/end_to_end/command_line.hpp"

namespace hotpath {
namespace {

using end_to_end::Outcome;
using end_to_end::Workshop;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

class Telemetry : public ::testing::Test {
  protected:
    [[nodiscard]] Outcome demo(std::vector<std::string> more) const {
        std::vector<std::string> arguments{"demo",
                                           "--messages",
                                           "60000",
                                           "--instruments",
                                           "5",
                                           "--report",
                                           workshop_.name("report.html"),
                                           "--json",
                                           workshop_.name("demo.json")};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return workshop_.hotpath(arguments);
    }
    [[nodiscard]] Outcome demo_with_channel() const {
        return demo({"--telemetry", "demo", "--telemetry-folder", workshop_.name("channels")});
    }
    [[nodiscard]] Outcome top(std::vector<std::string> more) const {
        std::vector<std::string> arguments{"top", "demo", "--folder", workshop_.name("channels")};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return workshop_.hotpath(arguments);
    }
    [[nodiscard]] auto demo_json() const { return workshop_.read_json("demo.json"); }
    [[nodiscard]] auto top_json() const { return workshop_.read_json("top.json"); }

    Workshop workshop_;
};

void expect_failure(const Outcome& outcome, const std::string& part) {
    EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr(part));
    EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
}

TEST_F(Telemetry, TopSaysWhatTheDemoSays) {
    ASSERT_EQ(demo_with_channel().exit_code, 0);
    const Outcome outcome = top({"--once", "--json", workshop_.name("top.json")});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("demo market_maker"));
    EXPECT_THAT(outcome.out, Not(HasSubstr("\x1b")));
    const auto said = demo_json();
    const auto seen = top_json();
    ASSERT_EQ(seen["positions"].size(), 1U);
    EXPECT_EQ(seen["positions"][0]["position"], said["position"]);
    EXPECT_EQ(seen["positions"][0]["bought_qty"], said["shares_bought"]);
    EXPECT_EQ(seen["positions"][0]["sold_qty"], said["shares_sold"]);
    EXPECT_EQ(seen["orders"]["executions"], said["executions"]);
    EXPECT_EQ(seen["orders"]["entered"].get<std::uint64_t>() +
                  seen["orders"]["replaced"].get<std::uint64_t>(),
              said["orders_entered"]);
    EXPECT_EQ(seen["trader"]["presence"], "left");
    EXPECT_EQ(seen["observer"]["damaged"], 0);
}

TEST_F(Telemetry, JsonHasExactlyThePromisedKeys) {
    ASSERT_EQ(demo_with_channel().exit_code, 0);
    ASSERT_EQ(top({"--once", "--json", workshop_.name("top.json")}).exit_code, 0);
    const auto json = top_json();
    EXPECT_THAT(
        end_to_end::keys_of(json),
        ElementsAre("channel", "attached", "problem", "trader", "observer", "has_state", "name",
                    "session", "doing", "trading", "drop_copy", "feed", "orders", "money", "queues",
                    "events", "rates", "stages_ns", "positions", "positions_not_shown"));
    EXPECT_THAT(end_to_end::keys_of(json["stages_ns"]["all"]),
                ElementsAre("decode", "book", "decide", "risk", "encode", "tx", "rx to encode",
                            "rx to tx", "no order"));
    EXPECT_THAT(end_to_end::keys_of(json["stages_ns"]["all"]["tx"]),
                ElementsAre("count", "p50", "p90", "p99", "p99.9", "max"));
    EXPECT_THAT(
        end_to_end::keys_of(json["rates"]["10s"]),
        ElementsAre("span_ns", "packets", "messages", "events", "orders", "cancels", "executions"));
}

TEST_F(Telemetry, WatchedOrNotTheDemoSendsTheSameBytes) {
    ASSERT_EQ(demo({}).exit_code, 0);
    const auto unwatched = demo_json()["outputs_hash"];
    ASSERT_EQ(demo_with_channel().exit_code, 0);
    EXPECT_EQ(demo_json()["outputs_hash"], unwatched);
}

TEST_F(Telemetry, ADemoAfterADemoUsesTheSameChannel) {
    ASSERT_EQ(demo_with_channel().exit_code, 0);
    ASSERT_EQ(top({"--once", "--json", workshop_.name("top.json")}).exit_code, 0);
    const auto first = top_json();
    ASSERT_EQ(demo_with_channel().exit_code, 0);
    ASSERT_EQ(top({"--once", "--json", workshop_.name("top.json")}).exit_code, 0);
    EXPECT_GT(top_json()["session"], first["session"]);
    EXPECT_EQ(top_json()["orders"], first["orders"]);
    EXPECT_EQ(top_json()["trader"]["epoch"], 2);
}

TEST_F(Telemetry, WhatCannotBeDoneIsOneLine) {
    expect_failure(top({"--once"}), "channels: cannot be opened");
    expect_failure(workshop_.hotpath({"top", "a/b", "--once"}), "a/b");
    ASSERT_EQ(demo_with_channel().exit_code, 0);
    expect_failure(top({}), "must be a terminal: use --once, or --json FILE");
    EXPECT_EQ(workshop_.hotpath({"top"}).exit_code, 2);
}

#if !defined(HOTPATH_TRACING)
TEST_F(Telemetry, ABuildWithoutTracesSaysHowToGetThem) {
    expect_failure(demo({"--trace", workshop_.name("trace.json")}), "-DHOTPATH_TRACING=ON");
}
#else
TEST_F(Telemetry, TheTraceOfADemoHasItsScopes) {
    ASSERT_EQ(demo({"--trace", workshop_.name("trace.json")}).exit_code, 0);
    const std::string trace = workshop_.read("trace.json");
    for (const char* scope : {"packet", "reply", "decide", "send"}) {
        EXPECT_THAT(trace, HasSubstr(std::string("\"name\":\"") + scope + '"'));
    }
    EXPECT_FALSE(workshop_.read_json("trace.json").empty());
}
#endif

}  // namespace
}  // namespace hotpath
