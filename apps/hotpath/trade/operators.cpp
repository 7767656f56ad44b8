#include "apps/hotpath/trade/operators.hpp"

namespace hotpath::app {

namespace {

constexpr net::TcpOptions kOperatorConnections{
    .receive_bytes_max = 4'096, .unsent_bytes_max = 65'536, .kernel_send_bytes = 0};

/// nullptr when every password is plain.
[[nodiscard]] std::unique_ptr<LoginGate> make_gate(const TradeConfig& config, std::size_t places,
                                                   net::Waiter& waiter) {
    LoginUsers users{config.operators.users, config.operator_hashes};
    if (!users.has_hashes()) {
        return nullptr;
    }
    return std::make_unique<LoginGate>(LoginGate::Options{
        .ports = {std::move(users)},
        .places = places,
        .waiting_per_address_max = config.operators.places.pending_per_address_max,
        .failed_logins = config.operators.failed_logins,
        .on_answer = [&waiter] { waiter.wake(); }});
}

}  // namespace

Expected<TradeOperators> TradeOperators::open(const TradeConfig& config, net::Waiter& waiter) {
    auto port = trader::OperatorPort::create(config.operators);
    if (!port) {
        return std::unexpected(port.error());
    }
    auto context = make_context(config.operator_tls);
    if (!context) {
        return std::unexpected(context.error());
    }
    auto listener = net::TcpListener::listen(*config.operator_port, kOperatorConnections);
    if (!listener) {
        return std::unexpected(listener.error());
    }
    if (auto watched = waiter.watch(listener->descriptor()); !watched) {
        return std::unexpected(watched.error());
    }
    return TradeOperators(config, std::move(*port), std::move(*context), std::move(*listener),
                          waiter);
}

TradeOperators::TradeOperators(const TradeConfig& config, trader::OperatorPort&& port,
                               std::optional<tls::Context>&& context, net::TcpListener&& listener,
                               net::Waiter& waiter)
    : port_(std::move(port)),
      context_(std::move(context)),
      handshakes_(config.operator_tls ? config.operator_tls->handshakes_per_second : 0),
      listener_(std::move(listener)),
      waiter_(&waiter),
      connections_(port_.places()),
      gate_(make_gate(config, port_.places(), waiter)) {}

/// Two at most: the market does not wait.
void TradeOperators::accept(Time now) {
    for (int n = 0; n < 2; ++n) {
        auto connection = listener_.accept();
        if (!connection) {
            return;
        }
        const net::Endpoint peer = connection->peer();
        if (context_ && !handshakes_.try_take(peer.address.value, now)) {
            tls_notes_.on_refused(0, peer, now);
            continue;
        }
        const auto place = port_.on_connect(now, {peer.address.value, peer.port});
        for (std::uint16_t other = 0; other < port_.places(); ++other) {
            if (connections_[other] && !port_.is_open(other)) {
                close(other);  // the one whose place it has taken
            }
        }
        if (!place) {
            continue;  // closed by its end
        }
        auto accepted = tls::Connection::accept(
            std::move(*connection), context_ ? &*context_ : nullptr, kOperatorConnections);
        auto watched = accepted ? tls::WatchedConnection::watch(std::move(*accepted), *waiter_)
                                : std::unexpected(accepted.error());
        if (!watched) {
            port_.on_disconnected(*place);
            port_.release(*place);
            continue;
        }
        connections_[*place].emplace(std::move(*watched));
        if (gate_ != nullptr) {
            gate_->on_connect(*place, {.port = 0, .address = peer.address.value});
        }
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
    if (gate_ != nullptr) {
        gate_->on_end(n);
    }
}

}  // namespace hotpath::app
