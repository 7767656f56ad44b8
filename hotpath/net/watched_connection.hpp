#pragma once
/// Watched: a connection that a Waiter watches, for bytes always and for room only while there is
/// something left to send. WatchedConnection is that of TCP.
///
///   auto connection = WatchedConnection::watch(std::move(tcp), waiter);
///   connection->send_all([&] { return server.output(id); },
///                        [&](std::size_t sent) { server.on_written(id, sent, now); });
///
/// Threads: one owner, the waiter's. Allocation: none. Complexity: a system call a piece of output;
/// one more when waiting for room begins or ends.

#include <cstddef>
#include <utility>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/net/tcp_connection.hpp"
#include "hotpath/net/waiter.hpp"

namespace hotpath::net {

/// `Connection` is a TcpConnection or has its functions; of one that keeps bytes which receive() did
/// not return yet, has_unread() says so.
template <class Connection>
class Watched {
  public:
    /// `waiter` outlives it.
    [[nodiscard]] static Expected<Watched> watch(Connection&& connection, Waiter& waiter) {
        if (auto watched = waiter.watch(connection.descriptor()); !watched) {
            return std::unexpected(watched.error());
        }
        return Watched(std::move(connection), waiter);
    }

    [[nodiscard]] const Connection& connection() const noexcept { return connection_; }
    [[nodiscard]] std::size_t unsent_bytes() const noexcept { return connection_.unsent_bytes(); }
    [[nodiscard]] TcpReceived receive() noexcept {
        const TcpReceived received = connection_.receive();
        if constexpr (requires { connection_.has_unread(); }) {
            if (connection_.has_unread()) {
                waiter_->wake();  // the socket has nothing more to say of it
            }
        }
        return received;
    }
    [[nodiscard]] const Endpoint& peer() const noexcept { return connection_.peer(); }
    /// Before it is destroyed: as much of `bytes` as the kernel takes at once. What the peer has
    /// sent meanwhile is read and dropped, or the kernel would reset the connection and the peer
    /// would lose the last bytes.
    void send_last(Bytes bytes) noexcept {
        static_cast<void>(connection_.send(bytes));
        static_cast<void>(connection_.receive());
    }

    /// Sends bytes kept earlier, then output() piece by piece until it is empty or the kernel takes
    /// no more; on_written(bytes) after each piece that was taken. Of TCP, Full does not happen to a
    /// piece that is no greater than unsent_bytes_max.
    template <class Output, class Written>
    SendStatus send_all(Output&& output, Written&& on_written) {
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
    Watched(Connection&& connection, Waiter& waiter)
        : connection_(std::move(connection)), waiter_(&waiter) {}

    void watch_room() noexcept {
        if (const bool wanted = connection_.unsent_bytes() != 0; wanted != wants_room_) {
            wants_room_ = wanted;
            waiter_->watch_room(connection_.descriptor(), wanted);
        }
    }

    Connection connection_;
    Waiter* waiter_;
    bool wants_room_ = false;
};

using WatchedConnection = Watched<TcpConnection>;

}  // namespace hotpath::net
