#include "apps/hotpath/exchange/ports.hpp"

#include <span>
#include <utility>

#include "apps/hotpath/config/login_tables.hpp"
#include "apps/hotpath/config/tls_table.hpp"

namespace hotpath::app {

namespace {

/// A read of this size brings fewer inputs than the server has room for; what is not sent at once
/// waits in the server, where a slow reader is seen.
constexpr net::TcpOptions kConnections{
    .receive_bytes_max = 4'096, .unsent_bytes_max = 2 * 65'536, .kernel_send_bytes = 0};

/// The names of FIX sessions, and their users' names, which wrong passwords are counted for.
[[nodiscard]] LoginUsers fix_users_of(const ExchangeConfig& config) {
    LoginUsers users{.hashes = config.hashes.fix_users,
                     .number = static_cast<std::uint8_t>(exchange::Port::OrderEntry)};
    for (const exchange::FixUser& user : config.server.fix.users) {
        const wire::soupbintcp::Username& name = config.server.users[user.user].username;
        users.users.push_back(
            {.username = name, .password = wire::to_alpha<kPasswordMax>(user.password)});
        users.fix.push_back({user.begin_string, user.comp_id, user.venue_comp_id});
    }
    return users;
}

/// nullptr when every password is plain.
[[nodiscard]] std::unique_ptr<LoginGate> make_gate(const ExchangeConfig& config, std::size_t places,
                                                   net::Waiter& waiter) {
    using exchange::Port;
    const exchange::VenueServerOptions& server = config.server;
    const auto number = [](Port port) { return static_cast<std::uint8_t>(port); };
    LoginUsers of_orders{server.users, config.hashes.users, number(Port::OrderEntry)};
    of_orders.hashes.resize(
        of_orders.users.size());  // users of FIX drop copies have no password here
    std::vector<LoginUsers> ports(exchange::kServerPorts);
    ports[number(Port::OrderEntry)] = of_orders;
    ports[number(Port::Glimpse)] = of_orders;
    ports[number(Port::DropCopy)] = {server.drop_copy_users, config.hashes.drop_copy_users,
                                     number(Port::DropCopy)};
    ports[number(Port::Operator)] = {server.operator_users, config.hashes.operator_users,
                                     number(Port::Operator)};
    ports[number(Port::FixOrders)] = fix_users_of(config);
    ports[number(Port::FixDropCopy)] = ports[number(Port::FixOrders)];
    if (std::ranges::none_of(ports, &LoginUsers::has_hashes)) {
        return nullptr;
    }
    return std::make_unique<LoginGate>(
        LoginGate::Options{.ports = std::move(ports),
                           .places = places,
                           .waiting_per_address_max = server.places.pending_per_address_max,
                           .failed_logins = server.failed_logins,
                           .on_answer = [&waiter] { waiter.wake(); }});
}

/// The first failure among several results.
template <class... Opened>
[[nodiscard]] const Error* first_error(const Opened&... opened) {
    const Error* first = nullptr;
    ((first = first == nullptr && !opened ? &opened.error() : first), ...);
    return first;
}

}  // namespace

Expected<ExchangePorts> ExchangePorts::open(const ExchangeConfig& config, std::size_t places,
                                            net::Waiter& waiter) {
    std::vector<std::pair<exchange::Port, net::Endpoint>> endpoints{
        {exchange::Port::OrderEntry, config.order_entry},
        {exchange::Port::Glimpse, config.glimpse}};
    if (config.drop_copy) {
        endpoints.emplace_back(exchange::Port::DropCopy, *config.drop_copy);
    }
    if (config.operator_port) {
        endpoints.emplace_back(exchange::Port::Operator, *config.operator_port);
    }
    if (config.fix) {
        endpoints.emplace_back(exchange::Port::FixOrders, *config.fix);
    }
    if (config.fix_drop_copy) {
        endpoints.emplace_back(exchange::Port::FixDropCopy, *config.fix_drop_copy);
    }
    if (config.ilink) {
        endpoints.emplace_back(exchange::Port::IlinkOrders, *config.ilink);
    }
    auto context = make_context(config.tls);
    if (!context) {
        return std::unexpected(context.error());
    }
    std::vector<Listener> listeners;
    for (const auto& [port, endpoint] : endpoints) {
        auto listener = net::TcpListener::listen(endpoint, kConnections);
        if (!listener) {
            return std::unexpected(listener.error());
        }
        listeners.push_back({port, std::move(*listener)});
    }
    auto requests = net::UdpSocket::bind(config.requests);
    auto line_a =
        net::UdpSocket::send_to_group({.group = config.line_a, .interface = config.interface});
    auto line_b =
        net::UdpSocket::send_to_group({.group = config.line_b, .interface = config.interface});
    if (const Error* error = first_error(requests, line_a, line_b)) {
        return std::unexpected(*error);
    }
    std::vector<int> descriptors{requests->descriptor()};
    for (const Listener& listener : listeners) {
        descriptors.push_back(listener.socket.descriptor());
    }
    for (const int descriptor : descriptors) {
        if (auto watched = waiter.watch(descriptor); !watched) {
            return std::unexpected(watched.error());
        }
    }
    ExchangePorts ports(
        config, places, waiter, std::move(*context),
        {std::move(listeners), std::move(*requests), std::move(*line_a), std::move(*line_b)});
    if (config.fix_data) {
        auto fix_data = FixDataPorts::open(config, waiter);
        if (!fix_data) {
            return std::unexpected(fix_data.error());
        }
        ports.fix_data_ = std::move(*fix_data);
    }
    return ports;
}

ExchangePorts::ExchangePorts(const ExchangeConfig& config, std::size_t places, net::Waiter& waiter,
                             std::optional<tls::Context>&& context, Sockets&& sockets)
    : waiter_(&waiter),
      listeners_(std::move(sockets.listeners)),
      requests_(std::move(sockets.requests)),
      line_a_(std::move(sockets.line_a)),
      line_b_(std::move(sockets.line_b)),
      group_a_(config.line_a),
      group_b_(config.line_b),
      context_(std::move(context)),
      handshakes_(config.tls ? config.tls->handshakes_per_second : 0),
      clients_(places),
      gate_(make_gate(config, places, waiter)) {}

void ExchangePorts::accept(exchange::VenueServer& server, Time now) {
    constexpr int kPerTurn = 16;
    for (Listener& listener : listeners_) {
        for (int n = 0; n < kPerTurn; ++n) {
            std::optional<net::TcpConnection> connection = listener.socket.accept();
            if (!connection) {
                break;
            }
            take(std::move(*connection), listener.port, server, now);
            close_ended(server);  // the one whose place it has taken
        }
    }
    if (fix_data_) {
        fix_data_->accept(now);
    }
}

void ExchangePorts::close_ended(exchange::VenueServer& server) {
    server.for_each_closed([&](exchange::ConnectionId id, exchange::VenueServer::CloseReason) {
        std::optional<Client>& client = clients_[id.value];
        for (const Bytes piece : server.last_output(id)) {
            if (client && !piece.empty()) {
                client->connection.send_last(piece);
            }
        }
        client.reset();
        if (gate_ != nullptr) {
            gate_->on_end(id.value);
        }
    });
}

/// One too many is closed by not being taken.
void ExchangePorts::take(net::TcpConnection&& connection, exchange::Port port,
                         exchange::VenueServer& server, Time now) {
    const net::Endpoint peer = connection.peer();
    if (context_ && !handshakes_.try_take(peer.address.value, now)) {
        return tls_notes_.on_refused(static_cast<std::uint8_t>(port), peer, now);
    }
    const auto id = server.on_connect(port, now, {peer.address.value, peer.port});
    if (!id) {
        return;
    }
    auto accepted = tls::Connection::accept(std::move(connection), context_ ? &*context_ : nullptr,
                                            kConnections);
    if (!accepted) {
        server.on_disconnect(*id, now);
        return;
    }
    auto watched = tls::WatchedConnection::watch(std::move(*accepted), *waiter_);
    if (!watched) {
        server.on_disconnect(*id, now);
        return;
    }
    clients_[id->value].emplace(port, std::move(*watched));
    if (gate_ != nullptr) {
        gate_->on_connect(id->value,
                          {.port = static_cast<std::size_t>(port), .address = peer.address.value});
    }
}

void ExchangePorts::read_one(exchange::VenueServer& server, exchange::ConnectionId id, Time now) {
    if (!clients_[id.value]) {
        return;
    }
    Client& client = *clients_[id.value];
    const net::TcpReceived received = client.connection.receive();
    if (context_ && received.status == net::ReceiveStatus::Bytes &&
        !std::exchange(client.has_certificate, true)) {
        server.on_certificate(id, client.connection.connection().peer_names());
    }
    if (received.status == net::ReceiveStatus::Bytes && gate_ != nullptr) {
        const bool is_fine = gate_->on_bytes(id.value, received.bytes, now,
                                             [&](Bytes bytes) { server.on_bytes(id, bytes, now); });
        if (!is_fine) {
            server.on_disconnect(id, now);
        }
    } else if (received.status == net::ReceiveStatus::Bytes) {
        server.on_bytes(id, received.bytes, now);
    } else if (received.status == net::ReceiveStatus::Closed) {
        tls_notes_.on_end(static_cast<std::uint8_t>(client.port), client.connection.connection(),
                          now);
        server.on_disconnect(id, now);
    }
}

void ExchangePorts::answer_requests(exchange::VenueServer& server, Time now) {
    constexpr int kPerTurn = 64;
    std::array<std::byte, 64> room{};
    for (int n = 0; n < kPerTurn; ++n) {
        const std::optional<net::Datagram> request = requests_.receive(room);
        if (!request) {
            return;
        }
        const Bytes answer = server.on_request(request->bytes, request->from.address.value, now);
        if (!answer.empty()) {
            requests_.send(answer, request->from);
        }
    }
}

void ExchangePorts::write(exchange::VenueServer& server, Time now) {
    send_feed(server, now);
    for (std::size_t n = 0; n < clients_.size(); ++n) {
        if (clients_[n]) {
            write_one(server, {static_cast<std::uint16_t>(n)}, now);
        }
    }
    close_ended(server);
    if (fix_data_) {
        fix_data_->write(now);
    }
}

/// Both lines carry every packet; the second is not kept waiting for long by the first.
void ExchangePorts::send_feed(exchange::VenueServer& server, Time now) {
    std::array<Bytes, 64> packets;
    std::size_t count = 0;
    const auto send = [&] {
        line_a_.send_all(std::span(packets).first(count), group_a_);
        line_b_.send_all(std::span(packets).first(count), group_b_);
        count = 0;
    };
    server.for_each_packet([&](Bytes packet) {
        packets[count++] = packet;
        if (count == packets.size()) {
            send();
        }
        if (mdp3_) {
            mdp3_->on_packet(packet, now);
        }
        if (fix_data_) {
            fix_data_->on_packet(packet, now);
        }
    });
    send();
    if (mdp3_) {
        mdp3_->on_timer(now);
    }
}

Expected<void> ExchangePorts::begin_published(const ExchangeConfig& config,
                                              const exchange::VenueServer& server, Time now) {
    if (fix_data_) {
        fix_data_->begin(server.log().exchange(), now);
    }
    if (!config.mdp3) {
        return {};
    }
    auto opened = Mdp3Ports::open(config);
    if (!opened) {
        return std::unexpected(opened.error());
    }
    mdp3_ = std::move(*opened);
    mdp3_->begin(server.log().exchange(), now);
    return {};
}

void ExchangePorts::write_one(exchange::VenueServer& server, exchange::ConnectionId id, Time now) {
    const net::SendStatus status = clients_[id.value]->connection.send_all(
        [&] { return server.output(id); },
        [&](std::size_t bytes) { server.on_written(id, bytes, now); });
    if (status == net::SendStatus::Closed) {
        server.on_disconnect(id, now);
    }
}

}  // namespace hotpath::app
