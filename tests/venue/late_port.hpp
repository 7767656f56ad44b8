#pragma once
/// LatePort: a TCP port that takes connections at once, and passes their bytes on only from open() on.
///
///   LatePort port(*net::Endpoint::parse(order_entry));
///   ... the trader connects to port.endpoint() ...
///   port.open();
///
/// Threads: its own moves the bytes; the others are the test's. Allocation: free. Tests only.

#include <atomic>
#include <list>
#include <optional>
#include <thread>
#include <utility>

#include "hotpath/net/tcp_connection.hpp"
#include "hotpath/net/tcp_listener.hpp"
#include "tests/venue/venue_process.hpp"

namespace hotpath::venue_tests {

class LatePort {
  public:
    explicit LatePort(const net::Endpoint& to) : to_(to) {
        thread_ = std::jthread([this](const std::stop_token& stop) {
            while (!stop.stop_requested()) {
                turn();
                pause_before_looking_again();
            }
        });
    }

    [[nodiscard]] const net::Endpoint& endpoint() const { return listener_->endpoint(); }
    void open() { is_open_ = true; }

  private:
    struct Pair {
        net::TcpConnection client;
        net::TcpConnection server;
    };

    void turn() {
        while (auto accepted = listener_->accept()) {
            if (auto server = net::TcpConnection::connect(to_)) {
                pairs_.push_back({std::move(*accepted), std::move(*server)});
            }
        }
        if (is_open_) {
            std::erase_if(pairs_, [](Pair& pair) {
                return is_over(pair.client, pair.server) || is_over(pair.server, pair.client);
            });
        }
    }
    /// Passes on what came.
    [[nodiscard]] static bool is_over(net::TcpConnection& from, net::TcpConnection& to) {
        if (to.flush() == net::SendStatus::Closed) {
            return true;
        }
        if (to.unsent_bytes() != 0) {
            return false;
        }
        const net::TcpReceived received = from.receive();
        return received.status == net::ReceiveStatus::Closed ||
               (received.status == net::ReceiveStatus::Bytes &&
                to.send(received.bytes) == net::SendStatus::Closed);
    }

    net::Endpoint to_;
    // GCC 12 takes the error of a listener that is moved out of its Expected for freed twice.
    Expected<net::TcpListener> listener_ = net::TcpListener::listen({net::kLoopback, 0});
    std::list<Pair> pairs_;
    std::atomic<bool> is_open_ = false;
    std::jthread thread_;
};

}  // namespace hotpath::venue_tests
