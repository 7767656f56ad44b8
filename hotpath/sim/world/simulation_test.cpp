// Whole worlds: the same seed gives the same bytes, and nothing that must hold is broken.

#include "hotpath/sim/world/simulation.hpp"

#include <array>
#include <cstdint>
#include <fstream>
#include <iomanip>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "hotpath/strategy/registry.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::sim::world {
namespace {

[[nodiscard]] Outcome outcome_of(const WorldOptions& options) {
    auto simulation = Simulation::create(options);
    EXPECT_TRUE(simulation.has_value()) << simulation.error().message;
    return (*simulation)->run();
}

void expect_no_finding(std::uint64_t seed, const Outcome& outcome) {
    if (outcome.finding) {
        ADD_FAILURE() << text_of(outcome.finding->invariant) << ": " << outcome.finding->words
                      << "\nat event " << outcome.finding->event << "\nreplay: hotpath sim --seed "
                      << seed;
    }
}

TEST(Simulation, TheSameSeedGivesTheSameTrace) {
    const Outcome first = outcome_of(draw_world(7));
    const Outcome second = outcome_of(draw_world(7));
    EXPECT_EQ(first.trace, second.trace);
    EXPECT_EQ(first.events, second.events);
    EXPECT_NE(first.trace, outcome_of(draw_world(8)).trace);
}

/// GCC and Clang alike. What changes the bytes that anybody sends changes these: when that is
/// meant, the traces printed here take the place of those in the file.
TEST(Simulation, ItsTracesAreThoseThatWereCommitted) {
    std::ifstream file(HOTPATH_SOURCE_DIR "/tests/golden/simulation/traces.txt");
    std::uint64_t seed = 0;
    std::string trace;
    int compared = 0;
    while (file >> seed >> trace) {
        std::ostringstream found;
        found << std::hex << std::setw(16) << std::setfill('0')
              << outcome_of(draw_world(seed)).trace;
        EXPECT_EQ(found.str(), trace) << "seed " << seed;
        ++compared;
    }
    EXPECT_GE(compared, 3);
}

/// `hotpath sim --strategy NAME`: in place of what the seed draws.
TEST(Simulation, AChosenStrategyIsThatOfEveryTrader) {
    WorldOptions world = draw_world(3);
    world.strategy = strategy::StrategyChoice(strategy::registration_of<strategy::NullStrategy>());
    const Outcome silent = outcome_of(world);
    EXPECT_EQ(silent.trader_orders, 0U);
    expect_no_finding(3, silent);
    world.strategy = strategy::Registry::create()->choice_of("market_maker");
    const Outcome maker = outcome_of(world);
    EXPECT_NE(maker.trace, silent.trace);
    expect_no_finding(3, maker);
    EXPECT_NE(describe(world)[5].find(": market_maker, from"), std::string::npos)
        << describe(world)[5];
}

TEST(Simulation, EverySeedHasOptionsOfItsOwn) {
    EXPECT_EQ(describe(draw_world(3)), describe(draw_world(3)));
    EXPECT_NE(describe(draw_world(3)), describe(draw_world(4)));
}

/// A world in which nothing goes wrong: everybody trades, and everything is compared.
TEST(Simulation, WithoutFaultsEverybodyTradesAndAgrees) {
    WorldOptions options = draw_world(1);
    options.packets = {};
    options.every = {};
    for (TraderOptionsDrawn& trader : options.traders) {
        trader = {.strategy = trader.strategy};
    }
    const Outcome outcome = outcome_of(options);
    expect_no_finding(1, outcome);
    EXPECT_EQ(outcome.network.lost, 0U);
    EXPECT_EQ(outcome.network.bytes_lost, 0U);
    EXPECT_GT(outcome.executions, 100U);
    EXPECT_GT(outcome.trader_executions, 10U);
    EXPECT_GT(outcome.books_compared, 100U);
}

/// The second day is as good as the first one.
TEST(Simulation, WithoutFaultsEverybodyTurnsToTheNextDay) {
    for (const bool keeps_orders : {false, true}) {
        SCOPED_TRACE(keeps_orders);
        WorldOptions options = draw_world(1);
        options.packets = {};
        options.every = {};
        for (TraderOptionsDrawn& trader : options.traders) {
            trader = {.strategy = trader.strategy};
        }
        const Outcome one_day = outcome_of(options);
        options.turn = {
            .at = Nanos{2'000'000'000}, .pause = Nanos{300'000'000}, .keeps_orders = keeps_orders};
        const Outcome outcome = outcome_of(options);
        expect_no_finding(1, outcome);
        EXPECT_EQ(outcome.days_ended, 1U);
        EXPECT_GE(outcome.stops_for_day, options.traders.size());
        EXPECT_GT(outcome.trader_executions, one_day.trader_executions / 2);
        EXPECT_EQ(one_day.days_ended, 0U);
    }
}

/// A process dies just before, between or just after the two sessions.
TEST(Simulation, ACrashAboutTheTurnOfTheDayLosesNothing) {
    for (const bool is_of_venue : {false, true}) {
        for (std::int64_t ms = 1'990; ms <= 2'330; ms += 20) {
            SCOPED_TRACE(ms);
            WorldOptions options = draw_world(1);
            options.packets = {};
            options.every = {};
            options.commit = Nanos{10'000'000};
            options.turn = {.at = Nanos{2'000'000'000},
                            .pause = Nanos{300'000'000},
                            .keeps_orders = ms % 40 == 10,
                            .crash_at = {ms * kNanosPerMillisecond},
                            .is_crash_of_venue = is_of_venue};
            options.faults_for = Nanos{3 * kNanosPerSecond};
            const Outcome outcome = outcome_of(options);
            expect_no_finding(1, outcome);
            EXPECT_EQ(outcome.days_ended, 1U);
        }
    }
}

/// A thousand worlds; and a run in which nothing goes wrong proves nothing.
TEST(SimulationProperty, WhateverFailsWhatMustHoldHolds) {
    const std::uint64_t first = support::seed_of_this_test(1);
    const std::uint64_t seeds = support::rounds_of_this_run({.usual = 1'000, .long_run = 20'000});
    std::array<std::uint64_t, kFaultKinds> faults{};
    NetworkCounters network;
    std::uint64_t records_lost = 0;
    std::uint64_t torn_bytes = 0;
    std::uint64_t told_twice = 0;
    std::uint64_t executions = 0;
    std::uint64_t late_copies = 0;
    std::uint64_t doubled_copies = 0;
    std::uint64_t commands = 0;
    std::uint64_t commands_cut = 0;
    std::uint64_t journals_lost = 0;
    std::uint64_t days_ended = 0;
    std::uint64_t stops_for_day = 0;
    for (std::uint64_t seed = first; seed < first + seeds && !testing::Test::HasFailure(); ++seed) {
        const Outcome outcome = outcome_of(draw_world(seed));
        expect_no_finding(seed, outcome);
        for (std::size_t kind = 0; kind < kFaultKinds; ++kind) {
            faults[kind] += outcome.faults[kind];
        }
        network.lost += outcome.network.lost;
        network.damaged += outcome.network.damaged;
        network.bytes_lost += outcome.network.bytes_lost;
        records_lost += outcome.records_lost;
        torn_bytes += outcome.torn_bytes;
        told_twice += outcome.told_twice;
        executions += outcome.trader_executions;
        late_copies += outcome.late_copies;
        doubled_copies += outcome.doubled_copies;
        commands += outcome.commands;
        commands_cut += outcome.commands_cut;
        journals_lost += outcome.journals_lost;
        days_ended += outcome.days_ended;
        stops_for_day += outcome.stops_for_day;
    }
    for (std::size_t kind = 0; kind < kFaultKinds; ++kind) {
        EXPECT_GT(faults[kind], seeds / 20) << name(static_cast<FaultKind>(kind));
    }
    EXPECT_GT(network.lost, seeds);
    EXPECT_GT(network.damaged, seeds);
    EXPECT_GT(network.bytes_lost, seeds);
    EXPECT_GT(records_lost, seeds / 20);
    EXPECT_TRUE(torn_bytes > 0 || seeds < 1'000) << "a torn record is rare";
    EXPECT_GT(told_twice, seeds);
    EXPECT_GT(executions, seeds * 10);
    EXPECT_GT(late_copies, seeds / 50) << "traders that a late drop copy stopped";
    EXPECT_GT(doubled_copies, seeds / 50) << "traders that a drop copy sent twice stopped";
    EXPECT_GT(commands, seeds / 2);
    EXPECT_GT(commands_cut, seeds / 10);
    EXPECT_GT(journals_lost, seeds / 50);
    EXPECT_GT(days_ended, seeds / 5);
    EXPECT_GT(stops_for_day, seeds / 4);
}

}  // namespace
}  // namespace hotpath::sim::world
