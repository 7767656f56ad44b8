#include "apps/hotpath/operate/operator_client.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "hotpath/messages/field_words.hpp"
#include "hotpath/process/soup_turn.hpp"
#include "hotpath/timing/day_clock.hpp"

namespace hotpath::app {

namespace soup = protocols::nasdaq::soupbintcp;
using exchange::ControlAnswer;

namespace {

constexpr Nanos kNap{10'000'000};
/// Between two connections: the first pause, doubled each time, and the longest.
constexpr Nanos kPauseMin{20'000'000};
constexpr Nanos kPauseMax{500'000'000};

/// Since the machine's start: the monotonic clock.
[[nodiscard]] Time operator_clock() {
    return {timing::monotonic_ns()};
}

}  // namespace

Expected<std::unique_ptr<OperatorClient>> OperatorClient::connect(const OperatorLogin& login) {
    auto context = login::make_context(login.tls);
    if (!context) {
        return std::unexpected(context.error());
    }
    auto connection = tls::Connection::connect(
        login.address, login::client_end(*context, login.tls, login.address));
    auto waiter = net::Waiter::create();
    // From the most recent message on: earlier answers are other operators'.
    auto soup = soup::SoupClient::create(
        {.connection = {}, .credentials = login.credentials, .sequence_number = 0});
    if (!connection || !waiter || !soup) {
        return std::unexpected(!connection ? connection.error()
                               : !waiter   ? waiter.error()
                                           : soup.error());
    }
    std::unique_ptr<OperatorClient> client(new OperatorClient(
        login, std::move(*context), std::move(*connection), std::move(*waiter), std::move(*soup)));
    client->until_ = operator_clock() + login.patience;
    if (!client->log_in()) {
        return fail(fmt::format("{}: {}", login.address.to_string(), client->why_not()));
    }
    return client;
}

bool OperatorClient::log_in() {
    if (!waiter_.watch(connection_.descriptor())) {
        return false;
    }
    is_closed_ = false;
    soup_.on_connected(operator_clock());
    return poll_until([this] { return soup_.is_logged_in(); });
}

bool OperatorClient::come_back_for_answer() {
    Nanos pause = kPauseMin;
    while (!is_answered_ && operator_clock() < until_) {
        // Not the waiter: the connection that is over makes it return at once.
        const Time until = std::min(operator_clock() + pause, until_);
        std::this_thread::sleep_for(std::chrono::nanoseconds((until - operator_clock()).value));
        pause = std::min(pause + pause, kPauseMax);
        auto connection = tls::Connection::connect(
            login_.address, login::client_end(context_, login_.tls, login_.address));
        if (!connection) {
            continue;
        }
        soup_.on_disconnected();
        soup_.begin_session(soup::kCurrentSession, 1);
        connection_ = std::move(*connection);
        if (log_in()) {
            static_cast<void>(poll_until([this] { return is_answered_; }));
        }
    }
    return is_answered_;
}

/// Numbers of several invocations differ: they begin with the time.
OperatorClient::OperatorClient(const OperatorLogin& login, std::optional<tls::Context>&& context,
                               tls::Connection&& connection, net::Waiter&& waiter,
                               soup::SoupClient&& soup)
    : login_(login),
      context_(std::move(context)),
      connection_(std::move(connection)),
      waiter_(std::move(waiter)),
      soup_(std::move(soup)),
      next_number_(static_cast<std::uint32_t>(operator_clock().value / 1'000)) {}

Expected<void> OperatorClient::ask(Bytes command) {
    is_answered_ = false;
    if (!soup_.try_send(command, operator_clock())) {
        return fail(login_.whom + " accepts no more commands");
    }
    until_ = operator_clock() + login_.patience;
    if (!poll_until([this] { return is_answered_; }) && !(is_closed_ && come_back_for_answer())) {
        return fail(
            fmt::format("no answer: {}; {} may have executed the command", why_not(), login_.whom));
    }
    return {};
}

Expected<ControlAnswer> OperatorClient::ask(exchange::Control control) {
    control.origin = exchange::ControlOrigin::Operator;
    control.number = next_number_++;
    ControlAnswer answer;
    is_answer_ = [&answer, number = control.number, from = login_.number](Bytes message) {
        return exchange::decode(message, answer) == protocols::DecodeStatus::Ok &&
               answer.from == from && answer.control.number == number;
    };
    std::array<std::byte, exchange::kControlLengthMax> room{};
    if (auto asked = ask(exchange::encode(control, room)); !asked) {
        return std::unexpected(asked.error());
    }
    return answer;
}

Expected<trader::OperatorAnswer> OperatorClient::ask(trader::OperatorCommand command) {
    command.number = next_number_++;
    trader::OperatorAnswer answer;
    is_answer_ = [&answer, number = command.number](Bytes message) {
        return trader::decode(message, answer) == protocols::DecodeStatus::Ok &&
               answer.command.number == number;
    };
    std::array<std::byte, trader::kOperatorCommandLength> room{};
    if (auto asked = ask(trader::encode(command, room)); !asked) {
        return std::unexpected(asked.error());
    }
    return answer;
}

bool OperatorClient::stay(Nanos time, const std::function<bool()>& is_over) {
    until_ = operator_clock() + time;
    static_cast<void>(poll_until(is_over));
    return !is_closed_;
}

void OperatorClient::leave() {
    soup_.logout(operator_clock());
    poll();
}

/// The last one is why the connection ends.
void OperatorClient::on_debug(Bytes text) {
    told_why_ = messages::printable(std::string(as_text(text)));
}

void OperatorClient::on_sequenced(std::uint64_t, Bytes message) noexcept {
    is_answered_ = is_answered_ || is_answer_(message);
}

template <class IsDone>
bool OperatorClient::poll_until(IsDone&& is_done) {
    for (poll(); !is_done() && !is_closed_ && operator_clock() < until_; poll()) {
        waiter_.wait(kNap);
    }
    return is_done();
}

void OperatorClient::poll() {
    is_closed_ = process::take_turn(soup_, connection_, operator_clock(), *this).is_over;
}

std::string OperatorClient::why_not() const {
    if (!soup_.is_logged_in() && connection_.problem() != tls::Problem::None) {
        return connection_.why();
    }
    if (rejected_ != ' ') {
        return login_.whom + " refused the login" + (told_why_.empty() ? "" : ": " + told_why_);
    }
    if (!is_closed_) {
        return fmt::format("nothing received for {} ms", login_.patience.value / 1'000'000);
    }
    return login_.whom + " closed the connection" + (told_why_.empty() ? "" : ": " + told_why_);
}

}  // namespace hotpath::app
