#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/net/udp_socket.hpp"
#include "hotpath/net/waiter.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/own_ports.hpp"

namespace hotpath::net {
namespace {

constexpr Nanos kUdpPatience{60'000'000'000};

std::string text_of(Bytes bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}
Bytes bytes_of(const std::string& text) {
    return std::as_bytes(std::span(text));
}

struct Udp : testing::Test {
    std::optional<Datagram> receive(UdpSocket& from) {
        static_cast<void>(waiter.watch(from.descriptor()));  // refused the second time
        std::optional<Datagram> datagram = from.receive(room);
        while (!datagram && waiter.wait(kUdpPatience)) {
            datagram = from.receive(room);
        }
        return datagram;
    }

    /// A group at a port of this process: groups want theirs named.
    static Endpoint own_group(std::uint8_t last) {
        return {{0xEFC0'0100U + last}, support::own_port()};
    }

    Expected<Waiter> created = Waiter::create();
    Waiter& waiter = *created;
    std::array<std::byte, 64> room{};
};

TEST_F(Udp, ADatagramArrivesWithItsSender) {
    auto server = UdpSocket::bind({kLoopback, 0});
    auto client = UdpSocket::bind({kLoopback, 0});
    ASSERT_TRUE(server && client);
    EXPECT_FALSE(server->receive(room));
    EXPECT_TRUE(client->send(bytes_of("request"), server->endpoint()));
    const auto request = receive(*server);
    ASSERT_TRUE(request);
    EXPECT_EQ(text_of(request->bytes), "request");
    EXPECT_TRUE(request->is_whole);
    EXPECT_EQ(request->from, client->endpoint());
    EXPECT_TRUE(server->send(bytes_of("reply"), request->from));
    const auto reply = receive(*client);
    ASSERT_TRUE(reply);
    EXPECT_EQ(text_of(reply->bytes), "reply");
}

TEST_F(Udp, ADatagramLongerThanTheRoomIsNotWhole) {
    auto server = UdpSocket::bind({kLoopback, 0});
    ASSERT_TRUE(server->send(bytes_of(std::string(65, 'x')), server->endpoint()));
    const auto cut = receive(*server);
    ASSERT_TRUE(cut);
    EXPECT_FALSE(cut->is_whole);
    EXPECT_EQ(cut->bytes.size(), 64U);
}

TEST_F(Udp, EveryReceiverOfAGroupGetsItOnce) {
    const GroupOptions line{.group = own_group(1)};
    auto first = UdpSocket::join(line);
    auto second = UdpSocket::join(line);
    auto venue = UdpSocket::send_to_group(line);
    ASSERT_TRUE(first) << first.error().message;
    ASSERT_TRUE(second) << second.error().message;
    ASSERT_TRUE(venue) << venue.error().message;
    ASSERT_TRUE(venue->send(bytes_of("packet"), line.group));
    for (UdpSocket* receiver : {&*first, &*second}) {
        const auto packet = receive(*receiver);
        ASSERT_TRUE(packet);
        EXPECT_EQ(text_of(packet->bytes), "packet");
        EXPECT_FALSE(receiver->receive(room));
    }
    EXPECT_EQ(venue->unsent(), 0U);
}

TEST_F(Udp, AnotherGroupOnTheSamePortIsNotHeard) {
    const GroupOptions line_a{.group = own_group(1)};
    GroupOptions line_b = line_a;
    ++line_b.group.address.value;
    auto receiver = UdpSocket::join(line_a);
    auto also_joined = UdpSocket::join(line_b);
    auto venue = UdpSocket::send_to_group(line_a);
    ASSERT_TRUE(receiver && also_joined && venue);
    ASSERT_TRUE(venue->send(bytes_of("b"), line_b.group));
    ASSERT_TRUE(venue->send(bytes_of("a"), line_a.group));
    const auto packet = receive(*receiver);
    ASSERT_TRUE(packet);
    EXPECT_EQ(text_of(packet->bytes), "a");
}

TEST_F(Udp, WhatCannotBeJoinedIsNamed) {
    const auto no_group = UdpSocket::join({.group = {kLoopback, 26'400}});
    ASSERT_FALSE(no_group);
    EXPECT_EQ(no_group.error().message,
              "net: 127.0.0.1:26400 is not a multicast group (224.0.0.0 to 239.255.255.255)");
    const auto no_interface =
        UdpSocket::join({.group = {{0xEFC0'0101U}, 26'400}, .interface = "nowhere0"});
    ASSERT_FALSE(no_interface);
    EXPECT_EQ(no_interface.error().message,
              "net: cannot use interface nowhere0 for 239.192.1.1:26400: No such device");
    const auto bound = UdpSocket::bind({kLoopback, 0});
    const auto again = UdpSocket::bind(bound->endpoint());
    ASSERT_FALSE(again);
    EXPECT_NE(again.error().message.find(bound->endpoint().to_string()), std::string::npos);
}

TEST_F(Udp, WhatIsNotSentIsCounted) {
    auto socket = UdpSocket::bind({kLoopback, 0});
    EXPECT_FALSE(socket->send(bytes_of(std::string(70'000, 'x')), socket->endpoint()));
    EXPECT_EQ(socket->unsent(), 1U);
}

TEST_F(Udp, SeveralDatagramsArriveInOrderAndAnImpossibleOneIsLostAlone) {
    auto socket = UdpSocket::bind({kLoopback, 0});
    std::vector<std::string> texts;
    for (int n = 0; n < 150; ++n) {
        texts.push_back(n == 70 ? std::string(70'000, 'x') : std::to_string(n));
    }
    std::vector<Bytes> datagrams;
    for (const std::string& text : texts) {
        datagrams.push_back(bytes_of(text));
    }
    EXPECT_EQ(socket->send_all(datagrams, socket->endpoint()), 149U);
    EXPECT_EQ(socket->unsent(), 1U);
    EXPECT_EQ(socket->send_all({}, socket->endpoint()), 0U);
    for (int n = 0; n < 150; ++n) {
        if (n != 70) {
            const auto datagram = receive(*socket);
            ASSERT_TRUE(datagram) << n;
            EXPECT_EQ(text_of(datagram->bytes), std::to_string(n));
        }
    }
}

TEST_F(Udp, DatagramsAllocateNothing) {
    const GroupOptions line{.group = own_group(2)};
    auto receiver = UdpSocket::join(line);
    auto venue = UdpSocket::send_to_group(line);
    ASSERT_TRUE(receiver && venue);
    const std::string packet(60, 'p');
    const NoAllocScope scope;
    for (int i = 0; i < 100; ++i) {
        ASSERT_TRUE(venue->send(bytes_of(packet), line.group));
        static_cast<void>(receiver->receive(room));
    }
    EXPECT_EQ(scope.allocations(), 0U);
}

}  // namespace
}  // namespace hotpath::net
