// A random market at a matcher, published as an MDP 3.0 channel over two lines that lose, repeat,
// delay and damage packets, with loops for definitions and snapshots: whenever the channel's feed
// is not stale at the end of an event, its books are the venue's, order by order or level by level.
// With natural refresh that holds for each instrument that is certain.

#include <cstdint>

#include <gtest/gtest.h>

#include "hotpath/protocols/cme/feed/mdp3_channel.hpp"
#include "tests/support/mdp3_network.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::exchange {
namespace {

using support::mdp3::Network;
using support::mdp3::Totals;

constexpr std::uint64_t kSeeds = 700;
constexpr std::uint64_t kSeedsLong = 20'000;

/// `seeds` networks, each to its end.
Totals totals_of(const feed::Mdp3Options& codec, std::uint64_t seeds) {
    const std::uint64_t first = support::seed_of_this_test(1);
    Totals totals;
    for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
        Network network(seed, codec);
        EXPECT_TRUE(network.run())
            << "seed " << seed << " does not recover: " << name(network.channel().feed().state())
            << ", next " << network.channel().feed().next_sequence_number();
        if (::testing::Test::HasFailure()) {
            ADD_FAILURE() << "seed " << seed;
            break;
        }
        network.add_to(totals);
    }
    EXPECT_GT(totals.checks, seeds * 10);
    EXPECT_GT(totals.orders, seeds * 100);
    EXPECT_GT(totals.channel_resets, seeds / 2);
    EXPECT_GT(totals.malformed, seeds);
    EXPECT_GT(totals.sessions, seeds + seeds / 10);
    EXPECT_GT(totals.others, seeds);
    EXPECT_GT(totals.events, seeds * 10);
    EXPECT_GT(totals.trades, seeds);
    return totals;
}

TEST(Mdp3ChannelProperty, BooksByOrderAreTheVenuesWhateverTheNetworkDoes) {
    const std::uint64_t seeds =
        support::rounds_of_this_run({.usual = kSeeds, .long_run = kSeedsLong});
    const Totals totals = totals_of({}, seeds);
    EXPECT_GT(totals.snapshots_applied, seeds / 2);
    EXPECT_GT(totals.snapshots_failed, seeds / 4);
    EXPECT_GT(totals.snapshots_too_old, 0U);
    EXPECT_GT(totals.in_snapshot, seeds);
    EXPECT_GT(totals.broken_loops, seeds / 2);
}

TEST(Mdp3ChannelProperty, BooksByPriceAreTheVenuesWhateverTheNetworkDoes) {
    const std::uint64_t seeds =
        support::rounds_of_this_run({.usual = kSeeds, .long_run = kSeedsLong});
    const Totals totals = totals_of({.depth = feed::Mdp3Depth::ByPrice}, seeds);
    EXPECT_GT(totals.snapshots_applied, seeds / 2);
    EXPECT_GT(totals.snapshots_failed, seeds / 4);
    EXPECT_GT(totals.in_snapshot, seeds);
    EXPECT_GT(totals.broken_loops, seeds / 2);
}

TEST(Mdp3ChannelProperty, WithNaturalRefreshEachCertainBookIsTheVenues) {
    const std::uint64_t seeds =
        support::rounds_of_this_run({.usual = kSeeds, .long_run = kSeedsLong});
    const Totals totals =
        totals_of({.depth = feed::Mdp3Depth::ByPrice, .has_natural_refresh = true}, seeds);
    EXPECT_EQ(totals.snapshots_applied, 0U);
    EXPECT_GT(totals.confirmed, seeds);
    EXPECT_GT(totals.recovered, seeds);
}

}  // namespace
}  // namespace hotpath::exchange
