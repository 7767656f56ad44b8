// The two ends of a SoupBinTCP session against each other: logins, resumption, endings, timers.

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/soup_session.hpp"

namespace hotpath::protocols::nasdaq::soupbintcp {
namespace {

using support::kSoupCredentials;
using support::kSoupSession;
using support::SoupPair;
using support::text_of;
using support::view_of;
using Texts = std::vector<std::string>;

constexpr Nanos kSecond{kNanosPerSecond};
constexpr Nanos kAlmostASecond{kNanosPerSecond - 1};

TEST(SoupSession, ALoginIsAnsweredWithTheSessionAndTheNextNumber) {
    SoupPair pair;
    EXPECT_EQ(pair.client.state(), SessionState::Closed);
    pair.connect();
    EXPECT_EQ(pair.client.state(), SessionState::LoggingIn);
    pair.run_until_idle();
    EXPECT_TRUE(pair.client.is_logged_in());
    EXPECT_TRUE(pair.server.is_logged_in());
    EXPECT_TRUE(is_same_session(pair.client.session(), kSoupSession));
    EXPECT_EQ(pair.trader.logged_in_at, std::vector<std::uint64_t>{1});
}

TEST(SoupSession, MessagesGoBothWaysInOrder) {
    SoupPair pair;
    pair.connect();
    pair.run_until_idle();
    pair.publish("one");
    pair.publish("");
    pair.publish("three");
    EXPECT_TRUE(pair.client.try_send(view_of("enter"), pair.now));
    EXPECT_TRUE(pair.client.try_send(view_of("cancel"), pair.now));
    pair.run_until_idle();
    EXPECT_EQ(pair.trader.received, (Texts{"one", "", "three"}));
    EXPECT_EQ(pair.venue.received, (Texts{"enter", "cancel"}));
    EXPECT_EQ(pair.client.next_sequence_number(), 4U);
}

TEST(SoupSession, ANewConnectionGoesOnWhereTheBrokenOneStopped) {
    SoupPair pair;
    pair.connect();
    pair.run_until_idle();
    pair.publish("one");
    pair.run_until_idle();
    pair.publish("two");
    pair.server_sends();
    pair.cut();
    EXPECT_EQ(pair.client.close_reason(), CloseReason::Disconnected);
    EXPECT_EQ(pair.server.close_reason(), CloseReason::Disconnected);
    pair.publish("three");
    pair.connect();
    pair.run_until_idle();
    EXPECT_EQ(pair.trader.received, (Texts{"one", "two", "three"}));
    EXPECT_EQ(pair.trader.logged_in_at, (std::vector<std::uint64_t>{1, 2}));
}

TEST(SoupSession, WhoHasNothingGetsTheWholeStream) {
    SoupPair pair;
    for (int i = 0; i < 1'000; ++i) {
        pair.publish("message " + std::to_string(i));
    }
    pair.connect();
    pair.run_until_idle();
    EXPECT_EQ(pair.trader.received.size(), 1'000U);
    EXPECT_EQ(pair.trader.received.back(), "message 999");
}

TEST(SoupSession, NumberZeroAsksForTheMostRecentMessage) {
    SoupPair pair({}, {.credentials = kSoupCredentials, .sequence_number = 0});
    for (int i = 1; i <= 5; ++i) {
        pair.publish(std::to_string(i));
    }
    pair.trader.first = 5;
    pair.connect();
    pair.run_until_idle();
    pair.publish("6");
    pair.run_until_idle();
    EXPECT_EQ(pair.trader.received, (Texts{"5", "6"}));

    SoupPair empty({}, {.credentials = kSoupCredentials, .sequence_number = 0});
    empty.connect();
    empty.run_until_idle();
    EXPECT_EQ(empty.trader.logged_in_at, std::vector<std::uint64_t>{1});
}

TEST(SoupSession, AWrongPasswordIsNotAuthorized) {
    SoupPair pair({}, {.credentials = Credentials::of("trader", "guess")});
    pair.connect();
    pair.run_until_idle();
    EXPECT_EQ(pair.trader.rejected, "A");
    EXPECT_EQ(pair.client.close_reason(), CloseReason::LoginRejected);
    EXPECT_EQ(pair.server.close_reason(), CloseReason::LoginRejected);
}

TEST(SoupSession, AnotherSessionIsNotAvailable) {
    SoupPair pair({}, {.credentials = kSoupCredentials, .session = to_session("YESTERDAY")});
    pair.connect();
    pair.run_until_idle();
    EXPECT_EQ(pair.trader.rejected, "S");
}

TEST(SoupSession, ANumberThatDoesNotExistYetIsNotAvailable) {
    for (const auto& [number, rejected] : {std::pair{3U, ""}, std::pair{4U, "S"}}) {
        SoupPair pair({}, {.credentials = kSoupCredentials, .sequence_number = number});
        pair.publish("one");
        pair.publish("two");
        pair.connect();
        pair.run_until_idle();
        EXPECT_EQ(pair.trader.rejected, rejected) << number;
    }
}

TEST(SoupSession, ASessionNamedAtTheOtherEndOfItsFieldIsTheSame) {
    SoupPair pair({}, {.credentials = kSoupCredentials, .session = to_alpha<10>("S20261122")});
    pair.venue.session = to_alpha<10>("S20261122");
    pair.connect();
    pair.run_until_idle();
    EXPECT_TRUE(pair.client.is_logged_in());
}

TEST(SoupSession, AClientSeesThatAVenueHasLostMessages) {
    SoupPair pair({}, {.credentials = kSoupCredentials, .sequence_number = 3});
    pair.connect();
    LoginAccepted accepted;
    accepted.store_session(kSoupSession);
    accepted.store_sequence_number(to_digits<kSequenceNumberLength>(4));
    pair.client.on_bytes(accepted.bytes(), pair.now, pair.trader);
    EXPECT_EQ(pair.client.close_reason(), CloseReason::MessagesLost);
    EXPECT_TRUE(pair.trader.logged_in_at.empty());
}

TEST(SoupSession, AClientSeesThatAVenueIsInAnotherSession) {
    SoupPair pair;
    pair.connect();
    pair.run_until_idle();
    pair.cut();
    pair.connect();
    LoginAccepted accepted;
    accepted.store_session(to_session("TOMORROW"));
    accepted.store_sequence_number(to_digits<kSequenceNumberLength>(1));
    pair.client.on_bytes(accepted.bytes(), pair.now, pair.trader);
    EXPECT_EQ(pair.client.close_reason(), CloseReason::WrongSession);

    pair.client.begin_session(kCurrentSession, 1);
    pair.connect();
    pair.client.on_bytes(accepted.bytes(), pair.now, pair.trader);
    EXPECT_TRUE(pair.client.is_logged_in());
    EXPECT_TRUE(is_same_session(pair.client.session(), to_session("TOMORROW")));
}

TEST(SoupSession, AVenueThatBeginsEarlierThanAskedDeliversNothingTwice) {
    SoupPair pair({}, {.credentials = kSoupCredentials, .sequence_number = 3});
    pair.trader.first = 3;
    pair.connect();
    std::vector<std::byte> bytes;
    LoginAccepted accepted;
    accepted.store_session(kSoupSession);
    accepted.store_sequence_number(to_digits<kSequenceNumberLength>(1));
    pair.client.on_bytes(accepted.bytes(), pair.now, pair.trader);
    for (const char text : {'1', '2', '3'}) {
        SequencedData header;
        header.store_packet_length(2);
        bytes.assign(header.bytes().begin(), header.bytes().end());
        bytes.push_back(static_cast<std::byte>(text));
        pair.client.on_bytes(bytes, pair.now, pair.trader);
    }
    EXPECT_EQ(pair.trader.received, Texts{"3"});
    EXPECT_EQ(pair.client.counters().duplicates, 2U);
    EXPECT_EQ(pair.client.next_sequence_number(), 4U);
}

TEST(SoupSession, TheEndOfTheSessionComesAfterItsLastMessage) {
    SoupPair pair;
    pair.connect();
    pair.run_until_idle();
    pair.publish("last");
    pair.venue.stream.end_session();
    pair.server.on_stream(pair.now);
    EXPECT_EQ(pair.server.state(), SessionState::Draining);
    pair.run_until_idle();
    EXPECT_EQ(pair.trader.received, Texts{"last"});
    EXPECT_EQ(pair.trader.ends, 1);
    EXPECT_TRUE(pair.client.has_ended());
    EXPECT_EQ(pair.client.close_reason(), CloseReason::EndOfSession);
    EXPECT_EQ(pair.server.close_reason(), CloseReason::EndOfSession);
}

TEST(SoupSession, WhoComesAfterTheEndStillGetsTheWholeStream) {
    SoupPair pair;
    pair.publish("one");
    pair.publish("two");
    pair.venue.stream.end_session();
    pair.connect();
    pair.run_until_idle();
    EXPECT_EQ(pair.trader.received, (Texts{"one", "two"}));
    EXPECT_TRUE(pair.client.has_ended());
}

// Its last output is what had not left, and all has: however much was sent before.
TEST(SoupSession, WhatHasLeftBeforeTheEndIsNotSentAgain) {
    SoupPair pair;
    for (int i = 0; i < 1'000; ++i) {
        pair.publish("message " + std::to_string(i));
    }
    pair.venue.stream.end_session();
    pair.connect();
    pair.run_until_idle();
    EXPECT_EQ(pair.trader.received.size(), 1'000U);
    ASSERT_EQ(pair.server.state(), SessionState::Closed);
    for (const Bytes piece : pair.server.last_output()) {
        EXPECT_TRUE(piece.empty()) << piece.size();
    }
}

TEST(SoupSession, ALogoutEndsTheConnectionAndNotTheSession) {
    SoupPair pair;
    pair.connect();
    pair.run_until_idle();
    EXPECT_TRUE(pair.client.try_send(view_of("last wish"), pair.now));
    pair.client.logout(pair.now);
    EXPECT_EQ(pair.client.state(), SessionState::Draining);
    EXPECT_FALSE(pair.client.try_send(view_of("more"), pair.now));
    pair.run_until_idle();
    EXPECT_EQ(pair.venue.received, Texts{"last wish"});
    EXPECT_EQ(pair.server.close_reason(), CloseReason::LoggedOut);
    EXPECT_EQ(pair.client.close_reason(), CloseReason::LoggedOut);
    pair.publish("meanwhile");
    pair.connect();
    pair.run_until_idle();
    EXPECT_EQ(pair.trader.received, Texts{"meanwhile"});
}

TEST(SoupSession, DebugTextIsHeardAndCountsForNothing) {
    SoupPair pair;
    EXPECT_FALSE(pair.server.try_send_debug(view_of("too early")));
    pair.connect();
    pair.run_until_idle();
    EXPECT_TRUE(pair.server.try_send_debug(view_of("from the venue")));
    EXPECT_TRUE(pair.client.try_send_debug(view_of("from the trader")));
    pair.publish("one");
    pair.run_until_idle();
    EXPECT_EQ(pair.trader.debug, Texts{"from the venue"});
    EXPECT_EQ(pair.venue.debug, Texts{"from the trader"});
    EXPECT_EQ(pair.trader.received, Texts{"one"});
    EXPECT_EQ(pair.client.next_sequence_number(), 2U);
}

TEST(SoupSession, AnIdleEndSendsAHeartbeatAfterASecondAndNotBefore) {
    SoupPair pair;
    pair.connect();
    pair.run_until_idle();
    pair.wait(kAlmostASecond);
    EXPECT_EQ(pair.server_sends(), 0U);
    EXPECT_EQ(pair.client_sends(), 0U);
    pair.wait({1});
    EXPECT_EQ(pair.server_sends(), kHeaderLength);
    EXPECT_EQ(pair.client_sends(), kHeaderLength);
    EXPECT_EQ(type_of(pair.to_client), ServerHeartbeat::kType);
    EXPECT_EQ(type_of(pair.to_server), ClientHeartbeat::kType);
}

TEST(SoupSession, AnEndThatSendsMessagesSendsNoHeartbeats) {
    SoupPair pair;
    pair.connect();
    pair.run_until_idle();
    for (int i = 0; i < 20; ++i) {
        pair.live({kNanosPerSecond / 2});
        pair.publish("message");
        ASSERT_TRUE(pair.client.try_send(view_of("order"), pair.now));
    }
    EXPECT_EQ(pair.server.counters().heartbeats_sent, 0U);
    EXPECT_EQ(pair.client.counters().heartbeats_sent, 0U);
}

TEST(SoupSession, HeartbeatsKeepAnIdleSessionAliveForHours) {
    SoupPair pair;
    pair.connect();
    pair.run_until_idle();
    pair.live({3'600 * kNanosPerSecond});
    EXPECT_TRUE(pair.client.is_logged_in());
    EXPECT_TRUE(pair.server.is_logged_in());
    EXPECT_EQ(pair.server.counters().heartbeats_sent, 3'600U);
    EXPECT_EQ(pair.client.counters().heartbeats_received, 3'600U);
}

TEST(SoupSession, ASilentPeerIsDeadAfterFifteenSecondsAndNotBefore) {
    SoupPair pair({.connection = {.stall_timeout = {100 * kNanosPerSecond}}},
                  {.connection = {.stall_timeout = {100 * kNanosPerSecond}},
                   .credentials = kSoupCredentials});
    pair.connect();
    pair.run_until_idle();
    pair.wait({15 * kNanosPerSecond - 1});
    EXPECT_TRUE(pair.server.is_logged_in());
    EXPECT_TRUE(pair.client.is_logged_in());
    pair.wait({1});
    EXPECT_EQ(pair.server.close_reason(), CloseReason::PeerSilent);
    EXPECT_EQ(pair.client.close_reason(), CloseReason::PeerSilent);
    EXPECT_EQ(pair.server.next_deadline(), kNever);
}

TEST(SoupSession, WhoDoesNotLogInInTimeIsCutOff) {
    SoupPair pair;
    pair.connect();
    pair.wait({30 * kNanosPerSecond - 1});
    EXPECT_EQ(pair.server.state(), SessionState::LoggingIn);
    pair.server.on_bytes(ClientHeartbeat().bytes(), pair.now, pair.venue);
    pair.wait({1});
    EXPECT_EQ(pair.server.close_reason(), CloseReason::LoginTimeout);
}

TEST(SoupSession, AVenueThatDoesNotAnswerALoginIsGivenUp) {
    SoupPair pair;
    pair.connect();
    pair.client_sends();
    pair.wait({30 * kNanosPerSecond});
    EXPECT_EQ(pair.client.close_reason(), CloseReason::LoginTimeout);
}

TEST(SoupSession, ABrokenConnectionDropsWhatIsNotSent) {
    SoupPair pair;
    pair.connect();
    pair.run_until_idle();
    ASSERT_TRUE(pair.client.try_send(view_of("never arrives"), pair.now));
    pair.cut();
    EXPECT_TRUE(pair.client.output().empty());
    EXPECT_FALSE(pair.client.try_send(view_of("no session"), pair.now));
    pair.connect();
    pair.run_until_idle();
    EXPECT_TRUE(pair.venue.received.empty());
}

TEST(SoupSession, LimitsThatMakeNoSenseAreRefused) {
    EXPECT_FALSE(SoupServer::create({.connection = {.packet_length_max = 48}}));
    EXPECT_FALSE(SoupServer::create({.connection = {.packet_length_max = 65'538}}));
    EXPECT_FALSE(SoupServer::create({.connection = {.output_bytes_max = 48}}));
    EXPECT_FALSE(SoupServer::create({.connection = {.heartbeat_interval = {0}}}));
    EXPECT_FALSE(SoupServer::create({.connection = {.silence_timeout = kSecond}}));
    EXPECT_FALSE(SoupClient::create({.connection = {.login_timeout = {-1}}}));
    EXPECT_FALSE(SoupClient::create({.connection = {.stall_timeout = {0}}}));
    EXPECT_FALSE(SoupClient::create({.connection = {.drain_timeout = {0}}}));
}

TEST(SoupSession, EveryReasonAndStateHasAName) {
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < kCloseReasons; ++i) {
        names.push_back(name(static_cast<CloseReason>(i)));
        EXPECT_FALSE(names.back().empty());
    }
    EXPECT_EQ(names.front(), "none");
    EXPECT_EQ(names.back(), "closed to make room for another connection: no login yet");
    EXPECT_EQ(name(SessionState::Draining), "draining");
}

/// Both ends without anything that allocates around them.
struct BareVenue : NullServerListener {
    LoginAnswer on_login(const LoginRequest&) noexcept {
        return LoginAnswer::accept(*stream, kSoupSession);
    }
    void on_unsequenced(Bytes message) noexcept { received += message.size(); }
    const SequencedStore* stream = nullptr;
    std::size_t received = 0;
};
struct BareTrader : NullClientListener {
    void on_sequenced(std::uint64_t, Bytes message) noexcept { received += message.size(); }
    std::size_t received = 0;
};

TEST(SoupSession, NothingIsAllocatedFromLoginToResumption) {
    SequencedStore stream = *SequencedStore::create({.messages_max = 1'000});
    SoupServer server = *SoupServer::create({});
    SoupClient client = *SoupClient::create({});
    BareVenue venue;
    venue.stream = &stream;
    BareTrader trader;
    const auto carry = [&](Time now) {
        client.on_bytes(server.output(), now, trader);
        server.on_written(server.output().size());
        server.on_bytes(client.output(), now, venue);
        client.on_written(client.output().size());
    };
    NoAllocScope scope;
    for (int connection = 0; connection < 3; ++connection) {
        Time now{connection};
        server.on_connected(now);
        client.on_connected(now);
        for (int i = 0; i < 100; ++i) {
            now = now + kSecond;
            static_cast<void>(stream.try_append(view_of("reply")));
            static_cast<void>(client.try_send(view_of("request"), now));
            server.on_timer(now);
            client.on_timer(now);
            carry(now);
        }
        server.on_disconnected();
        client.on_disconnected();
    }
    EXPECT_EQ(scope.allocations(), 0U);
    EXPECT_GT(trader.received, 0U);
    EXPECT_GT(venue.received, 0U);
}

}  // namespace
}  // namespace hotpath::protocols::nasdaq::soupbintcp
