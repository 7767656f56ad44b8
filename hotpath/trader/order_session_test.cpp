// The order-entry session at a SoupBinTCP server whose stream has a past: which answer is ours.
#include "hotpath/trader/order_session.hpp"

#include <string>

#include <gtest/gtest.h>

#include "tests/support/soup_session.hpp"

namespace hotpath::trader {
namespace {

using protocols::nasdaq::soupbintcp::CloseReason;
using protocols::nasdaq::soupbintcp::SoupServer;
using support::SoupVenue;

/// An account query's answer is told by its type alone.
constexpr const char* kAnswer = "Q";

class OrderSessionTest : public testing::Test {
  protected:
    struct Listener {
        void on_session_open() { ++opened; }
        void on_reply(std::uint64_t number, Bytes message) {
            heard += std::to_string(number) + support::text_of(message) + ' ';
        }
        int opened = 0;
        std::string heard;
    };

    void publish(std::string_view message) {
        ASSERT_TRUE(venue.stream.try_append(support::view_of(message)));
        server.on_stream(now);
    }
    void connect() {
        session.session().start();
        session.session().on_timer(now);
        ASSERT_EQ(session.session().state(), SessionState::Wanted);
        server.on_connected(now);
        session.on_connected(now);
        run_until_idle();
    }
    void run_until_idle() {
        while (!session.session().output().empty() || !server.output().empty()) {
            const std::string to_server = support::text_of(session.session().output());
            session.session().on_written(to_server.size());
            server.on_bytes(support::view_of(to_server), now, venue);
            const std::string to_client = support::text_of(server.output());
            server.on_written(to_client.size());
            session.on_bytes(support::view_of(to_client), now, listener);
        }
    }
    /// The connection is over at both ends; was it an open session's?
    bool end() {
        server.on_disconnected();
        session.session().on_disconnected();
        const bool was_open = session.take_end(now);
        now = now + Nanos{10 * kNanosPerSecond};
        return was_open;
    }

    SoupVenue venue;
    SoupServer server = *SoupServer::create({});
    OrderSession session{std::move(*ResumableSession::create(
        {.soup = {.connection = {}, .credentials = support::kSoupCredentials}}))};
    Listener listener;
    Time now{1'000'000};
};

TEST_F(OrderSessionTest, AnswersOfThePastAreNotOurs) {
    for (const char* message : {kAnswer, "A", kAnswer, "E"}) {
        publish(message);
    }
    connect();
    EXPECT_EQ(listener.opened, 0) << "the end of the stream was asked for";
    EXPECT_EQ(session.session().close_reason(), CloseReason::LoggedOut);
    EXPECT_FALSE(end());
    connect();
    EXPECT_EQ(listener.opened, 1);
    EXPECT_EQ(listener.heard, "2A 4E ");
    EXPECT_FALSE(session.is_synced());
    publish(kAnswer);
    run_until_idle();
    EXPECT_EQ(listener.heard, "2A 4E 5Q ");
    EXPECT_TRUE(session.is_synced());
}

TEST_F(OrderSessionTest, AfterAnAnsweredQueryTheNextConnectionNeedsNoProbe) {
    publish("A");
    publish("E");
    connect();
    static_cast<void>(end());
    connect();
    publish(kAnswer);
    run_until_idle();
    EXPECT_TRUE(end());
    publish("C");
    connect();
    EXPECT_EQ(listener.opened, 2);
    EXPECT_EQ(listener.heard, "1A 2E 3Q 4C ");
    EXPECT_FALSE(session.is_synced());
}

TEST_F(OrderSessionTest, AnAnswerThatCameTooLateForItsConnectionIsNotTakenForTheNextOne) {
    publish("A");
    publish("E");
    connect();
    static_cast<void>(end());
    connect();
    EXPECT_TRUE(end()) << "it broke before its answer";
    publish(kAnswer);
    connect();
    EXPECT_EQ(listener.opened, 1) << "a probe";
    static_cast<void>(end());
    connect();
    EXPECT_EQ(listener.opened, 2);
    EXPECT_EQ(listener.heard, "1A 2E ");
    publish(kAnswer);
    run_until_idle();
    EXPECT_EQ(listener.heard, "1A 2E 4Q ");
}

TEST_F(OrderSessionTest, TheFirstMessageOfAStreamMayBeTheAnswer) {
    connect();
    static_cast<void>(end());
    connect();
    publish(kAnswer);
    run_until_idle();
    EXPECT_TRUE(session.is_synced());
    EXPECT_EQ(listener.heard, "1Q ");
    EXPECT_TRUE(end());
    connect();
    EXPECT_EQ(listener.opened, 1) << "it may have been sent, so the next one is a probe";
}

TEST_F(OrderSessionTest, TheTimeBetweenConnectionsDoublesUntilALogin) {
    Nanos waited{};
    for (const std::int64_t ms : {100, 200, 400, 800, 1'600, 3'200, 5'000, 5'000}) {
        session.session().start();
        session.session().on_timer(now);
        session.on_connected(now);
        session.session().on_disconnected();
        static_cast<void>(session.take_end(now));
        waited = session.session().next_deadline() - now;
        EXPECT_EQ(waited, Nanos{ms * 1'000'000});
        session.session().on_timer(now + waited - Nanos{1});
        EXPECT_EQ(session.session().state(), SessionState::Waiting);
        now = now + waited;
    }
    connect();
    static_cast<void>(session.take_end(now));
    EXPECT_EQ(session.session().next_deadline() - now, Nanos{100'000'000});
}

TEST(ResumableSessionOptions, TimesBetweenConnectionsMakeSense) {
    EXPECT_FALSE(ResumableSession::create({.retry_min = {0}}).has_value());
    EXPECT_FALSE(ResumableSession::create({.retry_min = {2}, .retry_max = {1}}).has_value());
}

}  // namespace
}  // namespace hotpath::trader
