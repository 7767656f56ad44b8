// Worlds whose traders send every kind of order and cut them: nothing that must hold is broken, with
// faults and without.

#include <cstdint>

#include <gtest/gtest.h>

#include "hotpath/sim/world/simulation.hpp"
#include "hotpath/strategy/registration.hpp"
#include "tests/support/order_types_trader.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::sim::world {
namespace {

using support::OrderTypesTrader;

[[nodiscard]] Outcome outcome_of_seed(std::uint64_t seed) {
    WorldOptions options = draw_world(seed);
    options.strategy = strategy::StrategyChoice(strategy::registration_of<OrderTypesTrader>());
    auto simulation = Simulation::create(options);
    EXPECT_TRUE(simulation.has_value()) << simulation.error().message;
    return (*simulation)->run();
}

TEST(OrderTypesInWorlds, HaveTheSameTraceAgain) {
    EXPECT_EQ(outcome_of_seed(5).trace, outcome_of_seed(5).trace);
}

TEST(OrderTypesInWorlds, KeepTheirRulesWhateverFails) {
    OrderTypesTrader::seen = {};
    const std::uint64_t first = support::seed_of_this_test(1);
    const std::uint64_t seeds = support::rounds_of_this_run({.usual = 150, .long_run = 5'000});
    for (std::uint64_t seed = first; seed < first + seeds && !testing::Test::HasFailure(); ++seed) {
        const Outcome outcome = outcome_of_seed(seed);
        if (outcome.finding) {
            ADD_FAILURE() << text_of(outcome.finding->invariant) << ": " << outcome.finding->words
                          << "\nat event " << outcome.finding->event << " of seed " << seed;
        }
    }
    const support::OrderTypesSeen& seen = OrderTypesTrader::seen;
    EXPECT_EQ(seen.broken, 0U);
    EXPECT_GT(seen.killed, seeds);
    EXPECT_GT(seen.filled_whole, seeds);
    EXPECT_GT(seen.refused, seeds);
    EXPECT_GT(seen.passive_fills, seeds);
    EXPECT_GT(seen.cut, seeds);
}

}  // namespace
}  // namespace hotpath::sim::world
