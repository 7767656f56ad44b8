// A session of hotpath trade at hotpath exchange, over loopback, gives the same orders and fills when
// it is backtested: on the venue's market, with the times that its messages took.
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "tests/venue/traded_venue.hpp"

namespace hotpath::venue_tests {
namespace {

class BacktestOfALiveSession : public TradedVenue {
  protected:
    /// Trades until there are so many executions, then stops trader and venue.
    void trade(const std::string& strategy, std::uint64_t wanted) {
        const std::string journaled = strategy + "\n[fees]\nadded = -0.002\nremoved = 0.003\n" +
                                      "[journal]\nfolder = \"inputs\"\n";
        TraderProcess trader(folder_.path(), config({.strategy = journaled}));
        ASSERT_TRUE(trader.start()) << trader.output();
        ASSERT_TRUE(trades_on(trader, wanted)) << trader.state().dump(2);
        EXPECT_EQ(trader.stop(), 0) << trader.output();
        EXPECT_EQ(venue_->stop(), 0) << venue_->output();
        const Said recorded =
            run_hotpath("backtest record " + path("inputs") + " " + path("session") + " --venue " +
                        venue_->journal().string());
        ASSERT_EQ(recorded.exit_code, 0) << recorded.output;
    }
    [[nodiscard]] std::string path(const std::string& name) const {
        return (folder_ / name).string();
    }
    [[nodiscard]] Said compared(const std::string& options) const {
        return run_hotpath("backtest compare " + path("session/backtest.toml") + " " +
                           path("inputs") + " --json " + path("compared.json") + " " + options);
    }
    [[nodiscard]] nlohmann::json result() const {
        std::ifstream file(path("compared.json"));
        return nlohmann::json::parse(file);
    }
    void replace_in(const std::string& name, const std::string& line, const std::string& by) const {
        std::ifstream file(path(name));
        std::string text{std::istreambuf_iterator<char>(file), {}};
        const std::size_t at = text.find(line);
        ASSERT_NE(at, std::string::npos) << line << " is not in " << text;
        std::ofstream(path(name)) << text.replace(at, line.size(), by);
    }
};

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
