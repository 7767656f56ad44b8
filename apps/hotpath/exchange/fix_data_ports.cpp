#include "apps/hotpath/exchange/fix_data_ports.hpp"

#include <algorithm>
#include <utility>

#include "apps/hotpath/config/login_tables.hpp"
#include "apps/hotpath/config/tls_table.hpp"
#include "apps/hotpath/console/day_clock.hpp"

namespace hotpath::app {

namespace {

/// What is sent at once: a piece of this size is always taken, if not by the kernel by the
/// connection.
constexpr std::size_t kDataPieceMax = 65'536;
constexpr net::TcpOptions kDataConnections{
    .receive_bytes_max = 4'096, .unsent_bytes_max = 2 * kDataPieceMax, .kernel_send_bytes = 0};

/// nullptr when every password is plain.
[[nodiscard]] std::unique_ptr<LoginGate> make_data_gate(const ExchangeConfig& config,
                                                        std::size_t places, net::Waiter& waiter) {
    const exchange::FixDataOptions& options = config.fix_data->server;
    LoginUsers users{.hashes = config.hashes.fix_data_users};
    if (!users.has_hashes()) {
        return nullptr;
    }
    for (const exchange::FixDataUser& user : options.users) {
        users.users.push_back(
            {.username = user.name, .password = wire::to_alpha<kPasswordMax>(user.password)});
        users.fix.push_back({user.begin_string, user.comp_id, user.venue_comp_id});
    }
    return std::make_unique<LoginGate>(
        LoginGate::Options{.ports = {std::move(users)},
                           .places = places,
                           .waiting_per_address_max = options.places.pending_per_address_max,
                           .failed_logins = options.failed_logins,
                           .on_answer = [&waiter] { waiter.wake(); }});
}

}  // namespace

Expected<std::unique_ptr<FixDataPorts>> FixDataPorts::open(const ExchangeConfig& config,
                                                           net::Waiter& waiter) {
    auto server = exchange::FixDataServer::create(config.fix_data->server);
    if (!server) {
        return std::unexpected(server.error());
    }
    auto context = make_context(config.tls);
    if (!context) {
        return std::unexpected(context.error());
    }
    auto listener = net::TcpListener::listen(config.fix_data->address, kDataConnections);
    if (!listener) {
        return std::unexpected(listener.error());
    }
    if (auto watched = waiter.watch(listener->descriptor()); !watched) {
        return std::unexpected(watched.error());
    }
    return std::unique_ptr<FixDataPorts>(new FixDataPorts(
        config, waiter, std::move(*server), std::move(*context), std::move(*listener)));
}

FixDataPorts::FixDataPorts(const ExchangeConfig& config, net::Waiter& waiter,
                           exchange::FixDataServer&& server, std::optional<tls::Context>&& context,
                           net::TcpListener&& listener)
    : waiter_(&waiter),
      server_(std::move(server)),
      context_(std::move(context)),
      handshakes_(config.tls ? config.tls->handshakes_per_second : 0),
      listener_(std::move(listener)),
      clients_(server_.places()),
      gate_(make_data_gate(config, clients_.size(), waiter)) {}

void FixDataPorts::begin(const exchange::Exchange& exchange, Time now) {
    server_.set_utc_offset(wall_clock() - now);
    server_.begin(exchange);
}

void FixDataPorts::accept(Time now) {
    constexpr int kPerTurn = 16;
    for (int n = 0; n < kPerTurn; ++n) {
        std::optional<net::TcpConnection> connection = listener_.accept();
        if (!connection) {
            return;
        }
        take(std::move(*connection), now);
        close_ended();  // the one whose place it has taken
    }
}

/// One too many is closed by not being taken.
void FixDataPorts::take(net::TcpConnection&& connection, Time now) {
    const net::Endpoint peer = connection.peer();
    if (context_ && !handshakes_.try_take(peer.address.value, now)) {
        return tls_notes_.on_refused(0, peer, now);
    }
    const auto id = server_.on_connect(now, {peer.address.value, peer.port});
    if (!id) {
        return;
    }
    close_ended();
    auto accepted = tls::Connection::accept(std::move(connection), context_ ? &*context_ : nullptr,
                                            kDataConnections);
    if (!accepted) {
        return server_.on_disconnect(*id, now);
    }
    auto watched = tls::WatchedConnection::watch(std::move(*accepted), *waiter_);
    if (!watched) {
        return server_.on_disconnect(*id, now);
    }
    clients_[id->value].emplace(std::move(*watched));
    if (gate_ != nullptr) {
        gate_->on_connect(id->value, {.port = 0, .address = peer.address.value});
    }
}

void FixDataPorts::read(Time now) {
    if (gate_ != nullptr) {
        gate_->poll(
            now, [&](std::uint16_t place, Bytes bytes) { server_.on_bytes({place}, bytes, now); });
    }
    for (std::size_t n = 0; n < clients_.size(); ++n) {
        if (clients_[n]) {
            read_one({static_cast<std::uint16_t>(n)}, now);
        }
    }
}

void FixDataPorts::read_one(exchange::ConnectionId id, Time now) {
    tls::WatchedConnection& connection = *clients_[id.value];
    const net::TcpReceived received = connection.receive();
    if (received.status == net::ReceiveStatus::Bytes && gate_ != nullptr) {
        const bool is_fine = gate_->on_bytes(
            id.value, received.bytes, now, [&](Bytes bytes) { server_.on_bytes(id, bytes, now); });
        if (!is_fine) {
            server_.on_disconnect(id, now);
        }
    } else if (received.status == net::ReceiveStatus::Bytes) {
        server_.on_bytes(id, received.bytes, now);
    } else if (received.status == net::ReceiveStatus::Closed) {
        tls_notes_.on_end(0, connection.connection(), now);
        server_.on_disconnect(id, now);
    }
}

void FixDataPorts::write(Time now) {
    server_.on_timer(now);
    server_.publish(now);
    for (std::size_t n = 0; n < clients_.size(); ++n) {
        if (clients_[n]) {
            write_one({static_cast<std::uint16_t>(n)}, now);
        }
    }
    close_ended();
}

void FixDataPorts::write_one(exchange::ConnectionId id, Time now) {
    const net::SendStatus status = clients_[id.value]->send_all(
        [&] {
            const Bytes output = server_.output(id);
            return output.first(std::min(output.size(), kDataPieceMax));
        },
        [&](std::size_t bytes) { server_.on_written(id, bytes, now); });
    if (status == net::SendStatus::Closed) {
        server_.on_disconnect(id, now);
    }
}

void FixDataPorts::close_ended() {
    server_.for_each_closed([&](exchange::ConnectionId id, exchange::FixDataServer::CloseReason) {
        std::optional<tls::WatchedConnection>& client = clients_[id.value];
        if (client && !server_.last_output(id).empty()) {
            client->send_last(server_.last_output(id));
        }
        client.reset();
        if (gate_ != nullptr) {
            gate_->on_end(id.value);
        }
    });
}

void FixDataPorts::close_all(Time now) {
    server_.close_all(exchange::FixDataServer::CloseReason::ShutDown, now);
    close_ended();
}

}  // namespace hotpath::app
