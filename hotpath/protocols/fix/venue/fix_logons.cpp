#include "hotpath/protocols/fix/venue/fix_logons.hpp"

#include <algorithm>

#include "hotpath/protocols/fix/venue/fix_ports.hpp"

namespace hotpath::exchange {

FixLogons::FixLogons(VenueCore& core, FixSessions& sessions)
    : core_(core), sessions_(sessions), last_words_(core.clients().places()) {}

void FixLogons::on_connected(ConnectionId id, Time now) noexcept {
    last_words_[id.value].length = 0;
    sessions_.enter(id, now + core_.options().soup.connection.login_timeout,
                    core_.clients()[id].port == kFixDropCopy);
}

/// A Logon waits until reports of the session that are on their way to the journal have their numbers:
/// so the answer's number is behind those of every report there is. To a drop copy's there may
/// always be some on their way.
FixLogons::Admitted FixLogons::on_bytes(ConnectionId id, Bytes& bytes, Time now) {
    const FixSessions::Arrived arrived = sessions_.on_bytes(id, bytes);
    const bool has_reports = arrived.has_password && !arrived.end->user.is_drop_copy &&
                             arrived.end->reports_waiting != 0;
    const bool has_to_wait = arrived.first == FixSessions::First::NeedMore || has_reports;
    if (has_to_wait && !bytes.empty()) {
        core_.close(id, CloseReason::OversizedPacket,
                    "malformed: too many bytes before the answer to the Logon");
        return {};
    }
    return has_to_wait ? Admitted{}
                       : Admitted{.end = admit(id, arrived, now), .first = arrived.bytes};
}

/// nullptr: the connection has been closed. What the client gets does not say whether the names or the
/// password were wrong, and a session that is logged on is not disturbed.
FixEnd* FixLogons::admit(ConnectionId id, const FixSessions::Arrived& arrived, Time now) {
    ServerClients& clients = core_.clients();
    ServerClient& client = clients[id];
    if (arrived.first == FixSessions::First::Garbled) {
        ++core_.counters().malformed;
        core_.close(id, CloseReason::MalformedPacket,
                    "malformed: the first message is no FIX message");
        return nullptr;
    }
    FixEnd* const end = arrived.end;
    if (end != nullptr) {
        client.username = end->name;
    }
    const Username user = end != nullptr ? end->name : alias_of(session_names_of(arrived.header));
    if (const auto why = clients.cut_off(id, user, now)) {
        core_.close(id, CloseReason::RateExceeded, *why);
        return nullptr;
    }
    if (!arrived.has_password) {
        clients.on_wrong_login(id, user, now);
        refuse(id, arrived,
               end == nullptr ? "logon refused: unknown SenderCompID, TargetCompID or BeginString"
                              : "logon refused: wrong Username or Password",
               now);
        return nullptr;
    }
    client.number = {end->user.user};
    if (!clients.has_certificate(id)) {
        clients.on_wrong_login(id, user, now);
        refuse(id, arrived, protocols::nasdaq::soupbintcp::kWrongCertificate, now);
        return nullptr;
    }
    if (!core_.make_place_for_login(id, now)) {
        ++core_.counters().logins_refused;
        core_.close(id, CloseReason::LoginRejected,
                    "logon refused: connections_max users are logged in");
        return nullptr;
    }
    core_.enter_session(id, now);
    end->connection = id;
    return end;
}

/// `why` is for the log.
void FixLogons::refuse(ConnectionId id, const FixSessions::Arrived& arrived, std::string_view why,
                       Time now) noexcept {
    ++core_.counters().logins_refused;
    const Bytes logout = sessions_.refusal_of(arrived, kLogonRefused, core_.utc(now));
    LastWords& words = last_words_[id.value];
    std::ranges::copy(logout, words.bytes.begin());
    words.length = logout.size();
    core_.close(id, CloseReason::LoginRejected, why);
}

}  // namespace hotpath::exchange
