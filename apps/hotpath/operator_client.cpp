#include "apps/hotpath/operator_client.hpp"

#include <utility>

#include <fmt/format.h>

#include "apps/hotpath/day_clock.hpp"

namespace hotpath::app {

namespace soup = wire::soupbintcp;
using exchange::ControlAnswer;

namespace {

constexpr Nanos kNap{10'000'000};

[[nodiscard]] Nanos operator_clock() {
    return {monotonic_ns()};
}

}  // namespace

Expected<std::unique_ptr<OperatorClient>> OperatorClient::connect(const OperatorLogin& login) {
    auto connection = net::TcpConnection::connect(login.address);
    auto waiter = net::Waiter::create();
    // From the most recent message on: what others were told before is theirs.
    auto soup = soup::SoupClient::create(
        {.connection = {}, .credentials = login.credentials, .sequence_number = 0});
    if (!connection || !waiter || !soup) {
        return std::unexpected(!connection ? connection.error()
                               : !waiter   ? waiter.error()
                                           : soup.error());
    }
    std::unique_ptr<OperatorClient> client(
        new OperatorClient(login, std::move(*connection), std::move(*waiter), std::move(*soup)));
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
    while (!is_answered() && operator_clock() < until_) {
        waiter_.wait(kNap);
        auto connection = net::TcpConnection::connect(login_.address);
        if (!connection) {
            continue;
        }
        soup_.on_disconnected();
        soup_.begin_session(soup::kCurrentSession, 1);
        connection_ = std::move(*connection);
        if (log_in()) {
            static_cast<void>(poll_until([this] { return is_answered(); }));
        }
    }
    return is_answered();
}

/// Numbers of several invocations differ: they begin with the time.
OperatorClient::OperatorClient(const OperatorLogin& login, net::TcpConnection&& connection,
                               net::Waiter&& waiter, soup::SoupClient&& soup)
    : login_(login),
      connection_(std::move(connection)),
      waiter_(std::move(waiter)),
      soup_(std::move(soup)),
      next_number_(static_cast<std::uint32_t>(operator_clock().value / 1'000)) {}

Expected<ControlAnswer> OperatorClient::ask(exchange::Control control) {
    asked_ = next_number_++;
    control.origin = exchange::ControlOrigin::Operator;
    control.number = asked_;
    answer_.reset();
    std::array<std::byte, exchange::kControlLengthMax> room{};
    if (!soup_.try_send(exchange::encode(control, room), operator_clock())) {
        return fail("the venue takes no more commands");
    }
    until_ = operator_clock() + login_.patience;
    const bool begins_a_session = control.action == exchange::ControlAction::StartDay;
    if (!poll_until([this] { return is_answered(); }) &&
        !(begins_a_session && is_closed_ && come_back_for_answer())) {
        return fail(fmt::format("no answer: {}; the venue may have carried it out", why_not()));
    }
    return *answer_;
}

void OperatorClient::leave() {
    soup_.logout(operator_clock());
    poll();
}

void OperatorClient::on_sequenced(std::uint64_t, Bytes message) noexcept {
    ControlAnswer answer;
    if (exchange::decode(message, answer) == wire::DecodeStatus::Ok &&
        answer.from == login_.number && answer.control.number == asked_) {
        answer_ = answer;
    }
}

template <class IsDone>
bool OperatorClient::poll_until(IsDone&& is_done) {
    for (poll(); !is_done() && !is_closed_ && operator_clock() < until_; poll()) {
        waiter_.wait(kNap);
    }
    return is_done();
}

void OperatorClient::poll() {
    const Nanos now = operator_clock();
    soup_.on_timer(now);
    while (!soup_.output().empty() && connection_.send(soup_.output()) == net::SendStatus::Ok) {
        soup_.on_written(soup_.output().size());
    }
    static_cast<void>(connection_.flush());
    const net::TcpReceived received = connection_.receive();
    soup_.on_bytes(received.bytes, now, *this);
    is_closed_ = received.status == net::ReceiveStatus::Closed || soup_.is_closed();
}

std::string OperatorClient::why_not() const {
    if (rejected_ != ' ') {
        return "the venue does not let this operator in";
    }
    return is_closed_ ? "the venue closed the connection"
                      : fmt::format("nothing for {} ms", login_.patience.value / 1'000'000);
}

}  // namespace hotpath::app
