#pragma once
/// TappedPort: a TCP port in front of another. One connection at a time passes through it, both
/// ways, and what its client sends is looked at.
///
/// Threads: the test's, which polls. Allocation: free. Tests only.

#include <optional>
#include <string>
#include <utility>

#include "hotpath/net/tcp_connection.hpp"
#include "hotpath/net/tcp_listener.hpp"
#include "tests/support/order_tap.hpp"
#include "tests/venue/soup_connection.hpp"

namespace hotpath::venue_tests {

class TappedPort {
  public:
    explicit TappedPort(const net::Endpoint& to)
        : to_(to), listener_(*net::TcpListener::listen({net::kLoopback, 0})) {}

    [[nodiscard]] std::string address() const { return listener_.endpoint().to_string(); }
    [[nodiscard]] const support::OrderTap& tap() const { return tap_; }
    /// When the last order passed.
    [[nodiscard]] Time last_order() const { return last_order_; }

    /// Passes received bytes on; true when there were any.
    bool poll() {
        if (auto accepted = listener_.accept()) {
            client_.emplace(std::move(*accepted));
            server_.emplace(std::move(*net::TcpConnection::connect(to_)));
            tap_.forget();
        }
        if (!client_) {
            return false;
        }
        const bool has_asked = pass(*client_, *server_, [this](Bytes bytes) { look(bytes); });
        const bool has_answered = pass(*server_, *client_, [](Bytes) {});
        if (is_over_) {
            client_.reset();
            server_.reset();
            is_over_ = false;
        }
        return has_asked || has_answered;
    }
    /// Everything that was sent so far has passed: until nothing has come for kInKernelMax. On a busy
    /// host the kernel delivers one connection's bytes after those that another got later.
    void drain() {
        Time until = steady_now() + kInKernelMax;
        while (steady_now() < until) {
            if (poll()) {
                until = steady_now() + kInKernelMax;
            } else {
                pause_before_looking_again();
            }
        }
    }

  private:
    static constexpr Nanos kInKernelMax{20'000'000};

    template <class Look>
    bool pass(net::TcpConnection& from, net::TcpConnection& to, Look&& look_at) {
        static_cast<void>(to.flush());
        if (to.unsent_bytes() != 0) {
            return false;
        }
        const net::TcpReceived received = from.receive();
        if (received.status == net::ReceiveStatus::Bytes) {
            look_at(received.bytes);
            is_over_ = to.send(received.bytes) == net::SendStatus::Closed || is_over_;
        }
        is_over_ = is_over_ || received.status == net::ReceiveStatus::Closed;
        return received.status == net::ReceiveStatus::Bytes;
    }
    void look(Bytes bytes) {
        const std::uint64_t before = tap_.orders;
        tap_.on_bytes(bytes);
        last_order_ = tap_.orders != before ? steady_now() : last_order_;
    }

    net::Endpoint to_;
    net::TcpListener listener_;
    std::optional<net::TcpConnection> client_;
    std::optional<net::TcpConnection> server_;
    support::OrderTap tap_;
    Time last_order_{};
    bool is_over_ = false;
};

}  // namespace hotpath::venue_tests
