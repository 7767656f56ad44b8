#pragma once
/// OperatorPort: where operators command the trader, as bytes and times. SoupBinTCP as at the
/// venue's operator port: a login, commands as unsequenced messages, an answer to each.
///
///   const auto connection = port.on_connect(now);
///   port.on_bytes(*connection, received, now, obey);    // OperatorAnswer obey(OperatorCommand)
///   port.on_timer(now, obey);                           // at next_deadline()
///   send(port.output(*connection)); port.on_written(*connection, sent);
///   if (!port.is_open(*connection)) { close the socket; port.release(*connection); }
///
/// Each connection is a stream of its own: its answers and no others. A command that could not be
/// answered is not carried out: the connection is cut off by name. With `absence_max` somebody must
/// be there: when no operator was heard for longer (a heartbeat counts), a kill is obeyed. Threads:
/// one owner. Allocation: create(). Complexity: O(bytes), O(connections) a timer.

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/trader/operator_command.hpp"
#include "hotpath/wire/sequenced_store.hpp"
#include "hotpath/wire/soupbintcp/credentials.hpp"
#include "hotpath/wire/soupbintcp/server.hpp"

namespace hotpath::trader {

struct OperatorPortOptions {
    std::vector<wire::soupbintcp::Credentials> users{};
    std::uint16_t connections_max = 8;
    std::uint32_t answers_kept = 1'024;  // of one connection
    Nanos absence_max{0};                // inclusive; 0: nobody need be there
    wire::soupbintcp::ConnectionOptions connection{.packet_length_max = 256,
                                                   .output_bytes_max = 16'384};
};

struct OperatorPortCounters {
    std::uint64_t connections = 0;
    std::uint64_t connections_refused = 0;  // connections_max are open
    std::uint64_t logins = 0;
    std::uint64_t logins_refused = 0;
    std::uint64_t commands = 0;
    std::uint64_t malformed = 0;     // cut off
    std::uint64_t unanswerable = 0;  // cut off: answers_kept
    std::uint64_t absences = 0;      // kills for want of an operator
};

class OperatorPort {
  public:
    using CloseReason = wire::soupbintcp::CloseReason;

    [[nodiscard]] static Expected<OperatorPort> create(const OperatorPortOptions& options);
    OperatorPort(OperatorPort&&) noexcept = default;
    OperatorPort& operator=(OperatorPort&&) = delete;

    // Queries.
    [[nodiscard]] const OperatorPortCounters& counters() const noexcept { return counters_; }
    [[nodiscard]] std::uint16_t connections_max() const noexcept {
        return static_cast<std::uint16_t>(clients_.size());
    }
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
    [[nodiscard]] Nanos next_deadline() const noexcept;

    // Events.
    /// From here on an operator has absence_max to come.
    void start(Nanos now) noexcept { heard_at_ = now; }
    /// nullopt: it is one too many, and to be closed.
    [[nodiscard]] std::optional<std::uint16_t> on_connect(Nanos now) noexcept;
    template <class Obey>
    void on_bytes(std::uint16_t connection, Bytes bytes, Nanos now, Obey&& obey) {
        Client& client = clients_[connection];
        const std::uint64_t packets = client.soup.counters().packets_received;
        Hearing<Obey> hearing{{}, *this, client, obey};
        client.soup.on_bytes(bytes, now, hearing);
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
    }
    /// The socket is closed: its place is free.
    void release(std::uint16_t connection) noexcept { clients_[connection].is_in_use = false; }
    template <class Obey>
    void on_timer(Nanos now, Obey&& obey) {
        for (Client& client : clients_) {
            if (client.is_in_use) {
                client.soup.on_timer(now);
            }
        }
        if (now >= absent_at()) {
            is_absent_ = true;
            ++counters_.absences;
            obey(
                OperatorCommand{.action = OperatorAction::Kill, .origin = OperatorOrigin::Absence});
        }
    }

  private:
    struct Client {
        wire::soupbintcp::SoupServer soup;
        wire::SequencedStore answers;
        wire::soupbintcp::Username user = wire::to_alpha<6>("");
        bool is_in_use = false;
    };
    template <class Obey>
    struct Hearing : wire::soupbintcp::NullServerListener {
        wire::soupbintcp::LoginAnswer on_login(const wire::soupbintcp::LoginRequest& request) {
            return port.login(client, request);
        }
        void on_unsequenced(Bytes message) {
            OperatorCommand command;
            if (port.may_obey(client, message, command)) {
                port.tell(client, obey(command));
            }
        }
        OperatorPort& port;
        Client& client;
        Obey& obey;
    };

    OperatorPort(const OperatorPortOptions& options, std::vector<Client>&& clients);

    [[nodiscard]] wire::soupbintcp::LoginAnswer login(
        Client& client, const wire::soupbintcp::LoginRequest& request) noexcept;
    /// It is a command, and there is room for its answer.
    [[nodiscard]] bool may_obey(Client& client, Bytes message, OperatorCommand& command) noexcept;
    void tell(Client& client, const OperatorAnswer& answer) noexcept;
    [[nodiscard]] Nanos absent_at() const noexcept {
        return absence_max_ == Nanos{} || is_absent_ ? kNever : heard_at_ + absence_max_ + Nanos{1};
    }

    std::vector<wire::soupbintcp::Credentials> users_;
    Nanos absence_max_;
    std::vector<Client> clients_;
    Nanos heard_at_{};        // an operator
    bool is_absent_ = false;  // and the trader was killed for it
    OperatorPortCounters counters_;
};

}  // namespace hotpath::trader
