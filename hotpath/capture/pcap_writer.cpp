#include "hotpath/capture/pcap_writer.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "hotpath/capture/network_headers.hpp"
#include "hotpath/capture/pcap_format.hpp"
#include "hotpath/core/assert.hpp"

namespace hotpath::capture {

namespace mold = protocols::nasdaq::moldudp64;

namespace {

constexpr std::size_t kFrameHeadersLength = kEthernetLength + kIpv4LengthMin + kUdpLength;
constexpr std::size_t kDatagramLengthMax = 65'507;
constexpr std::size_t kTimestampAt = 5;
constexpr std::size_t kItchHeaderLength = 11;
constexpr std::uint32_t kSource = 0x0A'00'00'01;  // 10.0.0.1
constexpr std::uint8_t kTimeToLive = 16;
constexpr std::uint16_t kDontFragment = 0x4000;

mold::Session to_session(std::string_view name) {
    mold::Session session;
    session.fill(' ');
    std::copy_n(name.begin(), std::min(name.size(), session.size()), session.begin());
    return session;
}

/// 01:00:5e and the group's low 23 bits, from a locally administered source.
void store_ethernet(std::byte* to, std::uint32_t group) {
    store_be(to, std::uint16_t{0x0100});
    store_be(to + 2, std::uint32_t{0x5E00'0000} | (group & 0x007F'FFFFU));
    store_be(to + 6, std::uint16_t{0x0200});
    store_be(to + 8, kSource);
    store_be(to + 12, kEtherTypeIpv4);
}

/// RFC 1071: the complement of the sum of the header's 16-bit words.
std::uint16_t ipv4_checksum(const std::byte* header) {
    std::uint32_t sum = 0;
    for (std::size_t at = 0; at < kIpv4LengthMin; at += 2) {
        sum += load_be<std::uint16_t>(header + at);
    }
    sum = (sum & 0xFFFFU) + (sum >> 16U);
    sum = (sum & 0xFFFFU) + (sum >> 16U);
    return static_cast<std::uint16_t>(~sum);
}

void store_ipv4(std::byte* to, std::size_t udp_length, std::uint32_t group) {
    std::memset(to, 0, kIpv4LengthMin);
    to[0] = std::byte{0x45};  // version 4, five words
    store_be(to + 2, static_cast<std::uint16_t>(kIpv4LengthMin + udp_length));
    store_be(to + 6, kDontFragment);
    to[8] = std::byte{kTimeToLive};
    to[9] = std::byte{kProtocolUdp};
    store_be(to + 12, kSource);
    store_be(to + 16, group);
    store_be(to + 10, ipv4_checksum(to));
}

/// Checksum 0: not computed, which UDP over IPv4 allows.
void store_udp(std::byte* to, std::size_t udp_length, std::uint16_t port) {
    store_be(to, port);
    store_be(to + 2, port);
    store_be(to + 4, static_cast<std::uint16_t>(udp_length));
    store_be(to + 6, std::uint16_t{0});
}

void store_record_header(std::byte* to, std::size_t frame_length, Time since_1970) {
    store_be(to, static_cast<std::uint32_t>(since_1970.value / kNanosPerSecond));
    store_be(to + 4, static_cast<std::uint32_t>(since_1970.value % kNanosPerSecond));
    store_be(to + 8, static_cast<std::uint32_t>(frame_length));
    store_be(to + 12, static_cast<std::uint32_t>(frame_length));
}

/// ITCH timestamps; other messages have none and get 0.
Time time_of(Bytes message) {
    return message.size() < kItchHeaderLength
               ? Time{}
               : Time{static_cast<std::int64_t>(load_be48(message.data() + kTimestampAt))};
}

}  // namespace

PcapWriter::PcapWriter(std::unique_ptr<ByteSink> sink, const PcapOptions& options)
    : sink_(std::move(sink)),
      options_(options),
      payload_(mold::kPacketLengthMax),
      packet_(payload_, to_session(options.session)),
      record_(kPcapRecordHeaderLength + kFrameHeadersLength + kDatagramLengthMax) {}

Expected<std::unique_ptr<PcapWriter>> PcapWriter::create(const std::filesystem::path& path,
                                                         const PcapOptions& options) {
    auto sink = ByteSink::create(path);
    if (!sink) {
        return std::unexpected(sink.error());
    }
    std::unique_ptr<PcapWriter> writer(new PcapWriter(std::move(*sink), options));
    if (auto written = writer->write_file_header(); !written) {
        return std::unexpected(written.error());
    }
    return writer;
}

Expected<void> PcapWriter::write_file_header() {
    std::array<std::byte, kPcapFileHeaderLength> header{};
    store_be(header.data(), kPcapNanosMagic);
    store_be(header.data() + 4, std::uint16_t{2});  // version 2.4
    store_be(header.data() + 6, std::uint16_t{4});
    store_be(header.data() + 16, kPacketBytesMax);
    store_be(header.data() + 20, static_cast<std::uint32_t>(LinkType::Ethernet));
    return sink_->write(header);
}

Expected<void> PcapWriter::write(Bytes message) {
    HOTPATH_ASSERT(!message.empty() && mold::room_for(message.size()) <= mold::kPacketLengthMax,
                   "the message must fit a MoldUDP64 packet");
    const Time time = time_of(message);
    if (!packet_.empty() && time == time_ && packet_.try_append(message)) {
        return {};
    }
    if (auto flushed = flush(); !flushed) {
        return flushed;
    }
    time_ = time;
    static_cast<void>(packet_.try_append(message));
    return {};
}

Expected<void> PcapWriter::write_packet(Bytes moldudp64_packet, Time since_1970) {
    return write_datagram({.address = options_.group, .port = options_.port}, moldudp64_packet,
                          since_1970);
}

Expected<void> PcapWriter::write_datagram(Destination to, Bytes payload, Time since_1970) {
    HOTPATH_ASSERT(payload.size() <= kDatagramLengthMax, "the packet must fit a UDP datagram");
    const std::size_t udp_length = kUdpLength + payload.size();
    const std::size_t frame_length = kEthernetLength + kIpv4LengthMin + udp_length;
    std::byte* const frame = record_.data() + kPcapRecordHeaderLength;
    store_record_header(record_.data(), frame_length, since_1970);
    store_ethernet(frame, to.address);
    store_ipv4(frame + kEthernetLength, udp_length, to.address);
    store_udp(frame + kEthernetLength + kIpv4LengthMin, udp_length, to.port);
    std::ranges::copy(payload, frame + kFrameHeadersLength);
    return sink_->write(Bytes(record_).first(kPcapRecordHeaderLength + frame_length));
}

Expected<void> PcapWriter::close() {
    if (auto flushed = flush(); !flushed) {
        return flushed;
    }
    return sink_->close();
}

Expected<void> PcapWriter::flush() {
    return packet_.empty() ? Expected<void>{}
                           : write_packet(packet_.finish(), time_ + options_.midnight);
}

}  // namespace hotpath::capture
