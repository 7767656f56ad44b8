#include "hotpath/trader/operator_port.hpp"

#include <algorithm>
#include <array>

#include "hotpath/core/assert.hpp"

namespace hotpath::trader {

namespace soup = wire::soupbintcp;

namespace {

/// The name of each connection's stream.
constexpr soup::Session kSession = wire::to_alpha<soup::kSessionLength>("OPERATOR");

}  // namespace

Expected<OperatorPort> OperatorPort::create(const OperatorPortOptions& options) {
    if (options.connections_max == 0 || options.answers_kept == 0 || options.users.empty()) {
        return fail("an operator port has users, connections and room for answers");
    }
    if (options.absence_max < Nanos{}) {
        return fail("an operator port waits for operators no less than no time");
    }
    std::vector<Client> clients;
    clients.reserve(options.connections_max);
    for (std::uint16_t n = 0; n < options.connections_max; ++n) {
        auto server = soup::SoupServer::create({.connection = options.connection});
        auto answers = wire::SequencedStore::create(
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
    : users_(options.users), absence_max_(options.absence_max), clients_(std::move(clients)) {}

std::uint32_t OperatorPort::operators() const noexcept {
    return static_cast<std::uint32_t>(std::ranges::count_if(
        clients_, [](const Client& client) { return client.soup.is_logged_in(); }));
}

Nanos OperatorPort::next_deadline() const noexcept {
    Nanos next = absent_at();
    for (const Client& client : clients_) {
        if (client.is_in_use) {
            next = std::min(next, client.soup.next_deadline());
        }
    }
    return next;
}

std::optional<std::uint16_t> OperatorPort::on_connect(Nanos now) noexcept {
    const auto free = std::ranges::find(clients_, false, &Client::is_in_use);
    if (free == clients_.end()) {
        ++counters_.connections_refused;
        return std::nullopt;
    }
    ++counters_.connections;
    free->is_in_use = true;
    free->answers.clear();
    free->soup.on_connected(now);
    return static_cast<std::uint16_t>(free - clients_.begin());
}

soup::LoginAnswer OperatorPort::login(Client& client, const soup::LoginRequest& request) noexcept {
    const std::optional<std::size_t> user = soup::find_login(users_, request);
    if (!user) {
        ++counters_.logins_refused;
        return soup::LoginAnswer::reject(soup::RejectReason::NotAuthorized);
    }
    ++counters_.logins;
    client.user = users_[*user].username;
    return soup::LoginAnswer::accept(client.answers, kSession);
}

/// Whatever an operator says of who he is and where it comes from.
bool OperatorPort::may_obey(Client& client, Bytes message, OperatorCommand& command) noexcept {
    if (decode(message, command) != wire::DecodeStatus::Ok) {
        ++counters_.malformed;
        client.soup.close(CloseReason::MalformedPacket);
        return false;
    }
    if (client.answers.is_full()) {
        ++counters_.unanswerable;
        client.soup.close(CloseReason::StreamFull);
        return false;
    }
    ++counters_.commands;
    command.origin = OperatorOrigin::Operator;
    command.reason = risk::StopReason::None;
    command.by = client.user;
    return true;
}

void OperatorPort::tell(Client& client, const OperatorAnswer& answer) noexcept {
    std::array<std::byte, kOperatorAnswerLength> room{};
    const bool is_kept = client.answers.try_append(encode(answer, room));
    HOTPATH_ASSERT(is_kept, "there was room for it");
}

}  // namespace hotpath::trader
