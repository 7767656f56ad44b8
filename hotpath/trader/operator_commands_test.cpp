// Operator commands to a trader, at a whole venue: each command has its answer and its effect, and
// only an operator opens what was stopped.
#include "hotpath/trader/operator_commands.hpp"

#include <gtest/gtest.h>

#include "tests/support/trader_world.hpp"

namespace hotpath::trader {
namespace {

using support::TraderWorld;

constexpr Nanos kSecond{kNanosPerSecond};

TraderOptions with_overrides() {
    TraderOptions options = support::trader_at_the_venue();
    options.engine.limits.order_qty_max = {50};  // below the strategy's 100
    options.overrides = {.limits = options.engine.limits, .duration_max = {10 * kNanosPerSecond}};
    options.overrides.limits->order_qty_max = {100};
    options.configuration = 0xfeed;
    return options;
}

class Operators : public testing::Test {
  protected:
    OperatorAnswer report(OperatorAction action, std::string_view symbol = "",
                          std::string_view by = "OPS", Nanos duration = {}) {
        OperatorCommand command{
            .action = action, .by = protocols::to_alpha<6>(by), .duration = duration};
        if (!symbol.empty()) {
            command.symbol = *Symbol::from(symbol);
        }
        return world.trader().on_operator(command, world.venue.now);
    }
    void begin() {
        world.make_market();
        world.advance_ms(500);
        ASSERT_EQ(world.open_orders(), 2U);
    }
    [[nodiscard]] std::size_t open_at_venue() {
        return world.venue.server.log().exchange().session_orders({0});
    }
    /// The market moves, and the strategy would quote.
    void stir() {
        world.make_market();
        world.advance_ms(200);
    }

    TraderWorld world;
};

TEST_F(Operators, StatusTellsAndChangesNothing) {
    begin();
    const OperatorAnswer answer = report(OperatorAction::Status);
    EXPECT_EQ(answer.status, OperatorStatus::Done);
    EXPECT_EQ(answer.mode, risk::TradingMode::Open);
    EXPECT_EQ(answer.open_orders, 2U);
    EXPECT_FALSE(answer.is_stale);
    EXPECT_EQ(answer.time, world.venue.now);
    world.run_until_idle();
    EXPECT_EQ(open_at_venue(), 2U);
}

TEST_F(Operators, AKillHoldsUntilAnOperatorOpens) {
    begin();
    EXPECT_EQ(report(OperatorAction::Kill).mode, risk::TradingMode::Killed);
    stir();
    EXPECT_EQ(open_at_venue(), 0U);
    EXPECT_EQ(report(OperatorAction::Status).reason, risk::StopReason::Operator);
    EXPECT_EQ(report(OperatorAction::ReduceOnly).mode, risk::TradingMode::Killed) << "the stricter";
    const OperatorAnswer opened = report(OperatorAction::Resume);
    EXPECT_EQ(opened.status, OperatorStatus::Done);
    EXPECT_EQ(opened.mode, risk::TradingMode::Open);
    stir();
    EXPECT_EQ(open_at_venue(), 2U);
}

TEST_F(Operators, ATraderThatStopsIsNotResumed) {
    begin();
    world.trader().stop(world.venue.now);
    const OperatorAnswer answer = report(OperatorAction::Resume);
    EXPECT_EQ(answer.status, OperatorStatus::StillStopped);
    EXPECT_EQ(answer.mode, risk::TradingMode::Killed);
    EXPECT_TRUE(answer.is_stopping);
    stir();
    EXPECT_EQ(open_at_venue(), 0U);
    EXPECT_TRUE(world.trader().is_stopped());
}

TEST_F(Operators, ReducingOnlyCancelsAndLetsNothingButReducingOrdersThrough) {
    begin();
    world.other_takes('S', 60);
    world.run_until_idle();
    ASSERT_EQ(world.position(), 60);
    EXPECT_EQ(report(OperatorAction::ReduceOnly).mode, risk::TradingMode::ReducingOnly);
    stir();
    for (const ClOrdId id : world.trader().engine().orders().open_orders()) {
        EXPECT_EQ(world.trader().engine().orders().find(id)->side, Side::Sell);
    }
}

TEST_F(Operators, ACauseThatStillHoldsStopsAgainAtOnce) {
    begin();
    world.cut(Port::DropCopy);
    world.tamper = [](Port port, MutableBytes) { return port != Port::DropCopy; };
    world.other_takes('S', 60);
    world.advance_ms(31'000);
    ASSERT_TRUE(world.trader().engine().is_killed());
    const OperatorAnswer answer = report(OperatorAction::Resume);
    EXPECT_EQ(answer.status, OperatorStatus::StillStopped);
    EXPECT_EQ(answer.mode, risk::TradingMode::Killed);
    EXPECT_EQ(answer.reason, risk::StopReason::Disagreement);
}

TEST_F(Operators, CancelPullsOneInstrumentUntilTradingIsOpened) {
    begin();
    EXPECT_EQ(report(OperatorAction::Cancel, "IBM").status, OperatorStatus::UnknownInstrument);
    EXPECT_EQ(report(OperatorAction::Cancel, "AAPL").status, OperatorStatus::Done);
    world.run_until_idle();
    EXPECT_EQ(open_at_venue(), 0U);
    stir();
    EXPECT_EQ(open_at_venue(), 0U);
    EXPECT_EQ(report(OperatorAction::Resume).status, OperatorStatus::Done);
    stir();
    EXPECT_EQ(open_at_venue(), 2U);
}

TEST_F(Operators, AGapIsAcceptedOnlyWhereThereIsOne) {
    begin();
    EXPECT_EQ(report(OperatorAction::AcceptGap).status, OperatorStatus::NothingToAccept);
    TraderOptions options = support::trader_at_the_venue();
    options.engine.feed.requests.attempts_max = 0;
    options.engine.feed.has_snapshots = false;
    TraderWorld lossy(options);
    lossy.make_market();
    lossy.advance_ms(500);
    lossy.loses = [](feed::Line) { return true; };
    lossy.other_enters('B', 498'000, 100);
    lossy.run_until_idle();
    lossy.loses = [](feed::Line) { return false; };
    lossy.other_enters('B', 498'100, 100);
    lossy.advance_ms(100);
    ASSERT_TRUE(lossy.trader().engine().is_stale());
    const OperatorAnswer answer =
        lossy.trader().on_operator({.action = OperatorAction::AcceptGap}, lossy.venue.now);
    EXPECT_EQ(answer.status, OperatorStatus::Done);
    EXPECT_FALSE(answer.is_stale);
}

TEST_F(Operators, WhyItWasStoppedIsWhatTheCommandSays) {
    EXPECT_EQ(stop_reason_of({.origin = OperatorOrigin::Operator}), risk::StopReason::Operator);
    EXPECT_EQ(stop_reason_of({.origin = OperatorOrigin::Signal}), risk::StopReason::Operator);
    EXPECT_EQ(stop_reason_of({.origin = OperatorOrigin::Absence}), risk::StopReason::Heartbeat);
    EXPECT_EQ(stop_reason_of({.origin = OperatorOrigin::Restart, .reason = risk::StopReason::Loss}),
              risk::StopReason::Loss);
    const OperatorAnswer answer =
        world.trader().on_operator({.action = OperatorAction::Kill,
                                    .origin = OperatorOrigin::Restart,
                                    .reason = risk::StopReason::RepeatedExecutions},
                                   world.venue.now);
    EXPECT_EQ(answer.reason, risk::StopReason::RepeatedExecutions);
    stir();
    stir();
    EXPECT_EQ(open_at_venue(), 0U) << "stopped before it began";
}

TEST_F(Operators, AnOrderlyStopIsNoKill) {
    begin();
    world.trader().stop(world.venue.now);
    EXPECT_EQ(report(OperatorAction::Status).reason, risk::StopReason::ShutDown);
}

// ---- an override

TEST(Overrides, TwoOperatorsWidenALimitUntilItsTimeIsOver) {
    TraderWorld world(with_overrides());
    const auto ask = [&](std::string_view by, Nanos duration) {
        return world.trader().on_operator({.action = OperatorAction::Override,
                                           .symbol = *Symbol::from("AAPL"),
                                           .by = protocols::to_alpha<6>(by),
                                           .duration = duration},
                                          world.venue.now);
    };
    const auto stir = [&] {
        world.make_market();
        world.advance_ms(100);
    };
    stir();
    stir();
    ASSERT_EQ(world.open_orders(), 0U) << "its quotes are too large";
    EXPECT_EQ(ask("ONE", {10 * kNanosPerSecond + 1}).status, OperatorStatus::NotAllowed);
    const OperatorAnswer first = ask("ONE", {5 * kNanosPerSecond});
    EXPECT_EQ(first.status, OperatorStatus::NeedsSecond);
    EXPECT_EQ(first.configuration, 0xfeedU);
    EXPECT_EQ(ask("ONE", {5 * kNanosPerSecond}).status, OperatorStatus::NeedsSecond);
    EXPECT_EQ(ask("TWO", {4 * kNanosPerSecond}).status, OperatorStatus::NeedsSecond) << "another";
    EXPECT_EQ(ask("ONE", {4 * kNanosPerSecond}).status, OperatorStatus::Done);
    stir();
    world.advance_ms(1'000);
    stir();
    EXPECT_EQ(world.open_orders(), 2U);
    const std::uint64_t refused =
        world.trader().engine().gateway().counters().rejected_by_risk[static_cast<std::size_t>(
            risk::RejectReason::OrderQty)];
    world.advance_ms(4'000);
    world.other_takes('S', 100);
    world.advance_ms(2'000);
    stir();
    EXPECT_GT(
        world.trader().engine().gateway().counters().rejected_by_risk[static_cast<std::size_t>(
            risk::RejectReason::OrderQty)],
        refused)
        << "it has expired";
}

TEST(Overrides, TheSecondComesInTimeOrIsTheFirst) {
    TraderWorld world(with_overrides());
    const auto ask = [&](std::string_view by, Nanos after) {
        world.venue.now = world.venue.now + after;
        return world.trader()
            .on_operator({.action = OperatorAction::Override,
                          .symbol = *Symbol::from("AAPL"),
                          .by = protocols::to_alpha<6>(by),
                          .duration = kSecond},
                         world.venue.now)
            .status;
    };
    world.make_market();
    world.run_until_idle();
    EXPECT_EQ(ask("ONE", {}), OperatorStatus::NeedsSecond);
    EXPECT_EQ(ask("TWO", {60 * kNanosPerSecond + 1}), OperatorStatus::NeedsSecond);
    EXPECT_EQ(ask("ONE", {60 * kNanosPerSecond}), OperatorStatus::Done);
    EXPECT_EQ(ask("TWO", {}), OperatorStatus::NeedsSecond) << "each is for one override";
}

TEST(Overrides, AreNotThereUnlessConfiguredAndValid) {
    TraderWorld world;
    world.make_market();
    world.run_until_idle();
    EXPECT_EQ(world.trader()
                  .on_operator({.action = OperatorAction::Override,
                                .symbol = *Symbol::from("AAPL"),
                                .duration = kSecond},
                               world.venue.now)
                  .status,
              OperatorStatus::NotAllowed);
    EXPECT_TRUE(validate(with_overrides().overrides));
    OverrideOptions options = with_overrides().overrides;
    options.duration_max = {};
    EXPECT_FALSE(validate(options));
    options = with_overrides().overrides;
    options.limits->position_max = {0};
    EXPECT_FALSE(validate(options));
}

}  // namespace
}  // namespace hotpath::trader
