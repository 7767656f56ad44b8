#include "hotpath/login/client_sockets.hpp"

#include <algorithm>

namespace hotpath::login {

Expected<ClientSockets> ClientSockets::create(const std::optional<TlsServerConfig>& tls,
                                              Options options, net::Waiter& waiter) {
    auto context = make_context(tls);
    if (!context) {
        return std::unexpected(context.error());
    }
    if (!*context) {
        return ClientSockets(std::move(options), nullptr, 0, waiter);
    }
    auto handshakes =
        Handshakes::create(std::move(**context), {.connections = options.connections,
                                                  .places = options.places,
                                                  .on_done = [&waiter] { waiter.wake(); }});
    if (!handshakes) {
        return std::unexpected(handshakes.error());
    }
    return ClientSockets(std::move(options), std::move(*handshakes), tls->handshakes_per_second,
                         waiter);
}

ClientSockets::ClientSockets(Options&& options, std::unique_ptr<Handshakes>&& tls,
                             std::uint32_t handshakes_per_second, net::Waiter& waiter)
    : waiter_(&waiter),
      options_(options.connections),
      tls_(std::move(tls)),
      handshakes_(handshakes_per_second),
      clients_(options.places),
      closing_(options.places) {
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
    if (tls_ == nullptr || handshakes_.try_take(peer.address.value, now)) {
        return true;
    }
    tls_notes_.on_refused(port, peer, now);
    return false;
}

bool ClientSockets::open(std::uint16_t place, std::uint8_t port, net::TcpConnection&& connection) {
    const std::uint32_t address = connection.peer().address.value;
    if (tls_ != nullptr) {
        clients_[place].emplace(port);
        tls_->begin(place, std::move(connection));
    } else {
        auto plain = tls::Connection::accept(std::move(connection), nullptr, options_);
        auto watched = plain ? tls::WatchedConnection::watch(std::move(*plain), *waiter_)
                             : std::unexpected(plain.error());
        if (!watched) {
            return false;
        }
        clients_[place].emplace(port, std::move(*watched));
    }
    if (gate_ != nullptr) {
        gate_->on_connect(place, {.port = port, .address = address});
    }
    return true;
}

void ClientSockets::take_handshakes() noexcept {
    while (auto done = tls_->try_take()) {
        Client& client = *clients_[done->place];
        auto watched = done->connection
                           ? tls::WatchedConnection::watch(std::move(*done->connection), *waiter_)
                           : std::unexpected(Error{});
        client.is_lost = !watched;
        if (watched) {
            client.connection.emplace(std::move(*watched));
            waiter_->wake();  // its first bytes may have come with the end of the handshake
        }
    }
}

ClientSockets::Received ClientSockets::receive(std::uint16_t place, Time now) noexcept {
    if (tls_ != nullptr) {
        take_handshakes();
    }
    Client& client = *clients_[place];
    if (!client.connection) {
        return {.status =
                    client.is_lost ? net::ReceiveStatus::Closed : net::ReceiveStatus::Nothing};
    }
    const net::TcpReceived received = client.connection->receive();
    if (received.status == net::ReceiveStatus::Closed) {
        tls_notes_.on_end(client.port, client.connection->connection(), now);
    }
    const bool is_first = received.status == net::ReceiveStatus::Bytes && !client.has_received;
    client.has_received = client.has_received || is_first;
    return {.status = received.status, .bytes = received.bytes, .is_first = is_first};
}

void ClientSockets::close(std::uint16_t place, std::span<const Bytes> last) {
    std::optional<Client>& client = clients_[place];
    if (client && client->connection) {
        for (const Bytes piece : last) {
            if (!piece.empty()) {
                static_cast<void>(client->connection->send(piece));
            }
        }
        closing_.add(std::move(*client->connection).take_tcp());
    } else if (client && tls_ != nullptr) {
        tls_->cancel(place);
    }
    client.reset();
    if (gate_ != nullptr) {
        gate_->on_end(place);
    }
}

}  // namespace hotpath::login
