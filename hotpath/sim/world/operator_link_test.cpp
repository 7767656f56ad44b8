// An operator's commands in a world, and the observers of what they stop: each is given a fault.

#include "hotpath/sim/world/operator_link.hpp"

#include <string>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/replies.hpp"
#include "hotpath/protocols/nasdaq/ouch50/requests.hpp"
#include "hotpath/sim/world/observer.hpp"
#include "hotpath/sim/world/risk_observer.hpp"

namespace hotpath::sim::world {
namespace {

namespace ouch50 = protocols::nasdaq::ouch50;
using trader::OperatorAction;
using trader::OperatorCommand;
using trader::OperatorStatus;

constexpr Time kCommandedAt{34'200'000'000'000};

[[nodiscard]] int invariant_of(const Verdict& verdict) {
    return verdict.finding() ? static_cast<int>(verdict.finding()->invariant) : 0;
}

struct OperatorLinks : testing::Test {
    CommandFate command(const OperatorCommand& command, std::size_t bytes_max) {
        return link.command(command, bytes_max, *host, random, kCommandedAt);
    }

    WorldOptions options = draw_world(1);
    std::unique_ptr<TraderHost> host = *TraderHost::create(options, 0);
    Random random{7};
    OperatorLink link;
};

TEST_F(OperatorLinks, ACommandIsCarriedOutOnceAndAnswered) {
    const CommandFate fate = command({.action = OperatorAction::Kill}, OperatorLink::kAll);
    EXPECT_TRUE(fate.has_arrived);
    EXPECT_EQ(fate.carried_out, 1U);
    ASSERT_TRUE(fate.answer.has_value());
    EXPECT_EQ(fate.answer->mode, risk::TradingMode::Killed);
    EXPECT_TRUE(host->at(0).view().is_killed);
}

TEST_F(OperatorLinks, AConnectionThatBreaksAtAnyByteCarriesNothingOut) {
    std::size_t bytes = 0;
    CommandFate fate = command({.action = OperatorAction::Kill}, bytes);
    while (!fate.has_arrived && bytes < 1'000) {
        EXPECT_EQ(fate.carried_out, 0U) << bytes;
        EXPECT_FALSE(fate.answer.has_value()) << bytes;
        EXPECT_FALSE(host->at(0).view().is_killed) << bytes;
        fate = command({.action = OperatorAction::Kill}, ++bytes);
    }
    EXPECT_EQ(bytes, 84U) << "a login and a command";
    EXPECT_EQ(fate.carried_out, 1U);
}

TEST_F(OperatorLinks, ATraderWhoseInputIsNotRecordedDoesNotTradeAgain) {
    host->set_journal_room(false);
    host->at(0).on_timer(kCommandedAt);
    EXPECT_TRUE(host->at(0).view().is_killed);
    EXPECT_EQ(host->at(0).view().stop_reason, risk::StopReason::Journal);
    host->set_journal_room(true);
    const CommandFate fate = command({.action = OperatorAction::Resume}, OperatorLink::kAll);
    ASSERT_TRUE(fate.answer.has_value());
    EXPECT_EQ(fate.answer->status, OperatorStatus::StillStopped);
    EXPECT_TRUE(host->at(0).view().is_killed);
}

// ---- what a trader sends after a command

struct StopObserverTest : testing::Test {
    void sends(std::uint32_t number, std::uint16_t instrument, char side) {
        ouch50::EnterOrder m;
        m.store_user_ref_num(number);
        m.store_side(side);
        m.store_quantity(10);
        m.store_symbol(symbol_of({instrument}));
        m.store_price(500'000);
        observer.on_request(m.bytes(), kCommandedAt);
    }
    void holds(std::uint32_t qty) {
        ouch50::OrderAccepted accepted;
        accepted.store_user_ref_num(100);
        accepted.store_side(ouch50::side::kBuy);
        accepted.store_quantity(qty);
        accepted.store_symbol(symbol_of({1}));
        accepted.store_order_state(ouch50::order_state::kLive);
        observer.on_reply(accepted.bytes());
        ouch50::OrderExecuted executed;
        executed.store_user_ref_num(100);
        executed.store_quantity(qty);
        executed.store_price(500'000);
        executed.store_match_number(7);
        observer.on_reply(executed.bytes());
    }

    Verdict verdict;
    RiskObserver observer{"trader", trader_engine_options(), verdict};
};

TEST_F(StopObserverTest, AnOrderAfterAKillIsFound) {
    observer.on_command({.action = OperatorAction::Kill});
    observer.on_command({.action = OperatorAction::Resume});
    sends(1, 1, ouch50::side::kBuy);
    EXPECT_EQ(invariant_of(verdict), 0);
    observer.on_command({.action = OperatorAction::Kill});
    sends(2, 1, ouch50::side::kBuy);
    EXPECT_EQ(invariant_of(verdict), 6);
}

TEST_F(StopObserverTest, AnOrderOfACanceledInstrumentIsFound) {
    observer.on_command({.action = OperatorAction::Cancel, .symbol = symbol_of({2})});
    sends(1, 1, ouch50::side::kBuy);
    EXPECT_EQ(invariant_of(verdict), 0) << "another instrument";
    sends(2, 2, ouch50::side::kBuy);
    EXPECT_EQ(invariant_of(verdict), 6);
}

TEST_F(StopObserverTest, OnlyOrdersThatReduceAPositionMayFollowReduceOnly) {
    holds(15);
    observer.on_command({.action = OperatorAction::ReduceOnly});
    sends(1, 1, ouch50::side::kSell);
    EXPECT_EQ(invariant_of(verdict), 0) << "15 to 5";
    sends(2, 1, ouch50::side::kSellShort);
    EXPECT_EQ(invariant_of(verdict), 6) << "15 to -5, when both execute";
}

// ---- what becomes of a command

struct CommandObserverTest : testing::Test {
    CommandObserverTest() { observer.on_trader_started(0); }

    void was(OperatorAction action, const CommandFate& fate) {
        observer.on_command(0, {.action = action}, fate);
    }
    [[nodiscard]] static CommandFate answered(OperatorStatus status, risk::TradingMode mode) {
        return {.has_arrived = true,
                .carried_out = 1,
                .answer = trader::OperatorAnswer{.status = status, .mode = mode}};
    }

    WorldOptions options = draw_world(1);
    Verdict verdict;
    Observer observer{options, 0, verdict};
};

TEST_F(CommandObserverTest, ACommandThatDidNotArriveIsNotCarriedOut) {
    was(OperatorAction::Kill, {});
    EXPECT_EQ(invariant_of(verdict), 0);
    was(OperatorAction::Kill, {.has_arrived = false, .carried_out = 1, .answer = {}});
    EXPECT_EQ(invariant_of(verdict), 12);
}

TEST_F(CommandObserverTest, ACommandCarriedOutTwiceIsFound) {
    CommandFate fate = answered(OperatorStatus::Done, risk::TradingMode::Killed);
    fate.carried_out = 2;
    was(OperatorAction::Kill, fate);
    EXPECT_EQ(invariant_of(verdict), 12);
}

TEST_F(CommandObserverTest, AnAnswerThatSaysDoneMustBeRight) {
    was(OperatorAction::Kill, answered(OperatorStatus::Done, risk::TradingMode::Killed));
    was(OperatorAction::ReduceOnly, answered(OperatorStatus::Done, risk::TradingMode::Killed));
    was(OperatorAction::Resume, answered(OperatorStatus::StillStopped, risk::TradingMode::Killed));
    EXPECT_EQ(invariant_of(verdict), 0);
    was(OperatorAction::Resume, answered(OperatorStatus::Done, risk::TradingMode::Killed));
    EXPECT_EQ(invariant_of(verdict), 6);
}

}  // namespace
}  // namespace hotpath::sim::world
