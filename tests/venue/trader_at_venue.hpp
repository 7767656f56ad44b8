#pragma once
/// A venue with a generated market in one process, for a trader in another: the fixture of tests
/// about both.
///
/// Threads: the test's. Allocation: free. Tests only.

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/temporary_directory.hpp"
#include "tests/venue/feed_client.hpp"
#include "tests/venue/trader_process.hpp"

namespace hotpath::venue_tests {

class TraderAtVenue : public testing::Test {
  protected:
    /// Of a market with so many messages a second.
    explicit TraderAtVenue(int messages_per_second = 4'000, const std::string& more_tables = "") {
        addresses_ = free_addresses();
        settings_ = {
            .mode = "pagecache",
            .background =
                "source = \"generator\"\nmessages = " + std::to_string(messages_per_second * 100) +
                "\ninstruments = 3\npacing = \"poisson\"\n"
                "messages_per_second = " +
                std::to_string(messages_per_second) + ".0",
            .addresses = {addresses_[0], addresses_[1], addresses_[2]},
            .tables = "[drop_copy]\naddress = \"" + addresses_[3] +
                      "\"\n[[drop_copy_user]]\nname = \"RISK\"\npassword = \"R\"\n" + more_tables};
        venue_.emplace(folder_.path(), settings_);
    }
    void SetUp() override { ASSERT_TRUE(venue_->start()) << venue_->output(); }

    /// The generated market's, as TOML.
    std::string symbols() {
        FeedClient feed(*venue_, 0, 1);
        EXPECT_TRUE(feed.poll_until(100));
        std::string text;
        feed.feed().itch_books().directory().for_each(
            [&](InstrumentId, const feed::Instrument& instrument) {
                text += (text.empty() ? "\"" : ", \"") + instrument.symbol.str() + '"';
            });
        return text;
    }
    std::string config(TraderSettings settings) {
        settings.symbols = symbols();
        settings.drop_copy = addresses_[3];
        return trader_config(settings_, *venue_, settings);
    }
    static bool trades_on(TraderProcess& trader, std::uint64_t executions) {
        return trader.wait_until([&](const nlohmann::json& state) {
            return state["orders"]["executions"] >= executions && state["doing"] == "trading";
        });
    }
    static std::uint64_t executions(const TraderProcess& trader) {
        return trader.state()["orders"]["executions"];
    }

    support::TemporaryDirectory folder_;
    std::array<std::string, 4> addresses_;
    VenueSettings settings_;
    std::optional<VenueProcess> venue_;
};

}  // namespace hotpath::venue_tests
