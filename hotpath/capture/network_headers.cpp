#include "hotpath/capture/network_headers.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

namespace hotpath::capture {

namespace {

constexpr std::array kLinkTypes{LinkType::Null,        LinkType::Ethernet, LinkType::RawBsd,
                                LinkType::RawOpenBsd,  LinkType::Raw,      LinkType::Loop,
                                LinkType::LinuxCooked, LinkType::Ipv4,     LinkType::LinuxCooked2};

constexpr std::size_t kVlanTagLength = 4;
constexpr std::size_t kVlanTagsMax = 4;
constexpr std::size_t kLoopbackLength = 4;
constexpr std::size_t kLinuxCookedLength = 16;
constexpr std::size_t kLinuxCookedTypeAt = 14;
constexpr std::size_t kLinuxCooked2Length = 20;
constexpr std::uint16_t kMoreFragmentsAndOffset = 0x3FFF;

bool is_vlan_tag(std::uint16_t ether_type) {
    return ether_type == 0x8100 || ether_type == 0x88A8 || ether_type == 0x9100;
}

/// The header before the network layer: its length, and the protocol after it.
struct LinkHeader {
    std::size_t length = 0;
    std::uint16_t ether_type = kEtherTypeIpv4;
};

/// None when the frame is shorter than that.
std::optional<LinkHeader> link_header(Bytes frame, LinkType link) {
    const auto typed = [frame](std::size_t length,
                               std::size_t type_at) -> std::optional<LinkHeader> {
        if (frame.size() < length) {
            return std::nullopt;
        }
        return LinkHeader{length, load_be<std::uint16_t>(frame.data() + type_at)};
    };
    switch (link) {
        case LinkType::Ethernet:
            return typed(kEthernetLength, kEthernetLength - 2);
        case LinkType::LinuxCooked:
            return typed(kLinuxCookedLength, kLinuxCookedTypeAt);
        case LinkType::LinuxCooked2:
            return typed(kLinuxCooked2Length, 0);
        case LinkType::Null:
        case LinkType::Loop:
            return LinkHeader{.length = kLoopbackLength};
        default:
            return LinkHeader{};
    }
}

/// Steps over 802.1Q and 802.1ad tags. False when the frame ends in them.
bool skip_vlan_tags(Bytes frame, LinkHeader& header) {
    for (std::size_t tag = 0; tag < kVlanTagsMax && is_vlan_tag(header.ether_type); ++tag) {
        if (frame.size() < header.length + kVlanTagLength) {
            return false;
        }
        header.ether_type = load_be<std::uint16_t>(frame.data() + header.length + 2);
        header.length += kVlanTagLength;
    }
    return true;
}

Datagram unwrap_udp_header(Bytes segment, std::uint32_t address) {
    if (segment.size() < kUdpLength) {
        return {.status = Unwrapped::CutOff};
    }
    const std::size_t length = load_be<std::uint16_t>(segment.data() + 4);
    if (length < kUdpLength || length > segment.size()) {
        return {.status = Unwrapped::CutOff};
    }
    return {
        .status = Unwrapped::Udp,
        .payload = segment.subspan(kUdpLength, length - kUdpLength),
        .destination = {.address = address, .port = load_be<std::uint16_t>(segment.data() + 2)}};
}

Datagram unwrap_ipv4(Bytes packet) {
    if (packet.empty() || (packet[0] & std::byte{0xF0}) != std::byte{0x40}) {
        return {.status = Unwrapped::Different};
    }
    if (packet.size() < kIpv4LengthMin) {
        return {.status = Unwrapped::CutOff};
    }
    const std::size_t header = std::to_integer<std::size_t>(packet[0] & std::byte{0x0F}) * 4;
    const std::size_t total = load_be<std::uint16_t>(packet.data() + 2);
    if (header < kIpv4LengthMin || std::to_integer<std::uint8_t>(packet[9]) != kProtocolUdp) {
        return {.status = Unwrapped::Different};
    }
    if ((load_be<std::uint16_t>(packet.data() + 6) & kMoreFragmentsAndOffset) != 0) {
        return {.status = Unwrapped::Fragment};
    }
    if (header > packet.size() || (total != 0 && total < header)) {
        return {.status = Unwrapped::CutOff};
    }
    // Behind the total length there is Ethernet's padding. A total of 0 is left by segmentation
    // offload.
    const std::size_t end = total == 0 ? packet.size() : std::min(packet.size(), total);
    return unwrap_udp_header(packet.subspan(header, end - header),
                             load_be<std::uint32_t>(packet.data() + 16));
}

}  // namespace

Datagram unwrap_udp(Bytes frame, LinkType link) noexcept {
    auto header = link_header(frame, link);
    if (!header || !skip_vlan_tags(frame, *header) || frame.size() < header->length) {
        return {.status = Unwrapped::CutOff};
    }
    if (header->ether_type != kEtherTypeIpv4) {
        return {.status = Unwrapped::Different};
    }
    return unwrap_ipv4(frame.subspan(header->length));
}

bool is_link_type(std::uint32_t link) noexcept {
    return std::ranges::find(kLinkTypes, LinkType{link}) != kLinkTypes.end();
}

std::string unknown_link_type(const std::string& name, std::uint32_t link) {
    return fmt::format(
        "{}: link-layer type {} is not supported (Ethernet, Linux cooked, raw IP and loopback "
        "are); "
        "record on "
        "one of those interfaces",
        name, link);
}

}  // namespace hotpath::capture
