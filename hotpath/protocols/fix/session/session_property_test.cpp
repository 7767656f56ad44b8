// Two FIX sessions over connections that are cut anywhere, chopped into any pieces and slow, with
// processes that start again from their stores: every application message arrives, in order, once.

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/fix_session_pair.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::protocols::fix {
namespace {

using support::FixEnd;
using support::FixPair;

/// Some messages each way over a connection that carries so many bytes and then breaks; the next
/// one carries the rest. Returns whether the first would have carried more.
bool breaks_at(std::size_t bytes_max, std::size_t piece) {
    FixPair pair;
    std::size_t left = bytes_max;
    bool is_cut = false;
    const auto carry = [&](auto&& send, auto&& receive) {
        const std::size_t sent = send(std::min(left, piece));
        receive(sent);
        left -= sent;
        return sent;
    };
    const auto exchange = [&] {
        for (bool moved = true; moved && !is_cut;) {
            std::size_t bytes = carry([&](std::size_t n) { return pair.client_sends(n); },
                                      [&](std::size_t n) { pair.venue_receives(n); });
            bytes += carry([&](std::size_t n) { return pair.venue_sends(n); },
                           [&](std::size_t n) { pair.client_receives(n); });
            moved = bytes > 0;
            if (left == 0) {
                is_cut = true;
                pair.cut();
            }
        }
    };
    std::vector<std::string> orders;
    std::vector<std::string> reports;
    pair.connect();
    exchange();
    for (const std::string text : {"1", "2", "a longer name than the others", "4"}) {
        if (pair.client.order(text, pair.now) == SendStatus::Sent) {
            orders.push_back(text);
        }
        if (pair.venue.order("r" + text, pair.now) == SendStatus::Sent) {
            reports.push_back("r" + text);
        }
        exchange();
    }
    if (!is_cut) {
        pair.cut();
    }
    pair.connect();
    pair.run_until_idle();
    EXPECT_EQ(pair.venue.received, orders) << "cut at byte " << bytes_max;
    EXPECT_EQ(pair.client.received, reports) << "cut at byte " << bytes_max;
    EXPECT_TRUE(pair.client.session().is_logged_on());
    EXPECT_FALSE(pair.client.session().is_waiting_for_resend());
    EXPECT_FALSE(pair.venue.session().is_waiting_for_resend());
    return is_cut;
}

TEST(FixSessionProperty, ACutAtAnyByteLosesAndRepeatsNothing) {
    for (const std::size_t piece : {std::size_t{1}, std::size_t{13}, std::size_t{100'000}}) {
        std::size_t bytes = 1;
        while (breaks_at(bytes, piece) && !testing::Test::HasFailure()) {
            bytes += piece == 1 ? 1 : 3;
        }
        EXPECT_GT(bytes, 800U) << "every byte of the session was the last one";
    }
}

class Weather {
  public:
    explicit Weather(std::uint64_t seed)
        : random_(seed),
          pair_(options(support::fix_initiator()), options(support::fix_acceptor())) {}

    void storm(int events) {
        for (int i = 0; i < events && !testing::Test::HasFailure(); ++i) {
            if (pair_.client.session().is_closed() || pair_.venue.session().is_closed()) {
                pair_.cut();
                if (random_.one_in(3)) {
                    pair_.connect();
                }
            }
            happen();
        }
    }

    void calm_down() {
        pair_.cut();
        pair_.connect();
        pair_.run_until_idle();
        // A gap behind the last message shows with the next one.
        pair_.live(Nanos{100 * kNanosPerSecond});
        ASSERT_TRUE(pair_.client.session().is_logged_on());
        EXPECT_EQ(pair_.venue.received, orders_);
        EXPECT_EQ(pair_.client.received, reports_);
        EXPECT_EQ(pair_.client.rejects, std::vector<std::string>{});
        EXPECT_EQ(pair_.venue.rejects, std::vector<std::string>{});
    }

    [[nodiscard]] std::uint64_t marked_as_duplicates() const {
        return pair_.client.duplicates + pair_.venue.duplicates;
    }
    [[nodiscard]] std::uint64_t messages() const { return orders_.size() + reports_.size(); }

  private:
    /// Small in every way.
    SessionOptions options(SessionOptions options) {
        options.message_length_max = 512;
        options.output_bytes_max = 2'048 + random_.below(4'000);
        options.held_messages_max = 1 + random_.below(12);
        options.resends_per_call_max = 1 + random_.below(5);
        options.resend_request_max = random_.below(6);
        options.uses_next_expected = random_.one_in(2);
        options.validates = random_.one_in(2);
        options.stores_while_logged_out = true;
        options.sending_time_accuracy = kForever;  // messages are on their way for minutes
        return options;
    }

    std::size_t some(std::size_t most) { return random_.below(most) + 1; }

    void say(FixEnd& end, std::vector<std::string>& said) {
        const std::string text = std::to_string(said.size());
        const SendStatus status = end.order(text, pair_.now);
        ASSERT_TRUE(status == SendStatus::Sent || status == SendStatus::Stored) << name(status);
        said.push_back(text);
    }

    void happen() {
        switch (random_.below(14)) {
            case 0:
            case 1:
                return say(pair_.client, orders_);
            case 2:
            case 3:
                return say(pair_.venue, reports_);
            case 4:
            case 5:
                pair_.client_sends(some(400));
                return;
            case 6:
            case 7:
                pair_.venue_receives(some(random_.one_in(3) ? 1 : 400));
                return;
            case 8:
            case 9:
                pair_.venue_sends(some(400));
                return;
            case 10:
            case 11:
                pair_.client_receives(some(random_.one_in(3) ? 1 : 400));
                return;
            case 12:
                pair_.now = pair_.now +
                            Nanos{static_cast<std::int64_t>(random_.below(20)) * kNanosPerSecond};
                pair_.client.session().on_timer(pair_.now);
                pair_.venue.session().on_timer(pair_.now);
                return;
            default:
                break_something();
        }
    }

    void break_something() {
        if (!random_.one_in(6)) {
            return;
        }
        switch (random_.below(4)) {
            case 0:
                return pair_.cut();
            case 1:
                pair_.cut();
                return pair_.client.restart();
            case 2:
                pair_.cut();
                return pair_.venue.restart();
            default:
                return pair_.client.session().logout("bye", pair_.now);
        }
    }

    Random random_;
    FixPair pair_;
    std::vector<std::string> orders_;
    std::vector<std::string> reports_;
};

TEST(FixSessionProperty, WhateverBreaksEveryMessageArrivesOnceInOrder) {
    const std::uint64_t first = support::seed_of_this_test(21);
    const std::uint64_t rounds = support::rounds_of_this_run({.usual = 2'000, .long_run = 40'000});
    std::uint64_t messages = 0;
    std::uint64_t marked = 0;
    for (std::uint64_t round = 0; round < rounds && !testing::Test::HasFailure(); ++round) {
        Weather weather(first + round);
        weather.storm(600);
        weather.calm_down();
        messages += weather.messages();
        marked += weather.marked_as_duplicates();
        EXPECT_FALSE(testing::Test::HasFailure()) << "round " << round;
    }
    EXPECT_GT(marked, messages / 10) << "resends must be a good part of it";
    EXPECT_LT(marked, messages);
}

}  // namespace
}  // namespace hotpath::protocols::fix
