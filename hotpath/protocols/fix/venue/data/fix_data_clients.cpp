// The market data server's connections: logons, and how each connection ends.

#include <algorithm>

#include "hotpath/protocols/ascii_fields.hpp"
#include "hotpath/protocols/fix/session/msg_types.hpp"
#include "hotpath/protocols/fix/venue/data/fix_data_server.hpp"
#include "hotpath/protocols/fix/venue/fix_sessions.hpp"

namespace hotpath::exchange {

namespace fix = protocols::fix;
namespace soup = protocols::nasdaq::soupbintcp;

namespace {

constexpr std::uint8_t kDataPort = 0;  // the server has one

}  // namespace

/// The listener of one session, while its bytes are handled.
class FixDataServer::Events : public fix::NullSessionListener {
  public:
    Events(FixDataServer& server, End& end, ConnectionId id, Time now)
        : server_(server), end_(end), id_(id), now_(now) {}

    /// Both numbers are 1 again with each Logon; a client that goes on with older ones would wait
    /// for messages that there are not.
    fix::LogonAnswer on_logon(const fix::Inbound& inbound) const noexcept {
        return inbound.number == 1
                   ? fix::LogonAnswer::accept()
                   : fix::LogonAnswer::refuse("MsgSeqNum must be 1: log on with ResetSeqNumFlag Y");
    }
    void on_logged_on() noexcept {
        server_.places_.log_in(id_.value, end_.number);
        ++server_.counters_.logins;
    }
    void on_message(const fix::Inbound& inbound) noexcept {
        server_.on_message(end_, inbound, now_);
    }

  private:
    FixDataServer& server_;
    End& end_;
    ConnectionId id_;
    Time now_;
};

std::optional<ConnectionId> FixDataServer::on_connect(Time now, const soup::Peer& peer) noexcept {
    if (const auto first = places_.in_the_way(kDataPort, peer)) {
        close(clients_[*first], CloseReason::Displaced, {});
        sweep({*first}, now);
    }
    const std::optional<std::uint16_t> place = places_.take(kDataPort, peer);
    if (!place) {
        ++counters_.connections_refused;
        notes_.add({.peer = peer, .why = "connection refused: all connections are in use"}, now);
        return std::nullopt;
    }
    ++counters_.connections;
    certificates_.on_connect(*place);
    clients_[*place] = {.is_in_use = true};
    arrivals_.enter({*place}, now + options_.logon_timeout);
    return ConnectionId{*place};
}

void FixDataServer::on_bytes(ConnectionId id, Bytes bytes, Time now) noexcept {
    Client& client = clients_[id.value];
    if (client.is_in_use && !client.is_closed()) {
        if (client.end == nullptr) {
            on_first_bytes(id, bytes, now);
        } else {
            give(*client.end, id, bytes, now);
        }
    }
    sweep(id, now);
}

void FixDataServer::on_first_bytes(ConnectionId id, Bytes bytes, Time now) noexcept {
    const FixArrivals::Arrival arrival = arrivals_.on_bytes(id, bytes);
    if (arrival.first == FixArrivals::First::NeedMore) {
        return;
    }
    End* const end = admit(id, arrival, now);
    if (end == nullptr) {
        return;
    }
    clients_[id.value].end = end;
    end->connection = id;
    Events events(*this, *end, id, now);
    end->session->on_connected(utc(now), events);
    give(*end, id, arrival.bytes, now);
    arrivals_.leave(id);
    give(*end, id, bytes, now);
}

void FixDataServer::give(End& end, ConnectionId id, Bytes bytes, Time now) noexcept {
    Events events(*this, end, id, now);
    end.session->on_bytes(bytes, utc(now), events);
}

FixDataServer::End* FixDataServer::find(const fix::InboundHeader& header) const noexcept {
    const auto found = std::ranges::find_if(ends_, [&](const std::unique_ptr<End>& end) {
        return session_names_of(end->user) == session_names_of(header);
    });
    return found == ends_.end() ? nullptr : found->get();
}

FixDataServer::End* FixDataServer::admit(ConnectionId id, const FixArrivals::Arrival& arrival,
                                         Time now) noexcept {
    Client& client = clients_[id.value];
    if (arrival.first == FixArrivals::First::Garbled ||
        arrival.header.msg_type != fix::msg_type::kLogon) {
        ++counters_.malformed;
        close(client, CloseReason::MalformedPacket, "malformed: the first message is no Logon");
        return nullptr;
    }
    End* const end = find(arrival.header);
    if (end != nullptr) {
        client.username = end->user.name;
    }
    const soup::LoginAttempt attempt{
        .address = places_.peer(id.value).address,
        .port = kDataPort,
        .user = end != nullptr ? client.username : alias_of(session_names_of(arrival.header))};
    if (const auto verdict = login_limit_.verdict(attempt, now);
        verdict != soup::LoginVerdict::LookAt) {
        ++counters_.logins_not_looked_at;
        client.is_quiet = verdict == soup::LoginVerdict::RefusedAgain;
        close(client, CloseReason::RateExceeded, soup::kTooManyFailures);
        return nullptr;
    }
    if (end == nullptr) {
        login_limit_.on_failure(attempt, now);
        refuse(id, arrival, kLogonRefused, now);
        client.why = "logon refused: unknown SenderCompID, TargetCompID or BeginString";
        return nullptr;
    }
    if (!arrivals_.has_login(protocols::without_padding(end->user.name), end->user.password)) {
        login_limit_.on_failure(attempt, now);
        refuse(id, arrival, kLogonRefused, now);
        client.why = "logon refused: wrong Username or Password";
        return nullptr;
    }
    if (!certificates_.allow(id.value, user_of(Port::OrderEntry, end->number))) {
        login_limit_.on_failure(attempt, now);
        refuse(id, arrival, kLogonRefused, now);
        client.why = soup::kWrongCertificate;
        return nullptr;
    }
    if (end->connection) {
        const ConnectionId other = *end->connection;
        close(clients_[other.value], CloseReason::Superseded, {});
        sweep(other, now);
    }
    if (places_.logged_in(kDataPort) >= options_.sessions_max) {
        refuse(id, arrival, "logon refused: sessions_max users are logged on", now);
        return nullptr;
    }
    return end;
}

/// It is of no session, and one that is logged on under these names is not disturbed.
void FixDataServer::refuse(ConnectionId id, const FixArrivals::Arrival& arrival,
                           std::string_view why, Time now) noexcept {
    Client& client = clients_[id.value];
    ++counters_.logins_refused;
    const Bytes logout = arrivals_.refusal_of(arrival.header, why, utc(now));
    std::ranges::copy(logout, client.last_words.begin());
    client.last_length = logout.size();
    close(client, CloseReason::LoginRejected, why);
}

void FixDataServer::on_disconnect(ConnectionId id, Time now) noexcept {
    Client& client = clients_[id.value];
    if (!client.is_in_use) {
        return;
    }
    if (client.end != nullptr) {
        client.end->session->on_disconnected(utc(now));
    }
    close(client, CloseReason::Disconnected, {});
    sweep(id, now);
}

void FixDataServer::on_timer(Time now) noexcept {
    for (std::size_t n = 0; n < clients_.size(); ++n) {
        const ConnectionId id{static_cast<std::uint16_t>(n)};
        Client& client = clients_[n];
        if (!client.is_in_use || client.is_closed()) {
            continue;
        }
        if (client.end != nullptr) {
            client.end->session->on_timer(utc(now));
        } else if (now >= arrivals_.logon_until(id)) {
            close(client, CloseReason::LoginTimeout, {});
        }
        sweep(id, now);
    }
}

void FixDataServer::close_all(CloseReason reason, Time now) noexcept {
    for (std::size_t n = 0; n < clients_.size(); ++n) {
        if (clients_[n].is_in_use) {
            close(clients_[n], reason, {});
            sweep({static_cast<std::uint16_t>(n)}, now);
        }
    }
}

Bytes FixDataServer::output(ConnectionId id) const noexcept {
    const fix::Session* const session = clients_[id.value].session();
    return session != nullptr ? session->output() : Bytes{};
}

void FixDataServer::on_written(ConnectionId id, std::size_t bytes, Time now) noexcept {
    if (fix::Session* const session = clients_[id.value].session()) {
        session->on_written(bytes, utc(now));
        sweep(id, now);
    }
}

/// The first reason stays.
void FixDataServer::close(Client& client, CloseReason reason, std::string_view why) noexcept {
    if (!client.is_closed()) {
        client.reason = reason;
        client.why = why;
    }
}

/// The end of a session is its connection's, and the other way round; reported once.
void FixDataServer::sweep(ConnectionId id, Time now) noexcept {
    Client& client = clients_[id.value];
    if (!client.is_in_use || client.is_reported) {
        return;
    }
    const fix::Session* const session = client.session();
    if (session != nullptr && session->is_closed()) {
        const fix::CloseReason reason = session->close_reason();
        close(client, close_reason_of(reason), fix::name(reason));
    }
    if (!client.is_closed()) {
        return;
    }
    client.is_reported = true;
    arrivals_.leave(id);
    if (client.end != nullptr) {
        client.end->session->close(fix::CloseReason::ShutDown);
        unsubscribe(*client.end, std::nullopt);
        client.end->connection.reset();
        client.end = nullptr;
    }
    ++counters_.closed[static_cast<std::size_t>(client.reason)];
    if (soup::is_worth_a_note(client.reason) && !client.is_quiet) {
        notes_.add({.peer = places_.peer(id.value),
                    .user = client.username,
                    .reason = client.reason,
                    .why = client.why},
                   now);
    }
    places_.leave(id.value);
    closed_.push_back({id, client.reason});
}

}  // namespace hotpath::exchange
