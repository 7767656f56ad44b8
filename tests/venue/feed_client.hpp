#pragma once
/// A small feed client over UDP: both lines, re-requests, snapshots over TCP, into books.
///
/// It can lose packets on purpose. Threads: the test's. Allocation: free. Tests only.

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/core/random.hpp"
#include "hotpath/net/udp_socket.hpp"
#include "hotpath/protocols/nasdaq/feed/itch_feed.hpp"
#include "tests/venue/soup_connection.hpp"
#include "tests/venue/venue_process.hpp"

namespace hotpath::venue_tests {

class FeedClient {
  public:
    /// One of this many packets is lost on each line, 0: none.
    FeedClient(const VenueProcess& venue, std::uint64_t loses_one_in, std::uint64_t seed);

    [[nodiscard]] const feed::ItchFeed& feed() const { return *feed_; }
    [[nodiscard]] std::uint64_t lost() const { return lost_; }
    [[nodiscard]] std::uint64_t snapshots() const { return feed_->counters().snapshots_applied; }

    /// The venue may have restarted with other ports.
    void follow(const VenueProcess& venue);
    void poll();
    /// Until the books are right and have everything up to `next_seq`, or ten seconds; `session`: of that one.
    [[nodiscard]] bool poll_until(std::uint64_t next_seq, std::string_view session = {});

  private:
    void read_line(net::UdpSocket& socket, feed::Line line);
    void read_answers();
    void run_snapshot();

    net::UdpSocket line_a_;
    net::UdpSocket line_b_;
    net::UdpSocket requests_;
    net::Endpoint request_server_;
    net::Endpoint glimpse_;
    Expected<feed::ItchFeed> feed_;
    feed::NullListener ignored_;
    std::optional<StreamReader> snapshot_;
    std::uint64_t loses_one_in_;
    Random random_;
    std::uint64_t lost_ = 0;
};

}  // namespace hotpath::venue_tests
