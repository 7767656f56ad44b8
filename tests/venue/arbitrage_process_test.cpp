// `hotpath trade` between two venues, three processes: clients make a crossed market between the
// venues, the trader takes it on both sides, is flat, and has earned the edge less the fees.
#include <array>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>

#include <gtest/gtest.h>

#include "tests/support/temporary_directory.hpp"
#include "tests/venue/order_client.hpp"
#include "tests/venue/trader_process.hpp"

namespace hotpath::venue_tests {
namespace {

constexpr std::int64_t kFirstFee = 30;   // price units a share
constexpr std::int64_t kSecondFee = 20;  // the same as in the configurations below

/// A venue's process, and a client that makes its market.
struct Place {
    explicit Place(const std::filesystem::path& folder) {
        std::filesystem::create_directory(folder);
        addresses = free_addresses();
        settings = {.mode = "pagecache",
                    .addresses = {addresses[0], addresses[1], addresses[2]},
                    .tables = "[drop_copy]\naddress = \"" + addresses[3] +
                              "\"\n[[drop_copy_user]]\nname = \"RISK\"\npassword = \"R\""};
        venue.emplace(folder, settings);
    }

    [[nodiscard]] bool start() {
        return venue->start() && client.connect(*net::Endpoint::parse(addresses[0]));
    }
    /// Its bid and ask from now on, with that many shares each; earlier ones are canceled first.
    void quote(std::int64_t bid, std::int64_t ask, std::uint32_t qty = 100) {
        for (const auto& [number, order] : std::map(client.open())) {
            client.cancel(number);
        }
        client.enter({.side = 'B', .qty = qty, .price = bid});
        client.enter({.side = 'S', .qty = qty, .price = ask});
        EXPECT_TRUE(client.catch_up());
    }

    std::array<std::string, 4> addresses;
    VenueSettings settings;
    std::optional<VenueProcess> venue;
    OrderClient client{"BOB", "B"};
};

/// Behind the first venue's configuration.
std::string second_venue(const Place& at) {
    std::ostringstream text;
    text << "[fees]\nremoved = 0.0030\n[second_venue.account]\nuser = \"ALICE\"\npassword = \"A\"\n"
         << "[second_venue.venue]\norder_entry = \"" << at.addresses[0] << "\"\nglimpse = \""
         << at.addresses[1] << "\"\ndrop_copy = \"" << at.addresses[3]
         << "\"\ndrop_copy_user = \"RISK\"\ndrop_copy_password = \"R\"\n"
         << "[second_venue.market_data]\nline_a = \"" << at.venue->line_a().to_string()
         << "\"\nline_b = \"" << at.venue->line_b().to_string() << "\"\nrequests = \""
         << at.addresses[2] << "\"\n[second_venue.fees]\nremoved = 0.0020\n"
         << "[firm_limits]\nopen_orders_max = 8\nopen_value_max = 1_000_000.0\n"
         << "messages_max = 10_000\ngross_max = 4_000_000.0\nnet_max = 2_000_000.0\n";
    return text.str();
}

/// As times go on a machine that other tests share.
constexpr const char* kArbitrage =
    "name = \"latency_arbitrage\"\nqty_max = 100\nedge_min_dollars = 0.01\nsilence_max_ms = "
    "60_000\n"
    "window_us = 10_000_000\nanswer_within_ms = 20_000\ncomplete_within_ms = "
    "20_000\nleg_loss_max_dollars = 0.05\n"
    "pause_ms = 200\nfirst_position_max = 1_000\nsecond_position_max = 1_000";

class ArbitrageProcesses : public testing::Test {
  protected:
    void SetUp() override {
        for (Place* place : {&one_, &two_}) {
            ASSERT_TRUE(place->start()) << place->venue->output();
            place->quote(500'000, 500'200);
        }
        trader_.emplace(folder_.path(), config());
        start_trader();
    }

    [[nodiscard]] std::string config() {
        const std::string tables =
            second_venue(two_) +
            "[journal]\nfolder = \"inputs\"\n[telemetry]\nchannel = \"both\"\n" + "folder = \"" +
            channels_.string() + "\"\n[operator]\naddress = \"" + operators_ +
            "\"\n[[operator_user]]\nname = \"OPS\"\npassword = \"O\"\n";
        return trader_config(one_.settings, *one_.venue,
                             {.drop_copy = one_.addresses[3],
                              .trading = "timer_ms = 20",
                              .tables = tables,
                              .strategy = kArbitrage});
    }
    void start_trader() {
        ASSERT_TRUE(trader_->start()) << trader_->output();
        ASSERT_TRUE(trader_->wait_until([](const nlohmann::json& state) {
            return state["venues"][0]["doing"] == "trading" &&
                   state["venues"][1]["doing"] == "trading";
        })) << trader_->state().dump(2);
    }

    [[nodiscard]] bool has(const char* counter, int count) {
        return trader_->wait_until([&](const nlohmann::json& state) {
            return state["arbitrage"][counter] >= count && state["positions"][0]["net"] == 0;
        });
    }

    [[nodiscard]] Said report(const std::string& words) const {
        return run_hotpath("operate -c " + (folder_ / "trader.toml").string() + " " + words);
    }
    [[nodiscard]] bool are_both(const std::string& mode) {
        return trader_->wait_until([&](const nlohmann::json& state) {
            return state["venues"][0]["trading"]["mode"] == mode &&
                   state["venues"][1]["trading"]["mode"] == mode;
        });
    }
    [[nodiscard]] std::string path(const char* name) const { return (folder_ / name).string(); }

    support::TemporaryDirectory folder_;
    std::filesystem::path channels_{folder_ / "channels"};
    std::string operators_ = free_addresses()[0];
    Place one_{folder_.path() / "one"};
    Place two_{folder_.path() / "two"};
    std::optional<TraderProcess> trader_;
};

TEST_F(ArbitrageProcesses, ACrossedMarketIsTakenOnBothSides) {
    // Bought at 50.02 at the one, sold at 50.05 at the other.
    two_.quote(500'500, 500'700);
    ASSERT_TRUE(has("complete", 1)) << trader_->state().dump(2);
    EXPECT_TRUE(one_.client.poll_until([this] { return one_.client.position() == -100; }));
    EXPECT_TRUE(two_.client.poll_until([this] { return two_.client.position() == 100; }));
    // And the other way round.
    two_.quote(499'000, 500'700);
    one_.quote(501'000, 501'200);
    ASSERT_TRUE(has("complete", 2)) << trader_->state().dump(2);
    EXPECT_TRUE(one_.client.poll_until([this] { return one_.client.position() == 0; }));
    EXPECT_TRUE(two_.client.poll_until([this] { return two_.client.position() == 0; }));

    EXPECT_EQ(trader_->stop(), 0) << trader_->output();
    const nlohmann::json state = trader_->state();
    EXPECT_EQ(state["arbitrage"]["legged"], 0);
    EXPECT_EQ(state["positions"][0]["first"], 0);
    EXPECT_EQ(state["positions"][0]["second"], 0);
    EXPECT_EQ(state["money"]["pnl"], 100 * (500'500 - 500'200) + 100 * (501'000 - 500'700) -
                                         2 * 100 * (kFirstFee + kSecondFee));
    for (const nlohmann::json& venue : state["venues"]) {
        EXPECT_EQ(venue["drop_copy"]["finding"], "agrees");
        EXPECT_EQ(venue["drop_copy"]["settled"], true);
        EXPECT_EQ(venue["orders"]["executions"], 2);
    }
}

TEST_F(ArbitrageProcesses, AVenueThatIsGoneStopsTheOtherFromTrading) {
    two_.venue->kill_hard();
    ASSERT_TRUE(trader_->wait_until([](const nlohmann::json& state) {
        return state["venues"][1]["doing"] != "trading";
    })) << trader_->state().dump(2);
    one_.quote(501'000, 501'200);
    one_.quote(498'000, 498'200);
    EXPECT_EQ(trader_->state()["venues"][0]["orders"]["entered"], 0);
    ASSERT_TRUE(two_.venue->start()) << two_.venue->output();
    ASSERT_TRUE(trader_->wait_until([](const nlohmann::json& state) {
        return state["venues"][1]["doing"] == "trading";
    })) << trader_->state().dump(2);
    ASSERT_TRUE(two_.client.connect(*net::Endpoint::parse(two_.addresses[0])));
    two_.quote(500'000, 500'200);
    ASSERT_TRUE(has("complete", 1)) << trader_->state().dump(2);
    EXPECT_EQ(trader_->stop(), 0) << trader_->output();
}

/// One journal has the inputs of both venues, and its replay gives the output of both.
TEST_F(ArbitrageProcesses, TheJournalOfBothVenuesReplays) {
    two_.quote(500'500, 500'700);
    ASSERT_TRUE(has("complete", 1)) << trader_->state().dump(2);
    EXPECT_EQ(trader_->stop(), 0) << trader_->output();
    const Said replayed =
        run_hotpath("journal replay " + path("inputs") + " --json " + path("replay.json"));
    EXPECT_EQ(replayed.exit_code, 0) << replayed.output;
    EXPECT_NE(replayed.output.find("identical"), std::string::npos) << replayed.output;
    const Said dump = run_hotpath("journal dump " + path("inputs"));
    for (const char* part : {"packet of line A: ", " at venue 2", "on order entry at venue 2: "}) {
        EXPECT_NE(dump.output.find(part), std::string::npos) << part;
    }
}

/// An operator stops and resumes both venues; a stop holds for both in the next process.
TEST_F(ArbitrageProcesses, AnOperatorsCommandIsForBothVenues) {
    EXPECT_EQ(report("kill").exit_code, 0);
    ASSERT_TRUE(are_both("killed")) << trader_->state().dump(2);
    two_.quote(500'500, 500'700);
    EXPECT_EQ(report("status").exit_code, 0);
    EXPECT_EQ(trader_->state()["venues"][0]["orders"]["entered"], 0);
    trader_->kill_hard();
    ASSERT_TRUE(trader_->start()) << trader_->output();
    ASSERT_TRUE(are_both("killed")) << trader_->output();
    EXPECT_NE(trader_->output().find("still killed since the last run"), std::string::npos);
    const Said resumed = report("resume-trading");
    EXPECT_EQ(resumed.exit_code, 0) << resumed.output;
    ASSERT_TRUE(are_both("open"));
    ASSERT_TRUE(has("complete", 1)) << trader_->state().dump(2);
    EXPECT_EQ(report("cancel AAPL").exit_code, 0);
    EXPECT_EQ(report("cancel NONE").exit_code, 1);
    EXPECT_EQ(trader_->stop(), 0) << trader_->output();
    const Said dump = run_hotpath("journal dump " + path("inputs"));
    for (const char* part : {"command: kill by operator OPS", "command: kill by restart",
                             "command: cancel AAPL by operator OPS"}) {
        EXPECT_NE(dump.output.find(part), std::string::npos) << part;
    }
}

TEST_F(ArbitrageProcesses, EachVenueHasATelemetryChannel) {
    two_.quote(500'500, 500'700);
    ASSERT_TRUE(has("complete", 1)) << trader_->state().dump(2);
    for (const char* channel : {"both", "both-2"}) {
        const Said shown = run_hotpath(std::string("top ") + channel + " --once --folder " +
                                       channels_.string() + " --json " + path("top.json"));
        EXPECT_EQ(shown.exit_code, 0) << shown.output;
        EXPECT_NE(shown.output.find("ALICE latency_arbitrage"), std::string::npos) << shown.output;
        std::ifstream text(folder_ / "top.json");
        const nlohmann::json live = nlohmann::json::parse(text);
        EXPECT_EQ(live["orders"]["executions"], 1) << live.dump(2);
        EXPECT_GT(live["events"], 0) << live.dump(2);
        EXPECT_GT(live["rates"]["10s"]["orders"], 0.0) << live.dump(2);
    }
    EXPECT_EQ(trader_->stop(), 0) << trader_->output();
}

}  // namespace
}  // namespace hotpath::venue_tests
