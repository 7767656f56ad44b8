#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include "hotpath/net/tcp_connection.hpp"
#include "hotpath/net/tcp_listener.hpp"
#include "hotpath/net/waiter.hpp"
#include "tests/support/no_alloc_scope.hpp"

namespace hotpath::net {
namespace {

constexpr Nanos kTcpPatience{60'000'000'000};

/// Both ends of a connection over loopback.
struct Tcp : testing::Test {
    void connect(const TcpOptions& options) {
        Expected<TcpListener> listening = TcpListener::listen({kLoopback, 0}, options);
        ASSERT_TRUE(listening) << listening.error().message;
        listener.emplace(std::move(*listening));
        Expected<TcpConnection> connected = TcpConnection::connect(listener->endpoint(), options);
        ASSERT_TRUE(connected) << connected.error().message;
        client.emplace(std::move(*connected));
        ASSERT_TRUE(waiter.watch(listener->descriptor()));
        ASSERT_TRUE(waiter.wait(kTcpPatience));
        venue = listener->accept();
        ASSERT_TRUE(venue);
        ASSERT_TRUE(waiter.watch(venue->descriptor()));
        ASSERT_TRUE(waiter.watch(client->descriptor()));
    }

    /// What arrives until there are `count` bytes or the peer is gone.
    std::vector<std::byte> read(TcpConnection& from, std::size_t count) {
        std::vector<std::byte> bytes;
        while (bytes.size() < count) {
            const TcpReceived received = from.receive();
            if (received.status == ReceiveStatus::Closed) {
                break;
            }
            bytes.insert(bytes.end(), received.bytes.begin(), received.bytes.end());
            if (received.status == ReceiveStatus::Nothing && !waiter.wait(kTcpPatience)) {
                break;
            }
        }
        return bytes;
    }

    ReceiveStatus read_end(TcpConnection& from) {
        TcpReceived received = from.receive();
        while (received.status != ReceiveStatus::Closed && waiter.wait(kTcpPatience)) {
            received = from.receive();
        }
        return received.status;
    }

    Expected<Waiter> created = Waiter::create();
    Waiter& waiter = *created;
    std::optional<TcpListener> listener;
    std::optional<TcpConnection> client;
    std::optional<TcpConnection> venue;
};

std::vector<std::byte> pattern(std::size_t count) {
    std::vector<std::byte> bytes(count);
    std::ranges::generate(bytes, [n = 0U]() mutable { return static_cast<std::byte>(n++ * 7U); });
    return bytes;
}

TEST_F(Tcp, CarriesBytesBothWays) {
    connect({});
    const auto request = pattern(100);
    const auto reply = pattern(70);
    EXPECT_EQ(client->send(request), SendStatus::Ok);
    EXPECT_EQ(read(*venue, request.size()), request);
    EXPECT_EQ(venue->send(reply), SendStatus::Ok);
    EXPECT_EQ(read(*client, reply.size()), reply);
    EXPECT_EQ(client->receive().status, ReceiveStatus::Nothing);
}

TEST_F(Tcp, WhatIsSentBeforeTheConnectionStandsArrives) {
    auto listening = TcpListener::listen({kLoopback, 0});
    ASSERT_TRUE(listening);
    auto early = TcpConnection::connect(listening->endpoint());
    ASSERT_TRUE(early);
    const auto bytes = pattern(40);
    EXPECT_EQ(early->send(bytes), SendStatus::Ok);
    ASSERT_TRUE(waiter.watch(listening->descriptor()));
    ASSERT_TRUE(waiter.wait(kTcpPatience));
    venue = listening->accept();
    ASSERT_TRUE(venue);
    ASSERT_TRUE(waiter.watch(venue->descriptor()));
    EXPECT_EQ(early->flush(), SendStatus::Ok);
    EXPECT_EQ(read(*venue, bytes.size()), bytes);
}

TEST_F(Tcp, APeerThatDoesNotReadIsRefusedMoreAndLosesNothing) {
    connect({.unsent_bytes_max = 10'000, .kernel_send_bytes = 4'096});
    const auto message = pattern(1'000);
    std::vector<std::byte> sent;
    SendStatus status = SendStatus::Ok;
    while ((status = venue->send(message)) == SendStatus::Ok) {
        sent.insert(sent.end(), message.begin(), message.end());
        ASSERT_LT(sent.size(), 100U << 20U);
    }
    EXPECT_EQ(status, SendStatus::Full);
    EXPECT_GT(venue->unsent_bytes(), 9'000U);
    EXPECT_LE(venue->unsent_bytes(), 10'000U);

    std::vector<std::byte> arrived;
    waiter.watch_room(venue->descriptor(), true);
    while (arrived.size() < sent.size() && waiter.wait(kTcpPatience)) {
        EXPECT_EQ(venue->flush(), SendStatus::Ok);
        const TcpReceived received = client->receive();
        arrived.insert(arrived.end(), received.bytes.begin(), received.bytes.end());
    }
    EXPECT_EQ(arrived, sent);
    EXPECT_EQ(venue->unsent_bytes(), 0U);
}

TEST_F(Tcp, TheEndOfThePeerIsSeen) {
    connect({});
    const auto last = pattern(10);
    EXPECT_EQ(client->send(last), SendStatus::Ok);
    client.reset();
    EXPECT_EQ(read(*venue, last.size()), last);
    EXPECT_EQ(read_end(*venue), ReceiveStatus::Closed);
    while (venue->send(last) == SendStatus::Ok) {  // until the kernel has heard of the reset
        waiter.wait(Nanos{1'000'000});
    }
    EXPECT_EQ(venue->send(last), SendStatus::Closed);
    EXPECT_EQ(venue->flush(), SendStatus::Closed);
}

TEST_F(Tcp, ARefusedConnectionShowsAsClosed) {
    auto listening = TcpListener::listen({kLoopback, 0});
    ASSERT_TRUE(listening);
    const Endpoint gone = listening->endpoint();
    listening = fail("closed");
    auto refused = TcpConnection::connect(gone);
    if (refused) {
        ASSERT_TRUE(waiter.watch(refused->descriptor()));
        EXPECT_EQ(read_end(*refused), ReceiveStatus::Closed);
    } else {
        EXPECT_NE(refused.error().message.find(gone.to_string()), std::string::npos);
    }
}

TEST_F(Tcp, AListenerHasNothingToAcceptAtFirst) {
    auto listening = TcpListener::listen({kLoopback, 0});
    ASSERT_TRUE(listening);
    EXPECT_FALSE(listening->accept());
    EXPECT_EQ(listening->failures(), 0U);
}

/// While it lives this process can open no file.
class NoDescriptors {
  public:
    NoDescriptors() {
        ::getrlimit(RLIMIT_NOFILE, &before_);
        const Descriptor lowest_free(::dup(STDERR_FILENO));
        const ::rlimit none{.rlim_cur = static_cast<::rlim_t>(lowest_free.number()),
                            .rlim_max = before_.rlim_max};
        ::setrlimit(RLIMIT_NOFILE, &none);
    }
    NoDescriptors(const NoDescriptors&) = delete;
    NoDescriptors& operator=(const NoDescriptors&) = delete;
    ~NoDescriptors() { ::setrlimit(RLIMIT_NOFILE, &before_); }

  private:
    ::rlimit before_{};
};

TEST_F(Tcp, WithoutADescriptorAConnectionIsClosedAndALaterOneIsTaken) {
    auto listening = TcpListener::listen({kLoopback, 0});
    ASSERT_TRUE(listening);
    auto refused = TcpConnection::connect(listening->endpoint());
    ASSERT_TRUE(refused);
    ASSERT_TRUE(waiter.watch(listening->descriptor()));
    ASSERT_TRUE(waiter.watch(refused->descriptor()));
    ASSERT_TRUE(waiter.wait(kTcpPatience));
    for (int n = 0; n < 2; ++n) {
        const NoDescriptors none;
        EXPECT_FALSE(listening->accept());
    }
    EXPECT_EQ(listening->failures(), 1U) << "and the second time nothing waits";
    EXPECT_EQ(read_end(*refused), ReceiveStatus::Closed);
    auto taken = TcpConnection::connect(listening->endpoint());
    ASSERT_TRUE(taken);
    std::optional<TcpConnection> accepted = listening->accept();
    while (!accepted && waiter.wait(kTcpPatience)) {
        accepted = listening->accept();
    }
    EXPECT_TRUE(accepted);
}

TEST_F(Tcp, AnEndpointInUseIsNamed) {
    auto first = TcpListener::listen({kLoopback, 0});
    ASSERT_TRUE(first);
    auto second = TcpListener::listen(first->endpoint());
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().message,
              "net: cannot bind to " + first->endpoint().to_string() + ": Address already in use");
}

TEST_F(Tcp, SendingAndReceivingAllocateNothing) {
    connect({});
    const auto message = pattern(60);
    const NoAllocScope scope;
    for (int i = 0; i < 100; ++i) {
        ASSERT_EQ(client->send(message), SendStatus::Ok);
        while (venue->receive().status != ReceiveStatus::Bytes && waiter.wait(kTcpPatience)) {
        }
    }
    EXPECT_EQ(scope.allocations(), 0U);
}

}  // namespace
}  // namespace hotpath::net
