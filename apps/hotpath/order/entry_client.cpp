#include "apps/hotpath/order/entry_client.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <poll.h>

#include "apps/hotpath/console/day_clock.hpp"
#include "apps/hotpath/console/soup_turn.hpp"
#include "apps/hotpath/messages/field_words.hpp"
#include "hotpath/wire/ouch50/replies.hpp"
#include "hotpath/wire/ouch50/requests.hpp"

namespace hotpath::app {

namespace soup = wire::soupbintcp;

namespace {

constexpr Nanos kNapMax{10'000'000};  // heartbeats and timeouts are looked at this often

/// Since the machine's start: the monotonic clock.
[[nodiscard]] Time client_clock() {
    return {monotonic_ns()};
}

}  // namespace

OrderEntryClient::OrderEntryClient(const OrderAccount& account, Nanos patience, OnReply&& on_reply,
                                   tls::Connection&& connection, soup::SoupClient&& soup)
    : account_(account),
      patience_(patience),
      on_reply_(std::move(on_reply)),
      connection_(std::move(connection)),
      soup_(std::move(soup)),
      heard_(client_clock()) {}

Expected<std::unique_ptr<OrderEntryClient>> OrderEntryClient::connect(const OrderAccount& account,
                                                                      Nanos patience,
                                                                      OnReply on_reply) {
    const auto context = make_context(account.tls);
    if (!context) {
        return std::unexpected(context.error());
    }
    auto connection = tls::Connection::connect(account.address,
                                               client_end(*context, account.tls, account.address));
    auto soup = soup::SoupClient::create(
        {.connection = {}, .credentials = account.credentials, .sequence_number = 1});
    if (!connection || !soup) {
        return std::unexpected(!connection ? connection.error() : soup.error());
    }
    std::unique_ptr<OrderEntryClient> client(new OrderEntryClient(
        account, patience, std::move(on_reply), std::move(*connection), std::move(*soup)));
    client->soup_.on_connected(client_clock());
    auto logged_in = client->poll_until([&] { return client->soup_.is_logged_in(); });
    if (logged_in) {
        logged_in = client->await_replies();
    }
    if (!logged_in) {
        return std::unexpected(logged_in.error());
    }
    client->is_caught_up_ = true;
    return client;
}

std::string OrderEntryClient::session() const {
    const soup::Session& name = soup_.session();
    const std::string text(name.begin(), name.end());
    return text.substr(text.find_first_not_of(' '));
}

Expected<void> OrderEntryClient::send(Bytes request) {
    if (is_closed_ || !soup_.try_send(request, client_clock())) {
        return fail(why_closed());
    }
    poll(-1, Nanos{});
    return {};
}

Expected<void> OrderEntryClient::await_replies() {
    const std::uint64_t answered = orders_.queries_answered();
    auto sent = send(wire::ouch50::AccountQueryRequest().bytes());
    return sent ? poll_until([&] { return orders_.queries_answered() > answered; }) : sent;
}

template <class IsDone>
Expected<void> OrderEntryClient::poll_until(IsDone&& is_done) {
    heard_ = client_clock();
    for (poll(-1, Nanos{}); !is_done(); poll(-1, kNapMax)) {
        if (is_closed_) {
            return fail(why_closed());
        }
        if (client_clock() - heard_ > patience_) {
            return fail(fmt::format("{}: no answer for {} ms", account_.address.to_string(),
                                    patience_.value / 1'000'000));
        }
    }
    return {};
}

bool OrderEntryClient::poll(int also, Nanos time) {
    std::array<pollfd, 2> watched{pollfd{connection_.descriptor(), POLLIN, 0},
                                  pollfd{also, POLLIN, 0}};
    const Nanos nap = std::min(time, kNapMax);
    if (nap > Nanos{} && !is_closed_) {
        static_cast<void>(
            ::poll(watched.data(), watched.size(), static_cast<int>(nap.value / 1'000'000)));
    }
    const Time now = client_clock();
    const SoupTurn turn = take_turn(soup_, connection_, now, *this);
    if (turn.has_received) {
        has_heard_ = true;
        heard_ = now;
    }
    is_closed_ = turn.is_over;
    return watched[1].revents != 0;
}

void OrderEntryClient::leave() {
    soup_.logout(client_clock());
    poll(-1, Nanos{});
}

void OrderEntryClient::on_sequenced(std::uint64_t, Bytes message) noexcept {
    orders_.on_reply(message);
    const bool is_account_answer =
        !message.empty() &&
        std::to_integer<char>(message.front()) == wire::ouch50::AccountQueryResponse::kType;
    if (is_caught_up_ && !is_account_answer) {
        on_reply_(message);
    }
}

void OrderEntryClient::on_debug(Bytes text) noexcept {
    constexpr std::size_t kSaidMax = 256;
    const Bytes said = text.first(std::min(text.size(), kSaidMax));
    said_ = printable(std::string(as_text(said)));
}

std::string OrderEntryClient::why_closed() const {
    const std::string address = account_.address.to_string();
    if (!has_heard_ && connection_.problem() != tls::Problem::None) {
        return fmt::format("{}: {}", address, connection_.why());
    }
    if (rejected_ != ' ') {
        return rejected_ == 'A'
                   ? fmt::format("{}: login refused: unknown user {} or wrong password", address,
                                 account_.user)
                   : fmt::format("{}: login refused: the session is not available", address);
    }
    if (has_ended_) {
        return fmt::format("{}: the venue has ended the session", address);
    }
    if (!has_heard_) {
        return fmt::format("{}: no answer", address);
    }
    return fmt::format("{}: the venue closed the connection{}{}", address,
                       said_.empty() ? "" : ": ", said_);
}

}  // namespace hotpath::app
