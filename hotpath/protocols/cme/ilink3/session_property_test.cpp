// An iLink 3 session over connections that are cut anywhere and chopped into any pieces: each
// report is delivered once and in order, those of a former UUID too, and each order is taken once or
// named as not applied.

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/ilink_session.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::protocols::cme::ilink3 {
namespace {

using support::ilink_client_options;
using support::IlinkPair;

class Weather {
  public:
    explicit Weather(std::uint64_t seed)
        : random_(seed), pair_(server_options(), client_options()) {
        pair_.connect();
    }

    void storm(int events) {
        for (int i = 0; i < events; ++i) {
            if (pair_.client.is_closed() || pair_.server.is_closed()) {
                reconnect();
            }
            happen();
        }
    }

    void calm_down() {
        settle();
        expect_reports(pair_.trader.received, 0, published_);
        expect_each_order_accounted_for();
        ASSERT_TRUE(pair_.trader.lost.empty());
    }

    /// Another UUID, whatever was missed under the first. What is published before the venue has
    /// negotiated it is of the first.
    void renew() {
        pair_.cut();
        delivered_ = pair_.trader.received.size();
        pair_.begin({.uuid = 1'001});
        pair_.connect();
    }
    /// How many reports of the first UUID came under the second.
    std::size_t calm_down_under_both() {
        settle();
        expect_reports(pair_.trader.former, delivered_, published_);
        expect_reports(pair_.trader.received, 0, published_anew_);
        EXPECT_TRUE(pair_.trader.lost.empty() && pair_.trader.former_lost.empty());
        return pair_.trader.former.size();
    }

  private:
    void settle() {
        reconnect();
        pair_.run_until_idle();
        pair_.live(Nanos{30 * kNanosPerSecond});
        ASSERT_TRUE(pair_.client.is_established())
            << name(pair_.client.close_reason()) << ' ' << pair_.client.close_code() << ", venue "
            << name(pair_.server.close_reason()) << ' ' << pair_.server.close_code();
    }
    /// Those behind the first `before`, each once.
    static void expect_reports(const std::vector<std::string>& received, std::size_t before,
                               std::size_t published) {
        ASSERT_EQ(received.size(), published - before);
        for (std::size_t n = before; n < published; ++n) {
            ASSERT_EQ(received[n - before], "r" + std::to_string(n + 1));
        }
    }

    IlinkServerOptions server_options() {
        return {.connection = {.frame_length_max = 512,
                               .output_bytes_max = 2'048 + random_.below(8'000)}};
    }
    IlinkClientOptions client_options() {
        auto options = ilink_client_options();
        options.connection = {.frame_length_max = 512,
                              .output_bytes_max = 2'048 + random_.below(8'000)};
        options.retransmit_messages_max = static_cast<std::uint16_t>(1 + random_.below(20));
        options.held_bytes_max = random_.below(5'000);
        options.asks_former = true;
        return options;
    }

    void reconnect() {
        pair_.cut();
        pair_.connect();
    }

    void happen() {
        switch (random_.below(12)) {
            case 0:
            case 1:
                if (pair_.venue.session.uuid != 0) {
                    std::size_t& published =
                        pair_.venue.session.uuid == 1'000 ? published_ : published_anew_;
                    pair_.publish("r" + std::to_string(++published));
                }
                return;
            case 2:
                if (const std::uint32_t number = pair_.client.next_outgoing();
                    pair_.order("o" + std::to_string(number))) {
                    ordered_ = number;
                }
                return;
            case 3:
            case 4:
                pair_.server_sends(random_.below(700));
                return;
            case 5:
            case 6:
                pair_.client_sends(random_.below(700));
                return;
            case 7:
            case 8:
                pair_.client_receives(random_.below(700));
                return;
            case 9:
            case 10:
                pair_.server_receives(random_.below(700));
                return;
            default:
                if (random_.below(8) == 0) {
                    reconnect();
                } else {
                    pair_.now = pair_.now + Nanos{static_cast<std::int64_t>(random_.below(3)) *
                                                  kNanosPerSecond};
                    pair_.server.on_timer(pair_.now);
                    pair_.client.on_timer(pair_.now);
                }
        }
    }

    void expect_each_order_accounted_for() {
        std::map<std::uint32_t, int> times;
        for (const auto& [number, text] : pair_.venue.received) {
            EXPECT_EQ(text, "o" + std::to_string(number));
            ++times[number];
        }
        for (std::uint32_t number = 1; number <= ordered_; ++number) {
            EXPECT_LE(times[number], 1) << "order " << number << " was taken twice";
        }
        const auto missed = static_cast<std::uint64_t>(ordered_) - pair_.venue.received.size();
        std::uint64_t named = 0;
        for (const auto& [from, messages] : pair_.trader.not_applied) {
            named += messages;
            for (std::uint32_t number = from; number < from + messages; ++number) {
                EXPECT_EQ(times[number], 0) << "order " << number << " is called not applied";
            }
        }
        // A NotApplied may itself be lost with the connection: then the venue's own count has it.
        EXPECT_LE(named, missed);
        EXPECT_EQ(pair_.server.counters().not_applied, missed);
    }

    Random random_;
    IlinkPair pair_;
    std::size_t published_ = 0;
    std::size_t published_anew_ = 0;  // under the second UUID
    std::size_t delivered_ = 0;       // of the first, before the second began
    std::uint32_t ordered_ = 0;
};

TEST(IlinkSessionProperty, NoReportIsLostOrRepeatedAndNoOrderIsTakenTwice) {
    Random seeds(support::seed_of_this_test(20261126));
    const std::uint64_t storms = support::rounds_of_this_run({.usual = 200, .long_run = 20'000});
    for (std::uint64_t storm = 0; storm < storms; ++storm) {
        const std::uint64_t seed = seeds.next();
        SCOPED_TRACE(seed);
        Weather weather(seed);
        weather.storm(600);
        weather.calm_down();
        if (::testing::Test::HasFailure()) {
            return;
        }
    }
}

TEST(IlinkSessionProperty, ReportsThatWereMissedUnderAFormerUuidComeOnceAndFirst) {
    Random seeds(support::seed_of_this_test(20261127));
    const std::uint64_t storms = support::rounds_of_this_run({.usual = 200, .long_run = 20'000});
    std::size_t again = 0;
    for (std::uint64_t storm = 0; storm < storms; ++storm) {
        const std::uint64_t seed = seeds.next();
        SCOPED_TRACE(seed);
        Weather weather(seed);
        weather.storm(300);
        weather.renew();
        weather.storm(300);
        again += weather.calm_down_under_both();
        if (::testing::Test::HasFailure()) {
            return;
        }
    }
    EXPECT_GT(again, storms) << "a test in which nothing is missed proves nothing";
}

}  // namespace
}  // namespace hotpath::protocols::cme::ilink3
