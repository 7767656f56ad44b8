// A trader that practises sends the same bytes as one that does not, on any day, with any strategy and
// over any protocol; and its journal, in which no practice is, replays.
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/strategy/any_strategy.hpp"
#include "hotpath/strategy/registration.hpp"
#include "hotpath/strategy/registry.hpp"
#include "tests/support/faulty_day.hpp"
#include "tests/support/fix_trader_world.hpp"
#include "tests/support/ilink_trader_world.hpp"
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

struct Practice {
    std::uint64_t orders = 0;
    std::uint64_t executions = 0;  // of the real orders
};

template <class PlainDay, class RestlessDay>
void expect_same_day(std::uint64_t seed, int steps, Practice& all) {
    PlainDay plain(seed);
    RestlessDay restless(seed);
    plain.run(steps);
    restless.run(steps);
    ASSERT_EQ(restless.world.sent.value(), plain.world.sent.value());
    support::expect_same_engine(restless.world.trader().engine(), plain.world.trader().engine());
    ASSERT_EQ(restless.world.trader().next_deadline(), plain.world.trader().next_deadline());
    ASSERT_NE(restless.world.trader().understudy(), nullptr);
    const auto& understudy = *restless.world.trader().understudy();
    ASSERT_TRUE(understudy.engine().is_tradable({1})) << "practice goes on";
    const oms::OrdersCounters& orders = understudy.engine().orders().counters();
    ASSERT_EQ(orders.mismatches + orders.rejected + orders.unknown_orders, 0U);
    all.orders += understudy.counters().orders;
    all.executions += restless.world.trader().engine().orders().counters().executions;
}

TEST(TraderUnderstudyProperty, AnyFaultyDayIsTheSame) {
    const std::uint64_t first = support::seed_of_this_test(1);
    const std::uint64_t seeds = support::rounds_of_this_run({.usual = 30, .long_run = 1'000});
    Practice all;
    for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
        SCOPED_TRACE(seed);
        expect_same_day<FaultyDay<support::TraderWorld>, FaultyDay<RestlessWorld>>(seed, 200, all);
        ASSERT_FALSE(testing::Test::HasFailure());
    }
    EXPECT_GT(all.orders, seeds * 100) << "and none of these was sent";
    EXPECT_GT(all.executions, seeds);
}

TEST(TraderUnderstudyProperty, TheJournalOfAnyDayReplaysWithoutIt) {
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
        EXPECT_GT(day.world.trader().understudy()->counters().played, 0U);
    }
}

/// A trader's protocols.
struct Connection {
    std::string name;
    TraderOptions trader;
    exchange::VenueServerOptions venue;
};

std::vector<Connection> every_connection() {
    using feed::Mdp3Depth;
    return {
        {"Ouch", support::trader_at_the_venue(), support::venue_of_traders()},
        {"Fix42", support::fix_trader_at_the_venue("FIX.4.2"),
         support::venue_of_fix_traders("FIX.4.2")},
        {"Fix44", support::fix_trader_at_the_venue("FIX.4.4"),
         support::venue_of_fix_traders("FIX.4.4")},
        {"Ilink", support::ilink_trader_at_the_venue(), support::venue_of_ilink_traders()},
        {"OuchMdp3", support::mdp3_trader_at_the_venue(Mdp3Depth::ByPrice),
         support::venue_of_traders()},
        {"IlinkMdp3",
         support::mdp3_trader_at_the_venue(Mdp3Depth::ByOrder,
                                           support::ilink_trader_at_the_venue()),
         support::venue_of_ilink_traders()},
    };
}

/// The strategy and the protocols of the traders and worlds that are made next.
strategy::StrategyChoice chosen;
const Connection* connection = nullptr;

struct Chosen {
    [[nodiscard]] static strategy::AnyStrategy strategy(const strategy::MarketMaker&) {
        return std::move(*strategy::make_strategy(chosen));
    }
};
class PlainTrader : public Trader<strategy::AnyStrategy> {
  public:
    [[nodiscard]] static Expected<PlainTrader> create(const TraderOptions& options,
                                                      const strategy::MarketMaker& maker) {
        auto made = Trader::create(options, Chosen::strategy(maker));
        return made ? Expected<PlainTrader>(PlainTrader(std::move(*made)))
                    : std::unexpected(made.error());
    }

  private:
    explicit PlainTrader(Trader made) : Trader(std::move(made)) {}
};
template <class OfTrader>
struct ChosenWorld : support::BasicTraderWorld<OfTrader> {
    ChosenWorld() : support::BasicTraderWorld<OfTrader>(connection->trader, connection->venue) {}
};
using PlainDay = FaultyDay<ChosenWorld<PlainTrader>>;
using RestlessDay = FaultyDay<ChosenWorld<RestlessTrader<Trader<strategy::AnyStrategy>, Chosen>>>;

TEST(TraderUnderstudyProperty, SoItIsWithAnyStrategyOverAnyProtocol) {
    const std::array symbols{*Symbol::from("AAPL"), *Symbol::from("MSFT")};
    const std::uint64_t first = support::seed_of_this_test(1);
    const std::uint64_t seeds = support::rounds_of_this_run({.usual = 2, .long_run = 50});
    const auto registry = strategy::Registry::create();
    ASSERT_TRUE(registry.has_value());
    const std::vector<Connection> connections = every_connection();
    for (const std::string_view name : registry->one_venue_names()) {
        chosen = *registry->choice_of(name);
        chosen.fit({.instruments_max = 3, .symbols = symbols});
        chosen.choose_symbols(symbols);
        for (const Connection& over : connections) {
            connection = &over;
            SCOPED_TRACE(std::string(name) + " over " + over.name);
            Practice all;
            for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
                SCOPED_TRACE(seed);
                expect_same_day<PlainDay, RestlessDay>(seed, 60, all);
                ASSERT_FALSE(testing::Test::HasFailure());
            }
            EXPECT_GT(all.orders, seeds * 20);
        }
    }
}

}  // namespace
}  // namespace hotpath::trader
