#pragma once
/// Writes a pcap file (nanosecond stamps) of Ethernet/IPv4/UDP/MoldUDP64 packets: a recorded feed
/// as a capture card would have seen it.
///
///   14 Ethernet | 20 IPv4 | 8 UDP | 20 MoldUDP64: session, sequence number, count | u16 length,
///   message | ...
///
/// write() puts messages of one timestamp together in one packet, up to the 1,472 bytes of UDP
/// payload of an Ethernet frame, numbered from 1. write_packet() takes a MoldUDP64 packet as it is.
/// A packet's time is its ITCH timestamp since `midnight`. Compression as in ByteSink. Threads: one
/// owner. Allocation: at create(). Complexity: linear.

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "hotpath/capture/byte_sink.hpp"
#include "hotpath/capture/message_writer.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::capture {

struct PcapOptions {
    std::string_view session = "HOTPATH001";  // ten characters at most, padded with spaces
    std::uint32_t group = 0xE9'36'0C'01;      // 233.54.12.1, host order: the multicast group
    std::uint16_t port = 26477;
    Nanos midnight{0};  // of the day in New York, since 1970
};

class PcapWriter final : public MessageWriter {
  public:
    [[nodiscard]] static Expected<std::unique_ptr<PcapWriter>> create(
        const std::filesystem::path& path, const PcapOptions& options = {});

    [[nodiscard]] std::uint64_t bytes_written() const override { return sink_->bytes_written(); }

    [[nodiscard]] Expected<void> write(Bytes message) override;
    [[nodiscard]] Expected<void> write_packet(Bytes moldudp64_packet, Nanos since_1970);
    [[nodiscard]] Expected<void> close() override;

  private:
    PcapWriter(std::unique_ptr<ByteSink> sink, const PcapOptions& options);

    [[nodiscard]] Expected<void> flush();

    std::unique_ptr<ByteSink> sink_;
    PcapOptions options_;
    std::array<std::byte, 10> session_{};
    std::vector<std::byte> payload_;  // the packet that is being filled
    std::vector<std::byte> frame_;    // the record that is being written
    std::uint64_t next_sequence_ = 1;
    std::uint16_t messages_ = 0;  // in payload_
    Nanos time_{};                // of payload_
};

}  // namespace hotpath::capture
