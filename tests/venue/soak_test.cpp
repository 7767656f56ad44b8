// A trader and a venue on a network that loses, doubles, delays, reorders and cuts, for a minute;
// under a sanitizer for less, and for HOTPATH_SOAK_SECONDS where that is set (script/evidence soak).
// After each kind of fault it trades again by itself; in the end books, executions and positions are
// the venue's.

#include <algorithm>
#include <array>
#include <iostream>
#include <string>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/seeds.hpp"
#include "tests/venue/faulty_network.hpp"
#include "tests/venue/traded_venue.hpp"
#include "tests/venue/venues_books.hpp"

namespace hotpath::venue_tests {
namespace {

constexpr std::uint64_t kMessagesPerSecond = 2'000;
constexpr Nanos kFaulty{4 * kNanosPerSecond};

/// Time for a round of every kind of fault, at least.
std::uint64_t seconds_of_this_run() {
    constexpr std::uint64_t kLeast = 36;
    const std::uint64_t usual = support::rounds_of_this_run({.usual = 60, .long_run = 60});
    return std::max(kLeast, support::wanted_of_this_run("HOTPATH_SOAK_SECONDS", usual));
}

constexpr std::array kKinds{"loss", "late and doubled", "silence", "cuts", "slow", "all"};

NetworkFaults faults_of(std::size_t kind, Random& random) {
    const std::uint64_t lost = 1 + random.below(30);
    const Nanos late{1'000'000 + static_cast<std::int64_t>(random.below(200'000'000))};
    const std::array<NetworkFaults, kKinds.size()> faults{{
        {.lost_percent = lost},
        {.doubled_percent = 50, .late_percent = 20, .late_max = late},
        {.lost_percent = 100},
        {.cuts = true},
        {.late_percent = 100, .late_max = late},
        {.lost_percent = lost,
         .doubled_percent = 10,
         .late_percent = 10,
         .late_max = late,
         .cuts = true},
    }};
    return faults.at(kind);
}

class Soak : public TradedVenue {
  protected:
    void SetUp() override {
        const std::uint64_t messages = kMessagesPerSecond * seconds_;
        addresses_ = free_addresses();
        settings_ = generated_market(addresses_);
        settings_.background = "source = \"generator\"\nmessages = " + std::to_string(messages) +
                               "\ninstruments = 3\npacing = \"poisson\"\nmessages_per_second = " +
                               std::to_string(kMessagesPerSecond) + ".0";
        settings_.feed_messages_kept = static_cast<int>(3 * messages + 100'000);
        settings_.replies_kept = static_cast<int>(3 * messages + 100'000);
        settings_.segment_mib = 16;
        venue_.emplace(folder_.path(), settings_);
        ASSERT_TRUE(venue_->start()) << venue_->output();
    }
    [[nodiscard]] static net::Endpoint at(const std::string& address) {
        return *net::Endpoint::parse(address);
    }

    std::uint64_t seconds_ = seconds_of_this_run();
};

TEST_F(Soak, TradesAgainAfterEachNetworkFaultAndAgreesWithTheVenueAtTheEnd) {
    Random random(support::seed_of_this_test(1));
    FaultyNetwork network(*venue_,
                          {.requests = at(addresses_[2]),
                           .tcp = {at(addresses_[0]), at(addresses_[1]), at(addresses_[3])}},
                          random.next());
    TraderProcess trader(folder_.path(), network.in_place_of_the_venues(config({})));
    ASSERT_TRUE(trader.start()) << trader.output();
    ASSERT_TRUE(trades_on(trader, 1)) << trader.output() << trader.state().dump(2);

    const Time end = steady_now() + Nanos{static_cast<std::int64_t>(seconds_) * kNanosPerSecond};
    std::array<std::uint64_t, kKinds.size()> faults{};
    for (std::size_t kind = 0; steady_now() < end; kind = (kind + 1) % kKinds.size()) {
        network.fail(faults_of(kind, random));
        const Time until = steady_now() + kFaulty;
        ASSERT_TRUE(trader.wait_until([&](const nlohmann::json&) { return steady_now() > until; }))
            << kKinds.at(kind) << trader.output();
        network.heal();
        ASSERT_TRUE(trader.wait_until([](const nlohmann::json& state) {
            return state["doing"] == "trading" && state["feed"]["current"] == true;
        })) << kKinds.at(kind)
            << trader.output() << trader.state().dump(2);
        ++faults.at(kind);
    }
    EXPECT_TRUE(trader.wait_until([&](const nlohmann::json& state) {
        return has_the_venues_books(state, venue_->state());
    })) << trader.state().dump(2)
        << venue_->state()["feed"].dump(2);
    const nlohmann::json state = trader.state();
    EXPECT_GT(state["orders"]["executions"], 0);
    EXPECT_EQ(trader.stop(), 0) << trader.output();
    expect_the_venues_positions(trader);

    const NetworkCounts counts = network.counts();
    EXPECT_EQ(counts.taken + counts.doubled, counts.lost + counts.sent + counts.unsent);
    EXPECT_GT(counts.lost, 0U);
    EXPECT_GT(counts.cut, 0U);
    std::cout << "soak: " << seconds_ << " seconds, " << counts.taken << " datagrams, "
              << counts.lost << " lost, " << counts.doubled << " doubled, " << counts.late
              << " late, " << counts.cut << " connections cut, " << state["sessions"]
              << " sessions, " << state["orders"]["entered"] << " orders, "
              << state["orders"]["executions"] << " executions\n";
}

}  // namespace
}  // namespace hotpath::venue_tests
