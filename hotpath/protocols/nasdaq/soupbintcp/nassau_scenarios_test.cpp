// The scenarios that the Nassau library tests its SoupBinTCP session with (SoupBinTCPSessionTest,
// same names), on ours.

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/soup_session.hpp"

namespace hotpath::protocols::nasdaq::soupbintcp {
namespace {

using support::kSoupCredentials;
using support::SoupPair;
using support::view_of;
using Texts = std::vector<std::string>;

constexpr std::size_t kReceivedPayloadMax = 4'000;
const Texts kFour{"foo", "bar", "baz", "quux"};

constexpr ConnectionOptions kConnection{.packet_length_max = kHeaderLength + kReceivedPayloadMax,
                                        .output_bytes_max = 2 * room_for(kPayloadLengthMax)};

/// A server and a client that take payloads of 4,000 bytes and send as long ones as there are.
struct NassauPair : SoupPair {
    NassauPair()
        : SoupPair({.connection = kConnection},
                   {.connection = kConnection, .credentials = kSoupCredentials}) {
        venue.stream = *SequencedStore::create(
            {.bytes_max = 1 << 20, .message_length_max = kPayloadLengthMax});
        connect();
        run_until_idle();
    }
};

TEST(NassauSoupScenarios, LoginAccepted) {
    SoupPair pair({}, {.credentials = kSoupCredentials, .sequence_number = 123});
    for (int i = 1; i < 123; ++i) {
        pair.publish("x");
    }
    pair.connect();
    pair.run_until_idle();
    EXPECT_EQ(pair.trader.logged_in_at, std::vector<std::uint64_t>{123});
    EXPECT_EQ(std::string_view(pair.client.session().data(), 10), " S20261122");
}

TEST(NassauSoupScenarios, LoginRejected) {
    SoupPair pair({}, {.credentials = Credentials::of("foo", "bar")});
    pair.connect();
    pair.run_until_idle();
    EXPECT_EQ(pair.trader.rejected, "A");
}

TEST(NassauSoupScenarios, EndOfSession) {
    NassauPair pair;
    pair.venue.stream.end_session();
    pair.server.on_stream(pair.now);
    pair.run_until_idle();
    EXPECT_EQ(pair.trader.ends, 1);
}

TEST(NassauSoupScenarios, LoginRequest) {
    SoupClient client = *SoupClient::create({.credentials = Credentials::of("foo", "bar"),
                                             .session = to_session("baz"),
                                             .sequence_number = 123});
    client.on_connected({});
    const LoginRequest& request = LoginRequest::at(client.output().data());
    EXPECT_EQ(request.load_username(), to_alpha<6>("foo"));
    EXPECT_EQ(request.load_password(), to_alpha<10>("bar"));
    EXPECT_EQ(request.load_requested_session(), to_right_justified<10>("baz"));
    EXPECT_EQ(request.load_requested_sequence_number(), to_right_justified<20>("123"));
}

TEST(NassauSoupScenarios, LogoutRequest) {
    NassauPair pair;
    pair.client.logout(pair.now);
    pair.run_until_idle();
    EXPECT_EQ(pair.server.close_reason(), CloseReason::LoggedOut);
}

TEST(NassauSoupScenarios, UnsequencedData) {
    NassauPair pair;
    for (const std::string& message : kFour) {
        EXPECT_TRUE(pair.client.try_send(view_of(message), pair.now));
    }
    pair.run_until_idle();
    EXPECT_EQ(pair.venue.received, kFour);
}

TEST(NassauSoupScenarios, MaximumPacketLengthForInboundUnsequencedData) {
    NassauPair pair;
    const std::string message(kReceivedPayloadMax, 'X');
    EXPECT_TRUE(pair.client.try_send(view_of(message), pair.now));
    pair.run_until_idle();
    EXPECT_EQ(pair.venue.received, Texts{message});
}

TEST(NassauSoupScenarios, MaximumPacketLengthExceededForInboundUnsequencedData) {
    NassauPair pair;
    const std::string message(kReceivedPayloadMax + 1, 'X');
    EXPECT_TRUE(pair.client.try_send(view_of(message), pair.now));
    pair.run_until_idle();
    EXPECT_EQ(pair.server.close_reason(), CloseReason::OversizedPacket);
}

TEST(NassauSoupScenarios, MaximumPacketLengthForOutboundUnsequencedData) {
    NassauPair pair;
    EXPECT_TRUE(pair.client.try_send(view_of(std::string(65'534, 'X')), pair.now));
}

TEST(NassauSoupScenarios, MaximumPacketLengthExceededForOutboundUnsequencedData) {
    NassauPair pair;
    EXPECT_FALSE(pair.client.try_send(view_of(std::string(65'535, 'X')), pair.now));
    EXPECT_FALSE(pair.client.try_send_debug(view_of(std::string(65'535, 'X'))));
}

TEST(NassauSoupScenarios, SequencedData) {
    NassauPair pair;
    for (const std::string& message : kFour) {
        pair.publish(message);
    }
    pair.run_until_idle();
    EXPECT_EQ(pair.trader.received, kFour);
}

TEST(NassauSoupScenarios, MaximumPacketLengthForInboundSequencedData) {
    NassauPair pair;
    const std::string message(kReceivedPayloadMax, 'X');
    pair.publish(message);
    pair.run_until_idle();
    EXPECT_EQ(pair.trader.received, Texts{message});
}

TEST(NassauSoupScenarios, MaximumPacketLengthExceededForInboundSequencedData) {
    NassauPair pair;
    pair.publish(std::string(kReceivedPayloadMax + 1, 'X'));
    pair.run_until_idle();
    EXPECT_EQ(pair.client.close_reason(), CloseReason::OversizedPacket);
}

TEST(NassauSoupScenarios, MaximumPacketLengthForOutboundSequencedData) {
    NassauPair pair;
    pair.publish(std::string(65'534, 'X'));
    EXPECT_EQ(pair.server.output_size(), 65'537U);
}

TEST(NassauSoupScenarios, MaximumPacketLengthExceededForOutboundSequencedData) {
    NassauPair pair;
    EXPECT_FALSE(pair.venue.stream.try_append(view_of(std::string(65'535, 'X'))));
}

/// Time passes for both, and what `end` sends goes nowhere while the other end is heard.
template <class Silent, class Heard>
void silence(SoupPair& pair, Silent&& silent, Heard&& heard, Nanos duration) {
    for (const Time end = pair.now + duration; pair.now < end;) {
        pair.wait({kNanosPerSecond / 2});
        silent();
        heard();
    }
}

TEST(NassauSoupScenarios, ServerKeepAlive) {
    NassauPair pair;
    const auto lost = [&] { pair.client_sends(), pair.to_server.clear(); };
    const auto heard = [&] { pair.server_sends(), pair.client_receives(); };
    silence(pair, lost, heard, {14 * kNanosPerSecond});
    EXPECT_TRUE(pair.server.is_logged_in());
    silence(pair, lost, heard, {kNanosPerSecond});
    EXPECT_EQ(pair.server.close_reason(), CloseReason::PeerSilent);
    EXPECT_TRUE(pair.client.is_logged_in());
}

TEST(NassauSoupScenarios, ClientKeepAlive) {
    NassauPair pair;
    const auto lost = [&] { pair.server_sends(), pair.to_client.clear(); };
    const auto heard = [&] { pair.client_sends(), pair.server_receives(); };
    silence(pair, lost, heard, {14 * kNanosPerSecond});
    EXPECT_TRUE(pair.client.is_logged_in());
    silence(pair, lost, heard, {kNanosPerSecond});
    EXPECT_EQ(pair.client.close_reason(), CloseReason::PeerSilent);
    EXPECT_TRUE(pair.server.is_logged_in());
}

}  // namespace
}  // namespace hotpath::protocols::nasdaq::soupbintcp
