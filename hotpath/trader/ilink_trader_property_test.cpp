// A trader over iLink 3 under random faults on every connection and line, and a venue that crashes:
// whenever everything has calmed down its position, orders and books are the venue's; and its journal
// replays without the secret key.
#include <gtest/gtest.h>

#include "tests/support/faulty_days.hpp"
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

TEST(IlinkTraderProperty, AfterAnyFaultsItAgreesWithTheVenue) {
    const support::FaultyDaysTotals totals =
        support::run_faulty_days<IlinkDay>({.usual = 40, .long_run = 2'000});
    // A test in which nothing goes wrong proves nothing.
    EXPECT_GT(totals.executions, totals.days * 10);
    EXPECT_GT(totals.crashes, totals.days);
    EXPECT_GT(totals.sessions, totals.days * 5);
}

TEST(IlinkTraderProperty, AnyFaultyDayReplaysWithoutTheKey) {
    const std::uint64_t first = support::seed_of_this_test(1);
    const std::uint64_t seeds = support::rounds_of_this_run({.usual = 20, .long_run = 1'000});
    TraderOptions options = support::ilink_trader_at_the_venue();
    options.entry<protocols::cme::IlinkAccount>()->signer = nullptr;
    for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
        SCOPED_TRACE(seed);
        support::InputLog log;
        LoggedIlinkDay day(seed);
        support::log_all(day.world, log);
        day.run(100);
        support::MarketMakers traders(options, {.instruments_max = 3, .quote_qty = {100}});
        const support::Replayed replayed = support::replay(log, traders);
        ASSERT_FALSE(replayed.difference.has_value())
            << "input " << replayed.difference->input.number;
    }
}

}  // namespace
}  // namespace hotpath::trader
