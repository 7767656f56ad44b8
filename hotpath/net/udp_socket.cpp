#include "hotpath/net/udp_socket.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <net/if.h>
#include <sys/socket.h>

#include "hotpath/net/socket.hpp"

namespace hotpath::net {

namespace {

/// The interface of a group, in the kernel's format.
[[nodiscard]] Expected<ip_mreqn> membership_of(const GroupOptions& options) {
    if (!options.group.address.is_multicast()) {
        return fail(fmt::format("net: {} is not a multicast group (224.0.0.0 to 239.255.255.255)",
                                options.group.to_string()));
    }
    ip_mreqn membership{};
    membership.imr_multiaddr.s_addr = htonl(options.group.address.value);
    membership.imr_ifindex = static_cast<int>(::if_nametoindex(options.interface.c_str()));
    if (membership.imr_ifindex == 0) {
        return fail_with_errno("use interface " + options.interface + " for",
                               options.group.to_string());
    }
    return membership;
}

/// A smaller buffer than asked for shows as gaps, which the feed recovers from.
void ask_for_buffer(const Descriptor& socket, int option, int bytes) noexcept {
    static_cast<void>(set_option(socket, SOL_SOCKET, option, bytes));
}

}  // namespace

UdpSocket::UdpSocket(Descriptor&& socket)
    : socket_(std::move(socket)), endpoint_(local_endpoint(socket_)) {}

Expected<UdpSocket> UdpSocket::bind(const Endpoint& at) {
    Expected<Descriptor> socket = open_socket(SOCK_DGRAM, at);
    if (!socket) {
        return std::unexpected(std::move(socket.error()));
    }
    if (Expected<void> bound = bind_to(*socket, at); !bound) {
        return std::unexpected(std::move(bound.error()));
    }
    return UdpSocket(std::move(*socket));
}

Expected<UdpSocket> UdpSocket::join(const GroupOptions& options) {
    const Expected<ip_mreqn> membership = membership_of(options);
    if (!membership) {
        return std::unexpected(membership.error());
    }
    Expected<Descriptor> socket = open_socket(SOCK_DGRAM, options.group);
    if (!socket) {
        return std::unexpected(std::move(socket.error()));
    }
    ask_for_buffer(*socket, SO_RCVBUF, options.kernel_buffer_bytes);
    static_cast<void>(set_option(*socket, SOL_SOCKET, SO_REUSEADDR, int{1}));
    // Bound to the group, not to any address: other groups on the same port are not for us.
    if (Expected<void> bound = bind_to(*socket, options.group); !bound) {
        return std::unexpected(std::move(bound.error()));
    }
    if (!set_option(*socket, IPPROTO_IP, IP_ADD_MEMBERSHIP, *membership)) {
        return fail_with_errno("join on interface " + options.interface, options.group.to_string());
    }
    return UdpSocket(std::move(*socket));
}

Expected<UdpSocket> UdpSocket::send_to_group(const GroupOptions& options) {
    const Expected<ip_mreqn> membership = membership_of(options);
    if (!membership) {
        return std::unexpected(membership.error());
    }
    Expected<Descriptor> socket = open_socket(SOCK_DGRAM, options.group);
    if (!socket) {
        return std::unexpected(std::move(socket.error()));
    }
    ask_for_buffer(*socket, SO_SNDBUF, options.kernel_buffer_bytes);
    const bool is_set_up = set_option(*socket, IPPROTO_IP, IP_MULTICAST_IF, *membership) &&
                           set_option(*socket, IPPROTO_IP, IP_MULTICAST_LOOP, int{1}) &&
                           set_option(*socket, IPPROTO_IP, IP_MULTICAST_TTL, int{options.hops_max});
    if (!is_set_up) {
        return fail_with_errno("send on interface " + options.interface + " to",
                               options.group.to_string());
    }
    return UdpSocket(std::move(*socket));
}

std::optional<Datagram> UdpSocket::receive(MutableBytes room) noexcept {
    sockaddr_in from{};
    socklen_t length = sizeof from;
    const ssize_t count = ::recvfrom(socket_.number(), room.data(), room.size(), MSG_TRUNC,
                                     reinterpret_cast<sockaddr*>(&from), &length);
    if (count < 0) {
        return std::nullopt;
    }
    const auto size = static_cast<std::size_t>(count);
    const bool is_whole = size <= room.size();
    return Datagram{.bytes = is_whole ? room.first(size) : room,
                    .from = to_endpoint(from),
                    .is_whole = is_whole};
}

bool UdpSocket::send(Bytes bytes, const Endpoint& to) noexcept {
    const sockaddr_in address = to_sockaddr(to);
    const ssize_t count = ::sendto(socket_.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL,
                                   reinterpret_cast<const sockaddr*>(&address), sizeof address);
    unsent_ += count < 0 ? 1U : 0U;
    return count >= 0;
}

std::size_t UdpSocket::send_all(std::span<const Bytes> datagrams, const Endpoint& to) noexcept {
    constexpr std::size_t kPerCall = 64;
    sockaddr_in address = to_sockaddr(to);
    std::array<iovec, kPerCall> pieces;
    std::array<mmsghdr, kPerCall> headers;
    std::size_t sent = 0;
    while (!datagrams.empty()) {
        const std::size_t count = std::min(datagrams.size(), kPerCall);
        for (std::size_t n = 0; n < count; ++n) {
            pieces[n] = {.iov_base = const_cast<std::byte*>(datagrams[n].data()),
                         .iov_len = datagrams[n].size()};
            headers[n] = {};
            headers[n].msg_hdr.msg_name = &address;
            headers[n].msg_hdr.msg_namelen = sizeof address;
            headers[n].msg_hdr.msg_iov = &pieces[n];
            headers[n].msg_hdr.msg_iovlen = 1;
        }
        const int taken = ::sendmmsg(socket_.number(), headers.data(), static_cast<unsigned>(count),
                                     MSG_NOSIGNAL);
        // An error is the first datagram's: that one is lost, those after it are tried.
        const bool is_lost = taken <= 0;
        sent += is_lost ? 0U : static_cast<std::size_t>(taken);
        unsent_ += is_lost ? 1U : 0U;
        datagrams = datagrams.subspan(is_lost ? 1 : static_cast<std::size_t>(taken));
    }
    return sent;
}

}  // namespace hotpath::net
