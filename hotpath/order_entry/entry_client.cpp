#include "hotpath/order_entry/entry_client.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <poll.h>

#include "hotpath/timing/day_clock.hpp"

namespace hotpath::order_entry {

namespace {

constexpr Nanos kNapMax{10'000'000};  // heartbeats and timeouts are looked at this often

}  // namespace

EntryClient::EntryClient(EntryParts&& parts)
    : account_(std::move(parts.account)),
      patience_(parts.patience),
      on_reply_(std::move(parts.on_reply)),
      connection_(std::move(parts.connection)),
      heard_(clock()) {}

Time EntryClient::clock() {
    return {timing::monotonic_ns()};
}

Expected<std::unique_ptr<EntryClient>> EntryClient::connect(const EntryAccount& account,
                                                            const OpenSession& open, Nanos patience,
                                                            OnReply on_reply) {
    const auto context = login::make_context(account.tls);
    if (!context) {
        return std::unexpected(context.error());
    }
    auto connection = tls::Connection::connect(
        account.address, login::client_end(*context, account.tls, account.address));
    if (!connection) {
        return std::unexpected(connection.error());
    }
    auto made = open({.account = account,
                      .patience = patience,
                      .on_reply = std::move(on_reply),
                      .connection = std::move(*connection)});
    if (!made) {
        return made;
    }
    if (auto logged_in = (*made)->catch_up(); !logged_in) {
        return std::unexpected(logged_in.error());
    }
    (*made)->is_caught_up_ = true;
    return made;
}

Expected<void> EntryClient::poll_until(const std::function<bool()>& is_done) {
    heard_ = clock();
    for (poll(-1, Nanos{}); !is_done(); poll(-1, kNapMax)) {
        if (is_closed_) {
            return fail(why_closed());
        }
        if (clock() - heard_ > patience_) {
            return fail(fmt::format("{}: no answer for {} ms", account_.address.to_string(),
                                    patience_.value / 1'000'000));
        }
    }
    return {};
}

bool EntryClient::poll(int also, Nanos time) {
    std::array<pollfd, 2> watched{pollfd{connection_.descriptor(), POLLIN, 0},
                                  pollfd{also, POLLIN, 0}};
    const Nanos nap = std::min(time, kNapMax);
    if (nap > Nanos{} && !is_closed_) {
        static_cast<void>(
            ::poll(watched.data(), watched.size(), static_cast<int>(nap.value / 1'000'000)));
    }
    const Time now = clock();
    const Turn turn = take_turn(now);
    if (turn.has_received) {
        has_heard_ = true;
        heard_ = now;
    }
    is_closed_ = turn.is_over;
    return watched[1].revents != 0;
}

std::string EntryClient::why_closed() const {
    const std::string address = account_.address.to_string();
    if (!has_heard_ && connection_.problem() != tls::Problem::None) {
        return fmt::format("{}: {}", address, connection_.why());
    }
    if (const std::string why = refusal(); !why.empty()) {
        return fmt::format("{}: {}", address, why);
    }
    if (!has_heard_) {
        return fmt::format("{}: no answer", address);
    }
    const std::string text = said();
    return fmt::format("{}: the venue closed the connection{}{}", address, text.empty() ? "" : ": ",
                       text);
}

}  // namespace hotpath::order_entry
