#include "hotpath/net/tcp_connection.hpp"

#include <algorithm>
#include <cerrno>
#include <utility>

#include <netinet/tcp.h>
#include <sys/socket.h>

#include "hotpath/net/socket.hpp"

namespace hotpath::net {

namespace {

[[nodiscard]] bool is_for_now(int error) noexcept {
    return error == EAGAIN || error == EWOULDBLOCK || error == EINTR;
}

}  // namespace

Expected<TcpConnection> TcpConnection::connect(const Endpoint& to, const TcpOptions& options) {
    Expected<Descriptor> socket = open_socket(SOCK_STREAM, to);
    if (!socket) {
        return std::unexpected(std::move(socket.error()));
    }
    const sockaddr_in address = to_sockaddr(to);
    const int connected =
        ::connect(socket->number(), reinterpret_cast<const sockaddr*>(&address), sizeof address);
    if (connected != 0 && errno != EINPROGRESS) {
        return fail_with_errno("connect to", to.to_string());
    }
    return TcpConnection(std::move(*socket), to, options);
}

TcpConnection::TcpConnection(Descriptor&& socket, const Endpoint& peer, const TcpOptions& options)
    : socket_(std::move(socket)),
      peer_(peer),
      received_(options.receive_bytes_max),
      unsent_(options.unsent_bytes_max) {
    // Neither decides whether the connection works: slower is better than refused.
    static_cast<void>(set_option(socket_, IPPROTO_TCP, TCP_NODELAY, int{1}));
    if (options.kernel_send_bytes != 0) {
        static_cast<void>(set_option(socket_, SOL_SOCKET, SO_SNDBUF, options.kernel_send_bytes));
    }
}

TcpReceived TcpConnection::receive() noexcept {
    const MutableBytes room = received_.items();
    const ssize_t count = ::recv(socket_.number(), room.data(), room.size(), 0);
    if (count > 0) {
        return {ReceiveStatus::Bytes, room.first(static_cast<std::size_t>(count))};
    }
    const bool is_open = count < 0 && is_for_now(errno);
    return {is_open ? ReceiveStatus::Nothing : ReceiveStatus::Closed, {}};
}

SendStatus TcpConnection::send(Bytes bytes) noexcept {
    if (unsent_bytes() != 0) {
        if (const SendStatus status = flush(); status != SendStatus::Ok) {
            return status;
        }
    }
    // Refused before the first byte is sent: half a message would be the end of the stream.
    if (bytes.size() > unsent_.size() - unsent_bytes()) {
        return is_closed_ ? SendStatus::Closed : SendStatus::Full;
    }
    std::size_t taken = 0;
    if (unsent_bytes() == 0) {
        if (const SendStatus status = send_now(bytes, taken); status != SendStatus::Ok) {
            return status;
        }
    }
    keep(bytes.subspan(taken));
    return is_closed_ ? SendStatus::Closed : SendStatus::Ok;
}

SendStatus TcpConnection::flush() noexcept {
    while (unsent_bytes() != 0) {
        std::size_t taken = 0;
        const SendStatus status =
            send_now(Bytes(unsent_.items()).subspan(begin_, unsent_bytes()), taken);
        if (status != SendStatus::Ok) {
            return status;
        }
        if (taken == 0) {
            break;
        }
        begin_ += taken;
    }
    return is_closed_ ? SendStatus::Closed : SendStatus::Ok;
}

bool TcpConnection::end_sending() noexcept {
    if (has_ended_) {
        return true;
    }
    if (flush() == SendStatus::Closed) {
        return false;
    }
    if (unsent_bytes() == 0) {
        has_ended_ = ::shutdown(socket_.number(), SHUT_WR) == 0;
        return has_ended_;
    }
    return true;
}

SendStatus TcpConnection::send_now(Bytes bytes, std::size_t& taken) noexcept {
    if (is_closed_) {
        return SendStatus::Closed;
    }
    const ssize_t count = ::send(socket_.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count >= 0) {
        taken = static_cast<std::size_t>(count);
        return SendStatus::Ok;
    }
    is_closed_ = !is_for_now(errno);
    return is_closed_ ? SendStatus::Closed : SendStatus::Ok;
}

void TcpConnection::keep(Bytes bytes) noexcept {
    if (bytes.size() > unsent_.size() - end_) {
        std::ranges::copy(unsent_.items().subspan(begin_, unsent_bytes()), unsent_.items().begin());
        end_ -= begin_;
        begin_ = 0;
    }
    std::ranges::copy(bytes, unsent_.items().subspan(end_).begin());
    end_ += bytes.size();
}

}  // namespace hotpath::net
