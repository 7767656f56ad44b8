#include "hotpath/protocols/fix/by_hand/fix_client.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "hotpath/messages/field_words.hpp"
#include "hotpath/protocols/fix/dialect.hpp"
#include "hotpath/protocols/fix/numbers/fix_numbers_file.hpp"
#include "hotpath/timing/day_clock.hpp"

namespace hotpath::order_entry {

namespace {

constexpr Nanos kLogoutMax{kNanosPerSecond};  // for the answer to a Logout

/// Since the midnight of UTC; from 1 on.
[[nodiscard]] std::uint32_t millisecond_of_day() {
    constexpr std::int64_t kNanosOfMs = 1'000'000;
    const std::int64_t ms = timing::wall_clock().value / kNanosOfMs % 86'400'000;
    return static_cast<std::uint32_t>(ms) + 1;
}

}  // namespace

FixClient::FixClient(const HandFixAccount& fix, EntryParts&& parts, protocols::fix::FixLink&& link)
    : EntryClient(std::move(parts)),
      account_(fix.session),
      link_(std::move(link)),
      fix_(*protocols::fix::dialect_of(account_.begin_string), kept()) {}

Expected<std::unique_ptr<EntryClient>> FixClient::create(const HandFixAccount& fix,
                                                         EntryParts&& parts) {
    auto link = protocols::fix::FixLink::create(fix.session, {});
    if (!link) {
        return std::unexpected(link.error());
    }
    std::unique_ptr<FixClient> client(new FixClient(fix, std::move(parts), std::move(*link)));
    protocols::SessionStart start{.utc = timing::wall_clock()};
    if (!fix.numbers.empty()) {
        auto numbers = store::NumberFile::open(fix.numbers, protocols::fix::kFixNumbers);
        if (!numbers) {
            return std::unexpected(numbers.error());
        }
        start.next_number = numbers->next();
        client->numbers_.emplace(std::move(*numbers));
    }
    client->link_.on_connected(clock(), start);
    return std::unique_ptr<EntryClient>(std::move(client));
}

/// A missing report is asked for when the Logon's number shows that there is one.
Expected<void> FixClient::catch_up() {
    auto caught_up = poll_until(
        [&] { return link_.is_logged_in() && !link_.session().is_waiting_for_resend(); });
    if (caught_up && account_.resets_numbers) {
        fix_.begin_at(millisecond_of_day());
    }
    return caught_up;
}

std::string FixClient::session() const {
    return fmt::format("{} {} to {}", account_.begin_string, account_.comp_id,
                       account_.venue_comp_id);
}

Expected<void> FixClient::send(const OrderCommand& command) {
    const std::string body = fix_.request_of(command);
    return body.empty() ? Expected<void>() : send_body(body);
}

Expected<void> FixClient::send_body(const std::string& body) {
    if (is_closed() || !link_.try_send(std::as_bytes(std::span(body)), clock())) {
        return fail(why_closed());
    }
    poll(-1, Nanos{});
    return {};
}

Expected<void> FixClient::await_replies() {
    if (fix_.is_answered()) {
        return poll_until([&] { return !link_.session().is_waiting_for_resend(); });
    }
    auto answered = poll_until([&] { return fix_.is_answered(); });
    if (answered) {
        answered = send_body(fix_.status_request());
    }
    return answered ? poll_until([&] { return fix_.is_answered(); }) : answered;
}

/// A number that has left is never used again, also by the next process.
void FixClient::write() {
    if (numbers_) {
        numbers_->keep(link_.next_number());
    }
    while (!link_.output().empty() && connection().send(link_.output()) == net::SendStatus::Ok) {
        link_.on_written(link_.output().size());
    }
    static_cast<void>(connection().flush());
}

EntryClient::Turn FixClient::take_turn(Time now) {
    link_.on_timer(now);
    write();
    Turn turn;
    net::TcpReceived received;
    do {
        received = connection().receive();
        turn.has_received = turn.has_received || !received.bytes.empty();
        link_.on_bytes(received.bytes, now, *this);
        // The program waits for its socket, which has nothing more to say of what is unread.
    } while (connection().has_unread() && !link_.is_closed());
    write();
    turn.is_over = received.status == net::ReceiveStatus::Closed || link_.is_closed();
    return turn;
}

void FixClient::leave() {
    link_.logout(clock());
    const Time until = clock() + std::min(kLogoutMax, patience());
    while (!is_closed() && clock() < until) {
        poll(-1, patience());
    }
}

void FixClient::on_reply(std::uint64_t, Bytes message) {
    if (const auto reply = fix_.on_message(message); reply && is_caught_up()) {
        pass_on(*reply);
    }
}

std::string FixClient::refusal() const {
    return link_.is_refused() ? "logon refused: " + messages::printable(std::string(link_.why()))
                              : "";
}

std::string FixClient::said() const {
    return messages::printable(std::string(link_.why()));
}

}  // namespace hotpath::order_entry
