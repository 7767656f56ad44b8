#pragma once
/// A venue in a separate process with a generated market and a drop copy, for tests of traders.
///
/// Threads: the test's. Allocation: free. Tests only.

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/temporary_directory.hpp"
#include "tests/venue/trader_process.hpp"
#include "tests/venue/venue_process.hpp"

namespace hotpath::venue_tests {

class TradedVenue : public testing::Test {
  protected:
    void SetUp() override { start_venue({}); }
    /// With more tables of its configuration.
    void start_venue(const std::string& tables);

    /// For all the market's symbols.
    [[nodiscard]] std::string config(TraderSettings settings);
    [[nodiscard]] static bool trades_on(TraderProcess& trader, std::uint64_t executions) {
        return trader.wait_until([&](const nlohmann::json& state) {
            return state["orders"]["executions"] >= executions && state["doing"] == "trading";
        });
    }
    [[nodiscard]] static std::uint64_t executions(const TraderProcess& trader) {
        return trader.state()["orders"]["executions"];
    }
    /// It trades, is killed, trades again and stops.
    static void trade_with_a_kill(
        TraderProcess& trader, const std::function<void()>& meanwhile = [] {});
    /// It trades through two kills of the venue, and stops.
    void trade_with_kills_of_the_venue(TraderProcess& trader);
    /// It trades, its kill switch cancels everything and it sends no more, and stops.
    static void trade_until_killed(TraderProcess& trader);
    /// The process that writes the journal has closed it: it may outlive a trader that was killed.
    [[nodiscard]] static bool is_closed(const std::string& journal);
    /// After the trader's end.
    void expect_the_venues_positions(const TraderProcess& trader);
    /// That trade often in this market, each as TOML; without the market maker.
    [[nodiscard]] std::vector<std::string> strategies() const;

    support::TemporaryDirectory folder_;
    std::array<std::string, 4> addresses_;
    VenueSettings settings_;
    std::optional<VenueProcess> venue_;
};

}  // namespace hotpath::venue_tests
