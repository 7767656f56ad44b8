#pragma once
/// Capture files made by tests, byte by byte and not by our writer: pcap and pcapng of either byte
/// order, packets of Ethernet, IPv4, UDP and MoldUDP64.
///
/// Threads: any. Allocation: free. Tests only.

#include <memory>
#include <ostream>
#include <string_view>
#include <vector>

#include "hotpath/capture/packet_reader.hpp"
#include "tests/support/capture_files.hpp"
#include "tests/support/memory_source.hpp"

namespace hotpath::support {

inline constexpr std::uint32_t kEthernet = 1;
inline constexpr std::uint32_t kPacketSeconds = 1'692'711'000;

template <class T>
[[nodiscard]] OwnedBytes be(T value) {
    OwnedBytes bytes(sizeof value);
    store_be(bytes.data(), value);
    return bytes;
}
[[nodiscard]] inline OwnedBytes be16(std::uint16_t value) {
    return be(value);
}
[[nodiscard]] inline OwnedBytes be32(std::uint32_t value) {
    return be(value);
}

/// In the byte order of a capture file.
template <class T>
[[nodiscard]] OwnedBytes in_order(bool is_big_endian, T value) {
    return be(is_big_endian ? value : std::byteswap(value));
}

struct MoldHead {
    std::string_view session = "SESSION";
    std::uint64_t sequence = 1;
};

[[nodiscard]] inline OwnedBytes mold_header(const MoldHead& head, std::uint16_t count) {
    OwnedBytes session = bytes_of(head.session);
    session.resize(10, std::byte{' '});
    return session + be(head.sequence) + be16(count);
}

/// The first `count` sample messages.
[[nodiscard]] inline OwnedBytes mold_packet(const MoldHead& head, std::uint16_t count) {
    return mold_header(head, count) + sample_frames(count);
}

struct Ipv4Shape {
    std::uint16_t fragment = 0;
    std::uint8_t option_words = 0;
    bool has_total_length = true;
};

[[nodiscard]] inline OwnedBytes udp_packet(Bytes payload, const Ipv4Shape& shape = {}) {
    const auto header_words = static_cast<std::uint8_t>(5 + shape.option_words);
    const auto udp_length = static_cast<std::uint16_t>(8 + payload.size());
    const auto total = static_cast<std::uint16_t>(header_words * 4 + udp_length);
    OwnedBytes packet = {std::byte(0x40 | header_words), std::byte{0}};
    append(packet, be16(shape.has_total_length ? total : std::uint16_t{0}) + be16(1) +
                       be16(shape.fragment));
    append(packet, OwnedBytes{std::byte{16}, std::byte{17}, std::byte{0}, std::byte{0}});
    append(packet,
           be32(0x0A000001) + be32(0xE9360C01) + OwnedBytes(std::size_t{4} * shape.option_words));
    return packet + be16(1) + be16(26477) + be16(udp_length) + be16(0) + payload;
}

[[nodiscard]] inline OwnedBytes ethernet(Bytes packet,
                                         const std::vector<std::uint16_t>& tags = {}) {
    OwnedBytes frame(12);
    for (const std::uint16_t tag : tags) {
        append(frame, be16(tag) + be16(142));
    }
    return frame + be16(0x0800) + packet;
}

struct PcapShape {
    bool is_big_endian = false;
    bool has_nanos = true;
    std::uint32_t link = kEthernet;
};

inline void PrintTo(const PcapShape& shape, std::ostream* out) {
    *out << (shape.is_big_endian ? "big" : "little") << (shape.has_nanos ? " nanos" : " micros");
}

[[nodiscard]] inline OwnedBytes pcap_of(const std::vector<OwnedBytes>& frames,
                                        const PcapShape& shape = {}) {
    const auto word = [&shape](std::uint32_t value) {
        return in_order(shape.is_big_endian, value);
    };
    const auto half = [&shape](std::uint16_t value) {
        return in_order(shape.is_big_endian, value);
    };
    OwnedBytes file = word(shape.has_nanos ? 0xA1B23C4D : 0xA1B2C3D4) + half(2) + half(4) +
                      OwnedBytes(8) + word(262144) + word(shape.link);
    for (const OwnedBytes& frame : frames) {
        const auto length = static_cast<std::uint32_t>(frame.size());
        append(file, word(kPacketSeconds) + word(5) + word(length) + word(length) + frame);
    }
    return file;
}

/// A little-endian record of which the capture kept only `kept` bytes.
[[nodiscard]] inline OwnedBytes cut_record(Bytes frame, std::uint32_t kept) {
    const auto word = [](std::uint32_t value) { return in_order(false, value); };
    return word(kPacketSeconds) + word(6) + word(kept) +
           word(static_cast<std::uint32_t>(frame.size())) + frame.first(kept);
}

/// Blocks of a pcapng section.
struct Pcapng {
    bool is_big_endian = false;

    [[nodiscard]] OwnedBytes word(std::uint32_t value) const {
        return in_order(is_big_endian, value);
    }
    [[nodiscard]] OwnedBytes half(std::uint16_t value) const {
        return in_order(is_big_endian, value);
    }

    [[nodiscard]] OwnedBytes padded(Bytes bytes) const {
        return OwnedBytes(bytes.begin(), bytes.end()) + OwnedBytes((4 - bytes.size() % 4) % 4);
    }
    [[nodiscard]] OwnedBytes block(std::uint32_t type, Bytes body) const {
        const OwnedBytes whole = padded(body);
        const OwnedBytes length = word(static_cast<std::uint32_t>(12 + whole.size()));
        return word(type) + length + whole + length;
    }
    [[nodiscard]] OwnedBytes section() const {
        return block(0x0A0D0D0A,
                     word(0x1A2B3C4D) + half(1) + half(0) + OwnedBytes(8, std::byte{0xFF}));
    }
    [[nodiscard]] OwnedBytes option(std::uint16_t code, const OwnedBytes& value) const {
        return half(code) + half(static_cast<std::uint16_t>(value.size())) + padded(value);
    }
    [[nodiscard]] OwnedBytes interface(Bytes options = {}) const {
        return block(1, half(kEthernet) + half(0) + word(0) + options);
    }
    [[nodiscard]] OwnedBytes enhanced(Bytes packet, std::uint64_t ticks = 0) const {
        return block(6, word(0) + packet_head(packet, ticks) + packet);
    }
    [[nodiscard]] OwnedBytes obsolete(Bytes packet) const {
        return block(2, half(0) + half(0) + packet_head(packet, 0) + packet);
    }
    [[nodiscard]] OwnedBytes simple(Bytes packet) const {
        return block(3, word(static_cast<std::uint32_t>(packet.size())) + packet);
    }

  private:
    [[nodiscard]] OwnedBytes packet_head(Bytes packet, std::uint64_t ticks) const {
        const OwnedBytes length = word(static_cast<std::uint32_t>(packet.size()));
        return word(static_cast<std::uint32_t>(ticks >> 32U)) +
               word(static_cast<std::uint32_t>(ticks)) + length + length;
    }
};

/// The packets of a pcap or pcapng file in memory, which outlives the reader.
[[nodiscard]] inline std::unique_ptr<capture::PacketReader> open_packets_of(Bytes file) {
    capture::ReadBuffer input(std::make_unique<capture::MemorySource>("memory", file));
    static_cast<void>(input.refill());
    const bool is_pcapng = load_be<std::uint32_t>(file.data()) == 0x0A0D0D0A;
    auto packets =
        is_pcapng ? capture::open_pcapng(std::move(input)) : capture::open_pcap(std::move(input));
    return packets ? std::move(*packets) : nullptr;
}

}  // namespace hotpath::support
