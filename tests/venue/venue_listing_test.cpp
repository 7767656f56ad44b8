// The venue's listings, as a process: configured symbols and a background's never share a locate, a
// symbol of both is one instrument, and the feed's own parser finds no event of another symbol.

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/capture/itch_file_writer.hpp"
#include "hotpath/sim/market/market_generator.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/venue/feed_client.hpp"
#include "tests/venue/order_client.hpp"
#include "tests/venue/venue_process.hpp"

namespace hotpath::venue_tests {
namespace {

constexpr std::uint64_t kMessages = 20'000;
constexpr const char* kRecorded =
    "source = \"recording\"\nrecording = \"market.itch\"\nat_once_until = \"23:59:00\"";

/// A recording of five instruments that are not in the configuration; their symbols.
std::vector<std::string> record_market(const std::filesystem::path& folder) {
    auto market =
        sim::market::MarketGenerator::create({.seed = 1, .messages = kMessages, .instruments = 5});
    auto file = capture::ItchFileWriter::create(folder / "market.itch");
    for (Bytes message = market->next(); !message.empty(); message = market->next()) {
        EXPECT_TRUE((*file)->write(message));
    }
    EXPECT_TRUE((*file)->close());
    std::vector<std::string> symbols;
    for (std::uint16_t n = 1; n <= 5; ++n) {
        symbols.push_back(market->symbol({n}).str());
    }
    return symbols;
}

std::map<std::string, std::uint16_t> listed(const FeedClient& feed) {
    std::map<std::string, std::uint16_t> locates;
    feed.feed().market().directory().for_each(
        [&](InstrumentId id, const feed::Instrument& instrument) {
            EXPECT_TRUE(locates.emplace(instrument.symbol.str(), id.value).second);
        });
    return locates;
}

/// Until the whole background is in the venue.
bool run_background(const VenueProcess& venue, FeedClient& feed) {
    const auto is_done = [&] { return venue.state()["venue"]["commands"] >= kMessages; };
    for (const Time until = steady_now() + kPatience; !is_done() && steady_now() < until;) {
        for (int n = 0; n < 200; ++n) {
            feed.poll();
        }
    }
    return is_done();
}

TEST(VenueListing, ConfiguredSymbolsAndTheBackgroundsAreOnLocatesOfTheirOwn) {
    const support::TemporaryDirectory folder;
    record_market(folder.path());
    VenueProcess venue(folder.path(),
                       {.symbols = R"("AAPL", "GOOG", "MSFT")", .background = kRecorded});
    ASSERT_TRUE(venue.start()) << venue.output();
    FeedClient feed(venue, 0, 1);
    ASSERT_TRUE(run_background(venue, feed)) << venue.output();
    const auto state = venue.state();
    ASSERT_TRUE(feed.poll_until(state["feed"]["next_seq"]));
    const auto locates = listed(feed);
    EXPECT_EQ(locates.size(), 8U) << "three configured, five recorded";
    EXPECT_EQ(locates.at("AAPL"), 1U);
    EXPECT_EQ(locates.at("MSFT"), 3U);
    EXPECT_EQ(feed.feed().market().directory().symbol_mismatches(), 0U);
    for (const char* symbol : {"AAPL", "GOOG", "MSFT"}) {
        EXPECT_EQ(feed.feed().books().bbo({locates.at(symbol)}), book::Bbo{})
            << symbol << " has orders of another symbol";
    }
    EXPECT_EQ(state["venue"]["book_checksum"], hex(feed.feed().books().checksum()));
    EXPECT_EQ(venue.stop(), 0) << venue.output();
}

TEST(VenueListing, ASymbolOfBothIsOneInstrumentAndLaterSymbolsGetFreeLocates) {
    const support::TemporaryDirectory folder;
    const std::string shared = record_market(folder.path()).back();
    VenueProcess venue(folder.path(),
                       {.symbols = "\"AAPL\", \"" + shared + "\"", .background = kRecorded});
    ASSERT_TRUE(venue.start()) << venue.output();
    FeedClient feed(venue, 0, 1);
    ASSERT_TRUE(run_background(venue, feed));
    ASSERT_TRUE(feed.poll_until(venue.state()["feed"]["next_seq"]));
    const auto locates = listed(feed);
    EXPECT_EQ(locates.size(), 6U);
    EXPECT_EQ(locates.at(shared), 2U);
    EXPECT_NE(feed.feed().books().bbo({2}), book::Bbo{}) << "the background's orders are there";
    EXPECT_EQ(venue.stop(), 0) << venue.output();
}

}  // namespace
}  // namespace hotpath::venue_tests
