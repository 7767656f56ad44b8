#include "hotpath/net/tcp_listener.hpp"

#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/socket.h>

#include "hotpath/net/socket.hpp"

namespace hotpath::net {

namespace {

/// Any file that opens without side effects.
[[nodiscard]] Descriptor open_spare() noexcept {
    return Descriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC));
}

}  // namespace

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
    : socket_(std::move(socket)),
      spare_(open_spare()),
      options_(options),
      endpoint_(local_endpoint(socket_)) {}

std::optional<TcpConnection> TcpListener::accept() {
    sockaddr_in peer{};
    socklen_t length = sizeof peer;
    Descriptor socket(::accept4(socket_.number(), reinterpret_cast<sockaddr*>(&peer), &length,
                                SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (!socket) {
        // The kernel looks for a descriptor before it looks for a connection.
        const bool is_without = errno == EMFILE || errno == ENFILE;
        const bool is_nothing_new = errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
        const bool is_failure = is_without ? turn_away() : !is_nothing_new;
        failures_ += is_failure ? 1U : 0U;
        return std::nullopt;
    }
    return TcpConnection(std::move(socket), to_endpoint(peer), options_);
}

bool TcpListener::turn_away() noexcept {
    spare_ = Descriptor(-1);
    bool was_one = false;
    {
        const Descriptor socket(
            ::accept4(socket_.number(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
        was_one = static_cast<bool>(socket);
    }
    spare_ = open_spare();
    return was_one;
}

}  // namespace hotpath::net
