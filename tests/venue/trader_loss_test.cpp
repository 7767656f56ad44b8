// A trader behind two lines that each lose 30% of the packets: gaps that are filled in time do not
// pull its quotes, and in the end its JSON has the venue's best prices and book checksums.
#include <gtest/gtest.h>

#include "tests/support/temporary_directory.hpp"
#include "tests/venue/faulty_network.hpp"
#include "tests/venue/trader_process.hpp"
#include "tests/venue/venues_books.hpp"

namespace hotpath::venue_tests {
namespace {

TEST(TraderLoss, GapsFilledInTimePullNothingAndTheBooksEndAsTheVenues) {
    const support::TemporaryDirectory folder;
    VenueSettings settings = generated_market(free_addresses());
    settings.background =
        "source = \"generator\"\nmessages = 12000\ninstruments = 3\npacing = \"poisson\"\n"
        "messages_per_second = 4000.0";
    VenueProcess venue(folder.path(), settings);
    ASSERT_TRUE(venue.start()) << venue.output();
    FaultyNetwork network(venue, {}, 1);
    network.fail({.lost_percent = 30});
    TraderProcess trader(
        folder.path(),
        network.in_place_of_the_venues(trader_config(
            settings, venue,
            {.symbols = symbols_of(venue), .market_data = "gap_patience_ms = 1_000"})));
    ASSERT_TRUE(trader.start()) << trader.output();
    ASSERT_TRUE(trader.wait_until([](const nlohmann::json& state) {
        return state["doing"] == "trading" && state["feed"]["gaps_outwaited"] >= 50;
    })) << trader.state().dump(2);
    network.heal();
    EXPECT_TRUE(trader.wait_until([&](const nlohmann::json& state) {
        return has_the_venues_books(state, venue.state());
    })) << trader.state().dump(2)
        << venue.state()["books"].dump(2) << venue.state()["feed"].dump(2);
    const nlohmann::json state = trader.state();
    EXPECT_GT(network.counts().lost, 100U);
    EXPECT_LE(state["feed"]["stale_periods"], 1 + state["feed"]["gaps_outwaited"].get<int>() / 10);
    EXPECT_EQ(state["feed"]["current"], true);
    EXPECT_GT(state["orders"]["entered"], 0);
    EXPECT_EQ(trader.stop(), 0) << trader.output();
}

}  // namespace
}  // namespace hotpath::venue_tests
