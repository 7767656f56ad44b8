// A trader whose orders go over FIX, at a venue in the same thread: its positions against the drop
// copy, and the kill switch, whatever the connection does.

#include <gtest/gtest.h>

#include "hotpath/trader/trader.hpp"
#include "hotpath/wire/dropcopy/reply_copy.hpp"
#include "hotpath/wire/ouch50/replies.hpp"
#include "tests/support/fix_trader_world.hpp"

namespace hotpath::trader {
namespace {

using support::TraderWorld;

class FixTrader : public testing::TestWithParam<const char*> {
  protected:
    FixTrader() : world(support::fix_trader_at_the_venue(GetParam()), venue_options()) {}

    static exchange::VenueServerOptions venue_options() {
        exchange::VenueServerOptions options = support::venue_of_fix_traders(GetParam());
        options.cancel_on_disconnect_after = kForever;
        return options;
    }
    [[nodiscard]] std::size_t open_at_venue() {
        return world.venue.server.log().exchange().session_orders({0});
    }
    void expect_agreement() {
        const Reconciliation& both = *world.trader().reconciliation();
        EXPECT_EQ(both.finding(), Finding::Agrees) << name(both.finding());
        EXPECT_TRUE(both.is_settled());
        EXPECT_EQ(both.position(*Symbol::from("AAPL")).value, world.position());
    }
    void trade_both_ways() {
        world.make_market();
        world.advance_ms(500);
        world.other_takes('S', 60);
        world.advance_ms(500);
        world.other_takes('B', 25);
        world.advance_ms(500);
    }
    OperatorAnswer command(OperatorAction action) {
        return world.trader().on_operator({.action = action}, world.venue.now);
    }

    TraderWorld world;
};

TEST_P(FixTrader, ItsPositionsAgreeWithTheDropCopy) {
    trade_both_ways();
    ASSERT_NE(world.position(), 0);
    EXPECT_GE(world.trader().reconciliation()->agreed(), 2U);
    expect_agreement();
}

TEST_P(FixTrader, TheyAgreeThroughBrokenConnectionsAndACrashOfTheVenue) {
    trade_both_ways();
    world.cut(Port::OrderEntry);
    world.other_takes('S', 10);
    world.advance_ms(2'000);
    trade_both_ways();
    world.cut(Port::DropCopy);
    trade_both_ways();
    world.restart_venue(world.durable());
    world.advance_ms(6'000);
    trade_both_ways();
    EXPECT_GE(world.trader().reconciliation()->agreed(), 6U);
    expect_agreement();
}

TEST_P(FixTrader, ANewProcessIsSentTheDayAndAgrees) {
    trade_both_ways();
    const std::int64_t held = world.position();
    const std::uint64_t agreed = world.trader().reconciliation()->agreed();
    world.start_trader();
    world.advance_ms(3'000);
    EXPECT_EQ(world.position(), held);
    EXPECT_GE(world.trader().reconciliation()->agreed(), agreed);
    expect_agreement();
}

/// Another match number in each copy of an execution: SoupBinTCP's header, the copy's, the reply.
bool tamper_with_executions(MutableBytes bytes) {
    constexpr std::size_t kReplyAt = 3 + wire::dropcopy::ReplyCopy::kLength;
    constexpr std::size_t kMatchNumberEnd = 33;
    for (std::size_t at = 0; at + kReplyAt + kMatchNumberEnd < bytes.size();) {
        if (std::to_integer<char>(bytes[at + kReplyAt]) == wire::ouch50::OrderExecuted::kType) {
            bytes[at + kReplyAt + kMatchNumberEnd] ^= std::byte{1};
        }
        at += 2U + load_be<std::uint16_t>(&bytes[at]);
    }
    return true;
}

TEST_P(FixTrader, ACopyOfAnotherTradeStopsTrading) {
    trade_both_ways();
    expect_agreement();
    world.tamper = [](Port port, MutableBytes bytes) {
        return port != Port::DropCopy || tamper_with_executions(bytes);
    };
    trade_both_ways();
    EXPECT_EQ(world.trader().reconciliation()->finding(), Finding::Differs);
    EXPECT_EQ(command(OperatorAction::Status).mode, risk::TradingMode::Killed);
    world.run_until_idle();
    EXPECT_EQ(open_at_venue(), 0U);
}

TEST_P(FixTrader, TheKillSwitchCancelsEveryOpenOrder) {
    world.make_market();
    world.advance_ms(500);
    ASSERT_EQ(open_at_venue(), 2U);
    EXPECT_EQ(command(OperatorAction::Kill).mode, risk::TradingMode::Killed);
    world.run_until_idle();
    EXPECT_EQ(open_at_venue(), 0U);
    EXPECT_EQ(world.open_orders(), 0U);
    world.make_market();
    world.advance_ms(2'000);
    EXPECT_EQ(open_at_venue(), 0U) << "no order leaves behind it";
    command(OperatorAction::Resume);
    world.make_market();
    world.advance_ms(2'000);
    EXPECT_EQ(open_at_venue(), 2U);
}

TEST_P(FixTrader, AKillBetweenAnOrderAndItsReportCancelsThatOrderToo) {
    world.make_market();
    world.advance_ms(500);
    world.other_enters('B', 499'900, 1);
    world.hear_packets();
    ASSERT_TRUE(world.send(Port::OrderEntry)) << "it answers the packet";
    command(OperatorAction::Kill);
    world.advance_ms(1'000);
    EXPECT_EQ(open_at_venue(), 0U);
    EXPECT_EQ(world.open_orders(), 0U);
}

TEST_P(FixTrader, WithoutASessionAKillCancelsWithTheNextOne) {
    world.make_market();
    world.advance_ms(500);
    ASSERT_EQ(open_at_venue(), 2U);
    world.is_venue_up = false;
    world.cut(Port::OrderEntry);
    command(OperatorAction::Kill);
    world.advance_ms(3'000);
    EXPECT_EQ(open_at_venue(), 2U);
    EXPECT_TRUE(command(OperatorAction::Status).is_in_doubt);
    world.is_venue_up = true;
    world.advance_ms(6'000);
    EXPECT_EQ(open_at_venue(), 0U);
    EXPECT_EQ(world.open_orders(), 0U);
}

INSTANTIATE_TEST_SUITE_P(Versions, FixTrader, testing::Values("FIX.4.2", "FIX.4.4"),
                         [](const testing::TestParamInfo<const char*>& version) {
                             return version.param == std::string_view("FIX.4.2") ? "Fix42"
                                                                                 : "Fix44";
                         });

}  // namespace
}  // namespace hotpath::trader
