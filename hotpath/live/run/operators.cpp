#include "hotpath/live/run/operators.hpp"

namespace hotpath::live {

namespace {

constexpr std::uint8_t kOperatorPort = 0;  // it is the only one
constexpr net::TcpOptions kOperatorConnections{
    .receive_bytes_max = 4'096, .unsent_bytes_max = 65'536, .kernel_send_bytes = 0};

}  // namespace

Expected<TradeOperators> TradeOperators::open(const TradeConfig& config, net::Waiter& waiter) {
    auto port = trader::OperatorPort::create(config.operators);
    if (!port) {
        return std::unexpected(port.error());
    }
    auto clients = login::ClientSockets::create(
        config.operator_tls,
        {.connections = kOperatorConnections,
         .places = port->places(),
         .ports = {{config.operators.users, config.operator_hashes}},
         .waiting_per_address_max = config.operators.places.pending_per_address_max,
         .failed_logins = config.operators.failed_logins},
        waiter);
    if (!clients) {
        return std::unexpected(clients.error());
    }
    auto listener = net::TcpListener::listen(*config.operator_port, kOperatorConnections);
    if (!listener) {
        return std::unexpected(listener.error());
    }
    if (auto watched = waiter.watch(listener->descriptor()); !watched) {
        return std::unexpected(watched.error());
    }
    return TradeOperators(std::move(*port), std::move(*clients), std::move(*listener));
}

TradeOperators::TradeOperators(trader::OperatorPort&& port, login::ClientSockets&& clients,
                               net::TcpListener&& listener)
    : port_(std::move(port)), clients_(std::move(clients)), listener_(std::move(listener)) {}

/// Two at most: the market does not wait.
void TradeOperators::accept(Time now) {
    for (int n = 0; n < 2; ++n) {
        auto connection = listener_.accept();
        if (!connection) {
            return;
        }
        const net::Endpoint peer = connection->peer();
        if (!clients_.may_begin(kOperatorPort, peer, now)) {
            continue;
        }
        const auto place = port_.on_connect(now, {peer.address.value, peer.port});
        clients_.for_each_open([&](std::uint16_t other) {
            if (!port_.is_open(other)) {
                close(other, now);  // the one whose place it has taken
            }
        });
        if (place && !clients_.open(*place, kOperatorPort, std::move(*connection))) {
            port_.on_disconnected(*place);
            port_.release(*place, now);
        }
    }
}

void TradeOperators::write(std::uint16_t n, Time now) {
    const bool goes_on = clients_.send(
        n, [&] { return port_.output(n); }, [&](std::size_t bytes) { port_.on_written(n, bytes); });
    if (!goes_on) {
        port_.on_disconnected(n);
    }
    if (!port_.is_open(n)) {
        close(n, now);
    }
}

void TradeOperators::close(std::uint16_t n, Time now) {
    clients_.close(n, port_.last_output(n));
    port_.release(n, now);
}

}  // namespace hotpath::live
