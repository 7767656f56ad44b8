// Connections over loopback, in plain text and by TLS: messages both ways, bulk against a slow
// reader, and ends.

#include "hotpath/tls/connection.hpp"

#include <optional>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "hotpath/net/tcp_listener.hpp"
#include "hotpath/net/waiter.hpp"
#include "hotpath/tls/watched_connection.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/test_certificates.hpp"
#include "tests/support/tls_pair.hpp"

namespace hotpath::tls {
namespace {

using net::ReceiveStatus;
using net::SendStatus;
using support::text_bytes_of;

constexpr int kTurnsMax = 200'000;
constexpr net::TcpOptions kOptions{
    .receive_bytes_max = 4'096, .unsent_bytes_max = 65'536, .kernel_send_bytes = 16'384};

class TlsConnection : public testing::TestWithParam<bool> {
  protected:
    void SetUp() override {
        auto listener = net::TcpListener::listen({net::kLoopback, 0}, kOptions);
        ASSERT_TRUE(listener.has_value()) << listener.error().message;
        listener_.emplace(std::move(*listener));
    }
    [[nodiscard]] Connection connect(bool is_tls) {
        return std::move(*Connection::connect(
            listener_->endpoint(),
            is_tls ? ClientEnd{.context = &client_context_, .name = "localhost"} : ClientEnd{},
            kOptions));
    }
    [[nodiscard]] Connection accept(bool is_tls) {
        std::optional<net::TcpConnection> accepted;
        while (!accepted) {
            accepted = listener_->accept();
        }
        return std::move(*Connection::accept(std::move(*accepted),
                                             is_tls ? &server_context_ : nullptr, kOptions));
    }
    /// Both ends are turned until is_done().
    template <class IsDone>
    [[nodiscard]] bool turn(Connection& client, Connection& server, IsDone&& is_done) {
        bool is_over = is_done();
        for (int n = 0; n < kTurnsMax && !is_over; ++n) {
            client.flush();
            server.flush();
            const net::TcpReceived to_client = client.receive();
            at_client_ += as_text(to_client.bytes);
            client_is_over_ = client_is_over_ || to_client.status == ReceiveStatus::Closed;
            const net::TcpReceived to_server = server.receive();
            at_server_ += as_text(to_server.bytes);
            server_is_over_ = server_is_over_ || to_server.status == ReceiveStatus::Closed;
            is_over = is_done();
        }
        return is_over;
    }

    support::TemporaryDirectory folder_;
    support::TestAuthority authority_{folder_.path(), "ca"};
    support::CertificateFiles venue_ = authority_.issue({.file = "venue"});
    Context server_context_ =
        std::move(*Context::server({.certificate = venue_.certificate, .key = venue_.key}));
    Context client_context_ = std::move(*Context::client({.ca = authority_.file()}));
    std::optional<net::TcpListener> listener_;
    std::string at_client_;
    std::string at_server_;
    bool client_is_over_ = false;
    bool server_is_over_ = false;
};

TEST_P(TlsConnection, MessagesPassBothWays) {
    Connection client = connect(GetParam());
    Connection server = accept(GetParam());
    ASSERT_TRUE(turn(client, server,
                     [&] { return client.send(text_bytes_of("login")) == SendStatus::Ok; }));
    ASSERT_TRUE(turn(client, server, [&] { return at_server_ == "login"; }));
    EXPECT_EQ(server.send(text_bytes_of("accepted")), SendStatus::Ok);
    ASSERT_TRUE(turn(client, server, [&] { return at_client_ == "accepted"; }));
    EXPECT_EQ(client.unsent_bytes(), 0U);
    EXPECT_EQ(client.why(), "");
}

TEST_P(TlsConnection, BulkWaitsForASlowReaderAndArrivesWhole) {
    Connection client = connect(GetParam());
    Connection server = accept(GetParam());
    std::string sent;
    std::string message(10'000, 'm');
    int refused = 0;
    // The client does not read until the server's bytes have no room.
    for (int n = 0; n < kTurnsMax && (refused < 3 || sent.empty()); ++n) {
        message.front() = static_cast<char>('a' + n % 26);
        const SendStatus status = server.send(text_bytes_of(message));
        if (status == SendStatus::Ok) {
            sent += message;
        } else if (sent.empty()) {
            EXPECT_TRUE(turn(client, server, [turns = 0]() mutable { return ++turns > 3; }));
        } else {
            ++refused;
            EXPECT_EQ(status, SendStatus::Full);
        }
    }
    EXPECT_GT(sent.size(), 65'536U);
    EXPECT_GT(server.unsent_bytes(), 0U);
    ASSERT_TRUE(turn(client, server, [&] { return at_client_.size() >= sent.size(); }));
    EXPECT_TRUE(at_client_ == sent);
}

TEST_P(TlsConnection, AnEndIsSeenAfterTheLastBytes) {
    std::optional<Connection> client(connect(GetParam()));
    Connection server = accept(GetParam());
    ASSERT_TRUE(turn(*client, server,
                     [&] { return client->send(text_bytes_of("bye")) == SendStatus::Ok; }));
    client.reset();
    for (int n = 0; n < kTurnsMax && !server_is_over_; ++n) {
        const net::TcpReceived received = server.receive();
        at_server_ += as_text(received.bytes);
        server_is_over_ = received.status == ReceiveStatus::Closed;
    }
    EXPECT_EQ(at_server_, "bye");
    EXPECT_TRUE(server_is_over_);
    EXPECT_EQ(server.problem(), Problem::None) << "it said close_notify";
    EXPECT_EQ(server.receive().status, ReceiveStatus::Closed) << "for good";
}

TEST_P(TlsConnection, AWaitEndsForBytesThatHaveArrivedAlready) {
    auto waiter = net::Waiter::create();
    Connection client = connect(GetParam());
    auto server = WatchedConnection::watch(accept(GetParam()), *waiter);
    ASSERT_TRUE(server);
    const std::string message(20'000, 'm');
    bool is_sent = false;
    for (int n = 0; n < kTurnsMax && at_server_.size() < message.size(); ++n) {
        is_sent = is_sent || client.send(text_bytes_of(message)) == SendStatus::Ok;
        client.flush();
        static_cast<void>(client.receive());
        if (waiter->wait(Nanos{1'000'000})) {
            server->send_all([] { return Bytes(); }, [](std::size_t) {});
            at_server_ += as_text(server->receive().bytes);
        }
    }
    EXPECT_EQ(at_server_, message);
}

// Of TLS libssl's blocks are freed at once: see AMessageLeavesNoAllocation.
TEST_P(TlsConnection, AMessageAllocatesNothingInPlainText) {
    Connection client = connect(GetParam());
    Connection server = accept(GetParam());
    at_server_.reserve(1'000'000);
    ASSERT_TRUE(turn(client, server,
                     [&] { return client.send(text_bytes_of("first")) == SendStatus::Ok; }));
    ASSERT_TRUE(turn(client, server, [&] { return at_server_.size() == 5; }));
    const NoAllocScope scope;
    for (std::size_t n = 1; n <= 100; ++n) {
        EXPECT_EQ(client.send(text_bytes_of("order")), SendStatus::Ok);
        while (at_server_.size() < 5 + n * 5) {
            at_server_ += as_text(server.receive().bytes);
        }
    }
    EXPECT_EQ(scope.allocations(), scope.deallocations());
    if (!GetParam()) {
        EXPECT_EQ(scope.allocations(), 0U);
    }
}

INSTANTIATE_TEST_SUITE_P(PlainAndTls, TlsConnection, testing::Bool(),
                         [](const auto& param) { return param.param ? "Tls" : "Plain"; });

using MixedConnection = TlsConnection;

TEST_F(MixedConnection, APlainClientAtATlsPortIsDisconnected) {
    Connection client = connect(false);
    Connection server = accept(true);
    EXPECT_EQ(client.send(text_bytes_of("LALICE A         ")), SendStatus::Ok);
    ASSERT_TRUE(turn(client, server, [&] { return server_is_over_; }));
    EXPECT_EQ(server.problem(), Problem::NotTls);
    EXPECT_EQ(server.send(text_bytes_of("x")), SendStatus::Closed);
}

TEST_F(MixedConnection, ATlsClientAtAPlainPortLearnsOfItsEnd) {
    Connection client = connect(true);
    std::optional<Connection> server(accept(false));
    ASSERT_TRUE(turn(client, *server, [&] { return !at_server_.empty(); }));
    server.reset();
    for (int n = 0; n < kTurnsMax && !client_is_over_; ++n) {
        client_is_over_ = client.receive().status == ReceiveStatus::Closed;
    }
    EXPECT_EQ(client.why(),
              "TLS: the peer ended the connection during the handshake: does it expect TLS?");
}

TEST_F(MixedConnection, TheAlertArrivesBeforeTheEnd) {
    const support::TestAuthority other(folder_.path(), "other");
    client_context_ = std::move(*Context::client({.ca = other.file()}));
    std::optional<Connection> client(connect(true));
    Connection server = accept(true);
    ASSERT_TRUE(turn(*client, server, [&] { return client_is_over_; }));
    EXPECT_EQ(client->problem(), Problem::UnknownIssuer);
    client.reset();
    for (int n = 0; n < kTurnsMax && !server_is_over_; ++n) {
        server_is_over_ = server.receive().status == ReceiveStatus::Closed;
    }
    EXPECT_EQ(server.problem(), Problem::PeerRefusedCertificate);
    EXPECT_EQ(server.why(), "TLS: the peer refused our certificate (unknown CA)");
}

}  // namespace
}  // namespace hotpath::tls
