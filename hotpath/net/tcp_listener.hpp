#pragma once
/// TcpListener: a TCP port that hands out the connections made to it, one a call, never waiting.
///
/// Without a descriptor left, a connection is closed at once. It would otherwise stay in the
/// kernel's queue, its client without an answer, and wake the owner again and again.
///
/// Threads: one owner. Allocation: listen() and the buffers of each connection. Complexity: one
/// system call an accept, five without a descriptor.

#include <cstdint>
#include <optional>

#include "hotpath/core/descriptor.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/net/endpoint.hpp"
#include "hotpath/net/tcp_connection.hpp"

namespace hotpath::net {

class TcpListener {
  public:
    /// Listens at an address; port 0 lets the kernel choose, see endpoint(). Fails if the address
    /// is not this machine's or the port is taken.
    [[nodiscard]] static Expected<TcpListener> listen(const Endpoint& at,
                                                      const TcpOptions& options = {});

    /// Returns the address and port listened at.
    [[nodiscard]] const Endpoint& endpoint() const noexcept { return endpoint_; }
    /// Returns the socket's descriptor, for Waiter::watch().
    [[nodiscard]] int descriptor() const noexcept { return socket_.number(); }
    /// Returns the number of connections that could not be taken: gone again, or closed because no
    /// descriptor was left.
    [[nodiscard]] std::uint64_t failures() const noexcept { return failures_; }

    /// Returns the next connection, or nothing if none has been made.
    [[nodiscard]] std::optional<TcpConnection> accept();

  private:
    TcpListener(Descriptor&& socket, const TcpOptions& options);

    /// Takes the next connection in the spare descriptor's place and closes it; false without one.
    [[nodiscard]] bool turn_away() noexcept;

    Descriptor socket_;
    Descriptor spare_;
    TcpOptions options_;
    Endpoint endpoint_;
    std::uint64_t failures_ = 0;
};

}  // namespace hotpath::net
