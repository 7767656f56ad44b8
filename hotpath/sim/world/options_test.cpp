// The options of a world: what a seed may draw, how often, and what is said of it.

#include "hotpath/sim/world/options.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace hotpath::sim::world {
namespace {

constexpr std::uint64_t kWorldsDrawn = 2'000;

bool is_between(Nanos value, std::int64_t least_us, std::int64_t most_us) {
    return value >= Nanos{least_us * 1'000} && value <= Nanos{most_us * 1'000};
}

TEST(DrawnWorlds, HaveWiresAndFaultsWithinTheirBounds) {
    std::set<std::int64_t> graces;
    for (std::uint64_t seed = 1; seed <= kWorldsDrawn; ++seed) {
        const WorldOptions world = draw_world(seed);
        ASSERT_EQ(world.seed, seed);
        ASSERT_TRUE(is_between(world.faults_for, 2'000'000, 8'000'000));
        ASSERT_EQ(world.calm_for, Nanos{12'000'000'000});
        ASSERT_EQ(world.reconcile_within, Nanos{(seed % 4 == 0 ? 1 : 10) * kNanosPerSecond});
        ASSERT_EQ(world.flash_crash_at, Nanos{}) << "is not drawn";
        ASSERT_TRUE(world.venues.size() == 1 || world.venues.size() == 2);
        for (const VenueDrawn& venue : world.venues) {
            ASSERT_TRUE(is_between(venue.request_every, 5'000, 30'000));
            ASSERT_TRUE(is_between(venue.delay, 5, 500));
            ASSERT_TRUE(is_between(venue.jitter, 1, 300));
            ASSERT_TRUE(is_between(venue.commit, 20, 2'000));
            graces.insert(venue.cancel_on_disconnect_after.value);
            ASSERT_LE(venue.packets.lost, 3'000U);
            ASSERT_LE(venue.packets.lost_on_both_lines, 500U);
            ASSERT_LE(venue.packets.duplicated, 5'000U);
            ASSERT_LE(venue.packets.reordered, 3'000U);
            ASSERT_LE(venue.packets.truncated, 300U);
            ASSERT_LE(venue.packets.damaged, 300U);
            ASSERT_EQ(venue.every_of(FaultKind::VenueCrash),
                      venue.every[static_cast<std::size_t>(FaultKind::VenueCrash)]);
        }
    }
    EXPECT_EQ(graces, (std::set<std::int64_t>{0, kNanosPerSecond, kForever.value}));
}

TEST(DrawnWorlds, AreSwarmsOfFaults) {
    std::array<std::uint64_t, kFaultKinds> worlds{};
    std::uint64_t lossless = 0;
    for (std::uint64_t seed = 1; seed <= kWorldsDrawn; ++seed) {
        const WorldOptions world = draw_world(seed);
        for (std::size_t kind = 0; kind < kFaultKinds; ++kind) {
            worlds[kind] += world.venues[0].every[kind] != Nanos{} ? 1U : 0U;
        }
        lossless += world.venues[0].packets.lost == 0 ? 1U : 0U;
    }
    for (std::size_t kind = 0; kind < kFaultKinds; ++kind) {
        const auto of = static_cast<FaultKind>(kind);
        const bool is_of_disks = of == FaultKind::FailingDisk || of == FaultKind::DamagedDisk;
        const std::uint64_t one_in = is_of_disks ? 7 : of == FaultKind::VenueOperator ? 4 : 3;
        EXPECT_NEAR(static_cast<double>(worlds[kind]), static_cast<double>(kWorldsDrawn / one_in),
                    80)
            << name(of);
    }
    EXPECT_NEAR(static_cast<double>(lossless), static_cast<double>(kWorldsDrawn) / 2, 80);
}

TEST(DrawnWorlds, HaveOneThatQuotesAndOneOrTwoThatTake) {
    std::set<std::size_t> counts;
    std::set<StrategyKind> takers;
    std::uint64_t late = 0;
    for (std::uint64_t seed = 1; seed <= kWorldsDrawn; ++seed) {
        const WorldOptions world = draw_world(seed);
        if (world.venues.size() != 1) {
            continue;
        }
        counts.insert(world.traders.size());
        ASSERT_EQ(world.traders[0].strategy, StrategyKind::MarketMaker);
        for (std::size_t n = 0; n < world.traders.size(); ++n) {
            const TraderOptionsDrawn& trader = world.traders[n];
            ASSERT_TRUE(trader.is_at(0));
            ASSERT_FALSE(trader.is_at(1));
            ASSERT_FALSE(trader.is_at_both());
            ASSERT_LE(trader.joins_at.value, world.faults_for.value / 2);
            const AccountDrawn& account = *trader.accounts[0];
            ASSERT_NE(account.hears_twice, account.has_drop_copy);
            ASSERT_TRUE(!account.copies_twice || account.has_drop_copy);
            if (n > 0) {
                takers.insert(trader.strategy);
                late += trader.joins_at != Nanos{} ? 1U : 0U;
            }
        }
    }
    EXPECT_EQ(counts, (std::set<std::size_t>{2, 3}));
    EXPECT_EQ(takers,
              (std::set{StrategyKind::Momentum, StrategyKind::TrendFollowing, StrategyKind::Pairs}))
        << "the others need a second venue";
    EXPECT_GT(late, kWorldsDrawn / 4);
}

TEST(DrawnWorlds, OfTwoVenuesHaveATraderAtBothUnderTheFirmsLimits) {
    std::uint64_t worlds = 0;
    for (std::uint64_t seed = 1; seed <= kWorldsDrawn; ++seed) {
        const WorldOptions world = draw_world(seed);
        if (world.venues.size() == 1) {
            ASSERT_TRUE(std::ranges::none_of(world.traders, &TraderOptionsDrawn::is_at_both));
            continue;
        }
        ++worlds;
        ASSERT_EQ(std::ranges::count_if(world.traders, &TraderOptionsDrawn::is_at_both), 1);
        ASSERT_GE(world.firm.open_orders_max, 2U);
        ASSERT_LE(world.firm.open_orders_max, 14U);
        for (const FaultKind of : {FaultKind::TraderCrash, FaultKind::OperatorKills,
                                   FaultKind::OperatorCommands, FaultKind::TraderDiskFull}) {
            ASSERT_EQ(world.venues[1].every_of(of), Nanos{}) << "a process dies once: " << name(of);
        }
    }
    EXPECT_NEAR(static_cast<double>(worlds), kWorldsDrawn / 5.0, 80);
}

TEST(DrawnWorlds, EndTheirDayInOneOfFourWhileThereAreFaults) {
    std::uint64_t turns = 0;
    std::uint64_t crashes = 0;
    std::uint64_t of_venue = 0;
    for (std::uint64_t seed = 1; seed <= kWorldsDrawn; ++seed) {
        const WorldOptions world = draw_world(seed);
        const DayTurn& turn = world.venues[0].turn;
        if (!turn.happens()) {
            ASSERT_EQ(turn.crash_at, Nanos{});
            continue;
        }
        ++turns;
        ASSERT_GE(turn.at, Nanos{500 * kNanosPerMillisecond});
        ASSERT_LE(turn.at, world.faults_for);
        ASSERT_TRUE(is_between(turn.pause, 200'000, 1'500'000));
        if (turn.crash_at != Nanos{}) {
            ++crashes;
            of_venue += turn.is_crash_of_venue ? 1U : 0U;
            ASSERT_GE(turn.crash_at, turn.at - Nanos{150 * kNanosPerMillisecond});
            ASSERT_LE(turn.crash_at, turn.at + turn.pause + Nanos{150 * kNanosPerMillisecond});
        }
    }
    EXPECT_NEAR(static_cast<double>(turns), kWorldsDrawn / 4.0, 80);
    EXPECT_NEAR(static_cast<double>(crashes), kWorldsDrawn / 8.0, 60);
    EXPECT_NEAR(static_cast<double>(of_venue), kWorldsDrawn / 16.0, 40);
}

TEST(DescribedWorlds, SayALineForEachThing) {
    constexpr auto kMs = [](std::int64_t count) { return Nanos{count * kNanosPerMillisecond}; };
    WorldOptions world;
    world.faults_for = kMs(2'000);
    world.calm_for = kMs(12'000);
    world.reconcile_within = kMs(1'000);
    world.flash_crash_at = kMs(500);
    world.traders = {{}, {.strategy = StrategyKind::Pairs, .joins_at = kMs(250)}, {}};
    world.traders[1].accounts[0] = AccountDrawn{.has_drop_copy = false, .hears_twice = true};
    world.traders[2].accounts[0] = AccountDrawn{.copies_twice = true};
    VenueDrawn& venue = world.venues[0];
    venue.delay = {5'000};
    venue.jitter = {10'000};
    venue.commit = {20'000};
    venue.request_every = kMs(7);
    venue.cancel_on_disconnect_after = kForever;
    venue.packets = {1, 2, 3, 4, 5, 6};
    venue.every[static_cast<std::size_t>(FaultKind::Garbage)] = kMs(900);
    venue.turn = {.at = kMs(600), .pause = kMs(300), .keeps_orders = true, .crash_at = kMs(700)};
    EXPECT_EQ(
        describe(world),
        (std::vector<std::string>{
            "faults for 2000 ms, then calm for 12000 ms",
            "a trader stops when a drop copy is 1000 ms late",
            "prices fall by a tenth from 500 ms on",
            "trader 0: market maker, from 0 ms on, with a drop copy",
            "trader 1: pairs, from 250 ms on, without a drop copy, some replies sent twice",
            "trader 2: market maker, from 0 ms on, with a drop copy, some copies sent twice",
            "network 0.005 to 0.015 ms one way, a group durable after 0.020 ms at most",
            "a request of each scripted client every 7.0 ms",
            "orders stay when their connection is gone",
            "of 10,000 datagrams 1 lost a line, 2 on both, 3 doubled, 4 late, 5 cut, 6 damaged",
            "garbage every 900 ms",
            "the day ends at 600 ms, the next begins 300 ms later; some orders outlive it",
            "a trader dies at 700 ms"}));
    venue.cancel_on_disconnect_after = kMs(1'000);
    venue.turn.keeps_orders = false;
    venue.turn.is_crash_of_venue = true;
    const auto lines = describe(world);
    EXPECT_EQ(lines[8], "orders are canceled 1000 ms after their connection");
    EXPECT_EQ(lines[11],
              "the day ends at 600 ms, the next begins 300 ms later; no order outlives it");
    EXPECT_EQ(lines[12], "the venue dies at 700 ms");
    world.venues.push_back({});
    world.firm = {.open_orders_max = 3, .messages_max = 40};
    const auto both = describe(world);
    EXPECT_EQ(both[3], "trader 0: market maker, from 0 ms on, at venue 0 with a drop copy");
    EXPECT_EQ(both[6], "a trader at both venues: 3 open orders at most, 40 messages");
    EXPECT_EQ(both[7], "venue 0:");
    EXPECT_EQ(std::ranges::count(both, "venue 1:"), 1);
}

}  // namespace
}  // namespace hotpath::sim::world
