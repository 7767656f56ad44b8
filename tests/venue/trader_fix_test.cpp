// A trader over FIX and the venue, each in its process: it trades through disconnects and kills of either
// end, and holds what the venue's drop copy says; what is refused is one clear line.

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/venue/order_client.hpp"
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

/// The account has had an order in an instrument that the first process does not trade. The later ones
/// do, and are stopped in its words.
TEST_P(TraderFix, TheWordsOfAStopOutliveItsProcess) {
    const std::string symbols = symbols_of(*venue_);
    const std::string first = symbols.substr(0, symbols.find(','));
    const std::string second =
        symbols.substr(first.size() + 3, symbols.find('"', first.size() + 3) - (first.size() + 3));
    OrderClient alice("ALICE", "A");
    ASSERT_TRUE(alice.connect(venue_->order_entry()));
    alice.enter({.qty = 1, .price = 10'000, .symbol = second.c_str()});
    ASSERT_TRUE(alice.catch_up());
    ASSERT_EQ(alice.accepted(), 1U) << second;
    alice.disconnect();
    const auto trading = [&](const std::string& traded) {
        return trader_config(
            settings_, *venue_,
            {.symbols = traded,
             .drop_copy = addresses_[3],
             .venue = std::string(kFixOfTrader) + "version = \"" + GetParam() + "\"\n",
             .tables = "[journal]\nfolder = \"inputs\""});
    };
    const auto is_killed = [](const nlohmann::json& state) {
        return state["trading"]["mode"] == "killed";
    };
    TraderProcess trader(folder_.path(), trading(first));
    ASSERT_TRUE(trader.start()) << trader.output();
    ASSERT_TRUE(trader.wait_until(is_killed)) << trader.state().dump(2);
    const std::string why = trader.state()["trading"]["reason"];
    EXPECT_THAT(why, HasSubstr(second));
    trader.kill_hard();
    ASSERT_TRUE(is_closed((folder_ / "inputs").string()));
    for (int restarts = 0; restarts < 2; ++restarts) {
        TraderProcess next(folder_.path(), trading(symbols));
        ASSERT_TRUE(next.start()) << next.output();
        EXPECT_THAT(next.output(), HasSubstr("trade: still killed since the last run: " + why));
        ASSERT_TRUE(next.wait_until(is_killed)) << next.state().dump(2);
        EXPECT_EQ(next.state()["trading"]["reason"], why);
        next.kill_hard();
        ASSERT_TRUE(is_closed((folder_ / "inputs").string()));
    }
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
                HasSubstr("order entry: FIX: logon refused: wrong Username or Password"));
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
