#include "hotpath/exchange/server/server_clients.hpp"

#include <array>
#include <utility>

namespace hotpath::exchange {

namespace soup = protocols::nasdaq::soupbintcp;
using soup::CloseReason;

namespace {

[[nodiscard]] std::optional<ConnectionId> to_id(std::optional<std::uint16_t> place) noexcept {
    return place ? std::optional(ConnectionId{*place}) : std::nullopt;
}

[[nodiscard]] constexpr std::array<std::string_view, kServerPorts> names_of_ports() noexcept {
    std::array<std::string_view, kServerPorts> names{"order entry", "glimpse", "drop copy",
                                                     "operator"};
    std::size_t next = kOwnPorts;
    VenueProtocols::for_each([&]<class P>() {
        for (const std::string_view port : P::kPorts) {
            names[next++] = port;
        }
    });
    return names;
}

[[nodiscard]] std::size_t ports_of_protocols(const VenueServerOptions& options) {
    std::size_t ports = 0;
    VenueProtocols::for_each([&]<class P>() {
        ports += P::ports_open(std::get<typename P::Options>(options.protocols));
    });
    return ports;
}

}  // namespace

std::string_view name(Port port) noexcept {
    static constexpr std::array kNames = names_of_ports();
    return kNames[static_cast<std::size_t>(port)];
}

std::size_t ServerClients::places_for(const VenueServerOptions& options) {
    const std::size_t operators =
        options.operator_users.size() * options.places.logins_per_user_max;
    const std::size_t ports = std::size_t{2} + (options.drop_copy_users.empty() ? 0U : 1U) +
                              ports_of_protocols(options) +
                              (options.operator_users.empty() ? 0U : 1U);
    return soup::ConnectionPlaces::places_for(options.connections_max + operators, ports,
                                              options.places);
}

ServerClients::ServerClients(const VenueServerOptions& options, ClientCounters& counters)
    : counters_(counters),
      logins_per_user_max_(options.places.logins_per_user_max),
      places_(places_for(options), options.places),
      login_limit_(options.failed_logins),
      certificates_(options.certificates, places_.size()) {
    closed_.reserve(places_.size());
}

Expected<void> ServerClients::make(const soup::SoupServerOptions& options) {
    for (std::size_t n = 0; n < places_.size(); ++n) {
        Expected<soup::SoupServer> server = soup::SoupServer::create(options);
        if (!server) {
            return std::unexpected(std::move(server.error()));
        }
        clients_.push_back({.soup = std::move(*server), .session = {}});
    }
    return {};
}

std::size_t ServerClients::logged_in() const noexcept {
    std::size_t count = 0;
    for (std::uint8_t each = 0; each < kServerPorts; ++each) {
        count += each == number_of(Port::Operator) ? 0 : places_.logged_in(each);
    }
    return count;
}

std::optional<ConnectionId> ServerClients::in_the_way(Port port,
                                                      const soup::Peer& peer) const noexcept {
    return to_id(places_.in_the_way(number_of(port), peer));
}

std::optional<ConnectionId> ServerClients::oldest_of_user(ConnectionId id) const noexcept {
    return to_id(places_.in_the_way_of_login(id.value, clients_[id.value].number.value,
                                             logins_per_user_max_));
}

std::optional<ConnectionId> ServerClients::enter(Port port, Time now,
                                                 const soup::Peer& peer) noexcept {
    const std::optional<std::uint16_t> place = places_.take(number_of(port), peer);
    if (!place) {
        ++counters_.connections_refused;
        notes_.add({.port = number_of(port),
                    .peer = peer,
                    .why = "connection refused: all connections are in use"},
                   now);
        return std::nullopt;
    }
    ++counters_.connections;
    certificates_.on_connect(*place);
    ServerClient& client = clients_[*place];
    client.soup.on_connected(now);
    client.port = port;
    client.is_in_use = true;
    client.is_reported = false;
    client.session.reset();
    client.reader_of.reset();
    client.username = protocols::to_alpha<6>("");
    client.why = {};
    client.is_quiet = false;
    return ConnectionId{*place};
}

void ServerClients::on_certificate(ConnectionId id, std::vector<std::string>&& names) noexcept {
    certificates_.on_shown(id.value, std::move(names));
}

void ServerClients::close(ServerClient& client, CloseReason reason, std::string_view why) noexcept {
    client.why = why;
    client.soup.close(reason, why);
}

bool ServerClients::try_end(ConnectionId id, Time now) noexcept {
    ServerClient& client = clients_[id.value];
    if (!client.is_in_use || client.is_reported || !client.soup.is_closed()) {
        return false;
    }
    client.is_reported = true;
    closed_.push_back({id, client.soup.close_reason()});
    ++counters_.closed[static_cast<std::size_t>(client.soup.close_reason())];
    note_end(client, id, now);
    places_.leave(id.value);
    return true;
}

/// `why` is of a connection that the server has closed, or of a login that it has refused.
void ServerClients::note_end(const ServerClient& client, ConnectionId id, Time now) noexcept {
    const CloseReason reason = client.soup.close_reason();
    const bool is_explained =
        reason == CloseReason::LoginRejected || reason == CloseReason::ShutDown;
    if (client.is_quiet) {
        return;
    }
    if (soup::is_worth_a_note(reason) || (is_explained && !client.why.empty())) {
        notes_.add({.port = number_of(client.port),
                    .peer = places_.peer(id.value),
                    .user = client.username,
                    .reason = reason,
                    .why = client.why},
                   now);
    }
}

/// Failures count for a user of any port that shares its logins.
soup::LoginAttempt ServerClients::attempt_of(ConnectionId id,
                                             const soup::Username& user) const noexcept {
    const Port port = clients_[id.value].port;
    return {.address = places_.peer(id.value).address,
            .port = number_of(user_of(port, 0).port),
            .user = user};
}

/// A guesser would fill the log: refusals in a row are one line.
std::optional<std::string_view> ServerClients::cut_off(ConnectionId id, const soup::Username& user,
                                                       Time now) noexcept {
    const soup::LoginVerdict verdict = login_limit_.verdict(attempt_of(id, user), now);
    if (verdict == soup::LoginVerdict::LookAt) {
        return std::nullopt;
    }
    ServerClient& client = clients_[id.value];
    ++counters_.logins_not_looked_at;
    client.why = soup::kTooManyFailures;
    client.is_quiet = verdict == soup::LoginVerdict::RefusedAgain;
    return client.why;
}

}  // namespace hotpath::exchange
