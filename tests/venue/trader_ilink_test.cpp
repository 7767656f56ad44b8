// A trader over iLink 3 and the venue, each in its process: it trades through disconnects and kills of
// either end, and holds what the venue's drop copy says; its journal replays without the secret key; what is
// refused is one clear line.

#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/venue/ilink_login.hpp"
#include "tests/venue/traded_venue.hpp"

namespace hotpath::venue_tests {
namespace {

using testing::HasSubstr;
using testing::Not;

class TraderIlink : public TradedVenue {
  protected:
    void SetUp() override {
        const std::string address = free_addresses()[0];
        start_venue(ilink_venue(address));
        settings_.addresses[0] = address;  // where the trader's orders go
    }
    [[nodiscard]] std::string ilink_config(
        const std::string& strategy = "name = \"market_maker\"") {
        return config({.venue = ilink_keys(), .strategy = strategy});
    }
    void expect_refused(const std::string& of_venue, const std::string& why) {
        TraderProcess trader(folder_.path(), config({.venue = of_venue}));
        ASSERT_TRUE(trader.start()) << trader.output();
        EXPECT_NE(trader.wait(), 0);
        EXPECT_THAT(trader.output(), HasSubstr("order entry: iLink 3: " + why));
    }
};

TEST_F(TraderIlink, ItTradesThroughKillsOfTheVenueAndHoldsWhatTheDropCopySays) {
    TraderProcess trader(folder_.path(), ilink_config());
    ASSERT_NO_FATAL_FAILURE(trade_with_kills_of_the_venue(trader));
    expect_the_venues_positions(trader);
}

TEST_F(TraderIlink, KilledItselfItGoesOnWithWhatTheAccountHolds) {
    TraderProcess trader(folder_.path(), ilink_config());
    ASSERT_NO_FATAL_FAILURE(trade_with_a_kill(trader));
    expect_the_venues_positions(trader);
}

/// Its next process begins another UUID: what the one before had executed, also while no process was
/// there, comes by LastUUID.
TEST_F(TraderIlink, AKilledTraderWithoutItsNumbersFileContinuesWithTheAccountsState) {
    TraderProcess trader(folder_.path(), ilink_config());
    ASSERT_NO_FATAL_FAILURE(trade_with_a_kill(
        trader, [&] { ASSERT_TRUE(std::filesystem::remove(folder_ / "numbers")); }));
    expect_the_venues_positions(trader);
}

TEST_F(TraderIlink, TheKillSwitchCancelsEverythingAndLatches) {
    TraderProcess trader(folder_.path(), ilink_config());
    ASSERT_NO_FATAL_FAILURE(trade_until_killed(trader));
    expect_the_venues_positions(trader);
}

/// The account of the configuration is ALICE's, the session BOB's.
class TraderIlinkOfAnotherUser : public TraderIlink {
  protected:
    void SetUp() override {
        const std::string address = free_addresses()[0];
        start_venue(ilink_venue(address, "BOB"));
        settings_.addresses[0] = address;
    }
};

TEST_F(TraderIlinkOfAnotherUser, IsRefusedAtTheLogon) {
    TraderProcess trader(folder_.path(), ilink_config());
    ASSERT_TRUE(trader.start()) << trader.output();
    EXPECT_NE(trader.wait(), 0);
    EXPECT_THAT(trader.output(), HasSubstr("the session is of another user"));
}

/// A replay has no key, and makes the same bytes.
TEST_F(TraderIlink, ItsJournalReplaysAndHasNoKey) {
    TraderProcess trader(folder_.path(),
                         ilink_config("name = \"market_maker\"\n[journal]\nfolder = \"inputs\"\n"));
    ASSERT_NO_FATAL_FAILURE(trade_with_a_kill(trader));
    const std::string folder = (folder_ / "inputs").string();
    ASSERT_TRUE(is_closed(folder));
    EXPECT_THAT(run_hotpath("journal replay " + folder).output, HasSubstr("identical"));
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        std::ifstream file(entry.path(), std::ios::binary);
        const std::string bytes{std::istreambuf_iterator<char>(file), {}};
        EXPECT_THAT(bytes, Not(HasSubstr(kIlinkSecretKey))) << entry.path();
    }
}

TEST_F(TraderIlink, AWrongKeyIsOneClearLine) {
    expect_refused(ilink_keys("ALI", "V1JPTkc="), "the signature is not authentic");
}

TEST_F(TraderIlink, AWrongSessionIsOneClearLine) {
    expect_refused(ilink_keys("BOB"), "session and firm may not use this port");
}

}  // namespace
}  // namespace hotpath::venue_tests
