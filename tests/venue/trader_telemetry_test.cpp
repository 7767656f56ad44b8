// A trader in one process, an observer in another: what `hotpath top` says is what the trader says,
// and no observer, watching, stopped or dead, is in the trader's way.
#include <csignal>
#include <fstream>

#include <gtest/gtest.h>

#include "tests/support/temporary_directory.hpp"
#include "tests/venue/trader_process.hpp"

namespace hotpath::venue_tests {
namespace {

class TraderTelemetry : public testing::Test {
  protected:
    void SetUp() override {
        addresses_ = free_addresses();
        settings_ = generated_market(addresses_);
        venue_.emplace(folder_.path(), settings_);
        ASSERT_TRUE(venue_->start()) << venue_->output();
    }

    [[nodiscard]] std::string config() {
        return trader_config(settings_, *venue_,
                             {.symbols = symbols_of(*venue_),
                              .drop_copy = addresses_[3],
                              .strategy = "name = \"market_maker\"\n[telemetry]\nchannel = "
                                          "\"alice\"\nfolder = \"" +
                                          channels_.string() +
                                          "\"\nring_bytes = 131_072\n[journal]\nfolder = "
                                          "\"inputs\""});
    }
    [[nodiscard]] std::vector<std::string> top(const std::string& json) const {
        return {
            "top",     "alice", "--folder", channels_.string(), "--json", (folder_ / json).string(),
            "--every", "20"};
    }
    /// Watches until stopped.
    [[nodiscard]] bool start_top(HotpathProcess& process) const {
        return process.start({.arguments = top("live.json"), .ready = "top: watching"});
    }
    [[nodiscard]] nlohmann::json read_json(const std::string& file) const {
        std::ifstream text(folder_ / file);
        return text ? nlohmann::json::parse(text) : nlohmann::json(nullptr);
    }
    /// `hotpath top --once`: what it printed; its JSON is in once.json.
    [[nodiscard]] std::string look_once() const {
        std::vector<std::string> arguments = top("once.json");
        arguments.emplace_back("--once");
        HotpathProcess process;
        EXPECT_TRUE(process.start({.arguments = arguments, .ready = ""})) << process.output();
        EXPECT_EQ(process.wait(), 0) << process.output();
        return process.output();
    }
    /// Waits for that many more executions.
    static bool trades_on(TraderProcess& trader, std::uint64_t more) {
        const nlohmann::json before = trader.state();
        const std::uint64_t had =
            before.is_null() ? 0 : before["orders"]["executions"].get<std::uint64_t>();
        return trader.wait_until([&](const nlohmann::json& state) {
            return state["orders"]["executions"] >= had + more && state["doing"] == "trading";
        });
    }

    support::TemporaryDirectory folder_;
    std::filesystem::path channels_{folder_ / "channels"};
    std::array<std::string, 4> addresses_;
    VenueSettings settings_;
    std::optional<VenueProcess> venue_;
};

TEST_F(TraderTelemetry, TopSaysWhatTheTraderSays) {
    TraderProcess trader(folder_.path(), config());
    ASSERT_TRUE(trader.start()) << trader.output();
    ASSERT_TRUE(trades_on(trader, 5)) << trader.state().dump(2);
    const std::string screen = look_once();
    for (const char* part : {"ALICE market_maker", "trading", "books current", "rx to tx"}) {
        EXPECT_NE(screen.find(part), std::string::npos) << part << '\n' << screen;
    }
    const nlohmann::json live = read_json("once.json");
    EXPECT_EQ(live["trader"]["presence"], "attached");
    EXPECT_EQ(live["observer"]["damaged"], 0);
    EXPECT_GT(live["rates"]["10s"]["packets"].get<double>(), 0);
    EXPECT_EQ(live["queues"]["journal_slots"], 262'144) << "16 MiB";
    EXPECT_LT(live["queues"]["journal_waiting"], 262'144);
    const nlohmann::json& stages = live["stages_ns"]["all"];
    EXPECT_GT(stages["rx to tx"]["count"], 0);
    EXPECT_GE(stages["rx to tx"]["max"], stages["rx to encode"]["p50"]);
    EXPECT_EQ(trader.stop(), 0) << trader.output();
    EXPECT_NE(look_once().find("no trader: the last one has left"), std::string::npos);
    const nlohmann::json seen = read_json("once.json");
    const nlohmann::json said = trader.state();
    EXPECT_EQ(seen["trader"]["presence"], "left");
    EXPECT_EQ(seen["doing"], "stopped");
    EXPECT_EQ(seen["orders"]["executions"], said["orders"]["executions"]);
    EXPECT_EQ(seen["money"], said["money"]);
    ASSERT_EQ(seen["positions"].size(), said["positions"].size());
    for (std::size_t n = 0; n < said["positions"].size(); ++n) {
        for (const char* key : {"symbol", "position", "drop_copy", "bought_qty", "sold_qty",
                                "realized_pnl", "unrealized_pnl", "fees"}) {
            EXPECT_EQ(seen["positions"][n][key], said["positions"][n][key]) << key;
        }
    }
}

TEST_F(TraderTelemetry, AStoppedObserverIsNotInTheTradersWayAndCatchesUp) {
    TraderProcess trader(folder_.path(), config());
    ASSERT_TRUE(trader.start()) << trader.output();
    HotpathProcess top;
    ASSERT_TRUE(start_top(top)) << top.output();
    ASSERT_TRUE(trades_on(trader, 5)) << trader.state().dump(2);
    top.signal(SIGSTOP);
    const std::uint64_t packets = trader.state()["feed"]["packets_a"];
    // The ring of 128 KiB is written over many times meanwhile.
    ASSERT_TRUE(trader.wait_until([&](const nlohmann::json& state) {
        return state["feed"]["packets_a"] >= packets + 8'000;
    })) << trader.state().dump(2);
    ASSERT_TRUE(trades_on(trader, 5)) << trader.state().dump(2);
    const std::uint64_t executions = trader.state()["orders"]["executions"];
    top.signal(SIGCONT);
    EXPECT_TRUE(trader.wait_until([&](const nlohmann::json&) {
        const nlohmann::json seen = read_json("live.json");
        return seen["observer"]["lost"] > 0 && seen["has_state"] == true &&
               seen["orders"]["executions"] >= executions;
    })) << read_json("live.json").dump(2);
    EXPECT_EQ(top.stop(), 0) << top.output();
    EXPECT_EQ(trader.stop(), 0) << trader.output();
}

TEST_F(TraderTelemetry, AnObserverStaysThroughCrashAndRestartOfTheTrader) {
    HotpathProcess top;
    ASSERT_TRUE(start_top(top)) << top.output();  // before there is a channel
    TraderProcess trader(folder_.path(), config());
    ASSERT_TRUE(trader.start()) << trader.output();
    ASSERT_TRUE(trader.wait_until([&](const nlohmann::json&) {
        const nlohmann::json seen = read_json("live.json");
        return !seen.is_null() && seen["attached"] == true && seen["has_state"] == true &&
               seen["doing"] == "trading";
    })) << read_json("live.json").dump(2);
    const std::uint64_t first = read_json("live.json")["session"];
    trader.kill_hard();
    EXPECT_NE(look_once().find("TRADER CRASHED"), std::string::npos);
    EXPECT_EQ(read_json("once.json")["trader"]["presence"], "crashed");
    ASSERT_TRUE(trader.start()) << trader.output();
    EXPECT_TRUE(trader.wait_until([&](const nlohmann::json&) {
        const nlohmann::json seen = read_json("live.json");
        return seen["session"] > first && seen["trader"]["presence"] == "attached";
    })) << read_json("live.json").dump(2);
    EXPECT_EQ(top.stop(), 0) << top.output();
}

TEST_F(TraderTelemetry, TwoTradersDoNotShareAChannel) {
    TraderProcess trader(folder_.path(), config());
    ASSERT_TRUE(trader.start()) << trader.output();
    HotpathProcess second;
    EXPECT_FALSE(second.start({.arguments = {"trade", "-c", (folder_ / "trader.toml").string()},
                               .ready = "trade: ready"}));
    EXPECT_EQ(second.wait(), 1);
    EXPECT_NE(second.output().find("alice"), std::string::npos) << second.output();
    EXPECT_EQ(trader.stop(), 0) << trader.output();
}

}  // namespace
}  // namespace hotpath::venue_tests
