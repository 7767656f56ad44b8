#include <gtest/gtest.h>

#include "hotpath/net/tcp_listener.hpp"
#include "hotpath/net/waiter.hpp"

namespace hotpath {
namespace {

/// One turn of a loop that answers one client, as the page has it.
Expected<bool> answer_once(net::TcpListener& listener, net::Waiter& waiter,
                           std::optional<net::TcpConnection>& client) {
    waiter.wait(Nanos{1'000'000});
    if (!client) {
        client = listener.accept();
        if (client) {
            if (const auto watched = waiter.watch(client->descriptor()); !watched) {
                return std::unexpected(watched.error());
            }
        }
        return false;
    }
    const net::TcpReceived received = client->receive();
    if (received.status == net::ReceiveStatus::Bytes) {
        return client->send(received.bytes) == net::SendStatus::Ok;
    }
    return false;
}

TEST(NetReadme, ItsExampleAnswers) {
    auto listener = net::TcpListener::listen({net::kLoopback, 0});
    auto waiter = net::Waiter::create();
    ASSERT_TRUE(listener && waiter);
    ASSERT_TRUE(waiter->watch(listener->descriptor()));
    auto peer = net::TcpConnection::connect(listener->endpoint());
    ASSERT_TRUE(peer);
    const std::byte question{42};
    ASSERT_EQ(peer->send({&question, 1}), net::SendStatus::Ok);

    std::optional<net::TcpConnection> client;
    bool is_answered = false;
    for (int turn = 0; turn < 5'000 && !is_answered; ++turn) {
        ASSERT_EQ(peer->flush(), net::SendStatus::Ok);
        const auto answered = answer_once(*listener, *waiter, client);
        ASSERT_TRUE(answered);
        is_answered = *answered;
    }
    EXPECT_TRUE(is_answered);
}

}  // namespace
}  // namespace hotpath
