// The trader and the venue, each in its process: it trades a generated market through kills of the
// venue and of itself, and holds what the venue's drop copy says it holds.
#include "tests/venue/trader_process.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/venue/traded_venue.hpp"

namespace hotpath::venue_tests {
namespace {

class TraderProcesses : public TradedVenue {};

TEST_F(TraderProcesses, ItTradesThroughKillsOfTheVenueAndHoldsWhatTheDropCopySays) {
    TraderProcess trader(folder_.path(), config({}));
    ASSERT_NO_FATAL_FAILURE(trade_with_kills_of_the_venue(trader));
    EXPECT_NE(trader.output().find("trade: stopped"), std::string::npos);
    expect_the_venues_positions(trader);
}

TEST_F(TraderProcesses, KilledItselfItGoesOnWithWhatTheAccountHolds) {
    TraderProcess trader(folder_.path(), config({}));
    ASSERT_NO_FATAL_FAILURE(trade_with_a_kill(trader));
    expect_the_venues_positions(trader);
}

TEST_F(TraderProcesses, TheKillSwitchCancelsEverythingAndLatches) {
    TraderProcess trader(folder_.path(), config({}));
    ASSERT_NO_FATAL_FAILURE(trade_until_killed(trader));
    expect_the_venues_positions(trader);
}

TEST_F(TraderProcesses, AVenueThatIsGoneDoesNotHoldUpTheStop) {
    TraderProcess trader(folder_.path(), config({.venue = "stop_within_ms = 500"}));
    ASSERT_TRUE(trader.start()) << trader.output();
    ASSERT_TRUE(trader.wait_until([](const nlohmann::json& state) {
        return state["orders"]["open"] > 0 && state["doing"] == "trading";
    }));
    venue_->kill_hard();
    EXPECT_EQ(trader.stop(), 1);
    EXPECT_NE(trader.output().find("orders are open or in doubt"), std::string::npos)
        << trader.output();
}

TEST_F(TraderProcesses, AWrongPasswordIsOneLineAndTheEnd) {
    TraderProcess trader(folder_.path(),
                         config({.account = "user = \"ALICE\"\npassword = \"WRONG\""}));
    ASSERT_TRUE(trader.start()) << trader.output();
    EXPECT_EQ(trader.wait(), 1);
    EXPECT_NE(trader.output().find("login refused by the venue (reason A)"), std::string::npos)
        << trader.output();
}

TEST_F(TraderProcesses, EveryStrategyRuns) {
    std::vector<std::string> all = strategies();
    all.emplace_back("name = \"null\"");
    for (const std::string& strategy : all) {
        TraderProcess trader(folder_.path(), config({.strategy = strategy}));
        ASSERT_TRUE(trader.start()) << trader.output();
        EXPECT_TRUE(trader.wait_until([](const nlohmann::json& state) {
            return state["doing"] == "trading";
        })) << strategy;
        EXPECT_EQ(trader.stop(), 0) << trader.output();
    }
}

}  // namespace
}  // namespace hotpath::venue_tests
