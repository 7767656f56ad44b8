#include "tests/venue/traded_venue.hpp"

#include <csignal>

#include "tests/venue/copied_positions.hpp"

namespace hotpath::venue_tests {

void TradedVenue::start_venue(const std::string& tables) {
    addresses_ = free_addresses();
    settings_ = generated_market(addresses_);
    settings_.tables += tables;
    venue_.emplace(folder_.path(), settings_);
    ASSERT_TRUE(venue_->start()) << venue_->output();
}

std::string TradedVenue::config(TraderSettings settings) {
    settings.symbols = symbols_of(*venue_);
    settings.drop_copy = addresses_[3];
    return trader_config(settings_, *venue_, settings);
}

void TradedVenue::trade_with_a_kill(TraderProcess& trader, const std::function<void()>& meanwhile) {
    ASSERT_TRUE(trader.start()) << trader.output();
    ASSERT_TRUE(trades_on(trader, 5)) << trader.output() << trader.state().dump(2);
    const std::uint64_t before = executions(trader);
    trader.kill_hard();
    meanwhile();
    ASSERT_TRUE(trader.start()) << trader.output();
    ASSERT_TRUE(trades_on(trader, before + 5)) << trader.output() << trader.state().dump(2);
    EXPECT_EQ(trader.stop(), 0) << trader.output();
}

void TradedVenue::trade_with_kills_of_the_venue(TraderProcess& trader) {
    ASSERT_TRUE(trader.start()) << trader.output();
    ASSERT_TRUE(trades_on(trader, 5)) << trader.output() << trader.state().dump(2);
    for (int kills = 0; kills < 2; ++kills) {
        const std::uint64_t before = executions(trader);
        venue_->kill_hard();
        ASSERT_TRUE(venue_->start()) << venue_->output();
        ASSERT_TRUE(trades_on(trader, before + 5)) << trader.output() << trader.state().dump(2);
    }
    EXPECT_EQ(trader.stop(), 0) << trader.output();
    EXPECT_GE(trader.state()["sessions"], 3);
}

void TradedVenue::trade_until_killed(TraderProcess& trader) {
    ASSERT_TRUE(trader.start()) << trader.output();
    ASSERT_TRUE(trades_on(trader, 1)) << trader.output() << trader.state().dump(2);
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
}

bool TradedVenue::is_closed(const std::string& journal) {
    for (int tries = 0; tries < 200; ++tries) {
        if (run_hotpath("journal verify " + journal).output.contains("sealed: the journal")) {
            return true;
        }
    }
    return false;
}

void TradedVenue::expect_the_venues_positions(const TraderProcess& trader) {
    CopiedPositions copied;
    const nlohmann::json state = trader.state();
    copied.read(*net::Endpoint::parse(addresses_[3]), state["orders"]["executions"]);
    EXPECT_EQ(state["orders"]["open"], 0);
    EXPECT_EQ(state["drop_copy"]["finding"], "agrees");
    EXPECT_EQ(state["drop_copy"]["settled"], true);
    EXPECT_EQ(state["orders"]["executions"], copied.executions);
    for (const nlohmann::json& held : state["positions"]) {
        EXPECT_EQ(held["position"], copied.held[held["symbol"].get<std::string>()]);
        EXPECT_EQ(held["drop_copy"], held["position"]);
    }
}

std::vector<std::string> TradedVenue::strategies() const {
    const std::string all = symbols_of(*venue_);
    const std::string first = all.substr(0, all.find(','));
    const std::string second = all.substr(all.rfind(',') + 2);
    return {"name = \"pairs\"\nfirst = " + first + "\nsecond = " + second,
            "name = \"momentum\"\nlookback = 5\nsample_every_ms = 10\nentry_bps = 1\nexit_bps = 0",
            "name = \"trend_following\"\nfast = 2\nslow = 5\nsample_every_ms = 10\nband_bps = 0"};
}

}  // namespace hotpath::venue_tests
