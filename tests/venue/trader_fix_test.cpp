// A trader over FIX and the venue, each in its process: it trades through disconnects and kills of either
// end, and holds what the venue's drop copy says; what is refused is one clear line.

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/venue/traded_venue.hpp"

namespace hotpath::venue_tests {
namespace {

using testing::HasSubstr;

constexpr const char* kFixOfTrader =
    "protocol = \"fix\"\ncomp_id = \"ALICE-FIX\"\nfix_password = \"AFIX\"\n"
    "fix_numbers = \"numbers\"\n";

class TraderFix : public TradedVenue, public testing::WithParamInterface<std::string> {
  protected:
    void SetUp() override { start_fix_venue("ALICE"); }
    /// Whose session the trader logs on to.
    void start_fix_venue(const std::string& user) {
        const std::string address = free_addresses()[0];
        start_venue("\n[fix]\naddress = \"" + address +
                    "\"\nids_max = 65536\n[[fix_user]]\nuser = \"" + user +
                    "\"\ncomp_id = \"ALICE-FIX\"\npassword = \"AFIX\"\nversion = \"" + GetParam() +
                    "\"\n");
        settings_.addresses[0] = address;  // where the trader's orders go
    }
    [[nodiscard]] std::string fix_config(const std::string& keys = kFixOfTrader) {
        return config({.venue = keys + "version = \"" + GetParam() + "\"\n"});
    }
};

TEST_P(TraderFix, ItTradesThroughKillsOfTheVenueAndHoldsWhatTheDropCopySays) {
    TraderProcess trader(folder_.path(), fix_config());
    ASSERT_NO_FATAL_FAILURE(trade_with_kills_of_the_venue(trader));
    expect_the_venues_positions(trader);
}

TEST_P(TraderFix, KilledItselfItGoesOnWithWhatTheAccountHolds) {
    TraderProcess trader(folder_.path(), fix_config());
    ASSERT_NO_FATAL_FAILURE(trade_with_a_kill(trader));
    expect_the_venues_positions(trader);
}

TEST_P(TraderFix, TheKillSwitchCancelsEverythingAndLatches) {
    TraderProcess trader(folder_.path(), fix_config());
    ASSERT_NO_FATAL_FAILURE(trade_until_killed(trader));
    expect_the_venues_positions(trader);
}

TEST_P(TraderFix, AWrongPasswordIsOneClearLine) {
    TraderProcess trader(
        folder_.path(),
        fix_config("protocol = \"fix\"\ncomp_id = \"ALICE-FIX\"\nfix_password = \"WRONG\"\n"
                   "fix_numbers = \"numbers\"\n"));
    ASSERT_TRUE(trader.start()) << trader.output();
    EXPECT_NE(trader.wait(), 0);
    EXPECT_THAT(trader.output(), HasSubstr("order entry: FIX: logon refused: unknown session, "
                                           "or wrong Username or Password"));
}

TEST_P(TraderFix, AWrongCompIdIsOneClearLine) {
    TraderProcess trader(
        folder_.path(),
        fix_config("protocol = \"fix\"\ncomp_id = \"STRANGER\"\nfix_password = \"AFIX\"\n"
                   "fix_numbers = \"numbers\"\n"));
    ASSERT_TRUE(trader.start()) << trader.output();
    EXPECT_NE(trader.wait(), 0);
    EXPECT_THAT(trader.output(), HasSubstr("order entry: FIX: logon refused: unknown session, "
                                           "or wrong Username or Password"));
}

/// The account of the configuration is ALICE's, the session BOB's: no copy would ever be of an own
/// execution.
class TraderFixOfAnotherUser : public TraderFix {
  protected:
    void SetUp() override { start_fix_venue("BOB"); }
};

TEST_P(TraderFixOfAnotherUser, IsRefusedAtTheLogon) {
    TraderProcess trader(folder_.path(), fix_config());
    ASSERT_TRUE(trader.start()) << trader.output();
    EXPECT_NE(trader.wait(), 0);
    EXPECT_THAT(trader.output(),
                HasSubstr("order entry: FIX: logon refused: unknown session, or wrong Username or "
                          "Password"));
}

INSTANTIATE_TEST_SUITE_P(Versions, TraderFixOfAnotherUser, testing::Values("FIX.4.2", "FIX.4.4"),
                         [](const testing::TestParamInfo<std::string>& version) {
                             return version.param == "FIX.4.2" ? "Fix42" : "Fix44";
                         });
INSTANTIATE_TEST_SUITE_P(Versions, TraderFix, testing::Values("FIX.4.2", "FIX.4.4"),
                         [](const testing::TestParamInfo<std::string>& version) {
                             return version.param == "FIX.4.2" ? "Fix42" : "Fix44";
                         });

}  // namespace
}  // namespace hotpath::venue_tests
