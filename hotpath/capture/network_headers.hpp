#pragma once
/// From a captured frame to the payload of its UDP datagram: Ethernet with VLAN tags, Linux cooked
/// captures, raw IP and loopback; IPv4 with options; UDP.
///
/// Fragments are detected and refused: a feed's datagrams are smaller than a frame, and half of one
/// is no message. Checksums are not verified: network cards compute them after the capture, and
/// captures are published with zeros. Threads: any. Allocation: none (but for the
/// sentence of an error). Complexity: O(headers). Source: tcpdump.org link-layer header types; RFC
/// 791, 768; IEEE 802.1Q.

#include <cstdint>
#include <string>

#include "hotpath/core/bytes.hpp"

namespace hotpath::capture {

enum class LinkType : std::uint32_t {
    Null = 0,  // BSD loopback: four bytes of address family
    Ethernet = 1,
    RawBsd = 12,
    RawOpenBsd = 14,
    Raw = 101,  // begins with the IP header
    Loop = 108,
    LinuxCooked = 113,
    Ipv4 = 228,
    LinuxCooked2 = 276,
};

inline constexpr std::uint32_t kPacketBytesMax = 262'144;  // libpcap's own limit
inline constexpr std::uint16_t kEtherTypeIpv4 = 0x0800;
inline constexpr std::uint8_t kProtocolUdp = 17;
inline constexpr std::size_t kEthernetLength = 14;
inline constexpr std::size_t kIpv4LengthMin = 20;
inline constexpr std::size_t kUdpLength = 8;

enum class Unwrapped : std::uint8_t {
    Udp,
    Fragment,   // of an IPv4 datagram
    CutOff,     // the headers promise more bytes than there are
    Different,  // ARP, IPv6, TCP, ...
};

/// Where a datagram is sent to, in host byte order.
struct Destination {
    std::uint32_t address = 0;
    std::uint16_t port = 0;

    friend constexpr bool operator==(Destination, Destination) = default;
};

struct Datagram {
    Unwrapped status = Unwrapped::Different;
    Bytes payload{};  // with Udp, and so is:
    Destination destination{};
};

[[nodiscard]] Datagram unwrap_udp(Bytes frame, LinkType link) noexcept;

[[nodiscard]] bool is_link_type(std::uint32_t link) noexcept;
[[nodiscard]] std::string unknown_link_type(const std::string& name, std::uint32_t link);

}  // namespace hotpath::capture
