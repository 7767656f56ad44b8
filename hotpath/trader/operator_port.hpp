#pragma once
/// OperatorPort: where operators command the trader, as bytes and times. SoupBinTCP as at the
/// venue's operator port: a login, commands as unsequenced messages, an answer to each.
///
///   const auto connection = port.on_connect(now, peer);
///   port.on_bytes(*connection, received, now, obey);    // OperatorAnswer obey(OperatorCommand)
///   port.on_timer(now, obey);                           // at next_deadline()
///   send(port.output(*connection)); port.on_written(*connection, sent);
///   if (!port.is_open(*connection)) { close the socket; port.release(*connection, now); }
/// Each connection has a separate stream with its answers only. A command whose answer has no room
/// is not carried out: the connection is closed with a reason. Dead-man switch: no operator heard
/// for `absence_max` (a heartbeat counts) kills trading. Logged-in operators have reserved places:
/// ConnectionPlaces. Threads: one owner. Allocation: create(). Complexity: O(bytes), O(connections)
/// a timer.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/certificate_rules.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/client_notes.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/connection_places.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/credentials.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/login_limit.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/server.hpp"
#include "hotpath/protocols/sequenced_store.hpp"
#include "hotpath/trader/operator_command.hpp"

namespace hotpath::trader {

struct OperatorPortOptions {
    std::vector<protocols::nasdaq::soupbintcp::Credentials> users{};
    /// The n-th user logs in with its certificate: on_certificate() says what a client has shown.
    std::vector<protocols::nasdaq::soupbintcp::CertificateRule<std::uint16_t>> certificates{};
    std::uint16_t connections_max = 8;  // of logged-in operators
    protocols::nasdaq::soupbintcp::PlaceLimits places{};
    protocols::nasdaq::soupbintcp::LoginLimitOptions failed_logins{
        .wait{kNanosPerSecond}};         // of an address
    std::uint32_t answers_kept = 1'024;  // of one connection
    Nanos absence_max{0};                // inclusive; 0: no dead-man switch
    protocols::nasdaq::soupbintcp::ConnectionOptions connection{
        .packet_length_max = 256, .output_bytes_max = 16'384, .login_timeout{5 * kNanosPerSecond}};
};

struct OperatorPortCounters {
    std::uint64_t connections = 0;
    std::uint64_t connections_refused = 0;  // all connections are in use
    std::uint64_t logins = 0;
    std::uint64_t logins_refused = 0;
    std::uint64_t logins_not_looked_at = 0;  // after too many wrong passwords: disconnected
    std::uint64_t commands = 0;
    std::uint64_t malformed = 0;     // disconnected
    std::uint64_t unanswerable = 0;  // disconnected: answers_kept
    std::uint64_t absences = 0;      // kills by the dead-man switch
};

class OperatorPort {
  public:
    using CloseReason = protocols::nasdaq::soupbintcp::CloseReason;

    [[nodiscard]] static Expected<OperatorPort> create(const OperatorPortOptions& options);
    OperatorPort(OperatorPort&&) noexcept = default;
    OperatorPort& operator=(OperatorPort&&) = delete;

    // Queries.
    [[nodiscard]] const OperatorPortCounters& counters() const noexcept { return counters_; }
    /// Connections have numbers below this.
    [[nodiscard]] std::uint16_t places() const noexcept { return places_.size(); }
    /// Operators that are logged in.
    [[nodiscard]] std::uint32_t operators() const noexcept;
    [[nodiscard]] bool is_open(std::uint16_t connection) const noexcept {
        return !clients_[connection].soup.is_closed();
    }
    [[nodiscard]] CloseReason close_reason(std::uint16_t connection) const noexcept {
        return clients_[connection].soup.close_reason();
    }
    [[nodiscard]] Bytes output(std::uint16_t connection) const noexcept {
        return clients_[connection].soup.output();
    }
    [[nodiscard]] Time next_deadline() const noexcept;

    // Events.
    /// Starts the dead-man switch: an operator must log in within absence_max.
    void start(Time now) noexcept { heard_at_ = now; }
    /// nullopt: no place for it, close it. It may have replaced another connection, which is then
    /// no longer open.
    [[nodiscard]] std::optional<std::uint16_t> on_connect(
        Time now, const protocols::nasdaq::soupbintcp::Peer& peer = {}) noexcept;
    /// The names in the certificate that the client has shown; call before its first bytes.
    void on_certificate(std::uint16_t connection, std::vector<std::string>&& names) noexcept {
        certificates_.on_shown(connection, std::move(names));
    }
    template <class Obey>
    void on_bytes(std::uint16_t connection, Bytes bytes, Time now, Obey&& obey) {
        Client& client = clients_[connection];
        const std::uint64_t packets = client.soup.counters().packets_received;
        Listener<Obey> listener{{}, *this, client, obey, connection, now};
        client.soup.on_bytes(bytes, now, listener);
        note_ends(now);
        if (client.soup.is_logged_in() && client.soup.counters().packets_received != packets) {
            heard_at_ = now;
            is_absent_ = false;
        }
    }
    void on_written(std::uint16_t connection, std::size_t bytes) noexcept {
        clients_[connection].soup.on_written(bytes);
    }
    void on_disconnected(std::uint16_t connection) noexcept {
        clients_[connection].soup.on_disconnected();
        places_.leave(connection);
    }
    /// Remaining output of a closed connection, to send as far as possible before closing the
    /// socket.
    [[nodiscard]] std::array<Bytes, 2> last_output(std::uint16_t connection) const noexcept {
        return clients_[connection].soup.last_output();
    }
    /// The socket is closed: its place is free.
    void release(std::uint16_t connection, Time now) noexcept {
        note_ends(now);
        clients_[connection].is_in_use = false;
        places_.release(connection);
    }
    /// Calls sink(const ClientNote&) for each client disconnected or refused: the log's next lines.
    template <class Sink>
    void for_each_note(Sink&& sink) {
        notes_.for_each(sink);
    }
    template <class Obey>
    void on_timer(Time now, Obey&& obey) {
        for (Client& client : clients_) {
            if (client.is_in_use) {
                client.soup.on_timer(now);
            }
        }
        note_ends(now);
        if (now >= absent_at()) {
            is_absent_ = true;
            ++counters_.absences;
            obey(
                OperatorCommand{.action = OperatorAction::Kill, .origin = OperatorOrigin::Absence});
        }
    }

  private:
    struct Client {
        protocols::nasdaq::soupbintcp::SoupServer soup;
        protocols::SequencedStore answers;
        protocols::nasdaq::soupbintcp::Username user = protocols::to_alpha<6>("");
        std::uint16_t number = 0;  // of its user
        std::string_view why{};    // why it was closed, if there is a text
        bool is_in_use = false;
        bool is_noted = false;  // in the log as closed
        bool is_quiet = false;  // the log already has a line about it
    };
    template <class Obey>
    struct Listener : protocols::nasdaq::soupbintcp::NullServerListener {
        protocols::nasdaq::soupbintcp::LoginAnswer on_login(
            const protocols::nasdaq::soupbintcp::LoginRequest& request) {
            return port.login(connection, request, now);
        }
        void on_logged_in(std::uint64_t) noexcept {
            client.why = {};
            port.places_.log_in(connection, client.number);
        }
        void on_unsequenced(Bytes message) {
            OperatorCommand command;
            if (port.may_obey(client, message, command)) {
                port.answer(client, obey(command));
            }
        }
        OperatorPort& port;
        Client& client;
        Obey& obey;
        std::uint16_t connection;
        Time now;
    };

    OperatorPort(const OperatorPortOptions& options, std::vector<Client>&& clients);

    [[nodiscard]] protocols::nasdaq::soupbintcp::LoginAnswer login(
        std::uint16_t connection, const protocols::nasdaq::soupbintcp::LoginRequest& request,
        Time now) noexcept;
    [[nodiscard]] protocols::nasdaq::soupbintcp::LoginAnswer refuse_login(
        Client& client, protocols::nasdaq::soupbintcp::RejectReason reason,
        std::string_view why) noexcept;
    void close(Client& client, CloseReason reason, std::string_view why) noexcept;
    /// Notes closed connections, once each.
    void note_ends(Time now) noexcept;
    /// The message is a command, and there is room for its answer.
    [[nodiscard]] bool may_obey(Client& client, Bytes message, OperatorCommand& command) noexcept;
    void answer(Client& client, const OperatorAnswer& answer) noexcept;
    [[nodiscard]] Time absent_at() const noexcept {
        return absence_max_ == Nanos{} || is_absent_ ? kNever : heard_at_ + absence_max_ + Nanos{1};
    }

    std::vector<protocols::nasdaq::soupbintcp::Credentials> users_;
    Nanos absence_max_;
    std::uint16_t connections_max_;
    std::uint16_t logins_per_user_max_;
    protocols::nasdaq::soupbintcp::ConnectionPlaces places_;
    protocols::nasdaq::soupbintcp::CertificateRules<std::uint16_t> certificates_;
    protocols::nasdaq::soupbintcp::ClientNotes notes_;
    protocols::nasdaq::soupbintcp::LoginLimit login_limit_;
    std::vector<Client> clients_;
    Time heard_at_{};         // last message of an operator
    bool is_absent_ = false;  // and the trader was killed
    OperatorPortCounters counters_;
};

}  // namespace hotpath::trader
