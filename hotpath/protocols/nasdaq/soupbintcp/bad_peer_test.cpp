// Peers that are slow, silent, malformed or malicious, and clocks that jump: which are
// disconnected, why, and that no other peer is affected.

#include <array>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/soup_session.hpp"

namespace hotpath::protocols::nasdaq::soupbintcp {
namespace {

using support::kSoupCredentials;
using support::SoupPair;
using support::SoupTrader;
using support::SoupVenue;
using support::text_of;
using support::view_of;
using Texts = std::vector<std::string>;
using Octets = std::vector<std::byte>;

constexpr Nanos kHour{3'600 * kNanosPerSecond};

Octets octets(std::initializer_list<unsigned> values) {
    Octets bytes;
    for (const unsigned value : values) {
        bytes.push_back(static_cast<std::byte>(value));
    }
    return bytes;
}
Octets octets(Bytes bytes) {
    return {bytes.begin(), bytes.end()};
}

LoginRequest login_request(std::string_view number = "1") {
    LoginRequest request;
    request.store_username(kSoupCredentials.username);
    request.store_password(kSoupCredentials.password);
    request.store_requested_session(kCurrentSession);
    request.store_requested_sequence_number(to_right_justified<20>(number));
    return request;
}

/// A server that somebody has connected to, logged in or not.
struct Victim {
    explicit Victim(bool logs_in, const SoupServerOptions& options = {})
        : server(*SoupServer::create(options)) {
        server.on_connected(now);
        if (logs_in) {
            server.on_bytes(login_request().bytes(), now, venue);
            server.on_written(server.output().size());
            HOTPATH_ASSERT(server.is_logged_in(), "the login must succeed");
        }
    }
    CloseReason after(Bytes bytes) {
        server.on_bytes(bytes, now, venue);
        return server.close_reason();
    }
    /// The same time for everybody, by timers alone.
    void wait(Nanos duration) {
        for (const Time end = now + duration; now < end;) {
            now = std::clamp(server.next_deadline(), now, end);
            server.on_timer(now);
        }
    }

    SoupVenue venue;
    SoupServer server;
    Time now{5};
};

TEST(SoupBadClient, BytesThatNoClientSendsCutItOffWithTheReason) {
    const std::array<std::pair<Octets, CloseReason>, 9> cases{{
        {octets({0, 0}), CloseReason::EmptyPacket},
        {octets({0x07, 0xFF}), CloseReason::OversizedPacket},
        {octets({0xFF, 0xFF, 'U'}), CloseReason::OversizedPacket},
        {octets({0, 1, 'x'}), CloseReason::UnknownPacket},
        {octets({0, 1, 'S'}), CloseReason::UnknownPacket},
        {octets({0, 1, 'H'}), CloseReason::UnknownPacket},
        {octets({0, 1, 'L'}), CloseReason::MalformedPacket},
        {octets({0, 2, 'R', 0}), CloseReason::MalformedPacket},
        {octets({0, 2, 'O', 0}), CloseReason::MalformedPacket},
    }};
    for (const bool logs_in : {false, true}) {
        for (const auto& [bytes, reason] : cases) {
            Victim victim(logs_in);
            EXPECT_EQ(victim.after(bytes), reason) << name(reason);
            EXPECT_TRUE(victim.server.is_closed());
            EXPECT_TRUE(victim.server.output().empty());
            EXPECT_EQ(victim.server.next_deadline(), kNever);
        }
    }
}

TEST(SoupBadClient, DataBeforeTheLoginAndASecondLoginCutItOff) {
    UnsequencedData order;
    EXPECT_EQ(Victim(false).after(order.bytes()), CloseReason::UnexpectedPacket);
    EXPECT_EQ(Victim(true).after(login_request().bytes()), CloseReason::UnexpectedPacket);
    EXPECT_EQ(Victim(false).after(LogoutRequest().bytes()), CloseReason::LoggedOut);
}

TEST(SoupBadClient, ALoginWhoseNumberIsNoneIsMalformed) {
    for (const char* number : {"", "x", "-1", "1 1", "18446744073709551616"}) {
        EXPECT_EQ(Victim(false).after(login_request(number).bytes()), CloseReason::MalformedPacket)
            << number;
    }
    EXPECT_EQ(Victim(false).after(login_request("18446744073709551615").bytes()),
              CloseReason::LoginRejected);
}

TEST(SoupBadClient, NothingIsHeardAfterTheCut) {
    Victim victim(true);
    Octets bytes = octets({0, 2, 'U', 'a', 0, 0, 0, 2, 'U', 'b'});
    EXPECT_EQ(victim.after(bytes), CloseReason::EmptyPacket);
    EXPECT_EQ(victim.venue.received, Texts{"a"});
    EXPECT_EQ(victim.after(octets({0, 2, 'U', 'c'})), CloseReason::EmptyPacket);
    EXPECT_EQ(victim.venue.received, Texts{"a"});
}

TEST(SoupBadClient, ARejectedClientIsNotHeardAnyMore) {
    Victim victim(false);
    LoginRequest request = login_request();
    request.store_password(to_alpha<10>("wrong"));
    Octets bytes = octets(request.bytes());
    const Octets again = octets(login_request().bytes());
    bytes.insert(bytes.end(), again.begin(), again.end());
    EXPECT_EQ(victim.after(bytes), CloseReason::LoginRejected);
    EXPECT_EQ(victim.venue.logins, 1) << "one guess a connection";
    EXPECT_EQ(victim.server.state(), SessionState::Draining);
    EXPECT_EQ(type_of(victim.server.output()), LoginRejected::kType);
    victim.server.on_written(victim.server.output().size());
    EXPECT_TRUE(victim.server.is_closed());
}

TEST(SoupBadClient, ARejectThatIsNotTakenIsDropped) {
    Victim victim(false);
    LoginRequest request = login_request();
    request.store_password(to_alpha<10>("wrong"));
    EXPECT_EQ(victim.after(request.bytes()), CloseReason::LoginRejected);
    victim.wait({5 * kNanosPerSecond});
    EXPECT_TRUE(victim.server.is_closed());
    EXPECT_EQ(victim.server.close_reason(), CloseReason::LoginRejected);
}

TEST(SoupBadClient, WhoTakesTheLastOutputByteByByteIsCutOffInTime) {
    Victim victim(true);
    for (int n = 0; n < 10; ++n) {
        ASSERT_TRUE(victim.venue.stream.try_append(view_of("a message that is long enough")));
    }
    victim.venue.stream.end_session();
    victim.server.on_stream(victim.now);
    ASSERT_EQ(victim.server.state(), SessionState::Draining);
    const Time began = victim.now;
    while (!victim.server.is_closed() && victim.now < began + kHour) {
        victim.wait({4 * kNanosPerSecond});
        victim.server.on_written(victim.server.output().empty() ? 0 : 1);
    }
    EXPECT_EQ(victim.server.close_reason(), CloseReason::EndOfSession);
    EXPECT_LE(victim.now, began + Nanos{16 * kNanosPerSecond});
}

TEST(SoupBadClient, WhoTricklesALoginIsCutOffInTime) {
    Victim victim(false);
    const LoginRequest request = login_request();
    const Bytes bytes = request.bytes();
    for (std::size_t i = 0; i < bytes.size() && !victim.server.is_closed(); ++i) {
        victim.after(bytes.subspan(i, 1));
        victim.wait({kNanosPerSecond});
    }
    EXPECT_EQ(victim.server.close_reason(), CloseReason::LoginTimeout);
}

TEST(SoupBadClient, WhoTricklesAPacketForFifteenSecondsIsSilent) {
    Victim victim(true, {.connection = {.stall_timeout = kHour}});
    victim.after(octets({1, 0, 'U'}));
    for (int i = 0; i < 15; ++i) {
        EXPECT_TRUE(victim.server.is_logged_in());
        victim.after(octets({'x'}));
        victim.wait({kNanosPerSecond});
    }
    EXPECT_EQ(victim.server.close_reason(), CloseReason::PeerSilent);
}

TEST(SoupBadClient, WhoTakesNothingIsCutOffThoughItSendsHeartbeats) {
    Victim victim(true);
    ASSERT_TRUE(victim.venue.stream.try_append(view_of("unread")));
    victim.server.on_stream(victim.now);
    for (int i = 0; i < 5; ++i) {
        EXPECT_TRUE(victim.server.is_logged_in());
        victim.after(ClientHeartbeat().bytes());
        victim.wait({kNanosPerSecond});
    }
    EXPECT_EQ(victim.server.close_reason(), CloseReason::SlowReader);
}

TEST(SoupBadClient, AStallBeginsWithTheFirstByteThatWaitsAndNotWithTheLastTaken) {
    Victim victim(true, {.connection = {.heartbeat_interval = {9 * kNanosPerSecond}}});
    victim.wait({4 * kNanosPerSecond});
    ASSERT_TRUE(victim.venue.stream.try_append(view_of("unread")));
    victim.server.on_stream(victim.now);
    victim.wait({5 * kNanosPerSecond - 1});
    EXPECT_TRUE(victim.server.is_logged_in());
    victim.wait({1});
    EXPECT_EQ(victim.server.close_reason(), CloseReason::SlowReader);
}

TEST(SoupBadClient, WhoTakesALittleNowAndThenIsNotStalled) {
    Victim victim(true);
    for (int i = 0; i < 100; ++i) {
        ASSERT_TRUE(victim.venue.stream.try_append(view_of("a message that is read slowly")));
    }
    victim.server.on_stream(victim.now);
    for (int i = 0; i < 100; ++i) {
        victim.after(ClientHeartbeat().bytes());
        victim.server.on_written(1);
        victim.wait({4 * kNanosPerSecond});
    }
    EXPECT_TRUE(victim.server.is_logged_in());
}

TEST(SoupBadClient, WhoFallsTooFarBehindIsCutOffButAResumingClientMayTakeItsTime) {
    const SoupServerOptions options{.connection = {.output_bytes_max = 600}, .behind_max = 10};
    SoupPair pair(options);
    const auto publish = [&](int messages) {
        for (int i = 0; i < messages; ++i) {
            pair.publish(std::string(100, 'm'));
        }
    };
    publish(1'000);
    pair.connect();
    pair.client_sends();
    pair.server_receives();
    for (int i = 0; i < 500; ++i) {
        publish(1);
        pair.server_sends(150);
        pair.client_receives();
        ASSERT_TRUE(pair.server.is_logged_in()) << "it is still catching up";
    }
    pair.run_until_idle();
    EXPECT_EQ(pair.trader.received.size(), 1'500U);
    publish(15);  // 5 in the output, 10 behind
    EXPECT_TRUE(pair.server.is_logged_in());
    publish(1);
    EXPECT_EQ(pair.server.close_reason(), CloseReason::SlowReader);
    pair.cut();
    pair.connect();
    pair.run_until_idle();
    EXPECT_EQ(pair.trader.received.size(), 1'516U) << "and loses nothing by it";
}

TEST(SoupBadClient, AClientThatIsCutOffHarmsNoOther) {
    SoupPair good;
    SoupServer bad = *SoupServer::create({.connection = {.output_bytes_max = 600}});
    good.connect();
    good.run_until_idle();
    bad.on_connected(good.now);
    bad.on_bytes(login_request().bytes(), good.now, good.venue);
    for (int i = 0; i < 1'000; ++i) {
        good.publish("message " + std::to_string(i));
        bad.on_stream(good.now);
        good.live({kNanosPerSecond / 100});
    }
    EXPECT_EQ(bad.close_reason(), CloseReason::SlowReader);
    EXPECT_LE(bad.counters().packets_sent, 600U / kHeaderLength);
    EXPECT_EQ(good.trader.received.size(), 1'000U);
    EXPECT_TRUE(good.server.is_logged_in());
}

TEST(SoupBadClient, TheOwnerCutsOffWhomItWantsFromInsideTheListener) {
    struct Strict : SoupVenue {
        void on_unsequenced(Bytes message) {
            SoupVenue::on_unsequenced(message);
            if (received.size() == 2) {
                server->close(CloseReason::RateExceeded);
            }
        }
        SoupServer* server = nullptr;
    } venue;
    SoupServer server = *SoupServer::create({});
    venue.server = &server;
    server.on_connected({1});
    Octets bytes = octets(login_request().bytes());
    for (int i = 0; i < 5; ++i) {
        const Octets order = octets({0, 2, 'U', 'o'});
        bytes.insert(bytes.end(), order.begin(), order.end());
    }
    server.on_bytes(bytes, {1}, venue);
    EXPECT_EQ(venue.received.size(), 2U);
    EXPECT_EQ(server.close_reason(), CloseReason::RateExceeded);
}

TEST(SoupBadClient, RandomBytesEndAConnectionAndNothingElse) {
    Random random(support::seed_of_this_test(74));
    Victim victim(false);
    for (int i = 0; i < 20'000; ++i) {
        if (victim.server.is_closed()) {
            victim.server.on_connected(victim.now);
        }
        Octets bytes(random.below(80));
        for (std::byte& byte : bytes) {
            byte = static_cast<std::byte>(random.below(random.one_in(2) ? 4 : 256));
        }
        victim.after(bytes);
    }
    EXPECT_EQ(victim.server.counters().logins, 0U);
    EXPECT_TRUE(victim.venue.received.empty());
}

TEST(SoupBadServer, BytesThatNoServerSendsCutItOffWithTheReason) {
    const std::array<std::pair<Octets, CloseReason>, 7> cases{{
        {octets({0, 0}), CloseReason::EmptyPacket},
        {octets({0xFF, 0xFF}), CloseReason::OversizedPacket},
        {octets({0, 1, 'U'}), CloseReason::UnknownPacket},
        {octets({0, 1, 'J'}), CloseReason::MalformedPacket},
        {octets({0, 2, 'Z', 0}), CloseReason::MalformedPacket},
        {octets({0, 1, 'S'}), CloseReason::UnexpectedPacket},
        {octets({0, 1, 'Z'}), CloseReason::UnexpectedPacket},
    }};
    for (const auto& [bytes, reason] : cases) {
        SoupPair pair;
        pair.connect();
        pair.client.on_bytes(bytes, pair.now, pair.trader);
        EXPECT_EQ(pair.client.close_reason(), reason) << name(reason);
        EXPECT_TRUE(pair.trader.received.empty());
        EXPECT_EQ(pair.trader.ends, 0);
    }
}

TEST(SoupBadServer, ALoginAcceptedWithoutANumberIsMalformed) {
    for (const char* number : {"", "0", "x", "9223372036854775809", "18446744073709551615"}) {
        SoupPair pair({}, {.credentials = kSoupCredentials, .sequence_number = 0});
        pair.connect();
        LoginAccepted accepted;
        accepted.store_session(kCurrentSession);
        accepted.store_sequence_number(to_right_justified<20>(number));
        pair.client.on_bytes(accepted.bytes(), pair.now, pair.trader);
        EXPECT_EQ(pair.client.close_reason(), CloseReason::MalformedPacket) << number;
    }
}

TEST(SoupBadServer, ASecondAnswerToTheLoginIsUnexpected) {
    SoupPair pair;
    pair.connect();
    pair.run_until_idle();
    LoginAccepted accepted;
    accepted.store_session(support::kSoupSession);
    accepted.store_sequence_number(to_digits<20>(1));
    pair.client.on_bytes(accepted.bytes(), pair.now, pair.trader);
    EXPECT_EQ(pair.client.close_reason(), CloseReason::UnexpectedPacket);
}

// Injected time: what a clock does that is set, and what a process sees that was stopped.

TEST(SoupClock, AJumpForwardSendsAHeartbeatAndEndsNoSession) {
    SoupPair pair;
    pair.connect();
    pair.run_until_idle();
    pair.now = pair.now + kHour;
    pair.server.on_timer(pair.now);
    pair.client.on_timer(pair.now);
    EXPECT_TRUE(pair.server.is_logged_in());
    EXPECT_TRUE(pair.client.is_logged_in());
    pair.run_until_idle();
    EXPECT_EQ(pair.server.counters().heartbeats_received, 1U);
    EXPECT_EQ(pair.client.counters().heartbeats_received, 1U);
    pair.live({60 * kNanosPerSecond});
    EXPECT_TRUE(pair.server.is_logged_in());
}

TEST(SoupClock, AJumpBackStopsNoHeartbeats) {
    SoupPair pair;
    pair.now = Time{} + kHour;
    pair.connect();
    pair.run_until_idle();
    pair.live({kNanosPerSecond / 2});
    pair.now = Time{0};
    pair.server.on_timer(pair.now);
    pair.client.on_timer(pair.now);
    EXPECT_LE(pair.server.next_deadline(), Time{kNanosPerSecond / 2});
    pair.live({20 * kNanosPerSecond});
    EXPECT_GE(pair.server.counters().heartbeats_sent, 20U);
    EXPECT_TRUE(pair.client.is_logged_in());
}

TEST(SoupClock, AClockThatJumpsToAndFroStillFindsADeadPeer) {
    Victim victim(true, {.connection = {.stall_timeout = kHour}});
    Nanos went{};
    for (int i = 0; i < 100 && !victim.server.is_closed(); ++i) {
        victim.wait({kNanosPerSecond});
        went = went + Nanos{kNanosPerSecond};
        victim.now = victim.now + (i % 2 == 0 ? kHour : Nanos{-kHour.value});
        victim.server.on_timer(victim.now);
    }
    EXPECT_EQ(victim.server.close_reason(), CloseReason::PeerSilent);
    // Each of the jumps forward was worth a heartbeat interval at most.
    EXPECT_GE(went, Nanos{7 * kNanosPerSecond});
    EXPECT_LE(went, Nanos{15 * kNanosPerSecond});
}

TEST(SoupClock, BytesReceivedDuringAStopAreReadBeforeAPeerTimesOut) {
    SoupPair pair({.connection = {.stall_timeout = kHour}},
                  {.connection = {.stall_timeout = kHour}, .credentials = kSoupCredentials});
    pair.connect();
    pair.run_until_idle();
    pair.wait({14 * kNanosPerSecond});
    ASSERT_TRUE(pair.client.try_send(view_of("alive"), pair.now));
    pair.client_sends();
    pair.now = pair.now + kHour;
    pair.server_receives();
    EXPECT_TRUE(pair.server.is_logged_in());
    EXPECT_EQ(pair.venue.received, Texts{"alive"});
}

}  // namespace
}  // namespace hotpath::protocols::nasdaq::soupbintcp
