// The connections of the venue's sessions: who takes whose place, how each ends, and what an end
// does to the session's orders.

#include "hotpath/exchange/server/venue_core.hpp"

namespace hotpath::exchange {

/// A session has one connection, and the newest is it. Snapshots are bounded by their number.
bool VenueCore::make_place_for_login(ConnectionId id, Time now) noexcept {
    const ServerClient& client = clients_[id];
    if (client.port == Port::DropCopy || client.port == Port::Operator) {
        if (const std::optional<ConnectionId> oldest = clients_.oldest_of_user(id)) {
            close(*oldest, CloseReason::Superseded, {});
            sweep(*oldest, now);
        }
    }
    const bool has_connection =
        is_of_session(client.port) &&
        sessions_[sessions_.of_user(client.number.value)].connection.has_value();
    return client.port == Port::Operator || has_connection ||
           clients_.logged_in() < options_.connections_max;
}

/// A client that has lost its connection comes back before the venue has noticed.
void VenueCore::enter_session(ConnectionId id, Time now) noexcept {
    ServerClient& client = clients_[id];
    const SessionId of_user = sessions_.of_user(client.number.value);
    UserSession& session = sessions_[of_user];
    if (session.connection) {
        const ConnectionId other = *session.connection;
        close(other, CloseReason::Superseded, {});
        sweep(other, now);
    }
    client.session = of_user;
    session.connection = id;
    session.cancel_at = kNever;
}

void VenueCore::sweep(ConnectionId id, Time now) noexcept {
    ServerClient& client = clients_[id];
    if (!client.is_in_use || client.is_reported) {
        return;
    }
    VenuePort& port = port_of(id);
    port.sweep(id, now);
    if (!clients_.try_end(id, now)) {
        return;
    }
    port.on_ended(id);
    client.reader_of.reset();
    if (client.session) {
        UserSession& session = sessions_[*client.session];
        session.connection.reset();
        const Nanos grace = options_.cancel_on_disconnect_after;
        session.cancel_at = grace == kForever ? kNever : now + grace;
        client.session.reset();
    }
}

void VenueCore::sweep_all(Time now) noexcept {
    for (std::uint16_t n = 0; n < clients_.places(); ++n) {
        sweep({n}, now);
    }
}

void VenueCore::cancel_orders_of_removed_users(Time at) noexcept {
    for (std::uint16_t n = 0; n < log().users().size(); ++n) {
        if (log().users().is_removed({n})) {
            sessions_[{n}].cancel_at = at;
        }
    }
}

/// At order entry of any protocol, and at the snapshots, which have the same users.
void VenueCore::disconnect_user(SessionId id, Time now) noexcept {
    for (const ServerClient& client : clients_.all()) {
        if (client.is_in_use && (client.session == id || client.reader_of == id)) {
            const ConnectionId its = clients_.id_of(client);
            close(its, CloseReason::ShutDown, "disconnected by the venue's operator");
            sweep(its, now);
        }
    }
}

void VenueCore::notify_later(SessionId id) noexcept {
    UserSession& session = sessions_[id];
    sessions_to_notify_ += session.notify_after == 0 ? 1U : 0U;
    session.notify_after = inputs_.last_seq();
}

void VenueCore::notify_members() noexcept {
    for (std::uint16_t n = 0; n < sessions_.size(); ++n) {
        UserSession& session = sessions_[{n}];
        if (session.notify_after != 0 && session.notify_after <= inputs_.durable_seq()) {
            session.notify_after = 0;
            --sessions_to_notify_;
            if (session.connection) {
                port_of(*session.connection)
                    .notify(*session.connection, exchange().member({n}).is_suspended);
            }
        }
    }
}

}  // namespace hotpath::exchange
