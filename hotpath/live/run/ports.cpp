#include "hotpath/live/run/ports.hpp"

#include <cstddef>
#include <type_traits>

#include <fmt/format.h>

#include "hotpath/login/tls_table.hpp"
#include "hotpath/protocols/all.hpp"

namespace hotpath::live {

namespace {

constexpr net::TcpOptions kTraderConnections{
    .receive_bytes_max = 65'536, .unsent_bytes_max = 2 * 65'536, .kernel_send_bytes = 0};

/// Answers come back to the port that asked, wherever the server is.
constexpr net::Endpoint kAnyPort{};

/// nullptr: the protocol keeps none.
[[nodiscard]] const store::SessionNumbers* numbers_of(const VenueConfig& config) {
    static constexpr auto kNumbers =
        protocols::OrderEntries::each([]<class P>(std::type_identity<P>) { return &P::numbers; });
    return kNumbers[config.trader.order_entry.index()]();
}

}  // namespace

Expected<TradePorts> TradePorts::open(const VenueConfig& config, net::Waiter& waiter) {
    auto line_a = net::UdpSocket::join({.group = config.line_a, .interface = config.interface});
    if (!line_a) {
        return std::unexpected(line_a.error());
    }
    auto context = login::make_context(config.tls);
    if (!context) {
        return std::unexpected(context.error());
    }
    Sockets sockets{.line_a = std::move(*line_a), .line_b = {}, .requests = {}};
    if (config.line_b) {
        auto line_b =
            net::UdpSocket::join({.group = *config.line_b, .interface = config.interface});
        if (!line_b) {
            return std::unexpected(line_b.error());
        }
        sockets.line_b.emplace(std::move(*line_b));
    }
    if (config.requests) {
        auto requests = net::UdpSocket::bind(kAnyPort);
        if (!requests) {
            return std::unexpected(requests.error());
        }
        sockets.requests.emplace(std::move(*requests));
    }
    TradePorts ports(config, waiter, std::move(*context), std::move(sockets));
    if (ports.session_numbers_ != nullptr) {
        auto numbers = store::NumberFile::open(config.numbers, ports.session_numbers_->kind);
        if (!numbers) {
            return std::unexpected(numbers.error());
        }
        ports.numbers_.emplace(std::move(*numbers));
    }
    for (const feed::FeedLoop loop : feed::kAllFeedLoops) {
        if (auto joined = ports.try_join(loop); !joined) {
            return std::unexpected(joined.error());
        }
        ports.loops_[static_cast<std::size_t>(loop)].reset();  // until it is wanted
    }
    for (const net::UdpSocket* socket : {&ports.line_a_, ports.line_b_ ? &*ports.line_b_ : nullptr,
                                         ports.requests_ ? &*ports.requests_ : nullptr}) {
        if (socket == nullptr) {
            continue;
        }
        if (auto watched = waiter.watch(socket->descriptor()); !watched) {
            return std::unexpected(watched.error());
        }
    }
    return ports;
}

TradePorts::TradePorts(const VenueConfig& config, net::Waiter& waiter,
                       std::optional<tls::Context>&& context, Sockets sockets)
    : waiter_(&waiter),
      config_(config),
      line_a_(std::move(sockets.line_a)),
      line_b_(std::move(sockets.line_b)),
      requests_(std::move(sockets.requests)),
      session_numbers_(numbers_of(config)),
      context_(std::move(context)) {}

void TradePorts::ask(Bytes request) {
    if (requests_) {
        requests_->send(request, *config_.requests);
    }
}

protocols::SessionStart TradePorts::start_of(trader::Port port) {
    if (!numbers_ || port != trader::Port::OrderEntry) {
        return {};
    }
    return session_numbers_->start_at(*numbers_, timing::wall_clock());
}

void TradePorts::keep(const protocols::SessionStart& next) {
    session_numbers_->keep(*numbers_, next);
}

Expected<void> TradePorts::try_join(feed::FeedLoop loop) {
    const std::optional<net::Endpoint>& group = config_.loops[static_cast<std::size_t>(loop)];
    if (!group) {
        return {};
    }
    auto socket = net::UdpSocket::join({.group = *group, .interface = config_.interface});
    if (!socket) {
        return std::unexpected(socket.error());
    }
    if (auto watched = waiter_->watch(socket->descriptor()); !watched) {
        return watched;
    }
    loops_[static_cast<std::size_t>(loop)].emplace(std::move(*socket));
    return {};
}

bool TradePorts::join(feed::FeedLoop loop, Time now) {
    constexpr Nanos kBetweenAttempts{kNanosPerSecond};
    if (now < join_at_) {
        return false;
    }
    const auto joined = try_join(loop);
    if (!joined) {
        join_at_ = now + kBetweenAttempts;
        news_.push_back(
            fmt::format("hotpath trade: loop of {}: {}\n", name(loop), joined.error().message));
    }
    return loops_[static_cast<std::size_t>(loop)].has_value();
}

/// A port that is not configured is never wanted, but for snapshots, which are refused so.
bool TradePorts::connect(trader::Port port) {
    const std::optional<net::Endpoint> to = port == trader::Port::OrderEntry ? config_.order_entry
                                            : port == trader::Port::Glimpse  ? config_.glimpse
                                                                             : config_.drop_copy;
    if (!to) {
        return false;
    }
    auto connection = tls::Connection::connect(*to, login::client_end(context_, config_.tls, *to),
                                               kTraderConnections);
    if (!connection) {
        return false;
    }
    auto watched = tls::WatchedConnection::watch(std::move(*connection), *waiter_);
    if (!watched) {
        return false;
    }
    connections_[index(port)].emplace(std::move(*watched));
    return true;
}

void TradePorts::note_stranger(feed::Line line,
                               const std::optional<protocols::nasdaq::moldudp64::Session>& session,
                               const net::Endpoint& from) {
    if (auto news = strangers_.note(line, session, from)) {
        news_.push_back(std::move(*news));
    }
}

/// An end after TLS was established is the session's to report, and the next failure is new.
void TradePorts::note_tls(trader::Port port) {
    if (!context_) {
        return;
    }
    const tls::Connection& connection = connections_[index(port)]->connection();
    std::string& said = tls_said_[index(port)];
    std::string why = connection.problem() == tls::Problem::Truncated ? "" : connection.why();
    if (why != said && !why.empty()) {
        news_.push_back(fmt::format("hotpath trade: {}: {}\n", connection.peer().to_string(), why));
    }
    said = std::move(why);
}

}  // namespace hotpath::live
