#include "hotpath/net/closing_connections.hpp"

#include <chrono>
#include <cstddef>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/net/tcp_listener.hpp"

namespace hotpath::net {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds kLong{60};

void pause() {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

/// Both ends of a connection over loopback, of which the venue's is given away.
struct Closing : testing::Test {
    void SetUp() override {
        auto listening = TcpListener::listen({kLoopback, 0}, options);
        ASSERT_TRUE(listening) << listening.error().message;
        auto connected = TcpConnection::connect(listening->endpoint(), options);
        ASSERT_TRUE(connected) << connected.error().message;
        client.emplace(std::move(*connected));
        const auto until = Clock::now() + kLong;
        while (!venue && Clock::now() < until) {
            venue = listening->accept();
        }
        ASSERT_TRUE(venue);
    }
    /// Everything until the end, read by a client that sends once more before each read.
    std::vector<std::byte> read_while_sending() {
        std::vector<std::byte> bytes;
        const auto until = Clock::now() + kLong;
        while (Clock::now() < until) {
            static_cast<void>(client->send(request));
            closing.poll();
            const TcpReceived received = client->receive();
            bytes.insert(bytes.end(), received.bytes.begin(), received.bytes.end());
            if (received.status == ReceiveStatus::Closed) {
                break;
            }
            pause();
        }
        return bytes;
    }
    void await_closed() {
        const auto until = Clock::now() + kLong;
        while (closing.size() != 0 && Clock::now() < until) {
            closing.poll();
            pause();
        }
    }

    TcpOptions options{.receive_bytes_max = 65'536,
                       .unsent_bytes_max = std::size_t{1} << 20U,
                       .kernel_send_bytes = 16'384};
    std::vector<std::byte> request = std::vector<std::byte>(100, std::byte{1});
    std::optional<TcpConnection> client;
    std::optional<TcpConnection> venue;
    ClosingConnections closing{1};
};

/// More than the kernel takes at once, to a client that goes on sending.
TEST_F(Closing, DeliversTheLastBytesToAPeerThatStillSends) {
    ASSERT_EQ(client->send(request), SendStatus::Ok);
    const std::vector<std::byte> last(std::size_t{512} << 10U, std::byte{7});
    ASSERT_EQ(venue->send(last), SendStatus::Ok);
    ASSERT_GT(venue->unsent_bytes(), 0U);
    closing.add(std::move(*venue));
    venue.reset();
    EXPECT_EQ(read_while_sending(), last);
    client.reset();
    await_closed();
    EXPECT_EQ(closing.size(), 0U);
}

TEST_F(Closing, EndsWithItsPeerOrWhenItsTimeIsOver) {
    const auto begin = Clock::now();
    closing.add(std::move(*venue));
    venue.reset();
    EXPECT_EQ(closing.size(), 1U);
    await_closed();  // the client neither reads nor closes
    EXPECT_EQ(closing.size(), 0U);
    EXPECT_GE(Clock::now() - begin, std::chrono::milliseconds(250));
}

TEST_F(Closing, ClosesTheOldestForOneTooMany) {
    closing.add(std::move(*venue));
    venue.reset();
    std::optional<TcpConnection> first = std::move(client);
    SetUp();
    closing.add(std::move(*venue));
    EXPECT_EQ(closing.size(), 1U);
}

TEST_F(Closing, DestroyedWaitsForWhatIsLeft) {
    const std::vector<std::byte> last(1'000, std::byte{7});
    ASSERT_EQ(venue->send(last), SendStatus::Ok);
    {
        ClosingConnections ending(1);
        ending.add(std::move(*venue));
        venue.reset();
    }
    EXPECT_EQ(read_while_sending(), last);
}

}  // namespace
}  // namespace hotpath::net
