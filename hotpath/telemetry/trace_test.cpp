// Scopes of this file are on, in any build (HOTPATH_TRACING is defined for it).
#include "hotpath/telemetry/trace.hpp"

#include <map>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "hotpath/telemetry/chrome_trace.hpp"
#include "hotpath/telemetry/trace_log.hpp"
#include "tests/support/no_alloc_scope.hpp"

namespace hotpath::telemetry {
namespace {

void inner() {
    HOTPATH_TRACE("inner");
}

void outer() {
    HOTPATH_TRACE("outer");
    inner();
    inner();
}

struct Drained {
    std::string thread;
    std::string name;
    std::uint64_t begin;
    std::uint64_t end;
};

std::vector<Drained> drain(TraceLog& log) {
    std::vector<Drained> events;
    log.drain([&](const TraceTrack& track, const TraceEvent& event) {
        events.push_back({track.thread(), event.name, event.begin_ticks, event.end_ticks});
    });
    return events;
}

TEST(Trace, ScopesAreToldWithTheirThreadAndNested) {
    TraceLog log(64);
    const auto traced = log.attach_this_thread("main");
    outer();
    const auto events = drain(log);
    ASSERT_EQ(events.size(), 3U);
    EXPECT_EQ(events[0].name, "inner");
    EXPECT_EQ(events[2].name, "outer");
    EXPECT_EQ(events[2].thread, "main");
    EXPECT_LE(events[2].begin, events[0].begin);
    EXPECT_LE(events[0].begin, events[0].end);
    EXPECT_LE(events[0].end, events[1].begin);
    EXPECT_LE(events[1].end, events[2].end);
}

TEST(Trace, AThreadThatIsNotAttachedTracesNothing) {
    TraceLog log(64);
    {
        const auto traced = log.attach_this_thread("main");
    }
    outer();
    std::thread([] { outer(); }).join();
    EXPECT_TRUE(drain(log).empty());
}

TEST(Trace, AFullRingDropsCountsAndGoesOn) {
    TraceLog log(8);
    const auto traced = log.attach_this_thread("main");
    for (int n = 0; n < 20; ++n) {
        inner();
    }
    EXPECT_EQ(drain(log).size() + log.dropped(), 20U);
    EXPECT_GE(log.dropped(), 12U);
    inner();
    EXPECT_EQ(drain(log).size(), 1U);
}

TEST(Trace, LeavingAScopeAllocatesNothing) {
    TraceLog log(64);
    const auto traced = log.attach_this_thread("main");
    const NoAllocScope scope;
    for (int n = 0; n < 100; ++n) {
        outer();
    }
    EXPECT_EQ(scope.allocations(), 0U);
}

TEST(Trace, AnotherThreadDrainsWhileTheyRun) {
    TraceLog log(1'024);
    constexpr std::uint64_t kScopes = 20'000;
    std::atomic<int> running{2};
    std::vector<std::thread> threads;
    for (const char* name : {"one", "two"}) {
        threads.emplace_back([&, name] {
            const auto traced = log.attach_this_thread(name);
            for (std::uint64_t n = 0; n < kScopes; ++n) {
                inner();
            }
            --running;
        });
    }
    std::map<std::string, std::uint64_t> seen;
    std::map<std::string, std::uint64_t> last_end;
    for (bool last = false; !last;) {
        last = running == 0;
        for (const Drained& event : drain(log)) {
            EXPECT_LE(last_end[event.thread], event.begin);
            last_end[event.thread] = event.end;
            ++seen[event.thread];
        }
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(seen["one"] + seen["two"] + log.dropped(), 2 * kScopes);
}

TEST(ChromeTrace, IsTheJsonThatViewersOpen) {
    TraceLog log(64);
    const auto traced = log.attach_this_thread("en\"gine");
    this_thread_track->write({1'000, 4'500, "packet"});
    this_thread_track->write({2'001, 2'002, "decide\n"});
    ChromeTrace trace(timing::TickScale{}, 1'000);
    std::string text;
    log.drain([&](const TraceTrack& track, const TraceEvent& event) {
        trace.append(track, event, text);
    });
    trace.finish(text);
    const auto json = nlohmann::json::parse(text);
    ASSERT_EQ(json.size(), 3U);
    EXPECT_EQ(json[0]["ph"], "M");
    EXPECT_EQ(json[0]["args"]["name"], "en?gine");
    EXPECT_EQ(json[1]["name"], "packet");
    EXPECT_EQ(json[1]["ph"], "X");
    EXPECT_EQ(json[1]["ts"], 0.0);
    EXPECT_EQ(json[1]["dur"], 3.5);
    EXPECT_EQ(json[2]["name"], "decide?");
    EXPECT_EQ(json[2]["ts"], 1.001);
    EXPECT_EQ(json[2]["dur"], 0.001);
    EXPECT_EQ(json[2]["tid"], json[0]["tid"]);
}

TEST(ChromeTrace, OfNothingIsJsonToo) {
    std::string text;
    ChromeTrace(timing::TickScale{}, 0).finish(text);
    EXPECT_TRUE(nlohmann::json::parse(text).empty());
}

}  // namespace
}  // namespace hotpath::telemetry
