#pragma once
/// The sockets of `hotpath trade`: received bytes go to the trader, the trader's output is
/// sent. No decisions are made here.
///
/// Threads: one owner. Allocation: open() and each connection. Complexity: system calls, a few a
/// turn.

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/feed/feed_loop.hpp"
#include "hotpath/feed/line_arbiter.hpp"
#include "hotpath/live/config/trade_config.hpp"
#include "hotpath/live/run/stranger_news.hpp"
#include "hotpath/net/udp_socket.hpp"
#include "hotpath/net/waiter.hpp"
#include "hotpath/protocols/trader/session_start.hpp"
#include "hotpath/store/number_file.hpp"
#include "hotpath/store/session_numbers.hpp"
#include "hotpath/timing/day_clock.hpp"
#include "hotpath/tls/connection.hpp"
#include "hotpath/tls/watched_connection.hpp"
#include "hotpath/trader/trader_options.hpp"

namespace hotpath::live {

class TradePorts {
  public:
    [[nodiscard]] static Expected<TradePorts> open(const VenueConfig& config, net::Waiter& waiter);

    /// Calls of poll() from one look at what no order waits for to the next.
    static constexpr std::uint32_t kTurnsBetweenLooks = 16;

    /// Reads received data, a bounded part of it; orders leave before the next datagram is read.
    /// A look costs a system call, whether anything is there or not: the lines, loops and order entry
    /// get one in each call, everything else in each kTurnsBetweenLooks-th, and as long as something
    /// comes there; `is_whole`: everything, for a loop that has few turns. True when there was
    /// anything.
    template <class Trader, class Clock>
    bool poll(Trader& trader, const Clock& clock, bool is_whole = false) {
        std::size_t arrived = read_line(line_a_, feed::Line::A, trader, clock);
        if (line_b_) {
            arrived += read_line(*line_b_, feed::Line::B, trader, clock);
        }
        if (config_.has_loops()) {
            arrived += read_loops(trader, clock);
        }
        arrived += read_connection(trader::Port::OrderEntry, trader, clock) ? 1U : 0U;
        if (turns_left_ > 0 && !is_whole) {
            --turns_left_;
            return arrived > 0;
        }
        const std::size_t others = read_others(trader, clock);
        turns_left_ = others > 0 ? 0 : kTurnsBetweenLooks - 1;
        return arrived + others > 0;
    }

    /// Sends requests and output, and closes ended connections.
    template <class Trader, class Clock>
    void write(Trader& trader, const Clock& clock) {
        trader.for_each_request([this](Bytes request) { ask(request); });
        for (const trader::Port port : trader::kAllPorts) {
            write_connection(port, trader, clock);
        }
    }

    /// Lines for the log since the last call: why TLS failed, once as long as the reason stays; who
    /// sends packets of another session.
    [[nodiscard]] std::vector<std::string> take_news() { return std::exchange(news_, {}); }
    /// NumberFile::loss() of the session's numbers; "" without a file of them. Any thread.
    [[nodiscard]] std::string loss_of_numbers() const {
        return numbers_ ? numbers_->loss() : std::string();
    }

  private:
    static constexpr std::size_t kDatagramsPerTurn = 64;
    static constexpr std::size_t kDatagramMax = 2'048;

    struct Sockets {
        net::UdpSocket line_a;
        std::optional<net::UdpSocket> line_b;
        std::optional<net::UdpSocket> requests;
    };

    TradePorts(const VenueConfig& config, net::Waiter& waiter,
               std::optional<tls::Context>&& context, Sockets sockets);

    /// The first state of a connection whose session has numbers; others have the default.
    [[nodiscard]] protocols::SessionStart start_of(trader::Port port);
    /// A number that has left is never used again, also by the next process.
    void keep(const protocols::SessionStart& next);

    [[nodiscard]] static std::size_t index(trader::Port port) {
        return static_cast<std::size_t>(port);
    }
    void ask(Bytes request);
    /// No loop is configured with ITCH.
    [[nodiscard]] Expected<void> try_join(feed::FeedLoop loop);
    /// False when the kernel refused; then it is tried again after a while.
    [[nodiscard]] bool join(feed::FeedLoop loop, Time now);
    /// False when it could not even begin.
    [[nodiscard]] bool connect(trader::Port port);
    void note_stranger(feed::Line line,
                       const std::optional<protocols::nasdaq::moldudp64::Session>& session,
                       const net::Endpoint& from);
    /// A connection is over.
    void note_tls(trader::Port port);

    template <class Trader, class Clock>
    std::size_t read_line(net::UdpSocket& socket, feed::Line line, Trader& trader,
                          const Clock& clock) {
        for (std::size_t n = 0; n < kDatagramsPerTurn; ++n) {
            const std::optional<net::Datagram> datagram = socket.receive(buffer_);
            if (!datagram) {
                return n;
            }
            trader.on_packet({.line = line, .bytes = datagram->bytes, .now = clock()});
            if (strangers_.take(line, trader.others(line))) [[unlikely]] {
                note_stranger(line, trader.other_session(), datagram->from);
            }
            if (!trader.output(trader::Port::OrderEntry).empty()) {
                write_connection(trader::Port::OrderEntry, trader, clock);
            }
        }
        return kDatagramsPerTurn;
    }

    /// Replies of the re-request server, snapshots, drop copies.
    template <class Trader, class Clock>
    std::size_t read_others(Trader& trader, const Clock& clock) {
        std::size_t arrived = 0;
        if (requests_) {
            arrived += read_line(*requests_, feed::Line::Replies, trader, clock);
        }
        for (const trader::Port port : trader::kAllPorts) {
            const bool is_other = port != trader::Port::OrderEntry;
            arrived += is_other && read_connection(port, trader, clock) ? 1U : 0U;
        }
        return arrived;
    }

    /// A loop's group is joined while it is wanted, so that at any other time it costs nothing.
    template <class Trader, class Clock>
    std::size_t read_loops(Trader& trader, const Clock& clock) {
        std::size_t arrived = 0;
        for (const feed::FeedLoop loop : feed::kAllFeedLoops) {
            std::optional<net::UdpSocket>& socket = loops_[static_cast<std::size_t>(loop)];
            if (!trader.is_wanted(loop)) {
                socket.reset();
            } else if (socket || join(loop, clock())) {
                arrived += read_loop(loop, trader, clock);
            }
        }
        return arrived;
    }
    template <class Trader, class Clock>
    std::size_t read_loop(feed::FeedLoop loop, Trader& trader, const Clock& clock) {
        net::UdpSocket& socket = *loops_[static_cast<std::size_t>(loop)];
        std::size_t n = 0;
        for (; n < kDatagramsPerTurn && trader.is_wanted(loop); ++n) {
            const std::optional<net::Datagram> datagram = socket.receive(buffer_);
            if (!datagram) {
                break;
            }
            trader.on_loop_packet(loop, datagram->bytes, clock());
            if (!trader.output(trader::Port::OrderEntry).empty()) {
                write_connection(trader::Port::OrderEntry, trader, clock);
            }
        }
        return n;
    }

    template <class Trader, class Clock>
    bool read_connection(trader::Port port, Trader& trader, const Clock& clock) {
        if (trader.is_wanted(port)) {
            const bool has_begun = connect(port);
            trader.on_connected(port, clock(), start_of(port));
            if (!has_begun) {
                trader.on_disconnected(port, clock());
            }
        }
        std::optional<tls::WatchedConnection>& connection = connections_[index(port)];
        if (!connection) {
            return false;
        }
        const net::TcpReceived received = connection->receive();
        if (received.status == net::ReceiveStatus::Bytes) {
            trader.on_bytes(port, received.bytes, clock());
        } else if (received.status == net::ReceiveStatus::Closed) {
            note_tls(port);
            connection.reset();
            trader.on_disconnected(port, clock());
        }
        return received.status != net::ReceiveStatus::Nothing;
    }

    template <class Trader, class Clock>
    void write_connection(trader::Port port, Trader& trader, const Clock& clock) {
        std::optional<tls::WatchedConnection>& connection = connections_[index(port)];
        if (!connection) {
            return;
        }
        if (numbers_ && port == trader::Port::OrderEntry) {
            if constexpr (requires { trader.next_start(); }) {
                keep(trader.next_start());
            }
        }
        const net::SendStatus status = connection->send_all(
            [&] { return trader.output(port); },
            [&](std::size_t bytes) { trader.on_written(port, bytes, clock()); });
        // It may be over because of what was written: a logout.
        const bool is_sent = connection->unsent_bytes() == 0;
        if (status == net::SendStatus::Closed || (!trader.is_open(port) && is_sent)) {
            connection.reset();
            trader.on_disconnected(port, clock());
        }
    }

    net::Waiter* waiter_;
    VenueConfig config_;
    std::uint32_t turns_left_ = 0;  // until read_others()
    net::UdpSocket line_a_;
    std::optional<net::UdpSocket> line_b_;
    std::optional<net::UdpSocket> requests_;
    std::array<std::optional<net::UdpSocket>, feed::kFeedLoops> loops_;  // that are wanted now
    Time join_at_{};                                                     // not before
    const store::SessionNumbers* session_numbers_;  // of the order entry; nullptr: none
    std::optional<store::NumberFile> numbers_;
    std::optional<tls::Context> context_;  // nullopt: plain text
    std::array<std::optional<tls::WatchedConnection>, trader::kPorts> connections_;
    std::array<std::string, trader::kPorts> tls_said_{};  // of each port: why TLS failed last
    StrangerNews strangers_{};
    std::vector<std::string> news_{};
    std::array<std::byte, kDatagramMax> buffer_{};
};

}  // namespace hotpath::live
