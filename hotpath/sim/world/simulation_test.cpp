#include "hotpath/sim/world/simulation.hpp"

#include <gtest/gtest.h>

namespace hotpath::sim::world {
namespace {

[[nodiscard]] Outcome outcome_of(const WorldOptions& options) {
    auto simulation = Simulation::create(options);
    EXPECT_TRUE(simulation.has_value()) << simulation.error().message;
    return (*simulation)->run();
}

TEST(Simulation, TheSameSeedGivesTheSameTrace) {
    const Outcome first = outcome_of(draw_world(7));
    const Outcome second = outcome_of(draw_world(7));
    EXPECT_EQ(first.trace, second.trace);
    EXPECT_EQ(first.events, second.events);
    EXPECT_NE(first.trace, outcome_of(draw_world(8)).trace);
}

}  // namespace
}  // namespace hotpath::sim::world
