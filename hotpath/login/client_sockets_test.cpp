// Clients by TLS at a server's sockets: handshakes are made beside their owner, who sees connections
// that are established, or over.

#include "hotpath/login/client_sockets.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "hotpath/core/assert.hpp"
#include "hotpath/net/tcp_listener.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/test_certificates.hpp"
#include "tests/support/tls_pair.hpp"

namespace hotpath::login {
namespace {

using net::ReceiveStatus;
using support::text_bytes_of;

constexpr Time kAnyTime{kNanosPerSecond};
constexpr std::uint16_t kPlace = 1;

template <class T>
[[nodiscard, gnu::noinline]] T made(Expected<T> of) {
    HOTPATH_ASSERT(of.has_value(), "it must open");
    return std::move(*of);
}

class TlsClients : public testing::Test {
  protected:
    [[nodiscard]] tls::Connection connect() {
        return made(tls::Connection::connect(listener_.endpoint(),
                                             {.context = &client_context_, .name = "localhost"}));
    }
    void open(std::uint16_t place) {
        std::optional<net::TcpConnection> accepted;
        while (!accepted) {
            accepted = listener_.accept();
        }
        ASSERT_TRUE(sockets_.open(place, 0, std::move(*accepted)));
    }
    /// is_done() within ten seconds.
    template <class IsDone>
    [[nodiscard]] static bool wait_for(IsDone&& is_done) {
        const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(10);
        bool is = is_done();
        while (!is && std::chrono::steady_clock::now() < until) {
            is = is_done();
        }
        return is;
    }
    /// The client's login has gone: its handshake is over.
    [[nodiscard]] static bool sends(tls::Connection& client) {
        return wait_for([&] {
            static_cast<void>(client.receive());
            return client.send(text_bytes_of("login")) == net::SendStatus::Ok;
        });
    }
    [[nodiscard]] std::string received(std::uint16_t place) {
        std::string text;
        EXPECT_TRUE(wait_for([&] {
            text += as_text(sockets_.receive(place, kAnyTime).bytes);
            return !text.empty();
        }));
        return text;
    }

    support::TemporaryDirectory folder_;
    support::TestAuthority authority_{folder_.path(), "ca"};
    support::CertificateFiles venue_ = authority_.issue({.file = "venue"});
    tls::Context client_context_ = made(tls::Context::client({.ca = authority_.file()}));
    net::TcpListener listener_ = made(net::TcpListener::listen({net::kLoopback, 0}));
    net::Waiter waiter_ = made(net::Waiter::create());
    ClientSockets sockets_ = made(ClientSockets::create(
        TlsServerConfig{.options = {.certificate = venue_.certificate, .key = venue_.key}},
        {.places = 4, .ports = {{}}}, waiter_));
};

TEST_F(TlsClients, AHandshakeIsMadeWithoutItsOwner) {
    tls::Connection client = connect();
    open(kPlace);
    EXPECT_TRUE(sends(client)) << "the owner has done nothing";
    EXPECT_EQ(received(kPlace), "login");
    const auto reply = text_bytes_of("accepted");
    bool is_sent = false;
    EXPECT_TRUE(sockets_.send(
        kPlace, [&] { return is_sent ? Bytes{} : Bytes(reply); },
        [&](std::size_t) { is_sent = true; }));
    std::string at_client;
    EXPECT_TRUE(wait_for([&] {
        at_client += as_text(client.receive().bytes);
        return at_client == "accepted";
    }));
}

TEST_F(TlsClients, NothingIsReceivedOrSentBeforeTheHandshakeIsOver) {
    tls::Connection client = connect();  // it does not go on
    open(kPlace);
    EXPECT_EQ(sockets_.receive(kPlace, kAnyTime).status, ReceiveStatus::Nothing);
    EXPECT_TRUE(sockets_.send(
        kPlace,
        [] {
            ADD_FAILURE() << "asked for output";
            return Bytes{};
        },
        [](std::size_t) {}));
    sockets_.close(kPlace, {});
    EXPECT_TRUE(wait_for([&] { return client.receive().status == ReceiveStatus::Closed; }));
}

TEST_F(TlsClients, AFailedHandshakeIsTheEndAndOneNote) {
    auto tcp = net::TcpConnection::connect(listener_.endpoint());
    ASSERT_TRUE(tcp.has_value());
    open(kPlace);
    ASSERT_TRUE(wait_for(
        [&] { return tcp->send(text_bytes_of("no TLS at all\r\n\r\n")) == net::SendStatus::Ok; }));
    EXPECT_TRUE(wait_for(
        [&] { return sockets_.receive(kPlace, kAnyTime).status == ReceiveStatus::Closed; }));
    EXPECT_EQ(sockets_.tls_failures(), 1U);
}

TEST_F(TlsClients, ALaterClientOfThePlaceGetsNothingOfTheFormer) {
    tls::Connection former = connect();
    open(kPlace);
    ASSERT_TRUE(sends(former));  // it is established, and not taken yet
    sockets_.close(kPlace, {});
    tls::Connection later = connect();
    open(kPlace);
    ASSERT_TRUE(sends(later));
    EXPECT_EQ(received(kPlace), "login");
    EXPECT_TRUE(wait_for([&] { return former.receive().status == ReceiveStatus::Closed; }));
}

}  // namespace
}  // namespace hotpath::login
