#pragma once
/// A small feed client over UDP: both lines, re-requests, snapshots over TCP, into books.
///
/// It may be told to lose packets. Threads: the test's. Allocation: free. Tests only.

#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/core/random.hpp"
#include "hotpath/feed/live_feed.hpp"
#include "hotpath/net/tcp_connection.hpp"
#include "hotpath/net/udp_socket.hpp"
#include "hotpath/wire/soupbintcp/client.hpp"
#include "tests/venue/venue_process.hpp"

namespace hotpath::venue_tests {

/// The open orders of a venue, asked for once.
class SnapshotReader : public wire::soupbintcp::NullClientListener {
  public:
    [[nodiscard]] static std::optional<SnapshotReader> connect(const net::Endpoint& to,
                                                               const std::string& user,
                                                               const std::string& password);

    /// sink(Bytes) for each message that has come; false when the connection is over.
    template <class Sink>
    bool poll(Sink&& sink) {
        move_bytes();
        for (const auto& message : messages_) {
            sink(Bytes(message));
        }
        messages_.clear();
        return !is_over_;
    }

    void on_sequenced(std::uint64_t, Bytes message) noexcept {
        messages_.emplace_back(message.begin(), message.end());
    }

  private:
    SnapshotReader(net::TcpConnection&& connection, wire::soupbintcp::SoupClient&& soup)
        : connection_(std::move(connection)), soup_(std::move(soup)) {}

    void move_bytes();

    net::TcpConnection connection_;
    wire::soupbintcp::SoupClient soup_;
    std::vector<std::vector<std::byte>> messages_;
    bool is_over_ = false;
};

class FeedClient {
  public:
    /// Every so many packets are lost on each line, 0: none.
    FeedClient(const VenueProcess& venue, std::uint64_t loses_one_in, std::uint64_t seed);

    [[nodiscard]] const feed::LiveFeed& feed() const { return *feed_; }
    [[nodiscard]] std::uint64_t lost() const { return lost_; }
    [[nodiscard]] std::uint64_t snapshots() const { return feed_->counters().snapshots_applied; }

    /// The venue may have restarted with other ports.
    void follow(const VenueProcess& venue);
    void poll();
    /// Until the books are right and have everything up to `next_seq`, or ten seconds.
    [[nodiscard]] bool poll_until(std::uint64_t next_seq);

  private:
    void read_line(net::UdpSocket& socket, feed::Line line);
    void read_answers();
    void run_snapshot();

    net::UdpSocket line_a_;
    net::UdpSocket line_b_;
    net::UdpSocket requests_;
    net::Endpoint request_server_;
    net::Endpoint glimpse_;
    Expected<feed::LiveFeed> feed_;
    feed::NullListener nobody_;
    std::optional<SnapshotReader> snapshot_;
    std::uint64_t loses_one_in_;
    Random random_;
    std::uint64_t lost_ = 0;
};

}  // namespace hotpath::venue_tests
