#pragma once
/// Writes a pcap file (nanosecond stamps) of Ethernet/IPv4/UDP/MoldUDP64 packets: a recorded feed
/// as a capture card would have seen it.
///
///   14 Ethernet | 20 IPv4 | 8 UDP | 20 MoldUDP64: session, number, count | u16 length, message..
///
/// write() puts messages of one ITCH timestamp together in one packet, as many as an Ethernet frame
/// holds; the first of all has the number 1. write_packet() takes a MoldUDP64 packet as it is,
/// write_datagram() one of any protocol, to any group. A packet's time is its messages' timestamp
/// since `midnight`. Compression as in ByteSink. Threads: one owner. Allocation: at create().
/// Complexity: linear.

#include <cstdint>
#include <string_view>
#include <vector>

#include "hotpath/capture/byte_sink.hpp"
#include "hotpath/capture/message_writer.hpp"
#include "hotpath/capture/network_headers.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_writer.hpp"

namespace hotpath::capture {

struct PcapOptions {
    std::string_view session = "HOTPATH001";  // ten characters at most, padded with spaces
    std::uint32_t group = 0xE9'36'0C'01;      // 233.54.12.1: the multicast group
    std::uint16_t port = 26477;
    Nanos midnight{0};  // of the day in New York, since 1970
};

class PcapWriter final : public MessageWriter {
  public:
    [[nodiscard]] static Expected<std::unique_ptr<PcapWriter>> create(
        const std::filesystem::path& path, const PcapOptions& options = {});

    [[nodiscard]] std::uint64_t bytes_written() const override { return sink_->bytes_written(); }

    /// At most 1,450 bytes: what fits a packet.
    [[nodiscard]] Expected<void> write(Bytes message) override;
    [[nodiscard]] Expected<void> write_packet(Bytes moldudp64_packet, Time since_1970);
    /// A packet of any protocol. Not between write() and close(): its packet may still be open.
    [[nodiscard]] Expected<void> write_datagram(Destination to, Bytes payload, Time since_1970);
    [[nodiscard]] Expected<void> close() override;

  private:
    PcapWriter(std::unique_ptr<ByteSink> sink, const PcapOptions& options);

    [[nodiscard]] Expected<void> write_file_header();
    [[nodiscard]] Expected<void> flush();

    std::unique_ptr<ByteSink> sink_;
    PcapOptions options_;
    std::vector<std::byte> payload_;  // lent to packet_
    protocols::nasdaq::moldudp64::PacketWriter packet_;
    std::vector<std::byte> record_;  // record header, frame headers and payload of one packet
    Time time_{};                    // of packet_, since midnight
};

}  // namespace hotpath::capture
