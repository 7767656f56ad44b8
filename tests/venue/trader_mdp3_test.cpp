// A trader whose market data is the venue's MDP 3.0 channel, each in its process: it trades through
// kills of either end, holds what the venue's drop copy says, and its journal replays.

#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/protocols/cme/feed/mdp3_codec.hpp"
#include "tests/support/mdp3_depths.hpp"
#include "tests/venue/ilink_login.hpp"
#include "tests/venue/mdp3_groups.hpp"
#include "tests/venue/order_client.hpp"
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
        return groups_.on_the_channel(config(with), venue_->line_a(), venue_->line_b());
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

/// The same in a market that the test alone moves.
class QuietMdp3AndIlink : public TraderMdp3 {
  protected:
    void SetUp() override {
        const auto addresses = free_addresses();
        settings_ = {.mode = "pagecache",
                     .addresses = {addresses[0], addresses[1], addresses[2]},
                     .tables = groups_.table(GetParam()) + ilink_venue(addresses[3])};
        venue_.emplace(folder_.path(), settings_);
        ASSERT_TRUE(venue_->start()) << venue_->output();
        settings_.addresses[0] = addresses[3];
    }
    [[nodiscard]] static bool has_replaced(TraderProcess& trader, std::uint64_t replaced) {
        return trader.wait_until([&](const nlohmann::json& state) {
            return state["orders"]["replaced"] >= replaced && state["orders"]["open"] == 2;
        });
    }
};

/// Its replaced order keeps its OrderID and has another priority: if it took that for another's order,
/// it would stay at a price at which no other order bids.
TEST_P(QuietMdp3AndIlink, AReplacedQuoteThatIsLeftAloneGoesBackToTheOthers) {
    OrderClient other("BOB", "B");
    ASSERT_TRUE(other.connect(venue_->order_entry()));
    ASSERT_TRUE(other.catch_up());
    other.enter({.side = 'B', .price = 499'000});
    other.enter({.side = 'S', .price = 501'000});
    ASSERT_TRUE(other.catch_up());
    TraderProcess trader(
        folder_.path(),
        groups_.on_the_channel(
            trader_config(settings_, *venue_,
                          {.venue = ilink_keys(),
                           .market_data = "protocol = \"mdp3\"\n" + groups_.loops(GetParam())}),
            venue_->line_a(), venue_->line_b()));
    ASSERT_TRUE(trader.start()) << trader.output();
    ASSERT_TRUE(has_replaced(trader, 0)) << trader.output() << trader.state().dump(2);
    const std::uint32_t better = other.enter({.side = 'B', .price = 499'500});
    ASSERT_TRUE(other.catch_up());
    ASSERT_TRUE(has_replaced(trader, 1)) << trader.state().dump(2) << "it joins them";
    other.cancel(better);
    ASSERT_TRUE(other.catch_up());
    ASSERT_TRUE(has_replaced(trader, 2)) << trader.state().dump(2) << "and goes back";
    other.enter({.side = 'S',
                 .price = 499'500,
                 .time_in_force = protocols::nasdaq::ouch50::time_in_force::kIoc});
    ASSERT_TRUE(other.catch_up());
    EXPECT_EQ(other.fills(), 0U);
    EXPECT_EQ(trader.stop(), 0) << trader.output();
}

INSTANTIATE_TEST_SUITE_P(ByOrder, QuietMdp3AndIlink, testing::Values(Mdp3Depth::ByOrder),
                         support::depth_name);
INSTANTIATE_TEST_SUITE_P(EachDepth, TraderMdp3AndIlink, support::kEachDepth, support::depth_name);
INSTANTIATE_TEST_SUITE_P(EachDepth, TraderMdp3, support::kEachDepth, support::depth_name);

}  // namespace
}  // namespace hotpath::venue_tests
