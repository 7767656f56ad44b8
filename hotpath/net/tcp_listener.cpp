#include "hotpath/net/tcp_listener.hpp"

#include <cerrno>
#include <utility>

#include <sys/socket.h>

#include "hotpath/net/socket.hpp"

namespace hotpath::net {

Expected<TcpListener> TcpListener::listen(const Endpoint& at, const TcpOptions& options) {
    constexpr int kWaitingMax = 64;
    Expected<Descriptor> socket = open_socket(SOCK_STREAM, at);
    if (!socket) {
        return std::unexpected(std::move(socket.error()));
    }
    // A venue that restarts takes its port back at once, although the kernel remembers connections
    // of the previous one.
    static_cast<void>(set_option(*socket, SOL_SOCKET, SO_REUSEADDR, int{1}));
    if (Expected<void> bound = bind_to(*socket, at); !bound) {
        return std::unexpected(std::move(bound.error()));
    }
    if (::listen(socket->number(), kWaitingMax) != 0) {
        return fail_with_errno("listen at", at.to_string());
    }
    return TcpListener(std::move(*socket), options);
}

TcpListener::TcpListener(Descriptor&& socket, const TcpOptions& options)
    : socket_(std::move(socket)), options_(options), endpoint_(local_endpoint(socket_)) {}

std::optional<TcpConnection> TcpListener::accept() {
    sockaddr_in peer{};
    socklen_t length = sizeof peer;
    Descriptor socket(::accept4(socket_.number(), reinterpret_cast<sockaddr*>(&peer), &length,
                                SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (!socket) {
        const bool is_nothing_new = errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
        failures_ += is_nothing_new ? 0U : 1U;
        return std::nullopt;
    }
    return TcpConnection(std::move(socket), to_endpoint(peer), options_);
}

}  // namespace hotpath::net
