#include "apps/hotpath/exchange/ports.hpp"

#include <span>
#include <utility>

#include "hotpath/login/login_tables.hpp"

namespace hotpath::app {

namespace {

/// A read of this size brings fewer inputs than the server has room for; what is not sent at once
/// waits in the server, where a slow reader is seen.
constexpr net::TcpOptions kConnections{
    .receive_bytes_max = 4'096, .unsent_bytes_max = 2 * 65'536, .kernel_send_bytes = 0};

/// By Port.
[[nodiscard]] std::vector<login::LoginUsers> users_of_ports(const ExchangeConfig& config) {
    using exchange::Port;
    const exchange::VenueServerOptions& server = config.server;
    login::LoginUsers of_orders{server.users, config.hashes.users, number_of(Port::OrderEntry)};
    of_orders.hashes.resize(of_orders.users.size());  // those of protocols have no password here
    std::vector<login::LoginUsers> ports(exchange::kServerPorts);
    ports[number_of(Port::OrderEntry)] = of_orders;
    ports[number_of(Port::Glimpse)] = of_orders;
    ports[number_of(Port::DropCopy)] = {server.drop_copy_users, config.hashes.drop_copy_users,
                                        number_of(Port::DropCopy)};
    ports[number_of(Port::Operator)] = {server.operator_users, config.hashes.operator_users,
                                        number_of(Port::Operator)};
    for (const live::VenuePort& port : config.ports) {
        ports[number_of(port.keys.port)] = port.users;
    }
    return ports;
}

/// The TCP ports that the configuration opens.
[[nodiscard]] std::vector<std::pair<exchange::Port, net::Endpoint>> endpoints_of(
    const ExchangeConfig& config) {
    std::vector<std::pair<exchange::Port, net::Endpoint>> endpoints{
        {exchange::Port::OrderEntry, config.order_entry},
        {exchange::Port::Glimpse, config.glimpse}};
    if (config.drop_copy) {
        endpoints.emplace_back(exchange::Port::DropCopy, *config.drop_copy);
    }
    if (config.operator_port) {
        endpoints.emplace_back(exchange::Port::Operator, *config.operator_port);
    }
    for (const live::VenuePort& port : config.ports) {
        endpoints.emplace_back(port.keys.port, port.at);
    }
    return endpoints;
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
    auto clients = login::ClientSockets::create(
        config.tls,
        {.connections = kConnections,
         .places = places,
         .ports = users_of_ports(config),
         .waiting_per_address_max = config.server.places.pending_per_address_max,
         .failed_logins = config.server.failed_logins},
        waiter);
    if (!clients) {
        return std::unexpected(clients.error());
    }
    std::vector<Listener> listeners;
    for (const auto& [port, endpoint] : endpoints_of(config)) {
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
        config, std::move(*clients),
        {std::move(listeners), std::move(*requests), std::move(*line_a), std::move(*line_b)});
    for (const auto& options : config.publishers) {
        auto publisher = options->open(config, waiter);
        if (!publisher) {
            return std::unexpected(publisher.error());
        }
        ports.publishers_.push_back(std::move(*publisher));
    }
    return ports;
}

ExchangePorts::ExchangePorts(const ExchangeConfig& config, login::ClientSockets&& clients,
                             Sockets&& sockets)
    : listeners_(std::move(sockets.listeners)),
      requests_(std::move(sockets.requests)),
      line_a_(std::move(sockets.line_a)),
      line_b_(std::move(sockets.line_b)),
      group_a_(config.line_a),
      group_b_(config.line_b),
      request_networks_(config.request_networks),
      clients_(std::move(clients)) {}

bool ExchangePorts::may_request(net::Ipv4Address address) const noexcept {
    return request_networks_.empty() ||
           std::ranges::any_of(request_networks_, [&](const net::Ipv4Network& network) {
               return network.contains(address);
           });
}

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
    for (const auto& publisher : publishers_) {
        publisher->accept(now);
    }
}

void ExchangePorts::close_ended(exchange::VenueServer& server) {
    server.for_each_closed([&](exchange::ConnectionId id, exchange::VenueServer::CloseReason) {
        clients_.close(id.value, server.last_output(id));
    });
}

/// One too many is closed by not being taken.
void ExchangePorts::take(net::TcpConnection&& connection, exchange::Port port,
                         exchange::VenueServer& server, Time now) {
    const net::Endpoint peer = connection.peer();
    if (!clients_.may_begin(number_of(port), peer, now)) {
        return;
    }
    const auto id = server.on_connect(port, now, {peer.address.value, peer.port});
    if (id && !clients_.open(id->value, number_of(port), std::move(connection))) {
        server.on_disconnect(*id, now);
    }
}

void ExchangePorts::read_one(exchange::VenueServer& server, exchange::ConnectionId id, Time now) {
    if (!clients_.is_open(id.value)) {
        return;
    }
    const login::ClientSockets::Received received = clients_.receive(id.value, now);
    if (received.is_first) {
        server.on_certificate(id, clients_.peer_names(id.value));
    }
    const auto on_bytes = [&](Bytes bytes) { server.on_bytes(id, bytes, now); };
    if (!clients_.pass(id.value, received, now, on_bytes)) {
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
        if (!may_request(request->from.address)) {
            ++requests_of_other_networks_;
            continue;
        }
        const Bytes answer = server.on_request(request->bytes, request->from.address.value, now);
        if (!answer.empty()) {
            requests_.send(answer, request->from);
        }
    }
}

void ExchangePorts::write(exchange::VenueServer& server, Time now) {
    send_feed(server, now);
    clients_.for_each_open([&](std::uint16_t place) { write_one(server, {place}, now); });
    close_ended(server);
    clients_.poll_closing();
    for (const auto& publisher : publishers_) {
        publisher->write(now);
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
        for (const auto& publisher : publishers_) {
            publisher->on_packet(packet, now);
        }
    });
    send();
    for (const auto& publisher : publishers_) {
        publisher->on_timer(now);
    }
}

Expected<void> ExchangePorts::begin_published(const exchange::VenueServer& server, Time now) {
    for (const auto& publisher : publishers_) {
        if (auto begun = publisher->begin(server.log(), now); !begun) {
            return begun;
        }
    }
    return {};
}

void ExchangePorts::write_one(exchange::VenueServer& server, exchange::ConnectionId id, Time now) {
    const auto next_piece = [&] { return server.output(id); };
    const auto on_written = [&](std::size_t bytes) { server.on_written(id, bytes, now); };
    if (!clients_.send(id.value, next_piece, on_written)) {
        server.on_disconnect(id, now);
    }
}

}  // namespace hotpath::app
