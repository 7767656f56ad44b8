#include "apps/hotpath/login/client_sockets.hpp"

#include <algorithm>

namespace hotpath::app {

Expected<ClientSockets> ClientSockets::create(const std::optional<TlsServerConfig>& tls,
                                              Options options, net::Waiter& waiter) {
    auto context = make_context(tls);
    if (!context) {
        return std::unexpected(context.error());
    }
    return ClientSockets(std::move(options), std::move(*context),
                         tls ? tls->handshakes_per_second : 0, waiter);
}

ClientSockets::ClientSockets(Options&& options, std::optional<tls::Context>&& context,
                             std::uint32_t handshakes_per_second, net::Waiter& waiter)
    : waiter_(&waiter),
      options_(options.connections),
      context_(std::move(context)),
      handshakes_(handshakes_per_second),
      clients_(options.places) {
    if (std::ranges::any_of(options.ports, &LoginUsers::has_hashes)) {
        gate_ = std::make_unique<LoginGate>(
            LoginGate::Options{.ports = std::move(options.ports),
                               .places = options.places,
                               .waiting_per_address_max = options.waiting_per_address_max,
                               .failed_logins = options.failed_logins,
                               .on_answer = [&waiter] { waiter.wake(); }});
    }
}

bool ClientSockets::may_begin(std::uint8_t port, const net::Endpoint& peer, Time now) noexcept {
    if (!context_ || handshakes_.try_take(peer.address.value, now)) {
        return true;
    }
    tls_notes_.on_refused(port, peer, now);
    return false;
}

bool ClientSockets::open(std::uint16_t place, std::uint8_t port, net::TcpConnection&& connection) {
    const std::uint32_t address = connection.peer().address.value;
    auto accepted =
        tls::Connection::accept(std::move(connection), context_ ? &*context_ : nullptr, options_);
    auto watched = accepted ? tls::WatchedConnection::watch(std::move(*accepted), *waiter_)
                            : std::unexpected(accepted.error());
    if (!watched) {
        return false;
    }
    clients_[place].emplace(port, std::move(*watched));
    if (gate_ != nullptr) {
        gate_->on_connect(place, {.port = port, .address = address});
    }
    return true;
}

ClientSockets::Received ClientSockets::receive(std::uint16_t place, Time now) noexcept {
    Client& client = *clients_[place];
    const net::TcpReceived received = client.connection.receive();
    if (received.status == net::ReceiveStatus::Closed) {
        tls_notes_.on_end(client.port, client.connection.connection(), now);
    }
    const bool is_first = received.status == net::ReceiveStatus::Bytes && !client.has_received;
    client.has_received = client.has_received || is_first;
    return {.status = received.status, .bytes = received.bytes, .is_first = is_first};
}

void ClientSockets::close(std::uint16_t place, std::span<const Bytes> last) {
    std::optional<Client>& client = clients_[place];
    for (const Bytes piece : last) {
        if (client && !piece.empty()) {
            client->connection.send_last(piece);
        }
    }
    client.reset();
    if (gate_ != nullptr) {
        gate_->on_end(place);
    }
}

}  // namespace hotpath::app
