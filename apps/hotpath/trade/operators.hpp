#pragma once
/// The sockets of a trader's operator port. No decisions are made here.
///
/// Threads: the trading thread. Allocation: open() and each connection. Complexity: a comparison a
/// turn; system calls every kEvery, one and one a connection.

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "apps/hotpath/console/handshake_limit.hpp"
#include "apps/hotpath/console/tls_notes.hpp"
#include "apps/hotpath/login/login_gate.hpp"
#include "apps/hotpath/trade/config.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/net/tcp_listener.hpp"
#include "hotpath/net/waiter.hpp"
#include "hotpath/tls/connection.hpp"
#include "hotpath/tls/watched_connection.hpp"
#include "hotpath/trader/operator_port.hpp"

namespace hotpath::app {

class TradeOperators {
  public:
    /// `config` has an operator_port.
    [[nodiscard]] static Expected<TradeOperators> open(const TradeConfig& config,
                                                       net::Waiter& waiter);

    [[nodiscard]] const net::Endpoint& endpoint() const noexcept { return listener_.endpoint(); }
    [[nodiscard]] const trader::OperatorPort& port() const noexcept { return port_; }
    [[nodiscard]] Time next_deadline() const noexcept { return port_.next_deadline(); }

    /// sink(const ClientNote&) for each operator that was disconnected or refused.
    template <class Sink>
    void for_each_note(Sink&& sink) {
        port_.for_each_note(sink);
        tls_notes_.for_each(sink);
    }

    void start(Time now) noexcept { port_.start(now); }
    /// OperatorAnswer obey(const OperatorCommand&) carries a command out.
    template <class Obey>
    void poll(Time now, Obey&& obey) {
        if (now < next_look_) {
            return;
        }
        next_look_ = now + kEvery;
        accept(now);
        if (gate_ != nullptr) {
            gate_->poll(now,
                        [&](std::uint16_t n, Bytes bytes) { port_.on_bytes(n, bytes, now, obey); });
        }
        for (std::uint16_t n = 0; n < port_.places(); ++n) {
            if (connections_[n]) {
                read(n, now, obey);
            }
        }
        if (now >= port_.next_deadline()) {
            port_.on_timer(now, obey);
        }
        for (std::uint16_t n = 0; n < port_.places(); ++n) {
            if (connections_[n]) {
                write(n);
            }
        }
    }

  private:
    static constexpr Nanos kEvery{100'000};

    TradeOperators(const TradeConfig& config, trader::OperatorPort&& port,
                   std::optional<tls::Context>&& context, net::TcpListener&& listener,
                   net::Waiter& waiter);

    void accept(Time now);
    template <class Obey>
    void read(std::uint16_t n, Time now, Obey&& obey) {
        const net::TcpReceived received = connections_[n]->receive();
        if (received.status == net::ReceiveStatus::Bytes && gate_ != nullptr) {
            const bool is_fine = gate_->on_bytes(
                n, received.bytes, now, [&](Bytes bytes) { port_.on_bytes(n, bytes, now, obey); });
            if (!is_fine) {
                port_.on_disconnected(n);
            }
        } else if (received.status == net::ReceiveStatus::Bytes) {
            port_.on_bytes(n, received.bytes, now, obey);
        } else if (received.status == net::ReceiveStatus::Closed) {
            tls_notes_.on_end(0, connections_[n]->connection(), now);
            port_.on_disconnected(n);
        }
    }
    void write(std::uint16_t n);
    void close(std::uint16_t n);

    trader::OperatorPort port_;
    std::optional<tls::Context> context_;  // nullopt: plain text
    HandshakeLimit handshakes_;
    net::TcpListener listener_;
    net::Waiter* waiter_;
    std::vector<std::optional<tls::WatchedConnection>> connections_;
    std::unique_ptr<LoginGate> gate_;  // nullptr: every password is plain
    TlsNotes tls_notes_;
    Time next_look_{};
};

}  // namespace hotpath::app
