// A trader that rehearses sends the same bytes as one that does not, on any day; and its journal,
// in which no rehearsal is, replays.
#include <cstdint>

#include <gtest/gtest.h>

#include "tests/support/faulty_day.hpp"
#include "tests/support/input_records.hpp"
#include "tests/support/restless_trader.hpp"
#include "tests/support/same_engine.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/trader_world.hpp"

namespace hotpath::trader {
namespace {

using support::FaultyDay;
using support::RestlessTrader;
using RestlessWorld = support::BasicTraderWorld<RestlessTrader<Trader<strategy::MarketMaker>>>;
using RestlessLoggedWorld = support::BasicTraderWorld<RestlessTrader<support::LoggedTrader>>;

TEST(TraderRehearsalProperty, AnyFaultyDayIsTheSame) {
    const std::uint64_t first = support::seed_of_this_test(1);
    const std::uint64_t seeds = support::rounds_of_this_run({.usual = 30, .long_run = 1'000});
    std::uint64_t rehearsed = 0;
    std::uint64_t practised = 0;
    std::uint64_t executions = 0;
    for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
        SCOPED_TRACE(seed);
        FaultyDay<support::TraderWorld> plain(seed);
        FaultyDay<RestlessWorld> restless(seed);
        plain.run(200);
        restless.run(200);
        ASSERT_EQ(restless.world.sent.value(), plain.world.sent.value());
        support::expect_same_engine(restless.world.trader().engine(),
                                    plain.world.trader().engine());
        ASSERT_EQ(restless.world.trader().next_deadline(), plain.world.trader().next_deadline());
        const auto& engine = restless.world.trader().engine();
        rehearsed += engine.rehearsals().orders - engine.rehearsals().refused;
        ASSERT_NE(restless.world.trader().understudy(), nullptr);
        practised += restless.world.trader().understudy()->counters().orders;
        executions += engine.orders().counters().executions;
    }
    EXPECT_GT(rehearsed, seeds * 100);
    EXPECT_GT(practised, seeds * 100) << "and none of these was sent";
    EXPECT_GT(executions, seeds);
}

TEST(TraderRehearsalProperty, TheJournalOfAnyDayReplaysWithoutThem) {
    const std::uint64_t first = support::seed_of_this_test(1);
    const std::uint64_t seeds = support::rounds_of_this_run({.usual = 10, .long_run = 300});
    for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
        SCOPED_TRACE(seed);
        support::InputLog log;
        FaultyDay<RestlessLoggedWorld> day(seed);
        support::log_all(day.world, log);
        day.run(200);
        support::MarketMakers traders(support::trader_at_the_venue(),
                                      {.instruments_max = 3, .quote_qty = {100}});
        const support::Replayed replayed = support::replay(log, traders);
        ASSERT_FALSE(replayed.difference.has_value())
            << "input " << replayed.difference->input.number;
        EXPECT_GT(day.world.trader().engine().rehearsals().played, 0U);
    }
}

}  // namespace
}  // namespace hotpath::trader
