#include "bench/venue/venue_load.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/requests.hpp"

namespace hotpath::bench {

namespace {

using venue_tests::steady_now;

constexpr std::uint32_t kShares = 100;
constexpr std::uint32_t kNotAnswered = std::numeric_limits<std::uint32_t>::max();
constexpr Nanos kPatience{20 * kNanosPerSecond};  // for the last answers
constexpr std::array<const char*, VenueLoad::kSessions> kUsers{"ALICE", "BOB"};
constexpr std::array<const char*, VenueLoad::kSessions> kPasswords{"A", "B"};

/// A buy and a sell of every so many, so that as many shares are bought as sold.
[[nodiscard]] bool rests(std::uint64_t order, std::uint64_t rest_every) {
    return order % rest_every >= rest_every - 2;
}

[[nodiscard]] protocols::nasdaq::ouch50::EnterOrder order_message(std::uint64_t order,
                                                                  std::uint64_t rest_every) {
    const bool is_buy = order % 2 == 0;
    const std::uint64_t away = rests(order, rest_every) ? 100'000 : 0;
    protocols::nasdaq::ouch50::EnterOrder m;
    m.store_user_ref_num(static_cast<std::uint32_t>(order / VenueLoad::kSessions + 1));
    m.store_side(is_buy ? 'B' : 'S');
    m.store_quantity(kShares);
    m.store_symbol(*Symbol::from("AAPL"));
    m.store_price(is_buy ? 500'000 - away : 500'000 + away);
    m.store_time_in_force(protocols::nasdaq::ouch50::time_in_force::kDay);
    m.store_display(protocols::nasdaq::ouch50::display::kVisible);
    m.store_capacity('P');
    m.store_iso_eligibility('N');
    m.store_cross_type(protocols::nasdaq::ouch50::cross_type::kContinuousMarket);
    m.store_cl_ord_id(protocols::to_alpha<14>(""));
    return m;
}

}  // namespace

VenueLoad::Session::Session(VenueLoad& of, std::uint64_t at, const std::string& user)
    : load(of),
      index(at),
      soup(*protocols::nasdaq::soupbintcp::SoupClient::create(
          {.connection = {.output_bytes_max = std::size_t{1} << 20U},
           .credentials = protocols::nasdaq::soupbintcp::Credentials::of(user, kPasswords[at])})) {}

void VenueLoad::Session::on_sequenced(std::uint64_t, Bytes message) noexcept {
    static_cast<void>(protocols::nasdaq::ouch50::decode_reply(message, *this));
}

void VenueLoad::Session::on_order_accepted(const protocols::nasdaq::ouch50::OrderAccepted& m,
                                           protocols::nasdaq::ouch50::Appendage) {
    const std::uint64_t order = (m.load_user_ref_num() - 1) * kSessions + index;
    if (order >= load.next_ || load.latencies_[order] != kNotAnswered) {
        ++load.twice_;
        return;
    }
    ++load.accepted_;
    const std::int64_t since = load.sent_at_.empty() ? load.intended(order) : load.sent_at_[order];
    load.latencies_[order] = static_cast<std::uint32_t>(
        std::clamp<std::int64_t>(load.now_ - since, 0, kNotAnswered - 1));
}

VenueLoad::VenueLoad(const VenueLoadOptions& options)
    : options_(options),
      latencies_(options.orders, kNotAnswered),
      sent_at_(options.orders_per_second == 0 ? options.orders : 0) {
    sessions_.reserve(kSessions);
    for (std::size_t n = 0; n < kSessions; ++n) {
        sessions_.emplace_back(*this, n, kUsers[n]);
    }
}

Expected<void> VenueLoad::connect(const net::Endpoint& order_entry) {
    const std::int64_t until = steady_now().value + kPatience.value;
    for (Session& session : sessions_) {
        auto connected = net::TcpConnection::connect(order_entry, {.receive_bytes_max = 262'144});
        if (!connected) {
            return std::unexpected(connected.error());
        }
        session.connection.emplace(std::move(*connected));
        session.soup.on_connected(steady_now());
        while (!session.is_logged_in) {
            now_ = steady_now().value;
            if (!poll(session) || now_ > until) {
                return fail("venue: the login was not answered");
            }
        }
    }
    return {};
}

std::int64_t VenueLoad::intended(std::uint64_t order) const noexcept {
    return start_ + static_cast<std::int64_t>(order * kNanosPerSecond / options_.orders_per_second);
}

bool VenueLoad::enter_next() {
    Session& session = sessions_[next_ % kSessions];
    if (!session.soup.try_send(order_message(next_, options_.rest_every).bytes(), {now_})) {
        return false;
    }
    if (!sent_at_.empty()) {
        sent_at_[next_] = now_;
    } else {
        late_ += now_ - intended(next_) > 1'000'000 ? 1U : 0U;
    }
    ++next_;
    return true;
}

/// At most as many as one turn of the venue may read of a connection; the rest after the answers.
void VenueLoad::enter_what_is_due() {
    constexpr int kPerTurn = 512;
    for (int n = 0; n < kPerTurn && next_ < options_.orders; ++n) {
        const bool is_due = sent_at_.empty() ? intended(next_) <= now_
                                             : next_ - accepted_ < options_.unanswered_max;
        if (!is_due || !enter_next()) {
            return;
        }
    }
}

bool VenueLoad::poll(Session& session) {
    session.soup.on_timer({now_});
    while (!session.soup.output().empty() &&
           session.connection->send(session.soup.output()) == net::SendStatus::Ok) {
        session.soup.on_written(session.soup.output().size());
    }
    static_cast<void>(session.connection->flush());
    const net::TcpReceived received = session.connection->receive();
    if (received.status == net::ReceiveStatus::Bytes) {
        now_ = steady_now().value;
        session.soup.on_bytes(received.bytes, {now_}, session);
    }
    return received.status != net::ReceiveStatus::Closed && !session.soup.is_closed();
}

std::uint64_t VenueLoad::shares_expected() const noexcept {
    std::uint64_t orders = 0;
    for (std::uint64_t order = 0; order < options_.orders; ++order) {
        orders += rests(order, options_.rest_every) ? 0U : 1U;
    }
    return orders * kShares;
}

Expected<VenueLoadResult> VenueLoad::run(venue_tests::FeedClient* feed) {
    start_ = now_ = steady_now().value;
    const std::uint64_t expected = shares_expected();
    const auto shares = [&] { return sessions_[0].shares + sessions_[1].shares; };
    std::int64_t until = kNever.value;
    while (accepted_ < options_.orders || shares() < expected) {
        now_ = steady_now().value;
        enter_what_is_due();
        for (Session& session : sessions_) {
            if (!poll(session)) {
                return fail(fmt::format("venue: session {} was closed after {} of {} answers",
                                        kUsers[session.index], accepted_, options_.orders));
            }
        }
        if (feed != nullptr) {
            feed->poll();
        }
        until = next_ == options_.orders ? std::min(until, now_ + kPatience.value) : until;
        if (now_ > until || refused_ + twice_ != 0) {
            break;
        }
    }
    if (auto checked = check(); !checked) {
        return std::unexpected(checked.error());
    }
    return VenueLoadResult{.elapsed_ns = static_cast<std::uint64_t>(steady_now().value - start_),
                           .late = late_,
                           .shares = shares(),
                           .latencies_ns = latencies_};
}

Expected<void> VenueLoad::check() const {
    if (accepted_ != options_.orders || refused_ != 0 || twice_ != 0) {
        return fail(
            fmt::format("venue: of {} orders {} were accepted, {} refused, {} answered twice",
                        options_.orders, accepted_, refused_, twice_));
    }
    const std::uint64_t each = shares_expected() / kSessions;
    for (const Session& session : sessions_) {
        if (session.shares != each) {
            return fail(fmt::format("venue: session {} was filled with {} shares, expected {}",
                                    kUsers[session.index], session.shares, each));
        }
    }
    return {};
}

}  // namespace hotpath::bench
