#pragma once
/// The port of a venue's market data over FIX: received bytes and the ITCH packets that leave go to
/// the server, its output is sent. No decisions are made here.
///
/// Threads: one owner. Allocation: open() and each connection. Complexity: system calls; O(open
/// connections) a turn, beside exchange::FixDataServer's work.

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "apps/hotpath/console/handshake_limit.hpp"
#include "apps/hotpath/console/tls_notes.hpp"
#include "apps/hotpath/exchange/config.hpp"
#include "apps/hotpath/login/login_gate.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/fix_data/fix_data_server.hpp"
#include "hotpath/net/endpoint.hpp"
#include "hotpath/net/tcp_listener.hpp"
#include "hotpath/net/waiter.hpp"
#include "hotpath/tls/connection.hpp"
#include "hotpath/tls/watched_connection.hpp"

namespace hotpath::app {

class FixDataPorts {
  public:
    /// The configuration has the table; `waiter` outlives it.
    [[nodiscard]] static Expected<std::unique_ptr<FixDataPorts>> open(const ExchangeConfig& config,
                                                                      net::Waiter& waiter);

    [[nodiscard]] const net::Endpoint& endpoint() const noexcept { return listener_.endpoint(); }
    [[nodiscard]] const exchange::FixDataServer& server() const noexcept { return server_; }
    [[nodiscard]] Time next_deadline() const noexcept { return server_.next_deadline(); }
    [[nodiscard]] std::uint64_t tls_failures() const noexcept { return tls_notes_.failures(); }
    [[nodiscard]] std::uint64_t handshakes_refused() const noexcept {
        return handshakes_.refused();
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
        tls_notes_.for_each(sink);
    }

  private:
    FixDataPorts(const ExchangeConfig& config, net::Waiter& waiter,
                 exchange::FixDataServer&& server, std::optional<tls::Context>&& context,
                 net::TcpListener&& listener);

    void take(net::TcpConnection&& connection, Time now);
    void read_one(exchange::ConnectionId id, Time now);
    void write_one(exchange::ConnectionId id, Time now);
    /// Sends each its last bytes and closes its socket.
    void close_ended();

    net::Waiter* waiter_;
    exchange::FixDataServer server_;
    std::optional<tls::Context> context_;  // nullopt: plain text
    HandshakeLimit handshakes_;            // this port's own
    net::TcpListener listener_;
    std::vector<std::optional<tls::WatchedConnection>> clients_;  // by ConnectionId
    TlsNotes tls_notes_;
    std::unique_ptr<LoginGate> gate_;  // nullptr: every password is plain
};

}  // namespace hotpath::app
