// Whole worlds: the same seed gives the same bytes, and nothing that must hold is broken.

#include "hotpath/sim/world/simulation.hpp"

#include <array>
#include <cstdint>
#include <fstream>
#include <iomanip>
#include <optional>
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

/// In this world a trader hears of the next session while it loads a snapshot.
TEST(Simulation, NumbersThatBeginAgainDuringASnapshotAreNoStepBack) {
    constexpr std::uint64_t kSeed = 56'589;
    expect_no_finding(kSeed, outcome_of(draw_world(kSeed)));
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
    EXPECT_NE(describe(world)[2].find(": market_maker, from"), std::string::npos)
        << describe(world)[2];
}

TEST(Simulation, EverySeedHasOptionsOfItsOwn) {
    EXPECT_EQ(describe(draw_world(3)), describe(draw_world(3)));
    EXPECT_NE(describe(draw_world(3)), describe(draw_world(4)));
}

/// The same participants, and nothing goes wrong.
[[nodiscard]] WorldOptions without_faults(std::uint64_t seed) {
    WorldOptions options = draw_world(seed);
    for (VenueDrawn& venue : options.venues) {
        venue.packets = {};
        venue.every = {};
        venue.turn = {};
    }
    for (TraderOptionsDrawn& trader : options.traders) {
        trader.joins_at = {};
        for (std::optional<AccountDrawn>& account : trader.accounts) {
            account = account ? std::optional(AccountDrawn{}) : std::nullopt;
        }
    }
    return options;
}

/// A world in which nothing goes wrong: everybody trades, and everything is compared.
TEST(Simulation, WithoutFaultsEverybodyTradesAndAgrees) {
    const WorldOptions options = without_faults(1);
    const Outcome outcome = outcome_of(options);
    expect_no_finding(1, outcome);
    EXPECT_EQ(outcome.network.lost, 0U);
    EXPECT_EQ(outcome.network.bytes_lost, 0U);
    EXPECT_GT(outcome.executions, 100U);
    EXPECT_GT(outcome.trader_executions, 10U);
    EXPECT_GT(outcome.books_compared, 100U);
}

/// The limits of every trader hold while prices fall by a tenth in a second; the takers' strategies
/// follow them.
TEST(Simulation, AFlashCrashBreaksNoLimit) {
    constexpr std::uint64_t kSeeds = 10;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        WorldOptions options = seed <= 2 ? without_faults(seed) : draw_world(seed);
        options.flash_crash_at = {options.faults_for.value / 3};
        const Outcome outcome = outcome_of(options);
        expect_no_finding(seed, outcome);
        EXPECT_GT(outcome.trader_orders, 0U) << seed;
        options.flash_crash_at = {};
        EXPECT_NE(outcome.trace, outcome_of(options).trace) << seed;
    }
}

/// The first seed whose world has a second venue and a trader of this strategy at both.
[[nodiscard]] std::uint64_t seed_of_two_venues(StrategyKind strategy) {
    std::uint64_t seed = 1;
    for (;; ++seed) {
        const WorldOptions options = draw_world(seed);
        for (const TraderOptionsDrawn& trader : options.traders) {
            if (trader.is_at_both() && trader.strategy == strategy) {
                return seed;
            }
        }
    }
}

TEST(Simulation, OneWorldInFiveHasASecondVenue) {
    std::size_t of_two = 0;
    for (std::uint64_t seed = 1; seed <= 1'000; ++seed) {
        const WorldOptions options = draw_world(seed);
        std::size_t at_both = 0;
        std::size_t at_second = 0;
        for (const TraderOptionsDrawn& trader : options.traders) {
            at_both += trader.is_at_both() ? 1U : 0U;
            at_second += trader.is_at(1) && !trader.is_at(0) ? 1U : 0U;
        }
        const std::size_t expected = options.venues.size() == 2 ? 1 : 0;
        EXPECT_EQ(at_both, expected) << seed;
        EXPECT_EQ(at_second, expected) << seed;
        of_two += expected;
    }
    EXPECT_GT(of_two, 150U);
    EXPECT_LT(of_two, 250U);
}

void widen_firm(WorldOptions& options) {
    constexpr Money kWide{1'000'000'000'000};
    options.firm = {.open_orders_max = 14, .open_value_max = kWide, .messages_max = 1'000'000};
    options.firm_exposure = {.gross_max = kWide, .net_max = kWide};
}

/// Both venues trade, and so does who is at both; one account each is kept of them.
TEST(Simulation, WithoutFaultsATraderTradesAtBothVenues) {
    for (const StrategyKind strategy : {StrategyKind::Arbitrage, StrategyKind::MarketMaker}) {
        SCOPED_TRACE(name(strategy));
        const std::uint64_t seed = seed_of_two_venues(strategy);
        WorldOptions options = without_faults(seed);
        widen_firm(options);
        const Outcome outcome = outcome_of(options);
        expect_no_finding(seed, outcome);
        EXPECT_EQ(outcome.venues, 2U);
        for (std::size_t venue = 0; venue < kVenuesMax; ++venue) {
            EXPECT_GT(outcome.orders_of_both[venue], 20U) << venue;
            EXPECT_GT(outcome.executions_of_both[venue], 10U) << venue;
        }
        options.firm.messages_max = 30;
        const Outcome limited = outcome_of(options);
        expect_no_finding(seed, limited);
        EXPECT_LE(limited.orders_of_both[0] + limited.orders_of_both[1], 30U);
    }
}

/// No order on stale books there; at the other as many as ever.
TEST(Simulation, ASilentVenueStopsOrdersThereAlone) {
    const std::uint64_t seed = seed_of_two_venues(StrategyKind::MarketMaker);
    WorldOptions options = without_faults(seed);
    options.faults_for = Nanos{8 * kNanosPerSecond};
    options.calm_for = Nanos{3 * kNanosPerSecond};
    widen_firm(options);
    const Outcome usual = outcome_of(options);
    for (std::size_t silent = 0; silent < kVenuesMax; ++silent) {
        SCOPED_TRACE(silent);
        WorldOptions with_silence = options;
        with_silence.venues[silent].every[static_cast<std::size_t>(FaultKind::SilentFeed)] =
            Nanos{5'000'000};
        const Outcome outcome = outcome_of(with_silence);
        expect_no_finding(seed, outcome);
        EXPECT_LT(outcome.orders_of_both[silent] * 2, usual.orders_of_both[silent]);
        EXPECT_GT(outcome.orders_of_both[1 - silent] * 2, usual.orders_of_both[1 - silent]);
    }
}

/// A venue that goes away, and one whose day ends: the other goes on.
TEST(Simulation, WhatEndsAtOneVenueIsNoFaultOfTheOther) {
    const std::uint64_t seed = seed_of_two_venues(StrategyKind::Arbitrage);
    for (std::size_t venue = 0; venue < kVenuesMax; ++venue) {
        SCOPED_TRACE(venue);
        WorldOptions options = without_faults(seed);
        options.faults_for = Nanos{4 * kNanosPerSecond};
        options.venues[venue].every[static_cast<std::size_t>(FaultKind::VenueCrash)] =
            Nanos{500'000'000};
        options.venues[1 - venue].turn = {.at = Nanos{2'000'000'000}, .pause = Nanos{300'000'000}};
        const Outcome outcome = outcome_of(options);
        expect_no_finding(seed, outcome);
        EXPECT_EQ(outcome.days_ended, 1U);
        EXPECT_GE(outcome.stops_for_day, 2U) << "the traders of that venue";
        EXPECT_GT(outcome.faults[static_cast<std::size_t>(FaultKind::VenueCrash)], 2U);
    }
}

/// Processes begin again, feeds are silent, and operators command meanwhile: a venue that has not
/// listed an instrument yet does not trade it later, either.
TEST(Simulation, AnOperatorsCommandIsForBothVenues) {
    constexpr std::uint64_t kFirstWorld = 600;
    const std::uint64_t seeds = support::rounds_of_this_run({.usual = 300, .long_run = 5'000});
    std::uint64_t commands = 0;
    for (std::uint64_t seed = kFirstWorld; seed < kFirstWorld + seeds && !HasFailure(); ++seed) {
        WorldOptions options = draw_world(seed);
        if (options.venues.size() == 1) {
            continue;
        }
        const auto happens_every = [&](std::size_t venue, FaultKind kind, std::int64_t ms) {
            options.venues[venue].every[static_cast<std::size_t>(kind)] = {ms *
                                                                           kNanosPerMillisecond};
        };
        happens_every(0, FaultKind::OperatorCommands, 200);
        happens_every(0, FaultKind::TraderCrash, 700);
        happens_every(0, FaultKind::SilentFeed, 1'500);
        happens_every(1, FaultKind::SilentFeed, 1'500);
        for (TraderOptionsDrawn& trader : options.traders) {
            trader.strategy = StrategyKind::MarketMaker;
        }
        const Outcome outcome = outcome_of(options);
        expect_no_finding(seed, outcome);
        commands += outcome.commands;
    }
    EXPECT_GT(commands, seeds);
}

/// The second day is as good as the first one.
TEST(Simulation, WithoutFaultsEverybodyTurnsToTheNextDay) {
    for (const bool keeps_orders : {false, true}) {
        SCOPED_TRACE(keeps_orders);
        WorldOptions options = without_faults(1);
        const Outcome one_day = outcome_of(options);
        options.venues[0].turn = {
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
            VenueDrawn& venue = options.venues[0];
            venue.packets = {};
            venue.every = {};
            venue.commit = Nanos{10'000'000};
            venue.turn = {.at = Nanos{2'000'000'000},
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
    std::uint64_t suspensions = 0;
    std::uint64_t amended = 0;
    std::uint64_t days_ended = 0;
    std::uint64_t stops_for_day = 0;
    std::uint64_t of_two_venues = 0;
    std::array<std::uint64_t, kVenuesMax> executions_of_both{};
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
        suspensions += outcome.suspensions;
        amended += outcome.amended;
        days_ended += outcome.days_ended;
        stops_for_day += outcome.stops_for_day;
        of_two_venues += outcome.venues == 2 ? 1U : 0U;
        for (std::size_t venue = 0; venue < kVenuesMax; ++venue) {
            executions_of_both[venue] += outcome.executions_of_both[venue];
        }
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
    EXPECT_GT(suspensions, seeds / 10);
    EXPECT_GT(amended, seeds / 10);
    EXPECT_GT(days_ended, seeds / 5);
    EXPECT_GT(stops_for_day, seeds / 4);
    EXPECT_GT(of_two_venues, seeds / 8);
    EXPECT_GT(executions_of_both[0], seeds);
    EXPECT_GT(executions_of_both[1], seeds);
}

}  // namespace
}  // namespace hotpath::sim::world
