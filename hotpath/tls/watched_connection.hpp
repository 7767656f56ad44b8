#pragma once
/// WatchedConnection: a connection, plain or TLS, that a Waiter watches, for bytes always and for room
/// only while there is something left to send.
///
///   auto watched = WatchedConnection::watch(std::move(connection), waiter);
///   watched->send_all([&] { return server.output(id); },
///                     [&](std::size_t sent) { server.on_written(id, sent, now); });
///
/// Threads: one owner, the waiter's. Allocation: none. Complexity: a system call a piece of output;
/// one more when waiting for room begins or ends.

#include <cstddef>
#include <utility>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/net/tcp_connection.hpp"
#include "hotpath/net/waiter.hpp"
#include "hotpath/tls/connection.hpp"

namespace hotpath::tls {

class WatchedConnection {
  public:
    /// `waiter` outlives it.
    [[nodiscard]] static Expected<WatchedConnection> watch(Connection&& connection,
                                                           net::Waiter& waiter) {
        if (auto watched = waiter.watch(connection.descriptor()); !watched) {
            return std::unexpected(watched.error());
        }
        return WatchedConnection(std::move(connection), waiter);
    }

    [[nodiscard]] const Connection& connection() const noexcept { return connection_; }
    [[nodiscard]] std::size_t unsent_bytes() const noexcept { return connection_.unsent_bytes(); }
    [[nodiscard]] net::TcpReceived receive() noexcept {
        const net::TcpReceived received = connection_.receive();
        if (connection_.has_unread()) {
            waiter_->wake();  // the socket has nothing more to say of it
        }
        return received;
    }
    [[nodiscard]] const net::Endpoint& peer() const noexcept { return connection_.peer(); }
    /// All of `bytes` or nothing.
    [[nodiscard]] net::SendStatus send(Bytes bytes) noexcept { return connection_.send(bytes); }
    /// Connection::take_tcp(), which the waiter no longer watches.
    [[nodiscard]] net::TcpConnection take_tcp() && noexcept {
        waiter_->forget(connection_.descriptor());
        return std::move(connection_).take_tcp();
    }

    /// Sends bytes kept earlier, then output() piece by piece until it is empty or the kernel takes
    /// no more; on_written(bytes) after each piece that was taken. Of TCP, Full does not happen to a
    /// piece that is no greater than unsent_bytes_max.
    template <class Output, class Written>
    net::SendStatus send_all(Output&& output, Written&& on_written) {
        using net::SendStatus;
        SendStatus status = connection_.flush();
        while (status == SendStatus::Ok && connection_.unsent_bytes() == 0) {
            const Bytes piece = output();
            if (piece.empty()) {
                break;
            }
            status = connection_.send(piece);
            if (status == SendStatus::Ok) {
                on_written(piece.size());
            }
        }
        watch_room();
        return status;
    }

  private:
    WatchedConnection(Connection&& connection, net::Waiter& waiter)
        : connection_(std::move(connection)), waiter_(&waiter) {}

    void watch_room() noexcept {
        if (const bool wanted = connection_.unsent_bytes() != 0; wanted != wants_room_) {
            wants_room_ = wanted;
            waiter_->watch_room(connection_.descriptor(), wanted);
        }
    }

    Connection connection_;
    net::Waiter* waiter_;
    bool wants_room_ = false;
};

}  // namespace hotpath::tls
