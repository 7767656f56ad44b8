// Worlds in which a venue's operator suspends users, changes their limits, and breaks and corrects
// trades all the time: nothing that must hold is broken, and everybody's account has it.

#include <cstdint>

#include <gtest/gtest.h>

#include "hotpath/sim/world/simulation.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::sim::world {
namespace {

TEST(VenueOperatorInWorlds, AccountsAndOrdersAgreeWhateverItCommands) {
    const std::uint64_t first = support::seed_of_this_test(1);
    const std::uint64_t seeds = support::rounds_of_this_run({.usual = 100, .long_run = 5'000});
    std::uint64_t suspensions = 0;
    std::uint64_t amended = 0;
    std::uint64_t positions = 0;
    for (std::uint64_t seed = first; seed < first + seeds && !testing::Test::HasFailure(); ++seed) {
        WorldOptions options = draw_world(seed);
        for (VenueDrawn& venue : options.venues) {
            venue.every[static_cast<std::size_t>(FaultKind::VenueOperator)] = {
                50 * kNanosPerMillisecond};
        }
        auto simulation = Simulation::create(options);
        ASSERT_TRUE(simulation.has_value()) << simulation.error().message;
        const Outcome outcome = (*simulation)->run();
        if (outcome.finding) {
            ADD_FAILURE() << text_of(outcome.finding->invariant) << ": " << outcome.finding->words
                          << "\nat event " << outcome.finding->event << " of seed " << seed;
        }
        suspensions += outcome.suspensions;
        amended += outcome.amended;
        positions += outcome.positions_compared;
    }
    EXPECT_GT(suspensions, seeds * 5);
    EXPECT_GT(amended, seeds * 5);
    EXPECT_GT(positions, seeds);
}

}  // namespace
}  // namespace hotpath::sim::world
