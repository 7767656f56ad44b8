// From a frame to the payload of its datagram: every header at its limits, cut at every byte.
#include "hotpath/capture/network_headers.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/capture_files.hpp"

namespace hotpath::capture {
namespace {

using support::OwnedBytes;

OwnedBytes big_endian(std::uint16_t value) {
    OwnedBytes bytes(2);
    store_be(bytes.data(), value);
    return bytes;
}

/// An IPv4 packet by RFC 791 and 768, to 10.1.2.3 port 0x4567.
OwnedBytes ipv4(const std::string& payload) {
    using support::operator+;
    OwnedBytes packet(28);
    packet[0] = std::byte{0x45};
    store_be(&packet[2], static_cast<std::uint16_t>(28 + payload.size()));
    packet[9] = std::byte{17};
    store_be(&packet[16], std::uint32_t{0x0a010203});
    store_be(&packet[20], std::uint16_t{0x1111});
    store_be(&packet[22], std::uint16_t{0x4567});
    store_be(&packet[24], static_cast<std::uint16_t>(8 + payload.size()));
    return packet + support::bytes_of(payload);
}

OwnedBytes ethernet_frame(const OwnedBytes& packet, std::uint16_t type = 0x0800) {
    using support::operator+;
    return OwnedBytes(12) + big_endian(type) + packet;
}

Unwrapped status(const OwnedBytes& frame, LinkType link = LinkType::Ethernet) {
    return unwrap_udp(frame, link).status;
}

std::string payload(const OwnedBytes& frame, LinkType link = LinkType::Ethernet) {
    const Datagram datagram = unwrap_udp(frame, link);
    EXPECT_EQ(datagram.status, Unwrapped::Udp);
    return {reinterpret_cast<const char*>(datagram.payload.data()), datagram.payload.size()};
}

TEST(NetworkHeaders, LeadToPayloadAddressAndPort) {
    const OwnedBytes frame = ethernet_frame(ipv4("hello"));
    EXPECT_EQ(payload(frame), "hello");
    EXPECT_EQ(unwrap_udp(frame, LinkType::Ethernet).destination, (Destination{0x0a010203, 0x4567}));
    EXPECT_EQ(payload(ethernet_frame(ipv4(""))), "");
}

TEST(NetworkHeaders, OfEveryLinkLayerAreSteppedOver) {
    using support::operator+;
    const OwnedBytes packet = ipv4("hello");
    EXPECT_EQ(payload(OwnedBytes(14) + big_endian(0x0800) + packet, LinkType::LinuxCooked),
              "hello");
    EXPECT_EQ(payload(big_endian(0x0800) + OwnedBytes(18) + packet, LinkType::LinuxCooked2),
              "hello");
    EXPECT_EQ(payload(OwnedBytes(4) + packet, LinkType::Null), "hello");
    EXPECT_EQ(payload(OwnedBytes(4) + packet, LinkType::Loop), "hello");
    for (const LinkType raw :
         {LinkType::Raw, LinkType::RawBsd, LinkType::RawOpenBsd, LinkType::Ipv4}) {
        EXPECT_EQ(payload(packet, raw), "hello");
    }
}

TEST(NetworkHeaders, CutAtAnyByteOfTheFrameAreCutOff) {
    using support::operator+;
    const OwnedBytes packet = ipv4("hello");
    struct Link {
        LinkType type;
        OwnedBytes header;
    };
    for (const Link& link : {Link{LinkType::Ethernet, OwnedBytes(12) + big_endian(0x0800)},
                             Link{LinkType::LinuxCooked, OwnedBytes(14) + big_endian(0x0800)},
                             Link{LinkType::LinuxCooked2, big_endian(0x0800) + OwnedBytes(18)},
                             Link{LinkType::Null, OwnedBytes(4)}, Link{LinkType::Raw, {}}}) {
        const OwnedBytes frame = link.header + packet;
        for (std::size_t length = 0; length < frame.size(); ++length) {
            const OwnedBytes cut(frame.begin(),
                                 frame.begin() + static_cast<std::ptrdiff_t>(length));
            const bool is_without_packet = length == link.header.size();
            EXPECT_EQ(status(cut, link.type),
                      is_without_packet ? Unwrapped::Different : Unwrapped::CutOff)
                << length;
        }
    }
}

TEST(NetworkHeaders, MayHaveUpToFourVlanTags) {
    using support::operator+;
    const OwnedBytes packet = ipv4("hello");
    for (const auto type : {std::uint16_t{0x8100}, std::uint16_t{0x88A8}, std::uint16_t{0x9100}}) {
        OwnedBytes tags;
        for (int count = 1; count <= 5; ++count) {
            // The type of the tag before, two bytes of tag, and then the next type.
            tags = tags + big_endian(type) + OwnedBytes(2);
            const OwnedBytes frame = OwnedBytes(12) + tags + big_endian(0x0800) + packet;
            EXPECT_EQ(status(frame), count <= 4 ? Unwrapped::Udp : Unwrapped::Different) << count;
        }
        const OwnedBytes whole =
            OwnedBytes(12) + big_endian(type) + OwnedBytes(2) + big_endian(0x0800);
        for (std::size_t length = 14; length < whole.size(); ++length) {
            EXPECT_EQ(status({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)}),
                      Unwrapped::CutOff);
        }
    }
}

TEST(NetworkHeaders, OfOtherProtocolsAreDifferent) {
    EXPECT_EQ(status(ethernet_frame(ipv4("x"), 0x0806)), Unwrapped::Different) << "ARP";
    EXPECT_EQ(status(ethernet_frame(ipv4("x"), 0x86DD)), Unwrapped::Different) << "IPv6";
    OwnedBytes packet = ipv4("x");
    packet[0] = std::byte{0x65};
    EXPECT_EQ(status(packet, LinkType::Raw), Unwrapped::Different) << "version 6";
    packet = ipv4("x");
    packet[9] = std::byte{6};
    EXPECT_EQ(status(packet, LinkType::Raw), Unwrapped::Different) << "TCP";
    packet = ipv4("x");
    packet[0] = std::byte{0x44};
    EXPECT_EQ(status(packet, LinkType::Raw), Unwrapped::Different) << "a header of 16 bytes";
}

TEST(NetworkHeaders, FragmentsAreTheFirstTheLastAndThoseBetween) {
    for (const auto& [field, wanted] : {std::pair<std::uint16_t, Unwrapped>{0x0000, Unwrapped::Udp},
                                        {0x4000, Unwrapped::Udp},       // must not be fragmented
                                        {0x8000, Unwrapped::Udp},       // reserved
                                        {0x2000, Unwrapped::Fragment},  // more follow
                                        {0x0001, Unwrapped::Fragment},
                                        {0x1fff, Unwrapped::Fragment}}) {
        OwnedBytes packet = ipv4("x");
        store_be(&packet[6], field);
        EXPECT_EQ(status(packet, LinkType::Raw), wanted) << field;
    }
}

TEST(NetworkHeaders, OptionsAreSteppedOverWhenTheyAreThere) {
    using support::operator+;
    const OwnedBytes plain = ipv4("hello");
    for (std::size_t words = 6; words <= 15; ++words) {
        OwnedBytes packet(plain.begin(), plain.begin() + 20);
        packet = packet + OwnedBytes(4 * words - 20) + Bytes(plain).subspan(20);
        packet[0] = static_cast<std::byte>(0x40 + words);
        store_be(&packet[2], static_cast<std::uint16_t>(packet.size()));
        EXPECT_EQ(payload(packet, LinkType::Raw), "hello") << words;
        store_be(&packet[2], static_cast<std::uint16_t>(4 * words - 1));
        EXPECT_EQ(status(packet, LinkType::Raw), Unwrapped::CutOff) << "total below the header";
        packet.resize(4 * words - 1);
        EXPECT_EQ(status(packet, LinkType::Raw), Unwrapped::CutOff) << "options are missing";
    }
}

TEST(NetworkHeaders, LengthsCutPaddingAndRefuseMoreThanThereIs) {
    using support::operator+;
    const OwnedBytes padded = ipv4("hello") + OwnedBytes(18);
    EXPECT_EQ(payload(padded, LinkType::Raw), "hello") << "Ethernet's padding";
    OwnedBytes packet = ipv4("hello");
    store_be(&packet[2], std::uint16_t{0});
    EXPECT_EQ(payload(packet, LinkType::Raw), "hello") << "no total length";
    packet = ipv4("hello");
    store_be(&packet[2], std::uint16_t{1'000});
    EXPECT_EQ(payload(packet, LinkType::Raw), "hello") << "UDP's length decides";
    for (const auto& [udp_length, wanted] :
         {std::pair<std::uint16_t, Unwrapped>{7, Unwrapped::CutOff},
          {8, Unwrapped::Udp},
          {13, Unwrapped::Udp},
          {14, Unwrapped::CutOff}}) {
        packet = ipv4("hello");
        store_be(&packet[24], udp_length);
        EXPECT_EQ(status(packet, LinkType::Raw), wanted) << udp_length;
    }
    packet = ipv4("hello");
    store_be(&packet[2], std::uint16_t{27});
    EXPECT_EQ(status(packet, LinkType::Raw), Unwrapped::CutOff) << "the UDP header is not inside";
}

TEST(LinkTypes, AreThoseThatCanBeUnwrapped) {
    std::vector<std::uint32_t> known;
    for (std::uint32_t link = 0; link < 400; ++link) {
        if (is_link_type(link)) {
            known.push_back(link);
        }
    }
    EXPECT_EQ(known, (std::vector<std::uint32_t>{0, 1, 12, 14, 101, 108, 113, 228, 276}));
    EXPECT_EQ(unknown_link_type("a.pcap", 105),
              "a.pcap: link-layer type 105 is not supported (Ethernet, Linux cooked, raw IP and "
              "loopback are); record on one of those interfaces");
}

}  // namespace
}  // namespace hotpath::capture
