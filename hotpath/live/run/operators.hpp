#pragma once
/// The sockets of a trader's operator port. No decisions are made here.
///
/// Threads: the trading thread. Allocation: open() and each connection. Complexity: a comparison a
/// turn; system calls every kEvery, one and one a connection.

#include <cstdint>
#include <utility>

#include "hotpath/core/error.hpp"
#include "hotpath/live/config/trade_config.hpp"
#include "hotpath/login/client_sockets.hpp"
#include "hotpath/net/tcp_listener.hpp"
#include "hotpath/net/waiter.hpp"
#include "hotpath/trader/operator_port.hpp"

namespace hotpath::live {

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
        clients_.for_each_tls_note(sink);
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
        clients_.poll_gate(
            now, [&](std::uint16_t n, Bytes bytes) { port_.on_bytes(n, bytes, now, obey); });
        clients_.for_each_open([&](std::uint16_t n) { read(n, now, obey); });
        if (now >= port_.next_deadline()) {
            port_.on_timer(now, obey);
        }
        clients_.for_each_open([&](std::uint16_t n) { write(n, now); });
        clients_.poll_closing();
    }

  private:
    static constexpr Nanos kEvery{100'000};

    TradeOperators(trader::OperatorPort&& port, login::ClientSockets&& clients,
                   net::TcpListener&& listener);

    void accept(Time now);
    template <class Obey>
    void read(std::uint16_t n, Time now, Obey&& obey) {
        const login::ClientSockets::Received received = clients_.receive(n, now);
        if (received.is_first) {
            port_.on_certificate(n, clients_.peer_names(n));
        }
        if (!clients_.pass(n, received, now,
                           [&](Bytes bytes) { port_.on_bytes(n, bytes, now, obey); })) {
            port_.on_disconnected(n);
        }
    }
    void write(std::uint16_t n, Time now);
    void close(std::uint16_t n, Time now);

    trader::OperatorPort port_;
    login::ClientSockets clients_;
    net::TcpListener listener_;
    Time next_look_{};
};

}  // namespace hotpath::live
