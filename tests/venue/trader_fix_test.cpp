// A trader over FIX and the venue, each in its process: it trades through disconnects and kills of either
// end, and holds what the venue's drop copy says; what is refused is one clear line.

#include <array>
#include <csignal>
#include <cstdint>
#include <optional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_directory.hpp"
#include "tests/venue/copied_positions.hpp"
#include "tests/venue/trader_process.hpp"
#include "tests/venue/venue_process.hpp"

namespace hotpath::venue_tests {
namespace {

using testing::HasSubstr;

constexpr const char* kFixOfTrader =
    "protocol = \"fix\"\ncomp_id = \"ALICE-FIX\"\nfix_password = \"AFIX\"\n"
    "fix_numbers = \"numbers\"\n";

class TraderFix : public testing::TestWithParam<std::string> {
  protected:
    void SetUp() override {
        addresses_ = free_addresses();
        fix_address_ = free_addresses()[0];
        settings_ = generated_market(addresses_);
        settings_.tables += "\n[fix]\naddress = \"" + fix_address_ +
                            "\"\nids_max = 65536\n[[fix_user]]\nuser = \"ALICE\"\n"
                            "comp_id = \"ALICE-FIX\"\npassword = \"AFIX\"\nversion = \"" +
                            GetParam() + "\"\n";
        venue_.emplace(folder_.path(), settings_);
        ASSERT_TRUE(venue_->start()) << venue_->output();
    }
    [[nodiscard]] std::string config(const std::string& keys = kFixOfTrader) {
        VenueSettings at = settings_;
        at.addresses[0] = fix_address_;
        return trader_config(at, *venue_,
                             {.symbols = symbols_of(*venue_),
                              .drop_copy = addresses_[3],
                              .venue = keys + "version = \"" + GetParam() + "\"\n"});
    }
    [[nodiscard]] static bool trades_on(TraderProcess& trader, std::uint64_t executions) {
        return trader.wait_until([&](const nlohmann::json& state) {
            return state["orders"]["executions"] >= executions && state["doing"] == "trading";
        });
    }
    [[nodiscard]] static std::uint64_t executions(const TraderProcess& trader) {
        return trader.state()["orders"]["executions"];
    }
    /// After the trader's end.
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

    support::TemporaryDirectory folder_;
    std::array<std::string, 4> addresses_;
    std::string fix_address_;
    VenueSettings settings_;
    std::optional<VenueProcess> venue_;
};

TEST_P(TraderFix, ItTradesThroughKillsOfTheVenueAndHoldsWhatTheDropCopySays) {
    TraderProcess trader(folder_.path(), config());
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
    expect_the_venues_positions(trader);
}

TEST_P(TraderFix, KilledItselfItGoesOnWithWhatTheAccountHolds) {
    TraderProcess trader(folder_.path(), config());
    ASSERT_TRUE(trader.start()) << trader.output();
    ASSERT_TRUE(trades_on(trader, 5)) << trader.output() << trader.state().dump(2);
    const std::uint64_t before = executions(trader);
    trader.kill_hard();
    ASSERT_TRUE(trader.start()) << trader.output();
    ASSERT_TRUE(trades_on(trader, before + 5)) << trader.output() << trader.state().dump(2);
    EXPECT_EQ(trader.stop(), 0) << trader.output();
    expect_the_venues_positions(trader);
}

TEST_P(TraderFix, TheKillSwitchCancelsEverythingAndLatches) {
    TraderProcess trader(folder_.path(), config());
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
    expect_the_venues_positions(trader);
}

TEST_P(TraderFix, AWrongPasswordIsOneClearLine) {
    TraderProcess trader(
        folder_.path(),
        config("protocol = \"fix\"\ncomp_id = \"ALICE-FIX\"\nfix_password = \"WRONG\"\n"
               "fix_numbers = \"numbers\"\n"));
    ASSERT_TRUE(trader.start()) << trader.output();
    EXPECT_NE(trader.wait(), 0);
    EXPECT_THAT(trader.output(), HasSubstr("order entry: FIX: logon refused: wrong "
                                           "Username or Password"));
}

TEST_P(TraderFix, AWrongCompIdIsOneClearLine) {
    TraderProcess trader(
        folder_.path(),
        config("protocol = \"fix\"\ncomp_id = \"STRANGER\"\nfix_password = \"AFIX\"\n"
               "fix_numbers = \"numbers\"\n"));
    ASSERT_TRUE(trader.start()) << trader.output();
    EXPECT_NE(trader.wait(), 0);
    EXPECT_THAT(trader.output(), HasSubstr("order entry: FIX: logon refused: unknown SenderCompID, "
                                           "TargetCompID or BeginString"));
}

INSTANTIATE_TEST_SUITE_P(Versions, TraderFix, testing::Values("FIX.4.2", "FIX.4.4"),
                         [](const testing::TestParamInfo<std::string>& version) {
                             return version.param == "FIX.4.2" ? "Fix42" : "Fix44";
                         });

}  // namespace
}  // namespace hotpath::venue_tests
