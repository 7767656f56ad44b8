// A trader whose orders go over FIX or iLink 3, at a venue in the same thread: its positions against the
// drop copy, and the kill switch, whatever the connection does. One suite for every OrderLink.

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/dropcopy/reply_copy.hpp"
#include "hotpath/protocols/nasdaq/ouch50/replies.hpp"
#include "hotpath/trader/trader.hpp"
#include "tests/support/fix_trader_world.hpp"
#include "tests/support/ilink_trader_world.hpp"

namespace hotpath::trader {
namespace {

using support::TraderWorld;

struct LinkCase {
    const char* name;
    const char* protocol;
    TraderOptions (*trader)();
    exchange::VenueServerOptions (*venue)();
};

class LinkTrader : public testing::TestWithParam<LinkCase> {
  protected:
    LinkTrader() : world(GetParam().trader(), venue_options()) {}

    static exchange::VenueServerOptions venue_options() {
        exchange::VenueServerOptions options = GetParam().venue();
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
        EXPECT_FALSE(world.trader().engine().gateway().trouble().is_trouble());
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
    [[nodiscard]] const OrderLink& link() {
        return *world.trader().session(Port::OrderEntry)->link();
    }

    TraderWorld world;
};

TEST_P(LinkTrader, ItsPositionsAgreeWithTheDropCopy) {
    trade_both_ways();
    ASSERT_NE(world.position(), 0);
    EXPECT_GE(world.trader().reconciliation()->agreed(), 2U);
    expect_agreement();
    EXPECT_EQ(link().protocol(), GetParam().protocol);
    EXPECT_EQ(link().next_start().is_negotiated,
              world.options.entry<protocols::cme::IlinkAccount>() != nullptr);
}

TEST_P(LinkTrader, ABrokenAndACorrectedTradeAreTakenBackAndAgree) {
    trade_both_ways();
    const std::int64_t held = world.position();
    exchange::Control control{.action = exchange::ControlAction::BreakTrade};
    control.trade.match = {1};
    ASSERT_TRUE(world.venue.server.try_control(control, world.venue.now));
    world.advance_ms(500);
    EXPECT_EQ(world.trader().engine().orders().counters().broken, 1U);
    const std::int64_t without = world.position();
    EXPECT_NE(without, held);
    expect_agreement();
    control.action = exchange::ControlAction::CorrectTrade;
    control.trade.match = {3};
    control.trade.corrected = {499'000};
    ASSERT_TRUE(world.venue.server.try_control(control, world.venue.now));
    world.advance_ms(500);
    EXPECT_EQ(world.trader().engine().orders().counters().corrected, 1U);
    EXPECT_EQ(world.position(), without);
    expect_agreement();
    world.start_trader();
    world.advance_ms(3'000);
    EXPECT_EQ(world.position(), without) << "also in a new process";
    expect_agreement();
}

TEST_P(LinkTrader, TheyAgreeThroughBrokenConnectionsAndACrashOfTheVenue) {
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

TEST_P(LinkTrader, ExecutionsThatItMissedComeWithTheNextConnection) {
    world.make_market();
    world.advance_ms(500);
    ASSERT_EQ(open_at_venue(), 2U);
    world.is_venue_up = false;
    world.cut(Port::OrderEntry);
    const std::int64_t before = world.position();
    world.other_takes('S', 60);
    world.other_takes('S', 20);
    world.advance_ms(500);
    EXPECT_EQ(world.position(), before) << "it is away";
    world.is_venue_up = true;
    world.advance_ms(6'000);
    EXPECT_GE(world.position(), before + 80);
    expect_agreement();
}

TEST_P(LinkTrader, AnOrderThatTheNetworkSwallowedNeverArrives) {
    world.make_market();
    world.advance_ms(500);
    world.other_enters('B', 499'900, 1);
    world.hear_packets();
    ASSERT_FALSE(world.trader().output(Port::OrderEntry).empty()) << "it answers the packet";
    const std::uint64_t next = link().next_start().next_number;
    world.cut(Port::OrderEntry);
    world.advance_ms(3'000);
    EXPECT_GT(link().next_start().next_number, next);
    EXPECT_EQ(open_at_venue(), world.open_orders());
    EXPECT_GT(world.trader().engine().orders().counters().lost, 0U);
    trade_both_ways();
    expect_agreement();
}

TEST_P(LinkTrader, ANewProcessIsSentTheDayAndAgrees) {
    trade_both_ways();
    const std::int64_t held = world.position();
    const std::uint64_t agreed = world.trader().reconciliation()->agreed();
    world.start_trader();
    world.advance_ms(3'000);
    EXPECT_EQ(world.position(), held);
    EXPECT_GE(world.trader().reconciliation()->agreed(), agreed);
    expect_agreement();
    trade_both_ways();
    expect_agreement();
}

/// It begins another UUID, and the reports of the one before come first; so in each later process.
class IlinkLinkTrader : public LinkTrader {};

TEST_P(IlinkLinkTrader, ALostFileOfNumbersCostsNoExecution) {
    trade_both_ways();
    world.is_venue_up = false;
    world.cut(Port::OrderEntry);
    world.other_takes('S', 60);
    world.other_takes('S', 20);
    const std::int64_t before = world.position();
    const std::uint64_t uuid = link().next_start().uuid;
    world.is_venue_up = true;
    for (int process = 0; process < 3; ++process) {
        SCOPED_TRACE(process);
        if (process == 0) {
            world.lose_numbers();
        }
        world.start_trader();
        world.advance_ms(3'000);
        EXPECT_EQ(link().next_start().former_uuid, uuid);
        EXPECT_GT(link().next_start().uuid, uuid);
        ASSERT_NO_FATAL_FAILURE(expect_agreement());
        if (process == 0) {
            EXPECT_GT(world.position(), before) << "what it missed";
        }
        EXPECT_EQ(open_at_venue(), world.open_orders());
        trade_both_ways();
        ASSERT_NO_FATAL_FAILURE(expect_agreement());
    }
}

/// Another match number in each copy of an execution: SoupBinTCP's header, the copy's, the reply.
bool tamper_with_executions(MutableBytes bytes) {
    constexpr std::size_t kReplyAt = 3 + protocols::nasdaq::dropcopy::ReplyCopy::kLength;
    constexpr std::size_t kMatchNumberEnd = 33;
    for (std::size_t at = 0; at + kReplyAt + kMatchNumberEnd < bytes.size();) {
        if (std::to_integer<char>(bytes[at + kReplyAt]) ==
            protocols::nasdaq::ouch50::OrderExecuted::kType) {
            bytes[at + kReplyAt + kMatchNumberEnd] ^= std::byte{1};
        }
        at += 2U + load_be<std::uint16_t>(&bytes[at]);
    }
    return true;
}

TEST_P(LinkTrader, ACopyOfAnotherTradeStopsTrading) {
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

TEST_P(LinkTrader, TheKillSwitchCancelsEveryOpenOrder) {
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

TEST_P(LinkTrader, AKillBetweenAnOrderAndItsReportCancelsThatOrderToo) {
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

TEST_P(LinkTrader, WithoutASessionAKillCancelsWithTheNextOne) {
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

TEST_P(LinkTrader, AStopCancelsAndLogsOut) {
    trade_both_ways();
    world.trader().stop(world.venue.now);
    world.advance_ms(2'000);
    EXPECT_TRUE(world.trader().is_stopped());
    EXPECT_EQ(open_at_venue(), 0U);
    EXPECT_EQ(link().close_reason(), OrderLink::CloseReason::LoggedOut);
}

std::string link_case_name(const testing::TestParamInfo<LinkCase>& link) {
    return link.param.name;
}
const LinkCase kOverIlink{.name = "Ilink",
                          .protocol = "iLink 3",
                          .trader = support::ilink_trader_at_the_venue,
                          .venue = support::venue_of_ilink_traders};

INSTANTIATE_TEST_SUITE_P(
    Protocols, LinkTrader,
    testing::Values(LinkCase{.name = "Fix42",
                             .protocol = "FIX",
                             .trader = [] { return support::fix_trader_at_the_venue("FIX.4.2"); },
                             .venue = [] { return support::venue_of_fix_traders("FIX.4.2"); }},
                    LinkCase{.name = "Fix44",
                             .protocol = "FIX",
                             .trader = [] { return support::fix_trader_at_the_venue("FIX.4.4"); },
                             .venue = [] { return support::venue_of_fix_traders("FIX.4.4"); }},
                    kOverIlink),
    link_case_name);
INSTANTIATE_TEST_SUITE_P(Protocols, IlinkLinkTrader, testing::Values(kOverIlink), link_case_name);

TEST(IlinkTraderOptions, AreChecked) {
    const auto refused = [](auto&& change) {
        trader::TraderOptions options = support::ilink_trader_at_the_venue();
        change(*options.entry<protocols::cme::IlinkAccount>());
        const auto made = TraderWorld::Trader::create(
            options, strategy::MarketMaker({.instruments_max = 3, .quote_qty = {100}}));
        return made ? std::string() : made.error().message;
    };
    EXPECT_EQ(refused([](auto&) {}), "");
    EXPECT_NE(refused([](auto& account) { account.session = "TOOLONG"; }), "");
    EXPECT_NE(refused([](auto& account) { account.location = "TOOLONG"; }), "");
}

}  // namespace
}  // namespace hotpath::trader
