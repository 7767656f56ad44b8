// A trader over iLink 3 under random faults on every connection and line, and a venue that crashes:
// whenever everything has calmed down it holds what the venue's stream says, and its journal replays
// without the secret key.
#include <map>

#include <gtest/gtest.h>

#include "hotpath/wire/ouch50/decode.hpp"
#include "tests/support/faulty_day.hpp"
#include "tests/support/ilink_trader_world.hpp"
#include "tests/support/input_records.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::trader {
namespace {

template <class World>
struct OverIlink : World {
    OverIlink() : World(support::ilink_trader_at_the_venue(), support::venue_of_ilink_traders()) {}
};
using IlinkDay = support::FaultyDay<OverIlink<support::TraderWorld>>;
using LoggedIlinkDay =
    support::FaultyDay<OverIlink<support::BasicTraderWorld<support::LoggedTrader>>>;

/// Shares held, by the OUCH replies that the venue has made of the trader's orders.
struct IlinkToldPosition : wire::ouch50::NullReplyListener {
    void on_order_accepted(const wire::ouch50::OrderAccepted& m, wire::ouch50::Appendage) {
        sides[m.load_user_ref_num()] = m.load_side();
    }
    void on_order_replaced(const wire::ouch50::OrderReplaced& m, wire::ouch50::Appendage) {
        sides[m.load_user_ref_num()] = m.load_side();
    }
    void on_order_executed(const wire::ouch50::OrderExecuted& m, wire::ouch50::Appendage) {
        const auto qty = std::int64_t{m.load_quantity()};
        position += sides.at(m.load_user_ref_num()) == 'B' ? qty : -qty;
        ++executions;
    }
    std::map<std::uint32_t, char> sides{};
    std::int64_t position = 0;
    std::uint64_t executions = 0;
};

TEST(IlinkTraderProperty, AfterAnyFaultsItAgreesWithTheVenue) {
    support::FaultyDayCounters totals;
    std::uint64_t executions = 0;
    const std::uint64_t first = support::seed_of_this_test(1);
    const std::uint64_t seeds = support::rounds_of_this_run({.usual = 40, .long_run = 2'000});
    for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
        SCOPED_TRACE(seed);
        IlinkDay day(seed);
        day.run(200);
        const auto& engine = day.world.trader().engine();
        IlinkToldPosition told;
        const wire::SequencedStore& replies = day.world.venue.server.replies({0});
        for (std::uint64_t n = 1; n < replies.next_sequence_number(); ++n) {
            static_cast<void>(wire::ouch50::decode_reply(replies.at(n), told));
        }
        ASSERT_FALSE(engine.is_killed()) << risk::stop_name(engine.gateway().risk().stop_reason());
        ASSERT_EQ(day.world.position(), told.position);
        ASSERT_EQ(day.world.open_orders(),
                  day.world.venue.server.log().exchange().session_orders({0}));
        ASSERT_FALSE(engine.orders().is_in_doubt());
        ASSERT_TRUE(day.world.trader().reconciliation()->is_settled());
        ASSERT_EQ(day.world.trader().reconciliation()->agreed(), told.executions);
        totals.add(day.counters);
        executions += told.executions;
    }
    // A test in which nothing goes wrong proves nothing.
    EXPECT_GT(executions, seeds * 10);
    EXPECT_GT(totals.crashes, seeds);
    EXPECT_GT(totals.sessions, seeds * 5);
}

TEST(IlinkTraderProperty, AnyFaultyDayReplaysWithoutTheKey) {
    const std::uint64_t first = support::seed_of_this_test(1);
    const std::uint64_t seeds = support::rounds_of_this_run({.usual = 20, .long_run = 1'000});
    TraderOptions options = support::ilink_trader_at_the_venue();
    options.ilink->signer = nullptr;
    for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
        SCOPED_TRACE(seed);
        support::InputLog log;
        LoggedIlinkDay day(seed);
        support::begin_log(day.world.trader(), log, day.world.venue.now);
        day.world.started = [&](support::LoggedTrader& trader) {
            support::begin_log(trader, log, day.world.venue.now);
        };
        day.run(100);
        support::MarketMakers traders(options, {.instruments_max = 3, .quote_qty = {100}});
        InputReplay replay(traders);
        const auto added = support::add_records(replay, log, log.entries.size());
        ASSERT_TRUE(added.has_value()) << added.error().message;
        ASSERT_FALSE(replay.difference().has_value())
            << "input " << replay.difference()->input.number;
    }
}

}  // namespace
}  // namespace hotpath::trader
