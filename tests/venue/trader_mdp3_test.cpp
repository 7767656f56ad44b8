// A trader whose market data is the venue's MDP 3.0 channel, each in its process: it trades through
// kills of either end, holds what the venue's drop copy says, and its journal replays.

#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/feed/mdp3/mdp3_codec.hpp"
#include "tests/support/mdp3_depths.hpp"
#include "tests/venue/ilink_login.hpp"
#include "tests/venue/mdp3_groups.hpp"
#include "tests/venue/traded_venue.hpp"

namespace hotpath::venue_tests {
namespace {

using feed::Mdp3Depth;
using testing::HasSubstr;

class TraderMdp3 : public TradedVenue, public testing::WithParamInterface<Mdp3Depth> {
  protected:
    void SetUp() override { start_venue("\n" + groups_.table(GetParam())); }

    /// Its lines are the channel's.
    [[nodiscard]] std::string mdp3_config(const TraderSettings& settings = {}) {
        TraderSettings with = settings;
        with.market_data = "protocol = \"mdp3\"\n" + groups_.loops(GetParam());
        std::string text = config(with);
        const auto replace = [&](const net::Endpoint& itch, const net::Endpoint& mdp3) {
            const std::string old = itch.to_string();
            text.replace(text.find(old), old.size(), mdp3.to_string());
        };
        replace(venue_->line_a(), groups_.line_a);
        replace(venue_->line_b(), groups_.line_b);
        return text;
    }

    Mdp3Groups groups_ = Mdp3Groups::make();
};

TEST_P(TraderMdp3, ItTradesThroughKillsOfTheVenueAndHoldsWhatTheDropCopySays) {
    TraderProcess trader(folder_.path(), mdp3_config());
    ASSERT_NO_FATAL_FAILURE(trade_with_kills_of_the_venue(trader));
    expect_the_venues_positions(trader);
    const nlohmann::json feed = trader.state()["feed"];
    EXPECT_EQ(feed["protocol"], "mdp3");
    EXPECT_EQ(feed["mdp3"]["definition_loops"], 1);
    EXPECT_GE(feed["snapshots_applied"], 1);
    EXPECT_EQ(feed["mdp3"]["entries_refused"], 0);
    EXPECT_EQ(feed["requests"], 0);
    EXPECT_EQ(trader.state()["links"]["glimpse"]["connections"], 0);
}

/// A process that is killed in the day begins from the loops, and its journal has both lives.
TEST_P(TraderMdp3, KilledItselfItGoesOnAndItsJournalReplays) {
    TraderProcess trader(
        folder_.path(),
        mdp3_config({.strategy = "name = \"market_maker\"\n[journal]\nfolder = \"inputs\"\n"}));
    ASSERT_NO_FATAL_FAILURE(trade_with_a_kill(trader));
    expect_the_venues_positions(trader);
    const std::string folder = (folder_ / "inputs").string();
    ASSERT_TRUE(is_closed(folder));
    const std::string json = (folder_ / "replay.json").string();
    const Said said = run_hotpath("journal replay " + folder + " --json " + json);
    EXPECT_EQ(said.exit_code, 0) << said.output;
    EXPECT_THAT(said.output, HasSubstr("identical"));
    EXPECT_THAT(said.output, HasSubstr(" loop packet"));
    const nlohmann::json replay = nlohmann::json::parse(std::ifstream(json));
    EXPECT_EQ(replay["identical"], true);
    EXPECT_EQ(replay["traders"], 2);
    EXPECT_GT(replay["outputs"]["order entry"]["bytes"], 1'000);
    const Said dump = run_hotpath("journal dump " + folder);
    EXPECT_THAT(dump.output, HasSubstr("packet of the loop of definitions: packet 1: "
                                       "MDInstrumentDefinitionFuture"));
    EXPECT_THAT(dump.output, HasSubstr("MDIncrementalRefresh"));
}

TEST_P(TraderMdp3, TheKillSwitchCancelsEverythingAndLatches) {
    TraderProcess trader(folder_.path(), mdp3_config());
    ASSERT_NO_FATAL_FAILURE(trade_until_killed(trader));
    expect_the_venues_positions(trader);
}

/// Its lines are ITCH's by mistake.
TEST_P(TraderMdp3, OfAnItchFeedItSaysSoAndTradesNothing) {
    TraderProcess trader(folder_.path(), config({.market_data = "protocol = \"mdp3\"\n" +
                                                                groups_.loops(GetParam())}));
    ASSERT_TRUE(trader.start()) << trader.output();
    ASSERT_TRUE(trader.wait_until([](const nlohmann::json& state) {
        return state["doing"] == "another feed";
    })) << trader.output();
    EXPECT_EQ(trader.state()["orders"]["entered"], 0);
    EXPECT_EQ(trader.stop(), 0) << trader.output();
    EXPECT_THAT(trader.output(), HasSubstr("expected MDP 3.0; trading is off"));
}

/// As at CME: market data over MDP 3.0, orders over iLink 3.
class TraderMdp3AndIlink : public TraderMdp3 {
  protected:
    void SetUp() override {
        const std::string address = free_addresses()[0];
        start_venue("\n" + groups_.table(GetParam()) + ilink_venue(address));
        settings_.addresses[0] = address;
    }
};

TEST_P(TraderMdp3AndIlink, ItTradesThroughKillsOfTheVenueAndHoldsWhatTheDropCopySays) {
    TraderProcess trader(folder_.path(), mdp3_config({.venue = ilink_keys()}));
    ASSERT_NO_FATAL_FAILURE(trade_with_kills_of_the_venue(trader));
    expect_the_venues_positions(trader);
    EXPECT_EQ(trader.state()["feed"]["protocol"], "mdp3");
}

TEST_P(TraderMdp3AndIlink, KilledItselfItGoesOnWithWhatTheAccountHolds) {
    TraderProcess trader(folder_.path(), mdp3_config({.venue = ilink_keys()}));
    ASSERT_NO_FATAL_FAILURE(trade_with_a_kill(trader));
    expect_the_venues_positions(trader);
}

INSTANTIATE_TEST_SUITE_P(EachDepth, TraderMdp3AndIlink, support::kEachDepth, support::depth_name);
INSTANTIATE_TEST_SUITE_P(EachDepth, TraderMdp3, support::kEachDepth, support::depth_name);

}  // namespace
}  // namespace hotpath::venue_tests
