// A run begins with the ready line, rests without input and ends badly with an error.
#include "hotpath/live/run/course.hpp"

#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/timing/day_clock.hpp"

namespace hotpath::live {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

[[nodiscard]] TradeConfig some_config() {
    TradeConfig config;
    config.account = "ALICE";
    config.trader.engine.symbols = {*Symbol::from("AAPL"), *Symbol::from("MSFT")};
    return config;
}

TEST(Course, TheReadyLineSaysWhatIsNotProtected) {
    TradeConfig config = some_config();
    EXPECT_THAT(ready_text(config), HasSubstr("trades AAPL, MSFT as ALICE at "));
    EXPECT_THAT(ready_text(config), HasSubstr("NO DROP COPY: positions are not reconciled"));
    EXPECT_THAT(ready_text(config), EndsWith("NO JOURNAL: a stop ends with this process\n"));
    config.drop_copy = config.order_entry;
    config.journal.emplace();
    EXPECT_THAT(ready_text(config), Not(HasSubstr("NO ")));
}

TEST(Course, TheReadyLineNamesBothVenues) {
    TradeConfig config = some_config();
    config.second.emplace().account = "BOB";
    EXPECT_THAT(ready_text(config), HasSubstr(" and as BOB at "));
}

TEST(Course, OnlyAThreadThatWaitsSleeps) {
    auto waiter = net::Waiter::create();
    ASSERT_TRUE(waiter);
    rest(Idle::Poll, *waiter, Nanos{3'600 * kNanosPerSecond});
    rest(Idle::Yield, *waiter, Nanos{3'600 * kNanosPerSecond});
    const std::int64_t begun = timing::monotonic_ns();
    rest(Idle::Wait, *waiter, Nanos{2'000'000});
    EXPECT_GE(timing::monotonic_ns() - begun, 1'000'000);
    rest(Idle::Wait, *waiter, Nanos{-5});  // a deadline that has passed
}

/// Says how many steps a rehearsal takes.
struct RehearsedTrader {
    [[nodiscard]] bool warm_step() { return ++steps % 3 == 0; }
    int steps = 0;
};

TEST(Course, ARehearsalIsAStepATurnAndThenPauses) {
    RehearsedTrader trader;
    Warmth warmth{Nanos{100}};
    EXPECT_TRUE(warmth.is_due({0}));
    warmth.play({0}, trader, false);
    EXPECT_EQ(trader.steps, 1);
    EXPECT_TRUE(warmth.is_due({1}));
    warmth.play({1}, trader, true);
    EXPECT_EQ(trader.steps, 3) << "a loop with few turns plays the whole of it";
    EXPECT_FALSE(warmth.is_due({100}));
    EXPECT_TRUE(warmth.is_due({101}));
    EXPECT_FALSE(Warmth{Nanos{}}.is_due({101})) << "0: no rehearsals";
}

TEST(Course, AnEndInOrderIsNoError) {
    TradeStatus status;
    status.is_settled = true;
    EXPECT_TRUE(judge_end(status, TradeStatus{}));
    status.is_settled = false;
    status.open_orders = 3;
    const auto open = judge_end(status, TradeStatus{});
    ASSERT_FALSE(open);
    EXPECT_EQ(open.error().message, "3 orders are open or in doubt: no answer from the venue");
}

TEST(Course, AStopThatNoOperatorWantedIsTheError) {
    TradeStatus stopped;
    stopped.mode = risk::TradingMode::Killed;
    stopped.stop_reason = risk::StopReason::Journal;
    TradeStatus settled;
    settled.is_settled = true;
    const auto early = judge_end(settled, stopped);
    ASSERT_FALSE(early);
    EXPECT_THAT(early.error().message, HasSubstr("trading was stopped early: "));
    stopped.stop_reason = risk::StopReason::Operator;
    EXPECT_TRUE(judge_end(settled, stopped));
}

TEST(Course, SymbolsAreJoined) {
    const std::array symbols{*Symbol::from("AAPL"), *Symbol::from("MSFT")};
    EXPECT_EQ(joined(symbols), "AAPL, MSFT");
    EXPECT_EQ(joined({}), "");
}

}  // namespace
}  // namespace hotpath::live
