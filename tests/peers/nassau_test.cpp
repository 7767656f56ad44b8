// Our sessions over real sockets against Nassau, an independent Java library of Nasdaq's protocols:
// it logs on to our SoupBinTCP server, breaks the connection and resumes; serves our client; and
// receives our MoldUDP64 with a gap that it has sent again.

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/core/assert.hpp"
#include "hotpath/net/tcp_connection.hpp"
#include "hotpath/net/tcp_listener.hpp"
#include "hotpath/net/udp_socket.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/request_server.hpp"
#include "tests/peers/child.hpp"
#include "tests/support/downstream_server.hpp"
#include "tests/support/soup_session.hpp"
#include "tests/support/text_bytes.hpp"

namespace hotpath::peers {
namespace {

using protocols::nasdaq::soupbintcp::CloseReason;
using protocols::nasdaq::soupbintcp::SoupClient;
using protocols::nasdaq::soupbintcp::SoupServer;
using support::kSoupCredentials;
using support::SoupTrader;
using support::SoupVenue;
using support::view_of;
using ::testing::ElementsAreArray;
using Lines = std::vector<std::string>;

/// Nassau with these arguments, beside us.
Lines nassau(const Lines& arguments) {
    const std::string folder = HOTPATH_NASSAU;
    Lines command{"java",
                  "-Xshare:auto",
                  "-XX:TieredStopAtLevel=1",
                  "-cp",
                  folder + "/classes:" + folder + "/lib/*",
                  "Peer"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    return command;
}

class Nassau : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!std::filesystem::exists(HOTPATH_NASSAU "/classes/Peer.class")) {
            GTEST_SKIP() << "Nassau is not here: tests/peers/nassau/build makes it (JDK 17, Maven)";
        }
    }
};

constexpr net::Endpoint kAnyPort{net::kLoopback, 0};

/// Moves the bytes of one end of a session through its connection, and lets time pass for it.
template <class End, class Listener>
void carry(End& end, net::TcpConnection& connection, Listener& listener) {
    const net::TcpReceived received = connection.receive();
    if (received.status == net::ReceiveStatus::Bytes) {
        end.on_bytes(received.bytes, now(), listener);
    }
    end.on_timer(now());
    connection.flush();
    while (!end.output().empty() && connection.unsent_bytes() == 0 &&
           connection.send(end.output()) == net::SendStatus::Ok) {
        end.on_written(end.output().size());
    }
    if (received.status == net::ReceiveStatus::Closed) {
        end.on_disconnected();
    }
}

net::TcpListener listen() {
    auto listener = net::TcpListener::listen(kAnyPort);
    HOTPATH_ASSERT(listener.has_value(), "a port must be free");
    return std::move(*listener);
}

/// Our venue behind a listening socket, one connection at a time.
class VenueServer {
  public:
    [[nodiscard]] std::string port() const { return std::to_string(listener_.endpoint().port); }

    void turn() {
        if (auto accepted = listener_.accept()) {
            connection_.emplace(std::move(*accepted));
            server.on_connected(now());
        }
        if (connection_ && !server.is_closed()) {
            carry(server, *connection_, venue);
        } else {
            connection_.reset();
        }
    }
    void publish(int first, int last) {
        for (int number = first; number <= last; ++number) {
            ASSERT_TRUE(venue.stream.try_append(view_of("message " + std::to_string(number))));
        }
    }

    SoupVenue venue;
    SoupServer server = *SoupServer::create({});

  private:
    net::TcpListener listener_ = listen();
    std::optional<net::TcpConnection> connection_;
};

Lines messages(int first, int last) {
    Lines lines;
    for (int number = first; number <= last; ++number) {
        lines.push_back("message message " + std::to_string(number));
    }
    return lines;
}

TEST_F(Nassau, LogsOnToOurServerExchangesBreaksAndResumes) {
    VenueServer us;
    us.publish(1, 500);
    {
        Child first(nassau({"soup", us.port(), "1", "300", "order one", "order two"}));
        ASSERT_TRUE(run_until([&] { return first.is_over(); }, [&] { us.turn(); }));
        Lines expected = messages(1, 300);
        expected.insert(expected.begin(), "accepted S20261122 1");
        EXPECT_THAT(first.lines(), ElementsAreArray(expected));
    }
    ASSERT_TRUE(run_until([&] { return us.server.is_closed(); }, [&] { us.turn(); }));
    EXPECT_EQ(us.server.close_reason(), CloseReason::Disconnected);
    EXPECT_EQ(us.venue.received, (Lines{"order one", "order two"}));

    Child second(nassau({"soup", us.port(), "301", "0", "order three"}));
    const auto order_has_come = [&] { return us.venue.received.size() == 3; };
    ASSERT_TRUE(run_until(order_has_come, [&] { us.turn(); }));
    us.publish(501, 600);
    us.venue.stream.end_session();
    ASSERT_TRUE(run_until([&] { return second.is_over(); }, [&] { us.turn(); }));
    Lines expected = messages(301, 600);
    expected.insert(expected.begin(), "accepted S20261122 301");
    expected.push_back("end");
    EXPECT_THAT(second.lines(), ElementsAreArray(expected));
    EXPECT_EQ(us.server.close_reason(), CloseReason::EndOfSession);
}

TEST_F(Nassau, IsRejectedWhenItAsksForWhatDoesNotExist) {
    VenueServer us;
    us.publish(1, 5);
    Child peer(nassau({"soup", us.port(), "7", "0"}));
    ASSERT_TRUE(run_until([&] { return peer.is_over(); }, [&] { us.turn(); }));
    EXPECT_THAT(peer.lines(), ElementsAreArray({"rejected S", "closed"}));
}

TEST_F(Nassau, StaysAliveOnHeartbeatsAlone) {
    VenueServer us;
    Child peer(nassau({"soup", us.port(), "1", "0"}));
    const auto has_idled = [&] {
        return us.server.counters().heartbeats_sent >= 2 &&
               us.server.counters().heartbeats_received >= 2;
    };
    ASSERT_TRUE(run_until(has_idled, [&] { us.turn(); }));
    us.venue.stream.end_session();
    ASSERT_TRUE(run_until([&] { return peer.is_over(); }, [&] { us.turn(); }));
    EXPECT_THAT(peer.lines(), ElementsAreArray({"accepted S20261122 1", "end"}));
}

TEST_F(Nassau, ServesOurClientWhichResumesAfterABreak) {
    Child peer(nassau({"serve", "40", "100"}));
    ASSERT_TRUE(run_until([&] { return peer.answer("port").has_value(); }, [] {}));
    const auto port = static_cast<std::uint16_t>(std::stoi(*peer.answer("port")));
    SoupTrader trader;
    SoupClient client = *SoupClient::create({.credentials = kSoupCredentials});
    bool has_ordered = false;
    std::optional<net::TcpConnection> connection;
    const auto turn = [&] {
        if (client.is_closed()) {
            connection.emplace(*net::TcpConnection::connect({net::kLoopback, port}));
            client.on_connected(now());
        }
        carry(client, *connection, trader);
        if (trader.received.size() == 100 && !has_ordered) {
            has_ordered = client.try_send(view_of("an order"), now());
        }
    };
    ASSERT_TRUE(run_until([&] { return client.has_ended(); }, turn));
    ASSERT_TRUE(run_until([&] { return peer.is_over(); }, [] {}));
    EXPECT_EQ(trader.received.size(), 100U);
    EXPECT_EQ(trader.received.back(), "message 100");
    EXPECT_EQ(trader.logged_in_at, (std::vector<std::uint64_t>{1, 41}));
    EXPECT_TRUE(peer.has_said("login trader opensesame  1"));
    EXPECT_TRUE(peer.has_said("login trader opensesame NASSAU 41"));
    EXPECT_TRUE(peer.has_said("received an order"));
}

TEST_F(Nassau, ReceivesOurFeedAndHasItsGapSentAgain) {
    constexpr auto kSession =
        protocols::to_alpha<protocols::nasdaq::moldudp64::kSessionLength>("MONDAY");
    protocols::SequencedStore stream = *protocols::SequencedStore::create(
        {.messages_max = 1'000, .bytes_max = 50'000, .message_length_max = 50});
    auto downstream = *protocols::nasdaq::moldudp64::DownstreamServer::create(
        stream, kSession, {.heartbeat_interval = {20'000'000}});
    auto requests = *protocols::nasdaq::moldudp64::RequestServer::create(stream, kSession);
    net::UdpSocket feed = *net::UdpSocket::bind(kAnyPort);
    net::UdpSocket replies = *net::UdpSocket::bind(kAnyPort);
    std::array<std::byte, 64> room;
    Child peer(nassau({"mold", std::to_string(replies.endpoint().port)}));
    ASSERT_TRUE(run_until([&] { return peer.answer("port").has_value(); }, [] {}));
    const auto port = static_cast<std::uint16_t>(std::stoi(*peer.answer("port")));

    const auto publish = [&](int first, int last) {
        for (int number = first; number <= last; ++number) {
            ASSERT_TRUE(stream.try_append(view_of("message " + std::to_string(number))));
        }
    };
    const auto turn = [&](bool is_lost) {
        for (Bytes packet; !(packet = downstream.next_packet(now())).empty();) {
            if (!is_lost) {
                EXPECT_TRUE(feed.send(packet, {net::kLoopback, port}));
            }
        }
        while (const auto request = replies.receive(room)) {
            if (const Bytes answer = requests.on_request(request->bytes); !answer.empty()) {
                EXPECT_TRUE(replies.send(answer, request->from));
            }
        }
    };
    downstream.start(now());
    publish(1, 10);
    ASSERT_TRUE(
        run_until([&] { return peer.has_said("message message 10"); }, [&] { turn(false); }));
    // Lost: more than one packet answers.
    publish(11, 210);
    turn(true);
    publish(211, 220);
    ASSERT_TRUE(
        run_until([&] { return peer.has_said("message message 220"); }, [&] { turn(false); }));
    stream.end_session();
    ASSERT_TRUE(run_until([&] { return peer.is_over(); }, [&] { turn(false); }));

    Lines received;
    for (const std::string& line : peer.lines()) {
        if (line.starts_with("message ")) {
            received.push_back(line);
        }
    }
    EXPECT_THAT(received, ElementsAreArray(messages(1, 220)));
    EXPECT_TRUE(peer.has_said("state GAP_FILL"));
    EXPECT_TRUE(peer.has_said("request 11+210"));
    EXPECT_TRUE(peer.has_said("end"));
    EXPECT_GE(requests.counters().messages_sent, 200U);
}

}  // namespace
}  // namespace hotpath::peers
