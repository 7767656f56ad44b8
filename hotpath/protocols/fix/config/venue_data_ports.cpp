#include "hotpath/protocols/fix/config/venue_data_ports.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hotpath/live/venue/client_counters_json.hpp"
#include "hotpath/live/venue/venue_setup.hpp"
#include "hotpath/login/login_tables.hpp"
#include "hotpath/process/client_note_text.hpp"
#include "hotpath/protocols/fix/login/fix_logon.hpp"
#include "hotpath/timing/day_clock.hpp"

namespace hotpath::protocols::fix {

namespace {

constexpr std::uint8_t kDataPort = 0;  // it is the only one

/// What is sent at once: a piece of this size is always taken, if not by the kernel by the
/// connection.
constexpr std::size_t kDataPieceMax = 65'536;
constexpr net::TcpOptions kDataConnections{
    .receive_bytes_max = 4'096, .unsent_bytes_max = 2 * kDataPieceMax, .kernel_send_bytes = 0};

[[nodiscard]] login::LoginUsers users_of_data(const FixDataPublisherConfig& config) {
    login::LoginUsers users{.hashes = config.hashes, .logon = &fix_logon_format()};
    for (const exchange::FixDataUser& user : config.server.users) {
        users.users.push_back(
            {.username = user.name, .password = to_alpha<login::kPasswordMax>(user.password)});
        users.sessions.push_back({user.begin_string, user.comp_id, user.venue_comp_id});
    }
    return users;
}

struct FixDataStatus {
    net::Endpoint address{};
    std::uint32_t sessions = 0;  // logged on
    std::uint64_t subscriptions = 0;
    exchange::FixDataCounters counters{};
};

[[nodiscard]] nlohmann::ordered_json fix_data_json(const FixDataStatus& status) {
    using Json = nlohmann::ordered_json;
    const exchange::FixDataCounters& counters = status.counters;
    Json json{{"address", status.address.to_string()},
              {"sessions", status.sessions},
              {"subscriptions", status.subscriptions}};
    json.update(live::logins_json(counters));
    json.update(Json{{"closed", live::closed_json(counters.closed)},
                     {"malformed", counters.malformed},
                     {"requests", counters.requests},
                     {"requests_refused", counters.requests_refused},
                     {"refreshes", counters.refreshes},
                     {"increments", counters.increments},
                     {"conflated", counters.conflated}});
    return json;
}

}  // namespace

std::vector<live::KeyedAddress> FixDataPublisherConfig::ports() const {
    return {{"fix_market_data.address", address}};
}

Expected<std::unique_ptr<live::VenuePublisher>> FixDataPublisherConfig::open(
    const live::VenueSetup& setup, net::Waiter& waiter) const {
    return FixDataPorts::open(*this, setup, waiter);
}

Expected<std::unique_ptr<live::VenuePublisher>> FixDataPorts::open(
    const FixDataPublisherConfig& config, const live::VenueSetup& setup, net::Waiter& waiter) {
    auto server = exchange::FixDataServer::create(config.server);
    if (!server) {
        return std::unexpected(server.error());
    }
    const exchange::FixDataOptions& options = config.server;
    auto clients = login::ClientSockets::create(
        setup.tls,
        {.connections = kDataConnections,
         .places = server->places(),
         .ports = {users_of_data(config)},
         .waiting_per_address_max = options.places.pending_per_address_max,
         .failed_logins = options.failed_logins},
        waiter);
    if (!clients) {
        return std::unexpected(clients.error());
    }
    auto listener = net::TcpListener::listen(config.address, kDataConnections);
    if (!listener) {
        return std::unexpected(listener.error());
    }
    if (auto watched = waiter.watch(listener->descriptor()); !watched) {
        return std::unexpected(watched.error());
    }
    return std::unique_ptr<live::VenuePublisher>(
        new FixDataPorts(std::move(*server), std::move(*clients), std::move(*listener)));
}

FixDataPorts::FixDataPorts(exchange::FixDataServer&& server, login::ClientSockets&& clients,
                           net::TcpListener&& listener)
    : server_(std::move(server)), clients_(std::move(clients)), listener_(std::move(listener)) {}

Expected<void> FixDataPorts::begin(const exchange::VenueLog& log, Time now) {
    server_.set_utc_offset(timing::wall_clock() - now);
    server_.begin(log.exchange());
    return {};
}

live::PublisherCounters FixDataPorts::counters() const noexcept {
    return {.connections_not_taken = listener_.failures(),
            .tls_failures = clients_.tls_failures(),
            .handshakes_refused = clients_.handshakes_refused(),
            .certificates_refused = server_.certificates().refused()};
}

void FixDataPorts::for_each_note(const std::function<void(const std::string&)>& log) {
    const auto sink = [&](const nasdaq::soupbintcp::ClientNote& note) {
        log(process::note_text(note, "FIX market data"));
    };
    server_.for_each_note(sink);
    clients_.for_each_tls_note(sink);
}

std::string FixDataPorts::ports_text() const {
    return fmt::format("FIX market data {}, ", listener_.endpoint().to_string());
}

live::PublisherStatus FixDataPorts::status() const {
    FixDataStatus status{.address = listener_.endpoint(), .counters = server_.counters()};
    for (std::size_t user = 0; user < server_.users(); ++user) {
        status.sessions += server_.is_logged_on(user) ? 1U : 0U;
        status.subscriptions += server_.subscriptions(user);
    }
    return {.key = kDataStatusKey, .json = [status] { return fix_data_json(status); }};
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
    if (!clients_.may_begin(kDataPort, peer, now)) {
        return;
    }
    const auto id = server_.on_connect(now, {peer.address.value, peer.port});
    if (id && !clients_.open(id->value, kDataPort, std::move(connection))) {
        server_.on_disconnect(*id, now);
    }
}

void FixDataPorts::read(Time now) {
    clients_.poll_gate(
        now, [&](std::uint16_t place, Bytes bytes) { server_.on_bytes({place}, bytes, now); });
    clients_.for_each_open([&](std::uint16_t place) { read_one({place}, now); });
}

void FixDataPorts::read_one(exchange::ConnectionId id, Time now) {
    const login::ClientSockets::Received received = clients_.receive(id.value, now);
    if (received.is_first) {
        server_.on_certificate(id, clients_.peer_names(id.value));
    }
    const auto on_bytes = [&](Bytes bytes) { server_.on_bytes(id, bytes, now); };
    if (!clients_.pass(id.value, received, now, on_bytes)) {
        server_.on_disconnect(id, now);
    }
}

void FixDataPorts::write(Time now) {
    server_.on_timer(now);
    server_.publish(now);
    clients_.for_each_open([&](std::uint16_t place) { write_one({place}, now); });
    close_ended();
    clients_.poll_closing();
}

void FixDataPorts::write_one(exchange::ConnectionId id, Time now) {
    const auto next_piece = [&] {
        const Bytes output = server_.output(id);
        return output.first(std::min(output.size(), kDataPieceMax));
    };
    const auto on_written = [&](std::size_t bytes) { server_.on_written(id, bytes, now); };
    if (!clients_.send(id.value, next_piece, on_written)) {
        server_.on_disconnect(id, now);
    }
}

void FixDataPorts::close_ended() {
    server_.for_each_closed([&](exchange::ConnectionId id, exchange::FixDataServer::CloseReason) {
        clients_.close(id.value, std::array{server_.last_output(id)});
    });
}

void FixDataPorts::close_all(Time now) {
    server_.close_all(exchange::FixDataServer::CloseReason::ShutDown, now);
    close_ended();
}

}  // namespace hotpath::protocols::fix
