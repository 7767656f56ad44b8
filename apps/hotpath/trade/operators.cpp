#include "apps/hotpath/trade/operators.hpp"

namespace hotpath::app {

namespace {

constexpr net::TcpOptions kOperatorConnections{
    .receive_bytes_max = 4'096, .unsent_bytes_max = 65'536, .kernel_send_bytes = 0};

}  // namespace

Expected<TradeOperators> TradeOperators::open(const TradeConfig& config, net::Waiter& waiter) {
    auto port = trader::OperatorPort::create(config.operators);
    if (!port) {
        return std::unexpected(port.error());
    }
    auto listener = net::TcpListener::listen(*config.operator_port, kOperatorConnections);
    if (!listener) {
        return std::unexpected(listener.error());
    }
    if (auto watched = waiter.watch(listener->descriptor()); !watched) {
        return std::unexpected(watched.error());
    }
    return TradeOperators(std::move(*port), std::move(*listener), waiter);
}

TradeOperators::TradeOperators(trader::OperatorPort&& port, net::TcpListener&& listener,
                               net::Waiter& waiter)
    : port_(std::move(port)),
      listener_(std::move(listener)),
      waiter_(&waiter),
      connections_(port_.places()) {}

/// Two at most: the market does not wait.
void TradeOperators::accept(Time now) {
    for (int n = 0; n < 2; ++n) {
        auto connection = listener_.accept();
        if (!connection) {
            return;
        }
        const net::Endpoint peer = connection->peer();
        const auto place = port_.on_connect(now, {peer.address.value, peer.port});
        for (std::uint16_t other = 0; other < port_.places(); ++other) {
            if (connections_[other] && !port_.is_open(other)) {
                close(other);  // the one whose place it has taken
            }
        }
        if (!place) {
            continue;  // closed by its end
        }
        auto watched = net::WatchedConnection::watch(std::move(*connection), *waiter_);
        if (!watched) {
            port_.on_disconnected(*place);
            port_.release(*place);
            continue;
        }
        connections_[*place].emplace(std::move(*watched));
    }
}

void TradeOperators::write(std::uint16_t n) {
    const net::SendStatus status = connections_[n]->send_all(
        [&] { return port_.output(n); }, [&](std::size_t bytes) { port_.on_written(n, bytes); });
    if (status == net::SendStatus::Closed) {
        port_.on_disconnected(n);
    }
    if (!port_.is_open(n)) {
        close(n);
    }
}

void TradeOperators::close(std::uint16_t n) {
    for (const Bytes piece : port_.last_output(n)) {
        if (!piece.empty()) {
            connections_[n]->send_last(piece);
        }
    }
    connections_[n].reset();
    port_.release(n);
}

}  // namespace hotpath::app
