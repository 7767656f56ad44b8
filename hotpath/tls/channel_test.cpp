// A server's and a client's channel in memory: handshakes, messages in pieces of every size, ends of
// every kind, and what a peer may not do.

#include "hotpath/tls/channel.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <openssl/ssl.h>

#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/test_certificates.hpp"
#include "tests/support/tls_pair.hpp"

namespace hotpath::tls {
namespace {

using support::move_tls;
using support::text_bytes_of;
using support::TlsPair;

class TlsChannel : public testing::Test {
  protected:
    [[nodiscard]] Context server_context(Version least = Version::Tls13) const {
        return std::move(*Context::server(
            {.certificate = venue_.certificate, .key = venue_.key, .version_min = least}));
    }
    [[nodiscard]] Context client_context(Version least = Version::Tls13) const {
        return std::move(*Context::client({.ca = authority_.file(), .version_min = least}));
    }
    [[nodiscard]] TlsPair pair(const ChannelOptions& options = {}) const {
        return TlsPair(server_context(), client_context(), "localhost", options);
    }

    support::TemporaryDirectory folder_;
    support::TestAuthority authority_{folder_.path(), "ca"};
    support::CertificateFiles venue_ = authority_.issue({.file = "venue"});
};

TEST_F(TlsChannel, AHandshakeOpensBothEndsAndMessagesPass) {
    TlsPair both = pair();
    EXPECT_EQ(both.client.state(), ChannelState::Handshake);
    EXPECT_FALSE(both.client.try_write(text_bytes_of("early"))) << "not yet open";
    both.pump();
    ASSERT_TRUE(both.client.is_open()) << both.client.why();
    ASSERT_TRUE(both.server.is_open()) << both.server.why();
    EXPECT_TRUE(both.client.try_write(text_bytes_of("enter")));
    EXPECT_TRUE(both.client.try_write(text_bytes_of("cancel")));
    EXPECT_TRUE(both.server.try_write(text_bytes_of("accepted")));
    EXPECT_TRUE(both.server.try_write({})) << "nothing is no record";
    both.pump();
    EXPECT_EQ(both.at_server, "entercancel");
    EXPECT_EQ(both.at_client, "accepted");
}

TEST_F(TlsChannel, PiecesOfAnySizeChangeNothing) {
    const std::string message(700, 'x');
    for (std::size_t piece = 1; piece < 1'500; piece += piece < 64 ? 1 : 97) {
        TlsPair both = pair();
        both.pump(piece);
        ASSERT_TRUE(both.server.is_open()) << piece << ": " << both.server.why();
        EXPECT_TRUE(both.client.try_write(text_bytes_of(message)));
        EXPECT_TRUE(both.server.try_write(text_bytes_of("reply")));
        both.client.close();
        both.pump(piece);
        EXPECT_EQ(both.at_server, message) << piece;
        EXPECT_EQ(both.at_client, "reply") << piece;
        EXPECT_EQ(both.server.state(), ChannelState::Closed) << piece;
    }
}

TEST_F(TlsChannel, ABigTransferArrivesWholeAndInOrder) {
    constexpr std::size_t kBytes = 8'000'000;
    TlsPair both = pair();
    both.pump();
    std::string sent;
    std::uint32_t random = 1;
    while (sent.size() < kBytes) {
        random = random * 1'664'525U + 1'013'904'223U;
        std::string message(random % 60'000 + 1, static_cast<char>('a' + random % 26));
        message.front() = static_cast<char>('A' + random / 7 % 26);
        for (int tries = 0; !both.client.try_write(text_bytes_of(message)); ++tries) {
            ASSERT_EQ(tries, 0) << "room is back once output has been written";
            move_tls(both.client, both.server, both.at_server, 4'096);
        }
        sent += message;
    }
    both.pump();
    EXPECT_TRUE(both.at_server == sent);
    EXPECT_EQ(both.client.unsent_bytes(), 0U);
}

TEST_F(TlsChannel, WhatDoesNotFitIsRefusedAndLosesNothing) {
    TlsPair both = pair({.write_bytes_max = 1'000});
    both.pump();
    const std::string message(400, 'm');
    std::string sent;
    while (both.client.try_write(text_bytes_of(message))) {
        sent += message;
    }
    EXPECT_GE(sent.size(), 800U);
    EXPECT_LE(sent.size(), 1'200U);
    EXPECT_FALSE(both.client.try_write(text_bytes_of(std::string(2'000, 'm')))) << "never";
    both.pump();
    EXPECT_EQ(both.at_server, sent);
    EXPECT_TRUE(both.client.try_write(text_bytes_of(message)));
}

TEST_F(TlsChannel, CiphertextBeyondTheRoomIsTakenAfterARead) {
    TlsPair both = pair({.read_bytes_max = 100, .input_bytes_max = 64});
    both.pump();
    ASSERT_TRUE(both.server.is_open());
    const std::string message(5'000, 'm');
    EXPECT_TRUE(both.client.try_write(text_bytes_of(message)));
    const Bytes output = both.client.output();
    ASSERT_GT(output.size(), 64U);
    EXPECT_EQ(both.server.on_bytes(output), 64U);
    both.client.on_written(64);
    EXPECT_TRUE(both.server.has_unread());
    EXPECT_TRUE(both.server.read().empty()) << "no whole record yet";
    EXPECT_FALSE(both.server.has_unread());
    both.pump();
    EXPECT_EQ(both.at_server, message);
}

TEST_F(TlsChannel, CloseNotifyIsAnOrderlyEnd) {
    TlsPair both = pair();
    both.pump();
    EXPECT_TRUE(both.server.try_write(text_bytes_of("last")));
    both.server.close();
    both.server.close();
    EXPECT_FALSE(both.server.try_write(text_bytes_of("more")));
    both.pump();
    EXPECT_EQ(both.at_client, "last");
    EXPECT_EQ(both.client.state(), ChannelState::Closed);
    EXPECT_EQ(both.client.problem(), Problem::None);
    both.client.on_end();
    EXPECT_EQ(both.client.problem(), Problem::None);
}

TEST_F(TlsChannel, AnEndWithoutCloseNotifyIsATruncation) {
    TlsPair both = pair();
    both.pump();
    EXPECT_TRUE(both.server.try_write(text_bytes_of("part")));
    both.pump();
    both.client.on_end();
    EXPECT_EQ(both.client.state(), ChannelState::Failed);
    EXPECT_EQ(both.client.why(), "TLS: the connection ended without close_notify");
    EXPECT_FALSE(is_worth_a_note(both.client.problem()));
}

TEST_F(TlsChannel, AnEndInTheHandshakeSaysSo) {
    TlsPair both = pair();
    both.client.on_end();
    EXPECT_EQ(both.client.problem(), Problem::EndedInHandshake);
    EXPECT_TRUE(both.client.read().empty());
}

TEST_F(TlsChannel, PlainTextAtAServerIsNoTls) {
    using namespace std::string_literals;
    for (const std::string& text : {"GET / HTTP/1.1\r\n\r\n"s, "\0\x2fLALICE A              "s,
                                    "8=FIX.4.4\0019=70\00135=A\001"s}) {
        auto server = Channel::server(server_context());
        EXPECT_EQ(server->on_bytes(text_bytes_of(text)), text.size());
        EXPECT_TRUE(server->read().empty());
        EXPECT_EQ(server->state(), ChannelState::Failed) << text;
        EXPECT_EQ(server->problem(), Problem::NotTls) << text << server->why();
        EXPECT_EQ(server->on_bytes(text_bytes_of(text)), text.size()) << "taken, not read";
    }
}

TEST_F(TlsChannel, AChangedByteEndsTheChannel) {
    TlsPair both = pair();
    both.pump();
    EXPECT_TRUE(both.client.try_write(text_bytes_of("enter 100")));
    const Bytes output = both.client.output();
    std::vector<std::byte> changed(output.begin(), output.end());
    changed[changed.size() / 2] ^= std::byte{1};
    EXPECT_EQ(both.server.on_bytes(changed), changed.size());
    EXPECT_TRUE(both.server.read().empty());
    EXPECT_EQ(both.server.problem(), Problem::Protocol) << both.server.why();
    EXPECT_FALSE(both.server.output().empty()) << "the alert";
}

/// A client of OpenSSL's own, with which a test does what a Channel cannot.
class RawClient {
  public:
    explicit RawClient(int version) : context_(SSL_CTX_new(TLS_client_method())) {
        SSL_CTX_set_min_proto_version(context_, version);
        SSL_CTX_set_max_proto_version(context_, version);
        ssl_ = SSL_new(context_);
        SSL_set_bio(ssl_, BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem()));
        SSL_set_connect_state(ssl_);
    }
    RawClient(const RawClient&) = delete;
    RawClient& operator=(const RawClient&) = delete;
    ~RawClient() {
        SSL_free(ssl_);
        SSL_CTX_free(context_);
    }
    [[nodiscard]] SSL* ssl() { return ssl_; }

    void talk_with(Channel& server) {
        for (int turn = 0; turn < 8; ++turn) {
            char room[4'096];
            SSL_do_handshake(ssl_);
            static_cast<void>(SSL_read(ssl_, room, sizeof room));
            for (int count; (count = BIO_read(SSL_get_wbio(ssl_), room, sizeof room)) > 0;) {
                const std::string_view sent(room, static_cast<std::size_t>(count));
                EXPECT_EQ(server.on_bytes(text_bytes_of(sent)), sent.size());
                read_ += as_text(server.read());
            }
            for (Bytes output = server.output(); !output.empty(); output = server.output()) {
                BIO_write(SSL_get_rbio(ssl_), output.data(), static_cast<int>(output.size()));
                server.on_written(output.size());
            }
        }
    }
    [[nodiscard]] const std::string& read() const { return read_; }

  private:
    SSL_CTX* context_;
    SSL* ssl_ = nullptr;
    std::string read_;
};

TEST_F(TlsChannel, AnOlderVersionIsRefused) {
    auto server = Channel::server(server_context());
    RawClient client(TLS1_2_VERSION);
    client.talk_with(*server);
    EXPECT_EQ(server->problem(), Problem::NoCommonVersion) << server->why();
}

TEST_F(TlsChannel, Tls12IsTakenWhereItIsAllowed) {
    auto server = Channel::server(server_context(Version::Tls12));
    RawClient client(TLS1_2_VERSION);
    client.talk_with(*server);
    ASSERT_TRUE(server->is_open()) << server->why();
    EXPECT_EQ(SSL_version(client.ssl()), TLS1_2_VERSION);
    EXPECT_EQ(SSL_write(client.ssl(), "enter", 5), 5);
    client.talk_with(*server);
    EXPECT_EQ(client.read(), "enter");
}

TEST_F(TlsChannel, RenegotiationIsRefused) {
    auto server = Channel::server(server_context(Version::Tls12));
    RawClient client(TLS1_2_VERSION);
    client.talk_with(*server);
    ASSERT_TRUE(server->is_open()) << server->why();
    ASSERT_EQ(SSL_get_state(client.ssl()), TLS_ST_OK);
    EXPECT_EQ(SSL_renegotiate(client.ssl()), 1);
    client.talk_with(*server);
    EXPECT_NE(SSL_get_state(client.ssl()), TLS_ST_OK) << "no second handshake is finished";
}

TEST_F(TlsChannel, KeyUpdatesAreAnsweredAndAFloodOfThemEndsTheChannel) {
    auto server = Channel::server(server_context(), {.write_bytes_max = 1'000});
    RawClient client(TLS1_3_VERSION);
    client.talk_with(*server);
    ASSERT_TRUE(server->is_open()) << server->why();
    SSL_key_update(client.ssl(), SSL_KEY_UPDATE_REQUESTED);
    EXPECT_EQ(SSL_write(client.ssl(), "enter", 5), 5);
    client.talk_with(*server);
    EXPECT_EQ(client.read(), "enter");
    // Answers that are not read.
    for (int n = 0; n < 2'000 && !server->is_over(); ++n) {
        char room[4'096];
        SSL_key_update(client.ssl(), SSL_KEY_UPDATE_REQUESTED);
        SSL_write(client.ssl(), "x", 1);
        const int count = BIO_read(SSL_get_wbio(client.ssl()), room, sizeof room);
        ASSERT_GT(count, 0);
        static_cast<void>(server->on_bytes(
            text_bytes_of(std::string_view(room, static_cast<std::size_t>(count)))));
        static_cast<void>(server->read());
    }
    EXPECT_EQ(server->problem(), Problem::Protocol) << server->why();
    EXPECT_LT(server->unsent_bytes(), 4'096U);
}

// libssl allocates while it builds a record, and frees it at once: a few blocks, and no growth.
TEST_F(TlsChannel, AMessageLeavesNoAllocation) {
    TlsPair both = pair();
    both.pump();
    const std::string message(48, 'o');
    both.at_server.reserve(1'000'000);
    const auto send = [&] {
        ASSERT_TRUE(both.client.try_write(text_bytes_of(message)));
        move_tls(both.client, both.server, both.at_server, 4'096);
    };
    send();
    const NoAllocScope scope;
    for (int n = 0; n < 1'000; ++n) {
        send();
    }
    EXPECT_EQ(scope.allocations(), scope.deallocations());
    EXPECT_LE(scope.allocations(), 8'000U);
    EXPECT_EQ(both.at_server.size(), 1'001U * 48U);
}

}  // namespace
}  // namespace hotpath::tls
