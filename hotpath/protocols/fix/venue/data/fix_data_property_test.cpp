// A random market at a venue: a client that keeps its book by W and X has the venue's own book after
// each message, for every depth, every kind of update and any reader, also after a restart.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/fix_data_venue.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::exchange {
namespace {

using support::ClientBook;
using support::DataVenue;
using support::FixDataClient;
using support::kDataSymbols;
using support::market_data_request;

const std::vector<std::string> kAllSymbols(kDataSymbols.begin(), kDataSymbols.end());

/// By MDReqID: the depth that the venue's book is compared at.
using Depths = std::map<std::string, std::size_t>;

void subscribe(FixDataClient& client, const Depths& depths, const std::string& update_type) {
    for (const auto& [id, depth] : depths) {
        client.send(market_data_request({.id = id,
                                         .depth = std::to_string(depth == 100 ? 0 : depth),
                                         .update_type = update_type,
                                         .symbols = kAllSymbols}));
    }
}

void expect_same_books(DataVenue& venue, FixDataClient& client, const Depths& depths) {
    for (const auto& [request, depth] : depths) {
        for (std::uint16_t id = 1; id <= support::kDataInstruments; ++id) {
            const ClientBook& book = client.book(request, kAllSymbols[id - 1U]);
            for (const Side side : {Side::Buy, Side::Sell}) {
                ASSERT_EQ(book.levels(side), venue.levels({id}, side, depth))
                    << request << " " << kAllSymbols[id - 1U] << " side " << side_index(side);
            }
        }
    }
    ASSERT_EQ(client.contradictions, 0);
}

const Depths kDepths{{"FULL", 100}, {"TOP", 1}, {"TWO", 2}, {"FIVE", 5}, {"TEN", 10}};

/// A client that reads after each command, or after some.
void follow(std::uint64_t seed, std::size_t user, const std::string& update_type,
            std::size_t commands_max) {
    DataVenue venue(seed);
    Random random(seed + 1);
    FixDataClient client(venue, user);
    client.log_on();
    ASSERT_TRUE(client.session().is_logged_on()) << client.logout;
    for (int n = 0; n < 50; ++n) {
        venue.step();
    }
    subscribe(client, kDepths, update_type);
    for (int n = 0; n < 400; ++n) {
        for (std::uint64_t i = 1 + random.below(commands_max); i > 0; --i) {
            venue.trade();
        }
        client.turn();
        expect_same_books(venue, client, kDepths);
        if (::testing::Test::HasFatalFailure()) {
            ADD_FAILURE() << "seed " << seed << " turn " << n;
            return;
        }
    }
    EXPECT_EQ(venue.server().counters().conflated, 0U);
    const bool is_incremental = update_type == "1";
    EXPECT_EQ(venue.server().counters().increments > 100U, is_incremental);
}

constexpr support::Rounds kSeeds{.usual = 20, .long_run = 1'000};

void follow_seeds(const std::string& update_type, std::size_t commands_max) {
    const std::uint64_t first = support::seed_of_this_test(1);
    for (std::uint64_t n = 0; n < support::rounds_of_this_run(kSeeds); ++n) {
        follow(first + n, n % 2, update_type, commands_max);
    }
}

TEST(FixDataProperty, AfterEachCommandTheBookOfWAndXIsTheVenues) {
    follow_seeds("1", 1);
}

TEST(FixDataProperty, AfterManyCommandsOfATurnTheBookOfWAndXIsTheVenues) {
    follow_seeds("1", 40);
}

TEST(FixDataProperty, WithFullRefreshesTheBookIsTheVenues) {
    follow_seeds("0", 3);
}

/// Small limits: publications are forced within a turn, turns end before all is sent, and the output
/// is full at times. Whenever everything has been sent and read, the books are the venue's.
TEST(FixDataProperty, WhateverIsConflatedTheBookIsTheVenuesWhenAllIsRead) {
    const std::uint64_t first = support::seed_of_this_test(1);
    std::uint64_t conflated = 0;
    for (std::uint64_t n = 0; n < support::rounds_of_this_run(kSeeds); ++n) {
        const std::uint64_t seed = first + n;
        FixDataOptions options = support::data_server();
        options.depth_max = 10;
        options.levels_per_turn = 60;
        options.changes_max = 4;
        DataVenue venue(seed, options);
        Random random(seed + 1);
        FixDataClient client(venue, 0);
        client.log_on();
        const Depths depths{{"TEN", 10}, {"TOP", 1}, {"THREE", 3}};
        subscribe(client, depths, "1");
        for (int turn = 0; turn < 300; ++turn) {
            for (std::uint64_t i = random.below(20); i > 0; --i) {
                venue.trade();
            }
            venue.publish();
            if (random.one_in(3)) {
                client.take(1 + random.below(3'000));
            }
            if (turn % 50 == 49) {
                for (int reads = 0; reads < 200; ++reads) {
                    client.turn();
                }
                expect_same_books(venue, client, depths);
            }
            if (::testing::Test::HasFatalFailure()) {
                ADD_FAILURE() << "seed " << seed << " turn " << turn;
                return;
            }
        }
        EXPECT_FALSE(client.is_cut_off);
        conflated += venue.server().counters().conflated;
    }
    EXPECT_GT(conflated, 1'000U);
}

TEST(FixDataProperty, AfterARestartSnapshotsAreTheVenuesBook) {
    DataVenue venue(support::seed_of_this_test(1));
    for (int n = 0; n < 300; ++n) {
        venue.step();
    }
    // What the old process did not send any more.
    for (int n = 0; n < 20; ++n) {
        venue.trade();
        venue.venue().clear_feed();
    }
    venue.restart();
    FixDataClient client(venue, 0);
    client.log_on();
    subscribe(client, kDepths, "1");
    for (int n = 0; n < 200; ++n) {
        expect_same_books(venue, client, kDepths);
        venue.trade();
        client.turn();
    }
}

}  // namespace
}  // namespace hotpath::exchange
