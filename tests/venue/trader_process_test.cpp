// The trader and the venue, each in its process: it trades a generated market through kills of the
// venue and of itself, and holds what the venue's drop copy says it holds.
#include "tests/venue/trader_process.hpp"

#include <csignal>

#include <gtest/gtest.h>

#include "tests/venue/copied_positions.hpp"
#include "tests/venue/traded_venue.hpp"

namespace hotpath::venue_tests {
namespace {

class TraderProcesses : public TradedVenue {
  protected:
    /// Behind the trader's end.
    void expect_the_venues_positions(const TraderProcess& trader) {
        CopiedPositions copied;
        copied.read(*net::Endpoint::parse(addresses_[3]));
        const nlohmann::json state = trader.state();
        EXPECT_EQ(state["orders"]["open"], 0);
        EXPECT_EQ(state["drop_copy"]["finding"], "agrees");
        EXPECT_EQ(state["drop_copy"]["settled"], true);
        EXPECT_EQ(state["orders"]["executions"], copied.executions);
        for (const nlohmann::json& held : state["positions"]) {
            EXPECT_EQ(held["position"], copied.held[held["symbol"].get<std::string>()]);
            EXPECT_EQ(held["drop_copy"], held["position"]);
        }
    }
};

TEST_F(TraderProcesses, ItTradesThroughKillsOfTheVenueAndHoldsWhatTheDropCopySays) {
    TraderProcess trader(folder_.path(), config({}));
    ASSERT_TRUE(trader.start()) << trader.output();
    ASSERT_TRUE(trades_on(trader, 5)) << trader.state().dump(2);
    for (int kills = 0; kills < 2; ++kills) {
        const std::uint64_t before = executions(trader);
        venue_->kill_hard();
        ASSERT_TRUE(venue_->start()) << venue_->output();
        ASSERT_TRUE(trades_on(trader, before + 5)) << trader.state().dump(2);
    }
    EXPECT_EQ(trader.stop(), 0) << trader.output();
    EXPECT_GE(trader.state()["sessions"], 3);
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
    ASSERT_TRUE(trader.start()) << trader.output();
    ASSERT_TRUE(trades_on(trader, 1)) << trader.state().dump(2);
    trader.signal(SIGUSR1);
    ASSERT_TRUE(trader.wait_until([](const nlohmann::json& state) {
        return state["trading"]["mode"] == "killed" && state["orders"]["open"] == 0;
    })) << trader.state().dump(2);
    const nlohmann::json killed = trader.state();
    EXPECT_EQ(killed["trading"]["reason"], "operator");
    EXPECT_EQ(killed["links"]["order_entry"]["logged_in"], true);
    const std::uint64_t next_seq = killed["feed"]["next_seq"];
    ASSERT_TRUE(trader.wait_until(
        [&](const nlohmann::json& state) { return state["feed"]["next_seq"] > next_seq + 1'000; }));
    EXPECT_EQ(trader.state()["orders"]["entered"], killed["orders"]["entered"]);
    EXPECT_EQ(trader.stop(), 0) << trader.output();
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
