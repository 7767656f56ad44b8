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

struct GroupOptions {
    Endpoint group;
    std::string interface{"lo"};
    int kernel_buffer_bytes = 8 * 1024 * 1024;  // of the side it is for; the kernel may give less
    std::uint8_t hops_max = 1;                  // of what is sent: 1 stays in the subnet
};

struct Datagram {
    Bytes bytes;
    Endpoint from;
    bool is_whole = true;  // false: longer than the room given, the rest is lost
};

class UdpSocket {
  public:
    [[nodiscard]] static Expected<UdpSocket> bind(const Endpoint& at);
    /// Several sockets of one machine may join a group; each gets every datagram.
    [[nodiscard]] static Expected<UdpSocket> join(const GroupOptions& options);
    [[nodiscard]] static Expected<UdpSocket> send_to_group(const GroupOptions& options);

    [[nodiscard]] const Endpoint& endpoint() const noexcept { return endpoint_; }
    [[nodiscard]] int descriptor() const noexcept { return socket_.number(); }
    /// Datagrams that the kernel refused: its buffer was full, or the address is unreachable.
    [[nodiscard]] std::uint64_t unsent() const noexcept { return unsent_; }

    /// The next datagram, written to `room`.
    [[nodiscard]] std::optional<Datagram> receive(MutableBytes room) noexcept;
    /// False when it was not sent: UDP guarantees nothing, receivers re-request.
    bool send(Bytes bytes, const Endpoint& to) noexcept;
    /// The same for several, in order; how many were sent.
    std::size_t send_all(std::span<const Bytes> datagrams, const Endpoint& to) noexcept;

  private:
    explicit UdpSocket(Descriptor&& socket);

    Descriptor socket_;
    Endpoint endpoint_;
    std::uint64_t unsent_ = 0;
};

}  // namespace hotpath::net
