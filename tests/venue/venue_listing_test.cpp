// What the venue lists, as a process: configured symbols and a background's never share a locate, a
// symbol of both is one instrument, and the feed's own parser finds no event of another symbol.

#include <filesystem>
#include <map>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/temporary_directory.hpp"
#include "tests/venue/feed_client.hpp"
#include "tests/venue/order_client.hpp"
#include "tests/venue/venue_process.hpp"

namespace hotpath::venue_tests {
namespace {

constexpr const char* kGenerator =
    "source = \"generator\"\nmessages = 20000\ninstruments = 5\nat_once_until = \"23:59:00\"";

std::map<std::string, std::uint16_t> listed(const FeedClient& feed) {
    std::map<std::string, std::uint16_t> locates;
    feed.feed().itch_books().directory().for_each(
        [&](InstrumentId id, const feed::Instrument& instrument) {
            EXPECT_TRUE(locates.emplace(instrument.symbol.str(), id.value).second);
        });
    return locates;
}

/// Until the whole background is in the venue.
bool run_background(const VenueProcess& venue, FeedClient& feed) {
    const auto is_done = [&] { return venue.state()["venue"]["commands"] >= 20'000; };
    for (const Nanos until = steady_now() + Nanos{30 * kNanosPerSecond};
         !is_done() && steady_now() < until;) {
        for (int n = 0; n < 200; ++n) {
            feed.poll();
        }
    }
    return is_done();
}

TEST(VenueListing, ConfiguredSymbolsAndTheBackgroundsAreOnLocatesOfTheirOwn) {
    const support::TemporaryDirectory folder;
    VenueProcess venue(folder.path(),
                       {.symbols = R"("AAPL", "GOOG", "MSFT")", .background = kGenerator});
    ASSERT_TRUE(venue.start()) << venue.output();
    FeedClient feed(venue, 0, 1);
    ASSERT_TRUE(run_background(venue, feed)) << venue.output();
    const auto state = venue.state();
    ASSERT_TRUE(feed.poll_until(state["feed"]["next_seq"]));
    const auto locates = listed(feed);
    EXPECT_EQ(locates.size(), 8U) << "three configured, five generated";
    EXPECT_EQ(locates.at("AAPL"), 1U);
    EXPECT_EQ(locates.at("MSFT"), 3U);
    EXPECT_EQ(feed.feed().itch_books().directory().symbol_mismatches(), 0U);
    for (const char* symbol : {"AAPL", "GOOG", "MSFT"}) {
        EXPECT_EQ(feed.feed().books().bbo({locates.at(symbol)}), book::Bbo{})
            << symbol << " has orders of another symbol";
    }
    EXPECT_EQ(state["venue"]["book_checksum"], hex(feed.feed().books().checksum()));
    EXPECT_EQ(venue.stop(), 0) << venue.output();
}

TEST(VenueListing, ASymbolOfBothIsOneInstrumentAndLaterSymbolsGetFreeLocates) {
    const support::TemporaryDirectory folder;
    std::string shared;
    std::filesystem::create_directory(folder.path() / "first");
    std::filesystem::create_directory(folder.path() / "second");
    {
        VenueProcess first(folder.path() / "first",
                           {.symbols = R"("AAPL")", .background = kGenerator});
        ASSERT_TRUE(first.start()) << first.output();
        FeedClient feed(first, 0, 1);
        ASSERT_TRUE(run_background(first, feed));
        ASSERT_TRUE(feed.poll_until(first.state()["feed"]["next_seq"]));
        for (const auto& [symbol, locate] : listed(feed)) {
            shared = symbol != "AAPL" ? symbol : shared;
        }
        EXPECT_EQ(first.stop(), 0);
    }
    VenueProcess venue(folder.path() / "second",
                       {.symbols = "\"AAPL\", \"" + shared + "\"", .background = kGenerator});
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
