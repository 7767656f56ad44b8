#pragma once
/// The port of a venue's market data over FIX: received bytes and the ITCH packets that leave go to
/// the server, its output is sent. No decisions are made here.
///
/// Threads: one owner. Allocation: open() and each connection. Complexity: system calls; O(open
/// connections) a turn, beside exchange::FixDataServer's work.

#include <cstdint>
#include <memory>

#include "apps/hotpath/exchange/config.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/fix_data/fix_data_server.hpp"
#include "hotpath/login/client_sockets.hpp"
#include "hotpath/net/endpoint.hpp"
#include "hotpath/net/tcp_listener.hpp"
#include "hotpath/net/waiter.hpp"

namespace hotpath::app {

class FixDataPorts {
  public:
    /// The configuration has the table; `waiter` outlives it.
    [[nodiscard]] static Expected<std::unique_ptr<FixDataPorts>> open(const ExchangeConfig& config,
                                                                      net::Waiter& waiter);

    [[nodiscard]] const net::Endpoint& endpoint() const noexcept { return listener_.endpoint(); }
    [[nodiscard]] const exchange::FixDataServer& server() const noexcept { return server_; }
    [[nodiscard]] Time next_deadline() const noexcept { return server_.next_deadline(); }
    [[nodiscard]] std::uint64_t tls_failures() const noexcept { return clients_.tls_failures(); }
    [[nodiscard]] std::uint64_t connections_not_taken() const noexcept {
        return listener_.failures();
    }
    [[nodiscard]] std::uint64_t handshakes_refused() const noexcept {
        return clients_.handshakes_refused();
    }

    /// The venue as it is after its recovery.
    void begin(const exchange::Exchange& exchange, Time now);
    void accept(Time now);
    /// One read of every connection.
    void read(Time now);
    /// A packet that leaves on the ITCH lines.
    void on_packet(Bytes packet, Time now) { server_.on_packet(packet, now); }
    /// Timers, what the packets of the turn have changed, output to its connections, ends to those
    /// that are over.
    void write(Time now);
    void close_all(Time now);

    /// sink(const ClientNote&) for each client that was cut off or refused, of a bounded number a
    /// second.
    template <class Sink>
    void for_each_note(Sink&& sink) {
        server_.for_each_note(sink);
        clients_.for_each_tls_note(sink);
    }

  private:
    FixDataPorts(exchange::FixDataServer&& server, login::ClientSockets&& clients,
                 net::TcpListener&& listener);

    void take(net::TcpConnection&& connection, Time now);
    void read_one(exchange::ConnectionId id, Time now);
    void write_one(exchange::ConnectionId id, Time now);
    /// Sends each its last bytes and closes its socket.
    void close_ended();

    exchange::FixDataServer server_;
    login::ClientSockets
        clients_;  // by ConnectionId; with a limit of handshakes beside the venue's
    net::TcpListener listener_;
};

}  // namespace hotpath::app
