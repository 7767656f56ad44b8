#pragma once
/// A SoupBinTCP client on a TCP connection, which the test breaks and makes again as it likes: the
/// session continues where it was. And a reader of a read-only stream: snapshots, the drop copy.
///
/// Threads: the test's. Allocation: free. Tests only.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

#include "hotpath/core/units.hpp"
#include "hotpath/net/tcp_connection.hpp"
#include "hotpath/process/soup_turn.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/client.hpp"

namespace hotpath::venue_tests {

/// Since the machine's start: the monotonic clock.
[[nodiscard]] inline Time steady_now() {
    return {std::chrono::duration_cast<std::chrono::nanoseconds>(
                std::chrono::steady_clock::now().time_since_epoch())
                .count()};
}

/// How long a test waits for what must come. Only a test that fails waits so long: processes, sanitizers and other tests share
/// the cores, and a shorter time would measure them.
inline constexpr Nanos kPatience{60 * kNanosPerSecond};

/// Between two looks at something that has not come: the process that it comes from may need this core.
inline void pause_before_looking_again() {
    ::usleep(100);
}

class SoupConnection {
  public:
    SoupConnection(const std::string& user, const std::string& password)
        : soup_(*protocols::nasdaq::soupbintcp::SoupClient::create(
              {.connection = {},
               .credentials = protocols::nasdaq::soupbintcp::Credentials::of(user, password)})) {}

    [[nodiscard]] const protocols::nasdaq::soupbintcp::SoupClient& soup() const { return soup_; }
    [[nodiscard]] bool is_open() const { return connection_.has_value(); }

    /// Does not wait for the login's answer.
    [[nodiscard]] bool connect(const net::Endpoint& to) {
        disconnect();
        auto connected = net::TcpConnection::connect(to);
        if (connected) {
            connection_.emplace(std::move(*connected));
            soup_.on_connected(steady_now());
        }
        return is_open();
    }
    void disconnect() {
        connection_.reset();
        soup_.on_disconnected();
    }

    /// Bytes both ways, once; false when the connection is over.
    template <class Listener>
    bool poll(Listener& listener) {
        if (!connection_) {
            return false;
        }
        if (process::take_turn(soup_, *connection_, steady_now(), listener).is_over) {
            disconnect();
        }
        return is_open();
    }
    void send(Bytes message) { static_cast<void>(soup_.try_send(message, steady_now())); }
    /// Bytes past the session's state machine.
    void send_raw(Bytes bytes) { static_cast<void>(connection_->send(bytes)); }

  private:
    protocols::nasdaq::soupbintcp::SoupClient soup_;
    std::optional<net::TcpConnection> connection_;
};

class StreamReader : public protocols::nasdaq::soupbintcp::NullClientListener {
  public:
    StreamReader(const std::string& user, const std::string& password)
        : connection_(user, password) {}

    [[nodiscard]] bool connect(const net::Endpoint& to) { return connection_.connect(to); }
    void disconnect() { connection_.disconnect(); }

    /// sink(Bytes) for each message that has come; false when the connection is over.
    template <class Sink>
    bool poll(Sink&& sink) {
        const bool is_open = connection_.poll(*this);
        for (const auto& message : messages_) {
            sink(Bytes(message));
        }
        messages_.clear();
        return is_open;
    }

    void on_sequenced(std::uint64_t, Bytes message) noexcept {
        messages_.emplace_back(message.begin(), message.end());
    }

  private:
    SoupConnection connection_;
    std::vector<std::vector<std::byte>> messages_;
};

}  // namespace hotpath::venue_tests
