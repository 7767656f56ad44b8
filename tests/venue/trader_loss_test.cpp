// A trader behind two lines that each lose 30% of the packets: gaps that are filled in time do not
// pull its quotes, and in the end its JSON has the venue's best prices and book checksums.
#include <gtest/gtest.h>

#include "tests/support/temporary_directory.hpp"
#include "tests/venue/lossy_relay.hpp"
#include "tests/venue/trader_process.hpp"

namespace hotpath::venue_tests {
namespace {

/// One symbol's state, at the venue and at the trader.
[[nodiscard]] nlohmann::json book_of(const nlohmann::json& state, const std::string& symbol) {
    for (const nlohmann::json& book : state["books"]) {
        if (book["symbol"] == symbol) {
            return book;
        }
    }
    return nullptr;
}

/// Every book of the trader is the venue's at the same message.
[[nodiscard]] bool has_the_venues_books(const nlohmann::json& trader, const nlohmann::json& venue) {
    const nlohmann::json& next_seq = venue["feed"]["next_seq"];
    bool is_same = trader["feed"]["next_seq"] == next_seq && !trader["books"].empty();
    for (const nlohmann::json& book : trader["books"]) {
        const nlohmann::json theirs = book_of(venue, book["symbol"]);
        is_same = is_same && book["checksum_next_seq"] == next_seq &&
                  book["checksum"] == theirs["checksum"] && book["bid"] == theirs["bid"] &&
                  book["ask"] == theirs["ask"];
    }
    return is_same;
}

TEST(TraderLoss, GapsFilledInTimePullNothingAndTheBooksEndAsTheVenues) {
    const support::TemporaryDirectory folder;
    VenueSettings settings = generated_market(free_addresses());
    settings.background =
        "source = \"generator\"\nmessages = 12000\ninstruments = 3\npacing = \"poisson\"\n"
        "messages_per_second = 4000.0";
    VenueProcess venue(folder.path(), settings);
    ASSERT_TRUE(venue.start()) << venue.output();
    LossyRelay relay(venue, 30, 1);
    std::string config = trader_config(
        settings, venue, {.symbols = symbols_of(venue), .market_data = "gap_patience_ms = 1_000"});
    for (const auto& [from, to] : {std::pair(venue.line_a().to_string(), relay.line_a()),
                                   std::pair(venue.line_b().to_string(), relay.line_b())}) {
        config.replace(config.find(from), from.size(), to);
    }
    TraderProcess trader(folder.path(), config);
    ASSERT_TRUE(trader.start()) << trader.output();
    ASSERT_TRUE(trader.wait_until([](const nlohmann::json& state) {
        return state["doing"] == "trading" && state["feed"]["gaps_outwaited"] >= 50;
    })) << trader.state().dump(2);
    relay.heal();
    EXPECT_TRUE(trader.wait_until([&](const nlohmann::json& state) {
        return has_the_venues_books(state, venue.state());
    })) << trader.state().dump(2)
        << venue.state()["books"].dump(2) << venue.state()["feed"].dump(2);
    const nlohmann::json state = trader.state();
    EXPECT_GT(relay.lost(), 100U);
    EXPECT_LE(state["feed"]["stale_periods"], 1 + state["feed"]["gaps_outwaited"].get<int>() / 10);
    EXPECT_EQ(state["feed"]["current"], true);
    EXPECT_GT(state["orders"]["entered"], 0);
    EXPECT_EQ(trader.stop(), 0) << trader.output();
}

}  // namespace
}  // namespace hotpath::venue_tests
