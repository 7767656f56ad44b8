#include "hotpath/trader/operator_port.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "hotpath/core/assert.hpp"

namespace hotpath::trader {

namespace soup = protocols::nasdaq::soupbintcp;

namespace {

constexpr std::string_view kUnknownLogin = "login rejected: unknown user or wrong password";
/// The name of each connection's stream.
constexpr soup::Session kSession = protocols::to_alpha<soup::kSessionLength>("OPERATOR");

}  // namespace

Expected<OperatorPort> OperatorPort::create(const OperatorPortOptions& options) {
    if (options.connections_max == 0 || options.answers_kept == 0 || options.users.empty()) {
        return fail("operator port: users, connections and answers must be at least 1");
    }
    if (options.failed_logins.failures_max == 0 || options.failed_logins.wait < Nanos{}) {
        return fail("operator port: failed_logins_max must be at least 1 and its wait 0 or longer");
    }
    if (options.absence_max < Nanos{}) {
        return fail("operator port: absence_max_ms must be 0 or longer");
    }
    const std::size_t places =
        soup::ConnectionPlaces::places_for(options.connections_max, 1, options.places);
    if (options.places.pending_max == 0 || options.places.pending_per_address_max == 0 ||
        options.places.logins_per_user_max == 0 ||
        places > std::numeric_limits<std::uint16_t>::max()) {
        return fail("operator port: login places must be 1..65,535");
    }
    std::vector<Client> clients;
    clients.reserve(places);
    for (std::size_t n = 0; n < places; ++n) {
        auto server = soup::SoupServer::create({.connection = options.connection});
        auto answers = protocols::SequencedStore::create(
            {.messages_max = options.answers_kept,
             .bytes_max = std::uint64_t{options.answers_kept} * kOperatorAnswerLength,
             .message_length_max = kOperatorAnswerLength});
        if (!server || !answers) {
            return std::unexpected(!server ? server.error() : answers.error());
        }
        clients.push_back({.soup = std::move(*server), .answers = std::move(*answers)});
    }
    return OperatorPort(options, std::move(clients));
}

OperatorPort::OperatorPort(const OperatorPortOptions& options, std::vector<Client>&& clients)
    : users_(options.users),
      absence_max_(options.absence_max),
      connections_max_(options.connections_max),
      logins_per_user_max_(options.places.logins_per_user_max),
      places_(clients.size(), options.places),
      certificates_(options.certificates, clients.size()),
      login_limit_(options.failed_logins),
      clients_(std::move(clients)) {}

std::uint32_t OperatorPort::operators() const noexcept {
    return static_cast<std::uint32_t>(std::ranges::count_if(
        clients_, [](const Client& client) { return client.soup.is_logged_in(); }));
}

Time OperatorPort::next_deadline() const noexcept {
    Time next = absent_at();
    for (const Client& client : clients_) {
        if (client.is_in_use) {
            next = std::min(next, client.soup.next_deadline());
        }
    }
    return next;
}

std::optional<std::uint16_t> OperatorPort::on_connect(Time now, const soup::Peer& peer) noexcept {
    if (const auto first = places_.in_the_way(0, peer)) {
        clients_[*first].soup.close(CloseReason::Displaced);
        note_ends(now);
    }
    const std::optional<std::uint16_t> place = places_.take(0, peer);
    if (!place) {
        ++counters_.connections_refused;
        notes_.add({.peer = peer, .why = "connection refused: all connections are in use"}, now);
        return std::nullopt;
    }
    ++counters_.connections;
    Client& client = clients_[*place];
    client.is_in_use = true;
    client.is_noted = false;
    client.is_quiet = false;
    client.user = protocols::to_alpha<6>("");
    client.why = {};
    client.answers.clear();
    certificates_.on_connect(*place);
    client.soup.on_connected(now);
    return place;
}

soup::LoginAnswer OperatorPort::login(std::uint16_t connection, const soup::LoginRequest& request,
                                      Time now) noexcept {
    Client& client = clients_[connection];
    client.user = request.load_username();
    const soup::LoginAttempt attempt{.address = places_.peer(connection).address,
                                     .user = client.user};
    if (const auto verdict = login_limit_.verdict(attempt, now);
        verdict != soup::LoginVerdict::LookAt) {
        ++counters_.logins_not_looked_at;
        client.why = soup::kTooManyFailures;
        client.is_quiet = verdict == soup::LoginVerdict::RefusedAgain;
        return soup::LoginAnswer::cut_off(client.why);
    }
    const std::optional<std::size_t> user = soup::find_login(users_, request);
    if (!user) {
        login_limit_.on_failure(attempt, now);
        return refuse_login(client, soup::RejectReason::NotAuthorized, kUnknownLogin);
    }
    client.number = static_cast<std::uint16_t>(*user);
    if (!certificates_.allow(connection, client.number)) {
        login_limit_.on_failure(attempt, now);
        const auto answer = refuse_login(client, soup::RejectReason::NotAuthorized, kUnknownLogin);
        client.why = soup::kWrongCertificate;
        return answer;
    }
    const std::uint16_t most = std::min(logins_per_user_max_, connections_max_);
    if (const auto oldest = places_.in_the_way_of_login(connection, client.number, most)) {
        close(clients_[*oldest], CloseReason::Superseded, {});
        places_.leave(*oldest);
    } else if (places_.logged_in(0) >= connections_max_) {
        return refuse_login(client, soup::RejectReason::SessionNotAvailable,
                            "login rejected: connections_max operators are logged in");
    }
    ++counters_.logins;
    client.user = users_[*user].username;
    client.why = soup::kNotThatSession;  // unless it is let in
    return soup::LoginAnswer::accept(client.answers, kSession);
}

soup::LoginAnswer OperatorPort::refuse_login(Client& client, soup::RejectReason reason,
                                             std::string_view why) noexcept {
    ++counters_.logins_refused;
    client.why = why;
    return soup::LoginAnswer::reject(reason, why);
}

void OperatorPort::close(Client& client, CloseReason reason, std::string_view why) noexcept {
    client.why = why;
    client.soup.close(reason, why);
}

void OperatorPort::note_ends(Time now) noexcept {
    for (std::uint16_t n = 0; n < places_.size(); ++n) {
        Client& client = clients_[n];
        if (!client.is_in_use || client.is_noted || !client.soup.is_closed()) {
            continue;
        }
        client.is_noted = true;
        places_.leave(n);
        const CloseReason reason = client.soup.close_reason();
        if (soup::is_worth_a_note(reason) && !client.is_quiet) {
            notes_.add(
                {.peer = places_.peer(n), .user = client.user, .reason = reason, .why = client.why},
                now);
        }
    }
}

/// The operator and origin in an operator's message are ignored.
bool OperatorPort::may_obey(Client& client, Bytes message, OperatorCommand& command) noexcept {
    if (decode(message, command) != protocols::DecodeStatus::Ok) {
        ++counters_.malformed;
        close(client, CloseReason::MalformedPacket, "malformed: not an operator command");
        return false;
    }
    if (client.answers.is_full()) {
        ++counters_.unanswerable;
        close(client, CloseReason::StreamFull, "no room for another answer: log in again");
        return false;
    }
    ++counters_.commands;
    command.origin = OperatorOrigin::Operator;
    command.reason = risk::StopReason::None;
    command.by = client.user;
    return true;
}

void OperatorPort::answer(Client& client, const OperatorAnswer& answer) noexcept {
    std::array<std::byte, kOperatorAnswerLength> room{};
    const bool is_kept = client.answers.try_append(encode(answer, room));
    HOTPATH_ASSERT(is_kept, "the answer stream must have room: check before the command");
}

}  // namespace hotpath::trader
