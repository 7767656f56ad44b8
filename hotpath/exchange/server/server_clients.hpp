#pragma once
/// ServerClients: the connections of a venue server: their places, the checks that every port's
/// logins pass, and how each connection ends.
///
///   const auto id = clients.enter(port, now, peer);       // nullopt: refused
///   if (const auto why = clients.cut_off(*id, now)) { ... }   // too many wrong logins before
///   clients.log_in(*id);
///   ServerClients::close(clients[*id], reason, why); if (clients.try_end(*id, now)) { ... }
///
/// Threads: the server's. Allocation: create(), on_certificate(). Complexity: O(places) a connection.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/server/client_counters.hpp"
#include "hotpath/exchange/server/server_client.hpp"
#include "hotpath/exchange/server/venue_server_options.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/certificate_rules.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/client_notes.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/connection_places.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/login_limit.hpp"

namespace hotpath::exchange {

class ServerClients {
  public:
    using CloseReason = protocols::nasdaq::soupbintcp::CloseReason;

    /// The places that all connections of such a server need.
    [[nodiscard]] static std::size_t places_for(const VenueServerOptions& options);

    /// `counters` outlives it.
    ServerClients(const VenueServerOptions& options, ClientCounters& counters);
    [[nodiscard]] Expected<void> make(
        const protocols::nasdaq::soupbintcp::SoupServerOptions& options);

    // Queries.
    /// Upper bound of connection ids.
    [[nodiscard]] std::uint16_t places() const noexcept { return places_.size(); }
    [[nodiscard]] ServerClient& operator[](ConnectionId id) noexcept { return clients_[id.value]; }
    [[nodiscard]] const ServerClient& operator[](ConnectionId id) const noexcept {
        return clients_[id.value];
    }
    [[nodiscard]] std::span<ServerClient> all() noexcept { return clients_; }
    [[nodiscard]] std::span<const ServerClient> all() const noexcept { return clients_; }
    [[nodiscard]] ConnectionId id_of(const ServerClient& client) const noexcept {
        return {static_cast<std::uint16_t>(&client - clients_.data())};
    }
    [[nodiscard]] const CertificateRules& certificates() const noexcept { return certificates_; }
    [[nodiscard]] const protocols::nasdaq::soupbintcp::ClientNotes& notes() const noexcept {
        return notes_;
    }
    /// Connections of users, operators not counted.
    [[nodiscard]] std::size_t logged_in() const noexcept;

    // Connections.
    /// The connection that has to go before one of `peer` may come.
    [[nodiscard]] std::optional<ConnectionId> in_the_way(
        Port port, const protocols::nasdaq::soupbintcp::Peer& peer) const noexcept;
    /// Returns nullopt if no place is free.
    [[nodiscard]] std::optional<ConnectionId> enter(
        Port port, Time now, const protocols::nasdaq::soupbintcp::Peer& peer) noexcept;
    void on_certificate(ConnectionId id, std::vector<std::string>&& names) noexcept;
    static void close(ServerClient& client, CloseReason reason, std::string_view why) noexcept;
    /// True once for a connection that is closed: then it counts no more.
    [[nodiscard]] bool try_end(ConnectionId id, Time now) noexcept;
    /// Calls sink(ConnectionId, CloseReason) for each ended connection; its id may be reused.
    template <class Sink>
    void for_each_closed(Sink&& sink) {
        for (const Closed& closed : closed_) {
            sink(closed.id, closed.reason);
            clients_[closed.id.value].is_in_use = false;
            places_.release(closed.id.value);
        }
        closed_.clear();
    }
    template <class Sink>
    void for_each_note(Sink&& sink) {
        notes_.for_each(sink);
    }

    // Logins.
    /// After too many failures a login is not looked at: why, which is the client's `why` then.
    [[nodiscard]] std::optional<std::string_view> cut_off(
        ConnectionId id, const protocols::nasdaq::soupbintcp::Username& user, Time now) noexcept;
    void on_wrong_login(ConnectionId id, const protocols::nasdaq::soupbintcp::Username& user,
                        Time now) noexcept {
        login_limit_.on_failure(attempt_of(id, user), now);
    }
    /// The client has shown a certificate that its user, `number`, may have.
    [[nodiscard]] bool has_certificate(ConnectionId id) noexcept {
        const ServerClient& client = clients_[id.value];
        return certificates_.allow(id.value, user_of(client.port, client.number.value));
    }
    /// The oldest connection of this client's user, when the user has as many as it may have.
    [[nodiscard]] std::optional<ConnectionId> oldest_of_user(ConnectionId id) const noexcept;
    void log_in(ConnectionId id) noexcept {
        places_.log_in(id.value, clients_[id.value].number.value);
    }

  private:
    struct Closed {
        ConnectionId id;
        CloseReason reason = CloseReason::None;
    };

    [[nodiscard]] protocols::nasdaq::soupbintcp::LoginAttempt attempt_of(
        ConnectionId id, const protocols::nasdaq::soupbintcp::Username& user) const noexcept;
    void note_end(const ServerClient& client, ConnectionId id, Time now) noexcept;

    ClientCounters& counters_;
    std::uint16_t logins_per_user_max_;
    std::vector<ServerClient> clients_;
    protocols::nasdaq::soupbintcp::ConnectionPlaces places_;
    protocols::nasdaq::soupbintcp::ClientNotes notes_;
    protocols::nasdaq::soupbintcp::LoginLimit login_limit_;
    CertificateRules certificates_;
    std::vector<Closed> closed_;
};

}  // namespace hotpath::exchange
