// A trader's journal of a run over loopback, with kills in it, replays to the same bytes.
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/venue/order_client.hpp"
#include "tests/venue/traded_venue.hpp"

namespace hotpath::venue_tests {
namespace {

namespace fs = std::filesystem;

class TraderJournal : public TradedVenue {
  protected:
    [[nodiscard]] static std::string with_journal(const std::string& strategy,
                                                  const std::string& keys = "") {
        return strategy + "\n[journal]\nfolder = \"inputs\"\n" + keys;
    }
    [[nodiscard]] std::string folder() const { return (folder_ / "inputs").string(); }

    [[nodiscard]] nlohmann::json replayed() {
        const std::string json = (folder_ / "replay.json").string();
        const Said said = run_hotpath("journal replay " + folder() + " --json " + json);
        EXPECT_EQ(said.exit_code, 0) << said.output;
        EXPECT_NE(said.output.find("identical"), std::string::npos) << said.output;
        std::ifstream file(json);
        return file ? nlohmann::json::parse(file) : nlohmann::json(nullptr);
    }
};

TEST_F(TraderJournal, ALiveRunWithAKillReplaysToTheSameBytes) {
    TraderProcess trader(folder_.path(),
                         config({.strategy = with_journal("name = \"market_maker\"")}));
    ASSERT_NO_FATAL_FAILURE(trade_with_a_kill(trader));
    ASSERT_TRUE(is_closed(folder()));
    const nlohmann::json replay = replayed();
    EXPECT_EQ(replay["identical"], true);
    EXPECT_EQ(replay["traders"], 2);
    EXPECT_GT(replay["inputs"], 1'000);
    EXPECT_GT(replay["outputs"]["order entry"]["bytes"], 1'000);
    EXPECT_GT(replay["outputs"]["drop copy"]["bytes"], 0);
    EXPECT_EQ(replay["not_kept"], 0);
}

TEST_F(TraderJournal, EveryStrategyReplays) {
    std::uint64_t traders = 0;
    for (const std::string& strategy : strategies()) {
        TraderProcess trader(folder_.path(), config({.strategy = with_journal(strategy)}));
        ASSERT_TRUE(trader.start()) << trader.output();
        EXPECT_TRUE(trader.wait_until([](const nlohmann::json& state) {
            return state["doing"] == "trading" && state["feed"]["next_seq"] > 3'000;
        })) << strategy;
        EXPECT_EQ(trader.stop(), 0) << trader.output();
        ++traders;
    }
    ASSERT_TRUE(is_closed(folder()));
    EXPECT_EQ(replayed()["traders"], traders);
}

/// Two strategies in one trader, each with its symbols: both trade, and their journal replays.
TEST_F(TraderJournal, SeveralStrategiesReplay) {
    const std::string symbols = symbols_of(*venue_);
    const std::size_t comma = symbols.find(',');
    const std::string several =
        "[[strategies]]\nname = \"market_maker\"\nsymbols = [" + symbols.substr(0, comma) +
        "]\n[[strategies]]\nname = \"momentum\"\nsymbols = [" + symbols.substr(comma + 1) +
        "]\nlookback = 5\nsample_every_ms = 20\nentry_bps = 1\nexit_bps = 0";
    TraderProcess trader(folder_.path(),
                         config({.strategy = with_journal(several), .without = "[strategy]"}));
    ASSERT_TRUE(trader.start()) << trader.output();
    EXPECT_NE(trader.output().find("market_maker+momentum trades"), std::string::npos)
        << trader.output();
    EXPECT_TRUE(trader.wait_until([](const nlohmann::json& state) {
        const nlohmann::json& positions = state["positions"];
        const auto has_traded = [](const nlohmann::json& held) {
            return held["bought_qty"] != 0 || held["sold_qty"] != 0;
        };
        return has_traded(positions[0]) && (has_traded(positions[1]) || has_traded(positions[2]));
    })) << trader.state().dump(2);
    EXPECT_EQ(trader.stop(), 0) << trader.output();
    ASSERT_TRUE(is_closed(folder()));
    EXPECT_EQ(replayed()["identical"], true);
}

TEST_F(TraderJournal, NoPasswordIsInIt) {
    TraderProcess trader(folder_.path(),
                         config({.account = "user = \"ALICE\"\npassword = \"A\" # \"A\"",
                                 .strategy = with_journal("name = \"null\"")}));
    ASSERT_TRUE(trader.start()) << trader.output();
    ASSERT_TRUE(
        trader.wait_until([](const nlohmann::json& state) { return state["doing"] == "trading"; }));
    EXPECT_EQ(trader.stop(), 0) << trader.output();
    ASSERT_TRUE(is_closed(folder()));
    const Said dump = run_hotpath("journal dump " + folder() + " --json /dev/stdout");
    EXPECT_EQ(dump.exit_code, 0);
    const auto hex = [](std::string_view text) {
        std::string digits;
        for (const char c : text) {
            digits += fmt::format("{:02x}", static_cast<unsigned>(c));
        }
        return digits;
    };
    EXPECT_EQ(dump.output.find(hex("password = 'A'")), std::string::npos);
    EXPECT_EQ(dump.output.find(hex("password = 'R'")), std::string::npos);
    EXPECT_EQ(dump.output.find(hex("ALICE A         ")), std::string::npos);
    EXPECT_NE(dump.output.find(hex("ALICE **********")), std::string::npos);
    EXPECT_NE(dump.output.find("login of ALICE"), std::string::npos);
}

TEST_F(TraderJournal, ARunWithAPasswordFromElsewhereReplaysWithoutIt) {
    std::ofstream(folder_ / "alice") << "A\n";
    ::setenv("HOTPATH_JOURNAL_TEST", "A", 1);
    for (const char* place :
         {"password_file = \"alice\"", "password_env = \"HOTPATH_JOURNAL_TEST\""}) {
        TraderProcess trader(folder_.path(),
                             config({.account = std::string("user = \"ALICE\"\n") + place,
                                     .strategy = with_journal("name = \"null\"")}));
        ASSERT_TRUE(trader.start()) << trader.output();
        ASSERT_TRUE(trader.wait_until([](const nlohmann::json& state) {
            return state["doing"] == "trading";
        })) << place;
        EXPECT_EQ(trader.stop(), 0) << trader.output();
    }
    ::unsetenv("HOTPATH_JOURNAL_TEST");
    std::filesystem::remove(folder_ / "alice");
    ASSERT_TRUE(is_closed(folder()));
    const nlohmann::json replay = replayed();
    EXPECT_EQ(replay["identical"], true);
    EXPECT_EQ(replay["traders"], 2);
}

TEST_F(TraderJournal, WithoutTheProcessThatKeepsItTradingStops) {
    TraderProcess trader(folder_.path(),
                         config({.strategy = with_journal("name = \"market_maker\"")}));
    ASSERT_TRUE(trader.start()) << trader.output();
    ASSERT_TRUE(trades_on(trader, 1)) << trader.state().dump(2);
    std::ifstream children(fmt::format("/proc/{0}/task/{0}/children", trader.pid()));
    pid_t child = 0;
    ASSERT_TRUE(children >> child);
    ASSERT_EQ(::kill(child, SIGKILL), 0);
    ASSERT_TRUE(trader.wait_until([](const nlohmann::json& state) {
        return state["trading"]["mode"] == "killed" && state["orders"]["open"] == 0;
    })) << trader.state().dump(2);
    EXPECT_EQ(trader.state()["trading"]["reason"], "journal");
    EXPECT_EQ(trader.stop(), 1);
    EXPECT_NE(trader.output().find("the journal's process was ended by signal 9"),
              std::string::npos)
        << trader.output();
}

/// The account has had an order in an instrument that the first process does not trade. The later ones
/// do, and are stopped in its words.
TEST_F(TraderJournal, TheWordsOfAStopOutliveItsProcess) {
    const std::string symbols = symbols_of(*venue_);
    const std::string first = symbols.substr(0, symbols.find(','));
    const std::size_t at = first.size() + 3;  // behind `, "`
    const std::string second = symbols.substr(at, symbols.find('"', at) - at);
    OrderClient alice("ALICE", "A");
    ASSERT_TRUE(alice.connect(venue_->order_entry()));
    alice.enter({.qty = 1, .price = 10'000, .symbol = second.c_str()});
    ASSERT_TRUE(alice.catch_up());
    ASSERT_EQ(alice.accepted(), 1U) << second;
    alice.disconnect();
    const auto trading = [&](const std::string& traded) {
        return trader_config(settings_, *venue_,
                             {.symbols = traded,
                              .drop_copy = addresses_[3],
                              .tables = "[journal]\nfolder = \"inputs\""});
    };
    const auto is_killed = [](const nlohmann::json& state) {
        return state["trading"]["mode"] == "killed";
    };
    TraderProcess trader(folder_.path(), trading(first));
    ASSERT_TRUE(trader.start()) << trader.output();
    ASSERT_TRUE(trader.wait_until(is_killed)) << trader.state().dump(2);
    const std::string why = trader.state()["trading"]["reason"];
    EXPECT_NE(why.find(second), std::string::npos) << why;
    trader.kill_hard();
    ASSERT_TRUE(is_closed((folder_ / "inputs").string()));
    for (int restarts = 0; restarts < 2; ++restarts) {
        TraderProcess next(folder_.path(), trading(symbols));
        ASSERT_TRUE(next.start()) << next.output();
        EXPECT_TRUE(next.output().contains("trade: still killed since the last run: " + why))
            << next.output();
        ASSERT_TRUE(next.wait_until(is_killed)) << next.state().dump(2);
        EXPECT_EQ(next.state()["trading"]["reason"], why);
        next.kill_hard();
        ASSERT_TRUE(is_closed((folder_ / "inputs").string()));
    }
}

}  // namespace
}  // namespace hotpath::venue_tests
