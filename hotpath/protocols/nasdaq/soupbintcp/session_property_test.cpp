// A SoupBinTCP session over connections that are cut anywhere, chopped into any pieces, slow, and
// timed by a clock that jumps: the stream arrives whole, in order, each message once.

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/soup_session.hpp"

namespace hotpath::protocols::nasdaq::soupbintcp {
namespace {

using support::kSoupCredentials;
using support::SoupPair;
using support::text_of;
using support::view_of;

std::vector<std::string> texts_of(const SequencedStore& stream) {
    std::vector<std::string> texts;
    for (std::uint64_t number = 1; number < stream.next_sequence_number(); ++number) {
        texts.push_back(text_of(stream.at(number)));
    }
    return texts;
}

/// A session of some messages each way, through a connection that carries so many bytes of it (both
/// ways together) and then breaks; the next one carries the rest. Returns whether the first
/// connection would have carried more.
bool breaks_at(std::size_t bytes_max, std::size_t piece) {
    SoupPair pair;
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
                                      [&](std::size_t n) { pair.server_receives(n); });
            bytes += carry([&](std::size_t n) { return pair.server_sends(n); },
                           [&](std::size_t n) { pair.client_receives(n); });
            moved = bytes > 0;
            if (left == 0) {
                is_cut = true;
                pair.cut();
            }
        }
    };
    pair.publish("before the login");
    pair.connect();
    exchange();
    for (const std::string_view text : {"one", "", "a longer message than the others", "four"}) {
        pair.publish(text);
        static_cast<void>(pair.client.try_send(view_of(text), pair.now));
        exchange();
    }
    pair.live(is_cut ? Nanos{0} : Nanos{2 * kNanosPerSecond});
    pair.venue.stream.end_session();
    pair.server.on_stream(pair.now);
    exchange();
    if (!pair.client.has_ended()) {
        pair.cut();
        pair.connect();
        pair.run_until_idle();
    }
    EXPECT_EQ(pair.trader.received, texts_of(pair.venue.stream)) << "cut at byte " << bytes_max;
    EXPECT_EQ(pair.trader.ends, 1) << "cut at byte " << bytes_max;
    return is_cut;
}

TEST(SoupSessionProperty, ACutAtAnyByteLosesAndRepeatsNothing) {
    for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, std::size_t{100'000}}) {
        std::size_t bytes = 1;
        while (breaks_at(bytes, piece)) {
            ++bytes;
        }
        EXPECT_GT(bytes, 200U) << "every byte of the session was the last one";
    }
}

/// One venue, one client and everything that can happen between them.
class Weather {
  public:
    explicit Weather(std::uint64_t seed)
        : random_(seed),
          pair_({.connection = {.output_bytes_max = 64 + random_.below(400)},
                 .behind_max = 5 + random_.below(100)},
                {.connection = {.output_bytes_max = 64 + random_.below(400)},
                 .credentials = kSoupCredentials}) {
        // The longest message fits the smallest output.
        pair_.venue.stream = *SequencedStore::create(
            {.messages_max = 4'096, .bytes_max = 1 << 18, .message_length_max = 50});
    }

    void storm(int events) {
        for (int i = 0; i < events; ++i) {
            if (pair_.client.is_closed() || pair_.server.is_closed()) {
                pair_.cut();
                pair_.connect();
            }
            happen();
            expect_nothing_twice();
        }
    }

    void calm_down() {
        pair_.venue.stream.end_session();
        if (!pair_.client.has_ended()) {
            pair_.cut();
            pair_.connect();
            pair_.run_until_idle();
        }
        ASSERT_EQ(pair_.trader.received, texts_of(pair_.venue.stream));
        ASSERT_TRUE(pair_.client.has_ended());
        ASSERT_EQ(pair_.trader.ends, 1);
        expect_orders_in_turn();
    }

  private:
    std::size_t some(std::size_t most) { return random_.below(most) + 1; }

    void happen() {
        switch (random_.below(12)) {
            case 0:
            case 1:
                static_cast<void>(pair_.venue.stream.try_append(
                    view_of(std::string(random_.below(50), next_letter()))));
                pair_.server.on_stream(pair_.now);
                return;
            case 2:
                order();
                return;
            case 3:
            case 4:
                pair_.server_sends(some(100));
                return;
            case 5:
            case 6:
                pair_.client_receives(some(random_.one_in(3) ? 1 : 100));
                return;
            case 7:
                pair_.client_sends(some(60));
                return;
            case 8:
                pair_.server_receives(some(random_.one_in(3) ? 1 : 60));
                return;
            case 9:
                pass_time();
                return;
            case 10:
                pair_.run_until_idle();
                return;
            default:
                break_something();
        }
    }

    void order() {
        const std::string text = std::to_string(++orders_);
        static_cast<void>(pair_.client.try_send(view_of(text), pair_.now));
    }
    void pass_time() {
        const auto second = static_cast<std::uint64_t>(kNanosPerSecond);
        const auto step = static_cast<std::int64_t>(random_.below(3 * second));
        const std::int64_t jump = random_.one_in(20) ? 3'600 * kNanosPerSecond : 0;
        pair_.now = pair_.now + Nanos{random_.one_in(2) ? step + jump : step - jump};
        pair_.server.on_timer(pair_.now);
        pair_.client.on_timer(pair_.now);
    }
    void break_something() {
        if (random_.one_in(4)) {
            pair_.cut();
        } else if (random_.one_in(20)) {
            pair_.client.logout(pair_.now);
        } else if (random_.one_in(20)) {
            pair_.server.close(CloseReason::Superseded);
        }
    }
    char next_letter() { return static_cast<char>('a' + letters_++ % 26); }

    void expect_nothing_twice() const {
        ASSERT_EQ(pair_.client.next_sequence_number(), pair_.trader.received.size() + 1);
        ASSERT_LE(pair_.trader.received.size(), pair_.venue.stream.size());
        ASSERT_LE(pair_.server.output_size(), 464U);
    }
    /// Orders may be lost with a connection, and are neither repeated nor reordered.
    void expect_orders_in_turn() const {
        int last = 0;
        for (const std::string& order : pair_.venue.received) {
            ASSERT_GT(std::stoi(order), last);
            last = std::stoi(order);
        }
    }

    Random random_;
    SoupPair pair_;
    int orders_ = 0;
    int letters_ = 0;
};

TEST(SoupSessionProperty, WhateverTheConnectionsDoTheStreamArrivesOnceAndInOrder) {
    const std::uint64_t first = support::seed_of_this_test(1);
    const std::uint64_t seeds = support::rounds_of_this_run({.usual = 10'000, .long_run = 100'000});
    for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Weather weather(seed);
        weather.storm(200);
        weather.calm_down();
        if (HasFatalFailure()) {
            return;
        }
    }
}

}  // namespace
}  // namespace hotpath::protocols::nasdaq::soupbintcp
