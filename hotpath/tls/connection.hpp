#pragma once
/// Connection: a TCP connection that carries plain text, or TLS when it is made with a context. Its
/// owner sends and receives plain bytes either way, as those of net::TcpConnection.
///
///   auto connection = Connection::connect(venue, {.context = &context, .name = "venue.example"});
///   const net::TcpReceived received = connection->receive();
///   if (connection->send(request) == net::SendStatus::Full) { ... }    later: also in the handshake
///
/// Destroyed, it says close_notify. Threads: one owner. Allocation: connect(), accept(); a message
/// in plain text none, of TLS as Channel. Complexity: plain text costs a comparison beyond
/// TcpConnection.

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/net/tcp_connection.hpp"
#include "hotpath/tls/channel.hpp"
#include "hotpath/tls/context.hpp"
#include "hotpath/tls/problem.hpp"

namespace hotpath::tls {

/// The settings of a client; without a context: plain text.
struct ClientEnd {
    const Context* context = nullptr;
    std::string name{};  // the server's: see Channel::client()
};

class Connection {
  public:
    /// Begins to connect, as TcpConnection::connect().
    [[nodiscard]] static Expected<Connection> connect(const net::Endpoint& to, const ClientEnd& end,
                                                      const net::TcpOptions& options = {});
    /// `context` is a server's; nullptr: plain text. `options` are those of the listener.
    [[nodiscard]] static Expected<Connection> accept(net::TcpConnection&& connection,
                                                     const Context* context,
                                                     const net::TcpOptions& options = {});

    Connection(Connection&&) noexcept = default;
    Connection& operator=(Connection&& other) noexcept;
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    ~Connection() { finish(); }

    [[nodiscard]] const net::Endpoint& peer() const noexcept { return tcp_.peer(); }
    [[nodiscard]] int descriptor() const noexcept { return tcp_.descriptor(); }
    [[nodiscard]] std::size_t unsent_bytes() const noexcept {
        return tcp_.unsent_bytes() + (channel_ ? channel_->unsent_bytes() : 0);
    }
    /// receive() has more, though nothing arrives.
    [[nodiscard]] bool has_unread() const noexcept { return channel_ && channel_->has_unread(); }
    /// Why TLS is over, when it is.
    [[nodiscard]] Problem problem() const noexcept {
        return channel_ ? channel_->problem() : Problem::None;
    }
    /// The same, as one line; "" without a problem.
    [[nodiscard]] std::string why() const {
        return problem() == Problem::None ? std::string() : channel_->why();
    }

    /// The names in the peer's certificate, once the handshake is done; empty: none.
    [[nodiscard]] std::vector<std::string> peer_names() const {
        return channel_ ? channel_->peer_names() : std::vector<std::string>();
    }

    /// Goes on with the handshake alone, for an owner who leaves the rest to another. False: it is
    /// over, well or not.
    [[nodiscard]] bool shake() noexcept;
    [[nodiscard]] net::TcpReceived receive() noexcept {
        return channel_ ? receive_secure() : tcp_.receive();
    }
    /// All of `bytes` or nothing; Full as long as the handshake lasts.
    [[nodiscard]] net::SendStatus send(Bytes bytes) noexcept {
        return channel_ ? send_secure(bytes) : tcp_.send(bytes);
    }
    net::SendStatus flush() noexcept { return channel_ ? flush_secure() : tcp_.flush(); }
    /// Says close_notify and leaves the TCP connection, with what it has kept to send.
    [[nodiscard]] net::TcpConnection take_tcp() && noexcept;

  private:
    Connection(net::TcpConnection&& tcp, std::unique_ptr<Channel>&& channel,
               std::size_t piece_max) noexcept
        : tcp_(std::move(tcp)), channel_(std::move(channel)), piece_max_(piece_max) {}
    [[nodiscard]] static Expected<Connection> secure(net::TcpConnection&& tcp,
                                                     Expected<Channel>&& channel,
                                                     const net::TcpOptions& options);

    [[nodiscard]] bool is_shaking() const noexcept {
        return channel_ && channel_->state() == ChannelState::Handshake;
    }
    [[nodiscard]] net::TcpReceived receive_secure() noexcept;
    [[nodiscard]] net::SendStatus send_secure(Bytes bytes) noexcept;
    net::SendStatus flush_secure() noexcept;
    void finish() noexcept;

    net::TcpConnection tcp_;
    std::unique_ptr<Channel> channel_;  // nullptr: plain text
    std::size_t piece_max_ = 0;         // of ciphertext: what TCP can keep
};

}  // namespace hotpath::tls
