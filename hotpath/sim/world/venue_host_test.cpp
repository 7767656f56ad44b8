// The machine of a venue: durable records outlive a crash, and the others are lost; the clients of
// each venue, and the prices around which they trade.

#include "hotpath/sim/world/venue_host.hpp"

#include <array>
#include <cstdint>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "hotpath/sim/world/scripted_client.hpp"

namespace hotpath::sim::world {
namespace {

class VenueHostTest : public testing::Test {
  protected:
    static WorldOptions world() {
        WorldOptions options;
        options.faults_for = {kNanosPerSecond};
        options.traders.resize(1);
        options.venues[0].request_every = {10'000'000};
        return options;
    }
    void begin() {
        ASSERT_TRUE(host_.start(now_).has_value());
        host_.list_instruments(now_);
    }
    [[nodiscard]] std::string replayed() {
        const auto server = host_.replayed();
        return server ? "" : server.error().message;
    }

    VenueHost host_{venue_options(world(), 0), 1};
    Random random_{1};
    Time now_{34'200 * kNanosPerSecond};
};

TEST_F(VenueHostTest, RecordsAreDurableAtACommitAndNotBefore) {
    EXPECT_FALSE(host_.is_up());
    begin();
    EXPECT_TRUE(host_.is_up());
    EXPECT_TRUE(host_.keep_records()) << "there is something to commit";
    EXPECT_GE(host_.records(), 2U * kInstruments);
    EXPECT_EQ(replayed(), "the journal ends at record 0 of " + std::to_string(host_.records()));
    ASSERT_TRUE(host_.commit(now_).has_value());
    EXPECT_FALSE(host_.keep_records());
    EXPECT_EQ(replayed(), "");
}

TEST_F(VenueHostTest, ACrashLosesWhatWasNotDurableAndNothingElse) {
    begin();
    static_cast<void>(host_.keep_records());
    ASSERT_TRUE(host_.commit(now_).has_value());
    const std::uint64_t durable = host_.records();
    host_.list_instruments(now_);
    static_cast<void>(host_.keep_records());
    const std::uint64_t all = durable + 2 * kInstruments;
    EXPECT_EQ(host_.records(), all);
    host_.crash(random_);
    EXPECT_FALSE(host_.is_up());
    EXPECT_EQ(host_.crashes(), 1U);
    ASSERT_TRUE(host_.start(now_).has_value());
    EXPECT_EQ(host_.durable_lost(), 0U);
    EXPECT_GE(host_.records(), durable);
    EXPECT_EQ(host_.records() + host_.records_lost(), all);
    EXPECT_EQ(replayed(), "");
    EXPECT_EQ(host_.server().log().exchange().symbol({1}), symbol_of({1}));
}

TEST_F(VenueHostTest, ADiskThatFailsTakesNothingMore) {
    begin();
    static_cast<void>(host_.keep_records());
    ASSERT_TRUE(host_.commit(now_).has_value());
    host_.fail_disk(random_);
    bool has_failed = false;
    for (int n = 0; n < 20 && !has_failed; ++n) {
        host_.list_instruments(now_);
        static_cast<void>(host_.keep_records());
        has_failed = !host_.commit(now_).has_value();
    }
    EXPECT_TRUE(has_failed);
    EXPECT_TRUE(host_.has_disk_failed());
    EXPECT_FALSE(host_.commit(now_).has_value()) << "for good";
    host_.crash(random_);
    ASSERT_TRUE(host_.start(now_).has_value()) << "on a disk that works again";
    EXPECT_FALSE(host_.has_disk_failed());
    EXPECT_EQ(host_.durable_lost(), 0U);
}

TEST_F(VenueHostTest, AFailureThatIsHealedDoesNotHappen) {
    begin();
    host_.fail_disk(random_);
    host_.heal_disk();
    for (int n = 0; n < 20; ++n) {
        host_.list_instruments(now_);
        static_cast<void>(host_.keep_records());
        ASSERT_TRUE(host_.commit(now_).has_value());
    }
}

TEST(VenueAccounts, InstrumentsAndUsersHaveTheirNames) {
    std::set<std::string> symbols;
    for (std::uint16_t id = 1; id <= kInstruments; ++id) {
        EXPECT_EQ(instrument_of(symbol_of({id})), InstrumentId{id});
        symbols.insert(std::string(symbol_of({id}).view()));
    }
    EXPECT_EQ(symbols.size(), kInstruments);
    EXPECT_EQ(instrument_of(*Symbol::from("NONE")), InstrumentId{});
    EXPECT_EQ(account_of(3).username, protocols::to_alpha<6>("USER3"));
    EXPECT_EQ(drop_copy_of(3).username, protocols::to_alpha<6>("RISK3"));
}

TEST(VenueAccounts, TradersAreWhereTheyTradeAndScriptsAtOneVenueEach) {
    WorldOptions options;
    options.traders.resize(2);
    options.traders[1].accounts = {std::nullopt, AccountDrawn{}};
    options.venues.resize(2);
    for (VenueDrawn& venue : options.venues) {
        venue.request_every = {1};
    }
    EXPECT_EQ(clients_of(options), 2 + 2 * kScripts);
    const auto clients_at = [&](std::size_t venue) {
        std::set<std::size_t> clients;
        for (std::size_t client = 0; client < clients_of(options); ++client) {
            if (is_client_at(options, client, venue)) {
                clients.insert(client);
            }
        }
        return clients;
    };
    EXPECT_EQ(clients_at(0), (std::set<std::size_t>{0, 2, 3}));
    EXPECT_EQ(clients_at(1), (std::set<std::size_t>{1, 4, 5}));
    const auto venue = venue_options(options, 1);
    EXPECT_EQ(venue.users.size(), 6U) << "session n is client n at every venue";
    EXPECT_EQ(venue.drop_copy_users.size(), 2U);
}

TEST(Moods, PricesFallByATenthInASecondAndComeBackInThree) {
    Mood mood;
    const Time begins{10 * kNanosPerSecond};
    const auto after = [&](std::int64_t ms) {
        return mood.mid(1, begins + Nanos{ms * kNanosPerMillisecond});
    };
    EXPECT_EQ(after(500), 500'000) << "no crash";
    EXPECT_FALSE(mood.is_falling(begins));
    mood.crash_at(begins);
    EXPECT_FALSE(mood.is_falling(begins - Nanos{1}));
    EXPECT_TRUE(mood.is_falling(begins));
    EXPECT_TRUE(mood.is_falling(begins + Nanos{kNanosPerSecond - 1}));
    EXPECT_FALSE(mood.is_falling(begins + Nanos{kNanosPerSecond}));
    EXPECT_EQ(after(-1), 500'000);
    EXPECT_EQ(after(0), 500'000);
    EXPECT_EQ(after(500), 475'000);
    EXPECT_EQ(after(1'000), 450'000);
    EXPECT_EQ(after(2'500), 475'000);
    EXPECT_EQ(after(4'000), 500'000);
    EXPECT_EQ(after(1'999), 466'700) << "on a tick";
    EXPECT_EQ(mood.mid(3, begins + Nanos{kNanosPerSecond}), 270'000);
}

TEST(Moods, MoveByATickAndNeverFarAway) {
    Mood mood;
    Random random(7);
    std::set<std::int64_t> steps;
    std::int64_t last = mood.mid(2, {});
    for (int n = 0; n < 200'000; ++n) {
        mood.move(2, random);
        const std::int64_t mid = mood.mid(2, {});
        steps.insert(mid - last);
        last = mid;
        ASSERT_GE(mid, 400'000 - 30'000);
        ASSERT_LE(mid, 400'000 + 30'000);
    }
    EXPECT_EQ(steps, (std::set<std::int64_t>{-Mood::kTick, 0, Mood::kTick}));
    EXPECT_EQ(mood.mid(1, {}), 500'000) << "the others stay";
}

}  // namespace
}  // namespace hotpath::sim::world
