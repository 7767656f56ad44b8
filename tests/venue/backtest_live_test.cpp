// A session of hotpath trade at hotpath exchange, over loopback, gives the same orders and fills when
// it is backtested: on the venue's market, with the times that its messages took.
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "tests/venue/backtest_of_session.hpp"

namespace hotpath::venue_tests {
namespace {

TEST_F(BacktestOfALiveSession, HasTheSameOrdersAndFillsAtTheSameNanosecond) {
    ASSERT_NO_FATAL_FAILURE(trade("name = \"market_maker\"", 100));
    const Said said = compared("--time-us 0");
    EXPECT_EQ(said.exit_code, 0) << said.output;
    const nlohmann::json found = result();
    EXPECT_EQ(found["agree"], true);
    EXPECT_EQ(found["sent_apart_max_ns"], 0);
    EXPECT_GE(found["live"]["fills"], 100);
    EXPECT_GT(found["live"]["orders"], found["live"]["fills"]);
    EXPECT_NE(found["live"]["fees_dollars"], 0);
    EXPECT_EQ(found["live"], found["backtest"]);
}

// It decides by timers, and takes what is in the book.
TEST_F(BacktestOfALiveSession, HasTheTimersOfTheTrader) {
    ASSERT_NO_FATAL_FAILURE(
        trade("name = \"momentum\"\nlookback = 5\nsample_every_ms = 10\nentry_bps = 1\n"
              "exit_bps = 0",
              20));
    const Said said = compared("--time-us 0");
    EXPECT_EQ(said.exit_code, 0) << said.output;
    EXPECT_GE(result()["backtest"]["fills"], 20);
}

TEST_F(BacktestOfALiveSession, WithOtherLatenciesDiffersAndSaysWhere) {
    ASSERT_NO_FATAL_FAILURE(trade("name = \"market_maker\"", 30));
    replace_in("session/backtest.toml", "feed_recorded = \"feed.csv\"", "feed_us = 50_000");
    const Said said = compared("--rows 5");
    EXPECT_EQ(said.exit_code, 1);
    EXPECT_NE(said.output.find("differs first"), std::string::npos) << said.output;
    EXPECT_NE(said.output.find("orders differ"), std::string::npos) << said.output;
    const nlohmann::json found = result();
    EXPECT_EQ(found["agree"], false);
    const std::size_t first = found["first_difference"];
    EXPECT_NE(found["pairs"][first]["cause"], "none");
}

TEST_F(BacktestOfALiveSession, WithOtherFeesDiffersInFeesAlone) {
    ASSERT_NO_FATAL_FAILURE(trade("name = \"market_maker\"", 30));
    replace_in("session/trader.toml", "removed = 0.003", "removed = 0.004");
    replace_in("session/trader.toml", "added = -0.002", "added = -0.001");
    const Said said = compared("--time-us 0");
    EXPECT_EQ(said.exit_code, 1);
    const nlohmann::json found = result();
    EXPECT_EQ(found["backtest"]["fills"], found["live"]["fills"]);
    std::size_t fees = 0;
    for (const auto& pair : found["pairs"]) {
        EXPECT_TRUE(pair["cause"] == "none" || pair["cause"] == "fee") << pair.dump();
        fees += pair["cause"] == "fee" ? 1U : 0U;
    }
    EXPECT_EQ(fees, found["differences"]);
    EXPECT_GT(fees, 10U);
}

TEST_F(BacktestOfALiveSession, RefusesWhatIsNoSession) {
    const std::string venue = venue_->journal().string();
    const Said no_trader =
        run_hotpath("backtest record " + venue + " " + path("new") + " --venue " + venue);
    EXPECT_EQ(no_trader.exit_code, 1);
    EXPECT_NE(no_trader.output.find("must be a trader's journal"), std::string::npos)
        << no_trader.output;
    EXPECT_FALSE(std::filesystem::exists(path("new")));
    EXPECT_EQ(run_hotpath("backtest record " + venue + " " + path("new")).exit_code, 2);
    const Said no_journal = run_hotpath("backtest compare docs/examples/backtest.toml " + path(""));
    EXPECT_EQ(no_journal.exit_code, 1);
    EXPECT_NE(no_journal.output.find("holds no journal"), std::string::npos) << no_journal.output;
}

}  // namespace
}  // namespace hotpath::venue_tests
