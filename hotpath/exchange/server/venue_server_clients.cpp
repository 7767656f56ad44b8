// The venue server's connections: logins, replacement of connections, and how each ends.

#include <array>
#include <utility>

#include "hotpath/exchange/server/venue_server.hpp"
#include "hotpath/exchange/server/venue_server_ilink.hpp"

namespace hotpath::exchange {

namespace soup = protocols::nasdaq::soupbintcp;
using soup::CloseReason;
using soup::LoginAnswer;

namespace {

constexpr std::string_view kUnknownLogin = "login rejected: unknown user or wrong password";

}  // namespace

std::string_view name(Port port) noexcept {
    constexpr std::array<std::string_view, kServerPorts> kNames{
        "order entry",     "glimpse",       "drop copy",          "operator",
        "FIX order entry", "FIX drop copy", "iLink 3 order entry"};
    return kNames[static_cast<std::size_t>(port)];
}

std::optional<ConnectionId> VenueServer::on_connect(Port port, Time now,
                                                    const soup::Peer& peer) noexcept {
    if (const auto first = places_.in_the_way(number_of(port), peer)) {
        clients_[*first].soup.close(CloseReason::Displaced);
        sweep({*first}, now);
    }
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
    Client& client = clients_[*place];
    client.soup.on_connected(now);
    if (is_fix(port)) {
        fix_.enter({*place}, now + options_.soup.connection.login_timeout,
                   port == Port::FixDropCopy);
    } else if (port == Port::IlinkOrders) {
        IlinkPort(*this).on_connected({*place}, now);
    }
    client.port = port;
    client.is_in_use = true;
    client.is_reported = false;
    client.last_length = 0;
    client.session.reset();
    client.username = protocols::to_alpha<6>("");
    client.why = {};
    client.is_quiet = false;
    return ConnectionId{*place};
}

void VenueServer::on_certificate(ConnectionId id, std::vector<std::string>&& names) noexcept {
    certificates_.on_shown(id.value, std::move(names));
}

LoginAnswer VenueServer::login(ConnectionId id, const soup::LoginRequest& request, Time now) {
    Client& client = clients_[id.value];
    client.username = request.load_username();
    // Snapshots have the users of order entry.
    const Port of_users = client.port == Port::Glimpse ? Port::OrderEntry : client.port;
    const soup::LoginAttempt attempt{.address = places_.peer(id.value).address,
                                     .port = number_of(of_users),
                                     .user = client.username};
    if (const auto verdict = login_limit_.verdict(attempt, now);
        verdict != soup::LoginVerdict::LookAt) {
        return refuse_unseen(client, verdict);
    }
    const std::optional<std::size_t> login = soup::find_login(users_of(client.port), request);
    const bool is_of_fix = of_users == Port::OrderEntry && fix_.is_drop_copy(client.username);
    if (!login || is_of_fix) {
        login_limit_.on_failure(attempt, now);
        return refuse_login(client, soup::RejectReason::NotAuthorized, kUnknownLogin);
    }
    client.number = {static_cast<std::uint16_t>(*login)};
    if (!certificates_.allow(id.value, user_of(client.port, client.number.value))) {
        login_limit_.on_failure(attempt, now);
        const auto answer = refuse_login(client, soup::RejectReason::NotAuthorized, kUnknownLogin);
        client.why = soup::kWrongCertificate;
        return answer;
    }
    if (!make_place_for_login(id, client.number, now)) {
        return refuse_login(client, soup::RejectReason::SessionNotAvailable,
                            "login rejected: connections_max users are logged in");
    }
    client.why = soup::kNotThatSession;  // unless it is let in
    if (client.port == Port::Glimpse) {
        return login_glimpse(client, now);
    }
    ++counters_.logins;
    if (client.port == Port::DropCopy) {
        return LoginAnswer::accept(*drop_copies_, feed_.session());
    }
    if (client.port == Port::Operator) {
        return LoginAnswer::accept(*answers_, feed_.session());
    }
    const SessionId of_user = session_of_user_[client.number.value];
    Session& session = sessions_[of_user.value];
    take_over(of_user, now);
    client.session = of_user;
    session.connection = id;
    session.cancel_at = kNever;
    return LoginAnswer::accept(session.replies, feed_.session());
}

/// A client that has lost its connection comes back before the venue has noticed.
void VenueServer::take_over(SessionId id, Time now) noexcept {
    if (sessions_[id.value].connection) {
        const ConnectionId other = *sessions_[id.value].connection;
        close(clients_[other.value], CloseReason::Superseded, {});
        sweep(other, now);
    }
}

/// A guesser would fill the log: refusals in a row are one line.
LoginAnswer VenueServer::refuse_unseen(Client& client, soup::LoginVerdict verdict) noexcept {
    ++counters_.logins_not_looked_at;
    client.why = soup::kTooManyFailures;
    client.is_quiet = verdict == soup::LoginVerdict::RefusedAgain;
    return LoginAnswer::cut_off(client.why);
}

LoginAnswer VenueServer::login_glimpse(Client& client, Time now) noexcept {
    client.snapshot = snapshots_.join();
    if (client.snapshot == nullptr) {
        return refuse_login(client, soup::RejectReason::SessionNotAvailable,
                            "login rejected: too many snapshots are being read");
    }
    ++counters_.logins;
    client.snapshot_until = now + options_.snapshots.reading_max;
    return LoginAnswer::accept(*client.snapshot, feed_.session());
}

LoginAnswer VenueServer::refuse_login(Client& client, soup::RejectReason reason,
                                      std::string_view why) noexcept {
    ++counters_.logins_refused;
    client.why = why;
    return LoginAnswer::reject(reason, why);
}

/// Order entry has one connection a user, and sees to it itself. Snapshots are bounded by their
/// number.
bool VenueServer::make_place_for_login(ConnectionId id, SessionId user, Time now) noexcept {
    const Port port = clients_[id.value].port;
    if (port == Port::DropCopy || port == Port::Operator) {
        if (const auto oldest = places_.in_the_way_of_login(id.value, user.value,
                                                            options_.places.logins_per_user_max)) {
            close(clients_[*oldest], CloseReason::Superseded, {});
            sweep({*oldest}, now);
        }
    }
    const bool has_connection =
        (port == Port::OrderEntry || is_fix(port) || port == Port::IlinkOrders) &&
        sessions_[session_of_user_[user.value].value].connection.has_value();
    if (port == Port::Operator || has_connection) {
        return true;
    }
    std::size_t logged_in = 0;
    for (std::uint8_t each = 0; each < kServerPorts; ++each) {
        logged_in += each == number_of(Port::Operator) ? 0 : places_.logged_in(each);
    }
    return logged_in < options_.connections_max;
}

void VenueServer::close(Client& client, CloseReason reason, std::string_view why) noexcept {
    client.why = why;
    client.soup.close(reason, why);
}

void VenueServer::sweep(ConnectionId id, Time now) noexcept {
    Client& client = clients_[id.value];
    if (client.is_in_use && !client.is_reported && is_fix(client.port)) {
        sweep_fix(client, id);
    }
    if (client.is_in_use && !client.is_reported && client.port == Port::IlinkOrders) {
        IlinkPort(*this).sweep(client, id, now);
    }
    if (!client.is_in_use || client.is_reported || !client.soup.is_closed()) {
        return;
    }
    client.is_reported = true;
    closed_.push_back({id, client.soup.close_reason()});
    ++counters_.closed[static_cast<std::size_t>(client.soup.close_reason())];
    note_end(client, id, now);
    places_.leave(id.value);
    if (client.snapshot != nullptr) {
        snapshots_.leave(*std::exchange(client.snapshot, nullptr));
    }
    if (client.session) {
        Session& session = sessions_[client.session->value];
        session.connection.reset();
        const Nanos grace = options_.cancel_on_disconnect_after;
        session.cancel_at = grace == kForever ? kNever : now + grace;
        client.session.reset();
    }
}

/// `why` is of a connection that the server has closed, or of a login that it has refused.
void VenueServer::note_end(const Client& client, ConnectionId id, Time now) noexcept {
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

}  // namespace hotpath::exchange
