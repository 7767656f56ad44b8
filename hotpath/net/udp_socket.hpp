#pragma once
/// UdpSocket: datagrams to and from one port, unicast or multicast, never waiting.
///
///   UdpSocket::bind({kLoopback, 26477})                          a re-request server or its client
///   UdpSocket::join({.group = line_a, .interface = "lo"})        receives a multicast line
///   UdpSocket::send_to_group({.group = line_a, .interface = "lo"})
///
/// Groups are joined and sent to on a named interface, independent of the routing table; what is
/// sent loops back to receivers on this machine. Threads: one owner. Allocation: set-up only.
/// Complexity: one system call a datagram, of send_all() one for 64. Source: RFC 1112, Linux ip(7),
/// sendmmsg(2).

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/descriptor.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/net/endpoint.hpp"

namespace hotpath::net {

/// A multicast group and the interface to join it or to send to it on.
struct GroupOptions {
    Endpoint group;
    std::string interface{"lo"};
    int kernel_buffer_bytes = 8 * 1024 * 1024;  // of the side it is for; the kernel may give less
    std::uint8_t hops_max = 1;                  // of what is sent: 1 stays in the subnet
};

/// A received datagram and its sender.
struct Datagram {
    Bytes bytes;
    Endpoint from;
    bool is_whole = true;  // false: longer than the room given, the rest is lost
};

class UdpSocket {
  public:
    /// Opens a socket at an address; port 0 lets the kernel choose, see endpoint(). Fails if the
    /// address is not this machine's or the port is taken.
    [[nodiscard]] static Expected<UdpSocket> bind(const Endpoint& at);
    /// Opens a socket that receives a group. Several sockets of one machine may join a group; each
    /// gets every datagram. Fails if the interface does not exist or the address is no group.
    [[nodiscard]] static Expected<UdpSocket> join(const GroupOptions& options);
    /// Opens a socket that sends to a group. Fails if the interface does not exist.
    [[nodiscard]] static Expected<UdpSocket> send_to_group(const GroupOptions& options);

    /// Returns the address and port of this socket.
    [[nodiscard]] const Endpoint& endpoint() const noexcept { return endpoint_; }
    /// Returns the socket's descriptor, for Waiter::watch().
    [[nodiscard]] int descriptor() const noexcept { return socket_.number(); }
    /// Returns the number of datagrams that the kernel refused: its buffer was full, or the address
    /// is unreachable.
    [[nodiscard]] std::uint64_t unsent() const noexcept { return unsent_; }

    /// Receives the next datagram into `room`, or returns nothing if none has arrived.
    [[nodiscard]] std::optional<Datagram> receive(MutableBytes room) noexcept;
    /// Sends a datagram. Returns false if the kernel refused it: UDP guarantees nothing, receivers
    /// re-request.
    bool send(Bytes bytes, const Endpoint& to) noexcept;
    /// Sends several datagrams in order. Returns the number sent.
    std::size_t send_all(std::span<const Bytes> datagrams, const Endpoint& to) noexcept;

  private:
    explicit UdpSocket(Descriptor&& socket);

    Descriptor socket_;
    Endpoint endpoint_;
    std::uint64_t unsent_ = 0;
};

}  // namespace hotpath::net
