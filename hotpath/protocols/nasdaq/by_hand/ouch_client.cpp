#include "hotpath/protocols/nasdaq/by_hand/ouch_client.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "hotpath/messages/field_words.hpp"
#include "hotpath/process/soup_turn.hpp"
#include "hotpath/protocols/nasdaq/by_hand/ouch_replies.hpp"
#include "hotpath/protocols/nasdaq/ouch50/replies.hpp"
#include "hotpath/protocols/nasdaq/ouch50/requests.hpp"

namespace hotpath::order_entry {

namespace soup = protocols::nasdaq::soupbintcp;

OuchClient::OuchClient(EntryParts&& parts, soup::SoupClient&& soup)
    : EntryClient(std::move(parts)), soup_(std::move(soup)) {}

Expected<std::unique_ptr<EntryClient>> OuchClient::create(const soup::Credentials& credentials,
                                                          EntryParts&& parts) {
    auto soup = soup::SoupClient::create(
        {.connection = {}, .credentials = credentials, .sequence_number = 1});
    if (!soup) {
        return std::unexpected(soup.error());
    }
    std::unique_ptr<OuchClient> client(new OuchClient(std::move(parts), std::move(*soup)));
    client->soup_.on_connected(clock());
    return std::unique_ptr<EntryClient>(std::move(client));
}

Expected<void> OuchClient::catch_up() {
    auto logged_in = poll_until([&] { return soup_.is_logged_in(); });
    return logged_in ? await_replies() : logged_in;
}

std::string OuchClient::session() const {
    const soup::Session& name = soup_.session();
    const std::string text(name.begin(), name.end());
    return text.substr(text.find_first_not_of(' '));
}

Expected<void> OuchClient::send_request(Bytes request) {
    if (is_closed() || !soup_.try_send(request, clock())) {
        return fail(why_closed());
    }
    poll(-1, Nanos{});
    return {};
}

Expected<void> OuchClient::send(const OrderCommand& command) {
    return send_request(request_of(command, orders().next_number()));
}

Expected<void> OuchClient::await_replies() {
    const std::uint64_t answered = queries_answered_;
    auto sent = send_request(protocols::nasdaq::ouch50::AccountQueryRequest().bytes());
    return sent ? poll_until([&] { return queries_answered_ > answered; }) : sent;
}

EntryClient::Turn OuchClient::take_turn(Time now) {
    const process::SoupTurn turn = process::take_turn(soup_, connection(), now, *this);
    return {.has_received = turn.has_received, .is_over = turn.is_over};
}

void OuchClient::leave() {
    soup_.logout(clock());
    poll(-1, Nanos{});
}

void OuchClient::on_sequenced(std::uint64_t, Bytes message) noexcept {
    keep_ouch_reply(message, kept());
    const bool is_account_answer =
        !message.empty() && std::to_integer<char>(message.front()) ==
                                protocols::nasdaq::ouch50::AccountQueryResponse::kType;
    if (is_account_answer) {
        ++queries_answered_;
    } else if (is_caught_up()) {
        pass_on(show_ouch_reply(message));
    }
}

void OuchClient::on_debug(Bytes text) noexcept {
    constexpr std::size_t kSaidMax = 256;
    const Bytes said = text.first(std::min(text.size(), kSaidMax));
    said_ = messages::printable(std::string(as_text(said)));
}

std::string OuchClient::refusal() const {
    if (rejected_ == 'A') {
        return fmt::format("login refused: unknown user {} or wrong password", account().user);
    }
    if (rejected_ != ' ') {
        return "login refused: the session is not available";
    }
    return has_ended_ ? "the venue has ended the session" : "";
}

}  // namespace hotpath::order_entry
