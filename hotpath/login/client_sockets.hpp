#pragma once
/// ClientSockets: the TCP connections of a server's clients at its places, plain or TLS: the limit of handshakes, which
/// another thread makes, the gate of hashed passwords, and what the log says of TLS. No decisions are made here.
///
///   if (sockets.may_begin(port, connection.peer(), now)) {
///       const auto place = server.on_connect(...);
///       if (!sockets.open(place, port, std::move(connection))) { server.on_disconnect(place); }
///   }
///   const auto received = sockets.receive(place, now);
///   if (!sockets.pass(place, received, now, [&](Bytes bytes) { server.on_bytes(place, bytes); })) { disconnect; }
///   if (!sockets.send(place, output, on_written)) { server.on_disconnect(place); }
///   sockets.close(place, server.last_output(place));
///
/// Threads: one owner, the waiter's. Allocation: create() and each connection. Complexity: a system call a piece.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/login/handshake_limit.hpp"
#include "hotpath/login/handshakes.hpp"
#include "hotpath/login/login_gate.hpp"
#include "hotpath/login/tls_notes.hpp"
#include "hotpath/login/tls_table.hpp"
#include "hotpath/net/closing_connections.hpp"
#include "hotpath/net/endpoint.hpp"
#include "hotpath/net/tcp_connection.hpp"
#include "hotpath/net/waiter.hpp"
#include "hotpath/tls/connection.hpp"
#include "hotpath/tls/context.hpp"
#include "hotpath/tls/watched_connection.hpp"
#include "hotpath/wire/soupbintcp/login_limit.hpp"

namespace hotpath::login {

class ClientSockets {
  public:
    struct Options {
        net::TcpOptions connections{};
        std::size_t places = 0;           // connections have numbers below this
        std::vector<LoginUsers> ports{};  // the n-th port's users
        std::uint32_t waiting_per_address_max = 4;
        wire::soupbintcp::LoginLimitOptions failed_logins{};
    };
    struct Received {
        net::ReceiveStatus status = net::ReceiveStatus::Nothing;
        Bytes bytes{};
        bool is_first = false;  // of the connection: its handshake is done
    };

    /// Plain text without `tls`. `waiter` outlives it.
    [[nodiscard]] static Expected<ClientSockets> create(const std::optional<TlsServerConfig>& tls,
                                                        Options options, net::Waiter& waiter);

    [[nodiscard]] std::size_t places() const noexcept { return clients_.size(); }
    [[nodiscard]] bool is_open(std::uint16_t place) const noexcept {
        return clients_[place].has_value();
    }
    /// Calls visit(place) for each connection, by place; visit() may close its own.
    template <class Visit>
    void for_each_open(Visit&& visit) {
        for (std::size_t n = 0; n < clients_.size(); ++n) {
            if (clients_[n]) {
                visit(static_cast<std::uint16_t>(n));
            }
        }
    }
    /// The names in the certificate that the client has shown; empty: none.
    [[nodiscard]] std::vector<std::string> peer_names(std::uint16_t place) const {
        return clients_[place]->connection->connection().peer_names();
    }
    /// Connections that failed to establish TLS, or broke it.
    [[nodiscard]] std::uint64_t tls_failures() const noexcept { return tls_notes_.failures(); }
    /// Connections that were closed before their handshake.
    [[nodiscard]] std::uint64_t handshakes_refused() const noexcept {
        return handshakes_.refused();
    }
    /// sink(const ClientNote&) for each of both, of a bounded number a second.
    template <class Sink>
    void for_each_tls_note(Sink&& sink) {
        tls_notes_.for_each(sink);
    }

    /// False, counted and noted: too many handshakes have begun. The connection is closed by not being opened.
    [[nodiscard]] bool may_begin(std::uint8_t port, const net::Endpoint& peer, Time now) noexcept;
    /// The n-th port's connection takes the place, which is free. False: it is closed.
    [[nodiscard]] bool open(std::uint16_t place, std::uint8_t port,
                            net::TcpConnection&& connection);

    /// A user's password is hashed: logins are checked before the server sees them.
    [[nodiscard]] bool has_gate() const noexcept { return gate_ != nullptr; }
    /// Calls on_bytes(place, Bytes) with the logins whose passwords have been checked.
    template <class OnBytes>
    void poll_gate(Time now, OnBytes&& on_bytes) {
        if (gate_ != nullptr) {
            gate_->poll(now, on_bytes);
        }
    }
    /// One read. A TLS connection that broke is noted.
    [[nodiscard]] Received receive(std::uint16_t place, Time now) noexcept;
    /// Calls on_bytes(Bytes) with what the server may see of them now. False: the connection is over.
    template <class OnBytes>
    [[nodiscard]] bool pass(std::uint16_t place, const Received& received, Time now,
                            OnBytes&& on_bytes) {
        if (received.status == net::ReceiveStatus::Bytes) {
            if (gate_ != nullptr) {
                return gate_->on_bytes(place, received.bytes, now, on_bytes);
            }
            on_bytes(received.bytes);
        }
        return received.status != net::ReceiveStatus::Closed;
    }
    /// WatchedConnection::send_all(). False: the connection is over.
    template <class Output, class Written>
    [[nodiscard]] bool send(std::uint16_t place, Output&& output, Written&& on_written) {
        Client& client = *clients_[place];
        return !client.connection ||
               client.connection->send_all(output, on_written) != net::SendStatus::Closed;
    }
    /// Sends the last bytes as far as the connection takes them; it stays behind its place until its
    /// peer has closed it, too (net::ClosingConnections). Without an effect on a place that is free.
    void close(std::uint16_t place, std::span<const Bytes> last);
    /// In each turn: reads what the peers of closed connections still send.
    void poll_closing() noexcept { closing_.poll(); }

  private:
    struct Client {
        std::uint8_t port = 0;
        std::optional<tls::WatchedConnection> connection{};  // none in its handshake
        bool has_received = false;
        bool is_lost = false;  // its handshake could not even begin
    };

    ClientSockets(Options&& options, std::unique_ptr<Handshakes>&& tls,
                  std::uint32_t handshakes_per_second, net::Waiter& waiter);
    /// Connections whose handshake is over go to their places.
    void take_handshakes() noexcept;

    net::Waiter* waiter_;
    net::TcpOptions options_;
    std::unique_ptr<Handshakes> tls_;  // nullptr: plain text
    HandshakeLimit handshakes_;
    std::vector<std::optional<Client>> clients_;  // by place
    net::ClosingConnections closing_;
    TlsNotes tls_notes_;
    std::unique_ptr<LoginGate> gate_;  // nullptr: every password is plain
};

}  // namespace hotpath::login
