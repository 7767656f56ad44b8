// A session of hotpath trade whose orders go over FIX or iLink 3 gives the same orders and fills when it is
// backtested; one whose market data is MDP 3.0 is refused in one clear line.

#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/feed/mdp3/mdp3_codec.hpp"
#include "tests/venue/backtest_of_session.hpp"
#include "tests/venue/ilink_login.hpp"
#include "tests/venue/mdp3_groups.hpp"

namespace hotpath::venue_tests {
namespace {

using feed::Mdp3Depth;
using testing::HasSubstr;

class BacktestOfOtherProtocols : public BacktestOfALiveSession {
  protected:
    void expect_the_same(const std::string& strategy, std::uint64_t fills) {
        ASSERT_NO_FATAL_FAILURE(trade(strategy, fills));
        const Said said = compared("--time-us 0");
        EXPECT_EQ(said.exit_code, 0) << said.output;
        const nlohmann::json found = result();
        EXPECT_EQ(found["agree"], true);
        EXPECT_EQ(found["sent_apart_max_ns"], 0);
        EXPECT_GE(found["live"]["fills"], fills);
        EXPECT_NE(found["live"]["fees_dollars"], 0);
        EXPECT_EQ(found["live"], found["backtest"]);
    }
};

class BacktestOfAFixSession : public BacktestOfOtherProtocols {
  protected:
    void SetUp() override {
        const std::string address = free_addresses()[0];
        start_venue("\n[fix]\naddress = \"" + address +
                    "\"\nids_max = 65536\n[[fix_user]]\nuser = \"ALICE\"\n"
                    "comp_id = \"ALICE-FIX\"\npassword = \"AFIX\"\nversion = \"FIX.4.4\"\n");
        settings_.addresses[0] = address;  // where the trader's orders go
    }
    [[nodiscard]] std::string text_of(const TraderSettings& settings) override {
        TraderSettings with = settings;
        with.venue =
            "protocol = \"fix\"\ncomp_id = \"ALICE-FIX\"\nfix_password = \"AFIX\"\n"
            "fix_numbers = \"numbers\"\nversion = \"FIX.4.4\"\n";
        return config(with);
    }
};

TEST_F(BacktestOfAFixSession, HasTheSameOrdersAndFillsAtTheSameNanosecond) {
    expect_the_same("name = \"market_maker\"", 100);
}

class BacktestOfAnIlinkSession : public BacktestOfOtherProtocols {
  protected:
    void SetUp() override { start("\n"); }
    void start(const std::string& tables) {
        const std::string address = free_addresses()[0];
        start_venue(tables + ilink_venue(address));
        settings_.addresses[0] = address;
    }
    [[nodiscard]] std::string text_of(const TraderSettings& settings) override {
        TraderSettings with = settings;
        with.venue = ilink_keys();
        return config(with);
    }
};

/// It changes no order that the venue has not reported yet: over iLink 3 such a change waits, or is refused.
TEST_F(BacktestOfAnIlinkSession, HasTheSameOrdersAndFillsAtTheSameNanosecond) {
    expect_the_same(
        "name = \"momentum\"\nlookback = 5\nsample_every_ms = 10\nentry_bps = 1\n"
        "exit_bps = 0",
        20);
}

class BacktestOfAnMdp3Session : public BacktestOfAnIlinkSession {
  protected:
    void SetUp() override { start("\n" + groups_.table(Mdp3Depth::ByOrder)); }
    [[nodiscard]] std::string text_of(const TraderSettings& settings) override {
        TraderSettings with = settings;
        with.market_data = "protocol = \"mdp3\"\n" + groups_.loops(Mdp3Depth::ByOrder);
        return groups_.on_the_channel(BacktestOfAnIlinkSession::text_of(with), venue_->line_a(),
                                      venue_->line_b());
    }

    Mdp3Groups groups_ = Mdp3Groups::make();
};

TEST_F(BacktestOfAnMdp3Session, IsRefusedInOneLine) {
    TraderProcess trader(folder_.path(), text_of({.strategy = "name = \"market_maker\"\n[journal]\n"
                                                              "folder = \"inputs\"\n"}));
    ASSERT_TRUE(trader.start()) << trader.output();
    ASSERT_TRUE(trades_on(trader, 1)) << trader.state().dump(2);
    EXPECT_EQ(trader.stop(), 0) << trader.output();
    EXPECT_EQ(venue_->stop(), 0) << venue_->output();
    const Said said = recorded();
    EXPECT_EQ(said.exit_code, 1);
    EXPECT_THAT(said.output,
                HasSubstr("must be the journal of a trader whose market data is ITCH"));
    EXPECT_FALSE(std::filesystem::exists(path("session")));
}

}  // namespace
}  // namespace hotpath::venue_tests
