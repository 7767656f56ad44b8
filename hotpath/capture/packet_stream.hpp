#pragma once
/// The ITCH messages in a capture file: packets to UDP payloads to MoldUDP64 to messages, once each
/// and in sequence.
///
/// Everything else in the capture is counted and passed over; a capture without any market data is
/// an error that describes the contents. Threads: one owner. Allocation: a block, and what
/// FeedArbiter keeps waiting. Complexity: linear.

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "hotpath/capture/feed_arbiter.hpp"
#include "hotpath/capture/message_stream.hpp"
#include "hotpath/capture/packet_reader.hpp"

namespace hotpath::capture {

class PacketStream final : public MessageStream {
  public:
    PacketStream(std::unique_ptr<PacketReader> packets, Format format);

    [[nodiscard]] Progress progress() const override { return packets_->input().progress(); }
    [[nodiscard]] StreamStats stats() const override { return stats_; }
    [[nodiscard]] Format format() const override { return format_; }

    [[nodiscard]] Expected<Bytes> next_block() override;

  private:
    void take(const Packet& packet);
    void take_payload(Bytes payload);
    [[nodiscard]] Error another_feed() const;
    [[nodiscard]] std::optional<Error> no_market_data() const;

    std::unique_ptr<PacketReader> packets_;
    Format format_;
    FeedArbiter arbiter_;
    std::vector<std::byte> block_;
    std::uint64_t udp_packets_ = 0;
    bool has_ended_ = false;
    std::optional<Error> failure_;
    StreamStats stats_;
    std::uint64_t handed_out_ = 0;  // messages of the blocks before
};

}  // namespace hotpath::capture
