// The trader's sockets on loopback, with a trader that only records what it is given.
#include "hotpath/live/run/ports.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/core/assert.hpp"
#include "hotpath/net/tcp_listener.hpp"
#include "hotpath/net/waiter.hpp"
#include "tests/support/own_ports.hpp"
#include "tests/support/text_bytes.hpp"

namespace hotpath::live {
namespace {

using trader::Port;

constexpr net::Endpoint kAnyPort{.address = net::kLoopback, .port = 0};
constexpr int kTurnsMax = 60'000;  // of a millisecond

/// Wants what the test says, keeps what is open, and sends what the test gives it.
class RecordingTrader {
  public:
    std::array<bool, trader::kPorts> wanted{};
    std::array<bool, trader::kPorts> open{};
    std::array<std::string, trader::kPorts> unsent{};
    std::array<std::string, trader::kPorts> received{};
    std::vector<std::string> requests{};
    std::vector<std::string> packets{};
    std::vector<std::string> events{};
    std::array<bool, feed::kFeedLoops> wanted_loops{};
    std::vector<std::string> loop_packets{};

    [[nodiscard]] bool is_wanted(Port port) const { return wanted[index(port)]; }
    [[nodiscard]] bool is_wanted(feed::FeedLoop loop) const {
        return wanted_loops[static_cast<std::size_t>(loop)];
    }
    [[nodiscard]] bool is_open(Port port) const { return open[index(port)]; }
    [[nodiscard]] Bytes output(Port port) const { return support::view_of(unsent[index(port)]); }
    template <class Sink>
    void for_each_request(Sink&& sink) {
        for (const std::string& request : std::exchange(requests, {})) {
            sink(support::view_of(request));
        }
    }
    void on_packet(const feed::LinePacket& packet) {
        packets.push_back(std::to_string(static_cast<int>(packet.line)) + ":" +
                          support::text_of(packet.bytes));
    }
    /// Every packet that begins so is of another session.
    [[nodiscard]] std::uint64_t others(feed::Line line) const {
        return static_cast<std::uint64_t>(
            std::ranges::count(packets, std::to_string(static_cast<int>(line)) + ":stray"));
    }
    [[nodiscard]] static std::optional<protocols::nasdaq::moldudp64::Session> other_session() {
        return protocols::to_alpha<protocols::nasdaq::moldudp64::kSessionLength>("STRAY");
    }
    void on_loop_packet(feed::FeedLoop loop, Bytes packet, auto) {
        loop_packets.push_back(std::string(name(loop)) + ":" + support::text_of(packet));
    }
    void on_connected(Port port, auto, const protocols::SessionStart&) {
        wanted[index(port)] = false;
        open[index(port)] = true;
        events.push_back("connected " + std::to_string(index(port)));
    }
    void on_disconnected(Port port, auto) {
        open[index(port)] = false;
        events.push_back("disconnected " + std::to_string(index(port)));
    }
    void on_bytes(Port port, Bytes bytes, auto) {
        received[index(port)] += support::text_of(bytes);
    }
    void on_written(Port port, std::size_t bytes, auto) { unsent[index(port)].erase(0, bytes); }

    [[nodiscard]] static std::size_t index(Port port) { return static_cast<std::size_t>(port); }
};

template <class Made>
Made open(Expected<Made> made) {
    HOTPATH_ASSERT(made.has_value(), "the socket must open");
    return std::move(*made);
}

class TradePortsTest : public ::testing::Test {
  protected:
    TradePortsTest() {
        config_.line_a = line_;
        config_.order_entry = venue_.endpoint();
        config_.requests = server_.endpoint();
    }
    [[nodiscard]] TradePorts open_ports() { return open(TradePorts::open(config_, waiter_)); }
    /// Turns of the trading loop until `done()`.
    template <class Done>
    [[nodiscard]] bool turn_until(TradePorts& ports, Done&& done) {
        for (int n = 0; n < kTurnsMax && !done(); ++n) {
            ports.poll(trader_, clock_);
            ports.write(trader_, clock_);
            waiter_.wait({1'000'000});
        }
        return done();
    }
    [[nodiscard]] net::TcpConnection accept() {
        for (int n = 0; n < kTurnsMax; ++n) {
            if (auto connection = venue_.accept()) {
                return std::move(*connection);
            }
            waiter_.wait({1'000'000});
        }
        ADD_FAILURE() << "the trader does not connect";
        std::abort();
    }

    struct Clock {
        [[nodiscard]] auto operator()() const { return decltype(feed::LinePacket::now){}; }
    };

    net::Waiter waiter_ = open(net::Waiter::create());
    net::TcpListener venue_ = open(net::TcpListener::listen(kAnyPort));
    net::UdpSocket server_ = open(net::UdpSocket::bind(kAnyPort));
    net::Endpoint line_{.address = {0xEFFF'0001U}, .port = support::own_port()};
    net::UdpSocket sender_ = open(net::UdpSocket::send_to_group({.group = line_}));
    VenueConfig config_;
    Clock clock_;
    RecordingTrader trader_;
};

TEST_F(TradePortsTest, APacketReachesTheTraderWithItsLine) {
    TradePorts ports = open_ports();
    sender_.send(support::view_of("packet"), line_);
    ASSERT_TRUE(turn_until(ports, [&] { return !trader_.packets.empty(); }));
    EXPECT_EQ(trader_.packets, std::vector<std::string>{"0:packet"});
}

TEST_F(TradePortsTest, WhoSendsPacketsOfAnotherSessionIsSaidOnce) {
    TradePorts ports = open_ports();
    for (const char* const text : {"packet", "stray", "stray", "packet"}) {
        sender_.send(support::view_of(text), line_);
    }
    ASSERT_TRUE(turn_until(ports, [&] { return trader_.packets.size() == 4; }));
    const std::vector<std::string> news = ports.take_news();
    ASSERT_EQ(news.size(), 1U);
    // The host's routes choose the address that sends to the group.
    EXPECT_THAT(news.front(),
                ::testing::MatchesRegex("hotpath trade: market data: packets of another session "
                                        "\"STRAY\" from [0-9.]+:[0-9]+ on line A.*"));
    EXPECT_TRUE(news.front().ends_with(" on line A: ignored, counted as packets_of_others\n"));
    sender_.send(support::view_of("stray"), line_);
    ASSERT_TRUE(turn_until(ports, [&] { return trader_.packets.size() == 5; }));
    EXPECT_TRUE(ports.take_news().empty());
}

TEST_F(TradePortsTest, ARequestReachesTheServerAndItsAnswerIsOfTheReplies) {
    TradePorts ports = open_ports();
    trader_.requests = {"ask"};
    std::array<std::byte, 64> room{};
    std::optional<net::Datagram> asked;
    ASSERT_TRUE(turn_until(ports, [&] {
        asked = asked ? asked : server_.receive(room);
        return asked.has_value();
    }));
    EXPECT_EQ(support::text_of(asked->bytes), "ask");
    server_.send(support::view_of("answer"), asked->from);
    ASSERT_TRUE(turn_until(ports, [&] { return !trader_.packets.empty(); }));
    EXPECT_EQ(trader_.packets.front(),
              std::to_string(static_cast<int>(feed::Line::Replies)) + ":answer");
}

TEST_F(TradePortsTest, AWantedPortIsConnectedAndBytesGoBothWays) {
    TradePorts ports = open_ports();
    trader_.wanted[0] = true;
    trader_.unsent[0] = "order";
    ports.poll(trader_, clock_);
    net::TcpConnection venue = accept();
    std::string heard;
    ASSERT_TRUE(turn_until(ports, [&] {
        const net::TcpReceived received = venue.receive();
        heard +=
            received.status == net::ReceiveStatus::Bytes ? support::text_of(received.bytes) : "";
        return heard == "order";
    }));
    EXPECT_TRUE(trader_.unsent[0].empty());
    ASSERT_EQ(venue.send(support::view_of("reply")), net::SendStatus::Ok);
    ASSERT_TRUE(turn_until(ports, [&] { return trader_.received[0] == "reply"; }));
    EXPECT_EQ(trader_.events, std::vector<std::string>{"connected 0"});
}

TEST_F(TradePortsTest, AConnectionThatTheVenueClosesIsReportedOnce) {
    TradePorts ports = open_ports();
    trader_.wanted[0] = true;
    ports.poll(trader_, clock_);
    {
        const net::TcpConnection closed = accept();
    }
    ASSERT_TRUE(turn_until(ports, [&] { return trader_.events.size() == 2; }));
    for (int n = 0; n < 10; ++n) {
        ports.poll(trader_, clock_);
        ports.write(trader_, clock_);
    }
    EXPECT_EQ(trader_.events, (std::vector<std::string>{"connected 0", "disconnected 0"}));
}

TEST_F(TradePortsTest, WhatTheTraderNoLongerKeepsIsClosedAfterItsLastBytes) {
    TradePorts ports = open_ports();
    trader_.wanted[0] = true;
    ports.poll(trader_, clock_);
    net::TcpConnection venue = accept();
    trader_.unsent[0] = "logout";
    trader_.open[0] = false;
    std::string heard;
    bool is_closed = false;
    ASSERT_TRUE(turn_until(ports, [&] {
        const net::TcpReceived received = venue.receive();
        heard +=
            received.status == net::ReceiveStatus::Bytes ? support::text_of(received.bytes) : "";
        is_closed = is_closed || received.status == net::ReceiveStatus::Closed;
        return is_closed;
    }));
    EXPECT_EQ(heard, "logout");
    EXPECT_EQ(trader_.events.back(), "disconnected 0");
}

TEST_F(TradePortsTest, APortWithoutAnAddressIsRefusedAtOnce) {
    TradePorts ports = open_ports();
    trader_.wanted[1] = true;  // snapshots, of which the configuration says nothing
    ports.poll(trader_, clock_);
    EXPECT_EQ(trader_.events, (std::vector<std::string>{"connected 1", "disconnected 1"}));
}

/// A copy waits in its socket: how many calls of poll() until it is taken?
TEST_F(TradePortsTest, WhatNoOrderWaitsForIsLookedAtOnceInSomeTurns) {
    net::TcpListener copies = open(net::TcpListener::listen(kAnyPort));
    config_.drop_copy = copies.endpoint();
    TradePorts ports = open_ports();
    constexpr auto kCopies = static_cast<std::size_t>(Port::DropCopy);
    trader_.wanted[kCopies] = true;
    ports.poll(trader_, clock_);
    std::optional<net::TcpConnection> venue;
    ASSERT_TRUE(turn_until(ports, [&] {
        venue = venue ? std::move(venue) : copies.accept();
        return venue.has_value();
    }));
    const auto calls_until = [&](const std::string& all, bool is_whole) {
        EXPECT_EQ(venue->send(support::view_of("copy")), net::SendStatus::Ok);
        waiter_.wait({1'000'000'000});
        std::uint32_t calls = 0;
        while (trader_.received[kCopies] != all && calls < kTurnsMax) {
            ports.poll(trader_, clock_, is_whole);
            ++calls;
        }
        return calls;
    };
    EXPECT_LE(calls_until("copy", false), TradePorts::kTurnsBetweenLooks);
    while (ports.poll(trader_, clock_)) {
    }
    EXPECT_GT(calls_until("copycopy", false), TradePorts::kTurnsBetweenLooks / 2);
    EXPECT_EQ(calls_until("copycopycopy", true), 1U);
}

TEST_F(TradePortsTest, ALoopIsReceivedOnlyWhileItIsWanted) {
    constexpr auto kSnapshots = static_cast<std::size_t>(feed::FeedLoop::Snapshots);
    net::Endpoint loop = line_;
    loop.port = support::own_port();
    config_.trader.market_data = feed::Mdp3Options{};
    config_.loops[kSnapshots] = loop;
    TradePorts ports = open_ports();
    const auto send_unwanted = [&] {
        trader_.wanted_loops[kSnapshots] = false;
        ports.poll(trader_, clock_);
        sender_.send(support::view_of("unwanted"), loop);
        static_cast<void>(turn_until(ports, [turns = 0]() mutable { return ++turns > 10; }));
    };
    for (std::size_t times = 1; times <= 2; ++times) {
        send_unwanted();
        trader_.wanted_loops[kSnapshots] = true;
        ports.poll(trader_, clock_);
        sender_.send(support::view_of("wanted"), loop);
        ASSERT_TRUE(turn_until(ports, [&] { return trader_.loop_packets.size() == times; }));
        EXPECT_EQ(trader_.loop_packets.back(), "snapshots:wanted");
    }
    EXPECT_TRUE(trader_.packets.empty());
}

TEST_F(TradePortsTest, ALoopThatCannotBeJoinedIsAnErrorAtTheStart) {
    config_.trader.market_data = feed::Mdp3Options{};
    config_.loops[0] = net::Endpoint{.address = net::kLoopback, .port = 1};
    EXPECT_FALSE(TradePorts::open(config_, waiter_).has_value());
}

TEST_F(TradePortsTest, ALineThatCannotBeJoinedIsAnError) {
    config_.interface = "nosuch0";
    const auto ports = TradePorts::open(config_, waiter_);
    ASSERT_FALSE(ports.has_value());
    EXPECT_NE(ports.error().message.find("nosuch0"), std::string::npos) << ports.error().message;
}

}  // namespace
}  // namespace hotpath::live
