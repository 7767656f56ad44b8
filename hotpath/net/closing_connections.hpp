#pragma once
/// ClosingConnections: TCP connections whose owner has said its last bytes. Each is kept until its peer
/// has closed it, too, or for a quarter of a second: a socket that is closed while bytes are unread is
/// reset at once, and the peer loses what it has not received.
///
///   closing.add(std::move(connection));   its sending end is shut behind what it has kept to send
///   closing.poll();                       in each turn: what peers still send is read and dropped
///
/// Destroyed, it waits for those that are left, until their time is over at the latest. Threads: one
/// owner. Allocation: when it is made. Complexity: poll() is O(connections) system calls every millisecond.
/// Source: RFC 1122, 4.2.2.13; Linux tcp(7).

#include <chrono>
#include <cstddef>
#include <vector>

#include "hotpath/net/tcp_connection.hpp"

namespace hotpath::net {

class ClosingConnections {
  public:
    /// One too many closes the one that has been here for longest.
    explicit ClosingConnections(std::size_t connections_max);
    ClosingConnections(ClosingConnections&&) noexcept = default;
    ClosingConnections& operator=(ClosingConnections&&) = delete;
    ClosingConnections(const ClosingConnections&) = delete;
    ClosingConnections& operator=(const ClosingConnections&) = delete;
    ~ClosingConnections();

    [[nodiscard]] std::size_t size() const noexcept { return waiting_.size(); }

    void add(TcpConnection&& connection);
    void poll() noexcept;

  private:
    using Clock = std::chrono::steady_clock;

    struct Waiting {
        TcpConnection connection;
        Clock::time_point until;
    };

    /// Closes those that have come to their end.
    void look(Clock::time_point now) noexcept;

    std::size_t connections_max_;
    std::vector<Waiting> waiting_;  // the longest here first
    Clock::time_point look_at_{};
};

}  // namespace hotpath::net
