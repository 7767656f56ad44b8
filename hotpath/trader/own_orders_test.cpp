// Our own orders in the market data, over every protocol of orders and of market data by order: each is
// found in the books, entered or replaced, and the market maker never takes its quote for another's.
#include <string>

#include <gtest/gtest.h>

#include "hotpath/trader/trader.hpp"
#include "tests/support/fix_trader_world.hpp"
#include "tests/support/ilink_trader_world.hpp"

namespace hotpath::trader {
namespace {

struct OwnOrdersCase {
    const char* name;
    TraderOptions (*trader)();
    exchange::VenueServerOptions (*venue)();
};

TraderOptions over_mdp3(const TraderOptions& trader) {
    return support::mdp3_trader_at_the_venue(feed::Mdp3Depth::ByOrder, trader);
}
const OwnOrdersCase kOuchAndItch{"OuchAndItch", [] { return support::trader_at_the_venue(); },
                                 [] { return support::venue_of_traders(); }};
const OwnOrdersCase kOuchAndMdp3{"OuchAndMdp3",
                                 [] { return over_mdp3(support::trader_at_the_venue()); },
                                 [] { return support::venue_of_traders(); }};
const OwnOrdersCase kFixAndMdp3{
    "FixAndMdp3", [] { return over_mdp3(support::fix_trader_at_the_venue("FIX.4.4")); },
    [] { return support::venue_of_fix_traders("FIX.4.4"); }};
const OwnOrdersCase kIlinkAndMdp3{"IlinkAndMdp3",
                                  [] { return over_mdp3(support::ilink_trader_at_the_venue()); },
                                  [] { return support::venue_of_ilink_traders(); }};

const OwnOrdersCase kIlinkAndItch{"IlinkAndItch",
                                  [] { return support::ilink_trader_at_the_venue(); },
                                  [] { return support::venue_of_ilink_traders(); }};

class OwnOrders : public testing::TestWithParam<OwnOrdersCase> {
  protected:
    OwnOrders() : world(GetParam().trader(), venue_options()) {
        world.make_market();
        world.advance_ms(1'000);
    }

    static exchange::VenueServerOptions venue_options() {
        exchange::VenueServerOptions options = GetParam().venue();
        options.cancel_on_disconnect_after = kForever;
        return options;
    }
    [[nodiscard]] const oms::Order& quote(Side side) {
        const oms::Orders& orders = world.trader().engine().orders();
        const oms::Order* found = nullptr;
        for (const ClOrdId id : orders.open_orders()) {
            const oms::Order* const order = orders.find(id);
            found = order->side == side ? order : found;
        }
        EXPECT_NE(found, nullptr) << "no quote on that side";
        static const oms::Order kNone{};
        return found == nullptr ? kNone : *found;
    }
    void expect_all_in_the_books() {
        const auto& engine = world.trader().engine();
        EXPECT_EQ(engine.orders().open_orders().size(), 2U);
        for (const ClOrdId id : engine.orders().open_orders()) {
            const oms::Order& order = *engine.orders().find(id);
            const auto shown = engine.books().find(order.venue_id);
            ASSERT_TRUE(shown) << "order " << id.value << ", number " << order.venue_id.value;
            EXPECT_EQ(shown->price, order.price);
            EXPECT_EQ(shown->leaves_qty, order.leaves_qty);
            EXPECT_EQ(shown->side, order.side);
        }
    }

    support::TraderWorld world;
};

TEST_P(OwnOrders, AreInTheBooksWhenEntered) {
    expect_all_in_the_books();
}

TEST_P(OwnOrders, AreInTheBooksWhenReplacedAndExecutedInPart) {
    for (int n = 1; n <= 5; ++n) {
        const ClOrdId before = quote(Side::Buy).id;
        world.other_enters('B', 499'000 + n * 100, 100);
        world.advance_ms(100);
        ASSERT_NE(quote(Side::Buy).id, before) << "it has followed the market";
        ASSERT_NO_FATAL_FAILURE(expect_all_in_the_books());
    }
    world.other_enters('S', 499'500, 130, protocols::nasdaq::ouch50::time_in_force::kIoc);
    world.advance_ms(100);
    ASSERT_EQ(world.position(), 30);
    expect_all_in_the_books();
}

/// The report of a replacement may come before the feed shows it, and after.
TEST_P(OwnOrders, AreInTheBooksWhicheverComesFirst) {
    for (const bool is_feed_late : {false, true}) {
        SCOPED_TRACE(is_feed_late);
        world.loses = [&](feed::Line) { return is_feed_late; };
        world.tamper = [&](Port port, MutableBytes) {
            return is_feed_late || port != Port::OrderEntry;
        };
        world.other_enters('B', is_feed_late ? 499'600 : 499'300, 100);
        world.run_until_idle();
        world.loses = [](feed::Line) { return false; };
        world.tamper = [](Port, MutableBytes) { return true; };
        world.cut(Port::OrderEntry);  // what it has missed comes in the next session
        world.advance_ms(5'000);
        ASSERT_NO_FATAL_FAILURE(expect_all_in_the_books());
    }
}

/// If it took its own quote for another's, it would stay at a price without others.
TEST_P(OwnOrders, AReplacedQuoteThatIsLeftAloneGoesBackToTheOthers) {
    const std::uint32_t better = world.other_enters('B', 499'500, 100);
    world.advance_ms(100);
    ASSERT_EQ(quote(Side::Buy).price, Price{499'500}) << "it joins them";
    world.other.cancel(better);
    world.advance_ms(100);
    EXPECT_EQ(quote(Side::Buy).price, Price{499'000});
    const std::uint64_t sent = world.trader().engine().orders().next_id().value;
    world.advance_ms(2'000);
    EXPECT_EQ(world.trader().engine().orders().next_id().value, sent) << "and stays there";
}

TEST_P(OwnOrders, AreInTheBooksAfterASnapshot) {
    world.other_enters('B', 499'500, 100);
    world.advance_ms(100);
    world.loses = [](feed::Line) { return true; };
    world.other_enters('B', 498'000, 100);
    world.run_until_idle();
    world.loses = [](feed::Line) { return false; };
    world.other_enters('B', 498'100, 100);
    world.advance_ms(5'000);
    expect_all_in_the_books();
}

TEST_P(OwnOrders, AreInTheBooksAfterACrashOfTheVenue) {
    world.other_enters('B', 499'500, 100);
    world.advance_ms(100);
    world.restart_venue(world.durable());
    world.advance_ms(5'000);
    expect_all_in_the_books();
    world.other_enters('B', 499'600, 100);
    world.advance_ms(100);
    expect_all_in_the_books();
}

INSTANTIATE_TEST_SUITE_P(EachPairOfProtocols, OwnOrders,
                         testing::Values(kOuchAndItch, kOuchAndMdp3, kFixAndMdp3, kIlinkAndMdp3,
                                         kIlinkAndItch),
                         [](const auto& of) { return std::string(of.param.name); });

}  // namespace
}  // namespace hotpath::trader
