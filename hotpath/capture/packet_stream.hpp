#pragma once
/// The messages in a capture file: packets to UDP payloads to MoldUDP64 to ITCH messages, once each
/// and in sequence; or to another protocol, translated to ITCH (packet_channel.hpp). The first packet
/// of any of them says which.
///
/// Everything else in the capture is counted and passed over; a capture without any market data is
/// an error that describes the contents. Threads: one owner. Allocation: a block, and what
/// FeedArbiter or the channel keeps waiting. Complexity: linear.

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "hotpath/capture/feed_arbiter.hpp"
#include "hotpath/capture/message_stream.hpp"
#include "hotpath/capture/packet_channel.hpp"
#include "hotpath/capture/packet_reader.hpp"

namespace hotpath::capture {

class PacketStream final : public MessageStream {
  public:
    PacketStream(std::unique_ptr<PacketReader> packets, Format format);

    [[nodiscard]] Progress progress() const override { return packets_->input().progress(); }
    [[nodiscard]] StreamStats stats() const override { return stats_; }
    [[nodiscard]] std::span<const Skip> skips() const override {
        return channel_ ? channel_->skips() : std::span<const Skip>{};
    }
    [[nodiscard]] Format format() const override { return format_; }
    [[nodiscard]] BookSource book_source() const override {
        return channel_ ? channel_->book_source() : BookSource{};
    }
    [[nodiscard]] std::optional<Date> date() const override {
        return channel_ ? channel_->date() : std::nullopt;
    }

    [[nodiscard]] Expected<Bytes> next_block() override;

  private:
    void read_packet();
    void end(CaptureEnd end);
    void take(const Packet& packet);
    void take_payload(const Datagram& datagram, Time captured_at);
    [[nodiscard]] bool try_mold(Bytes payload);
    [[nodiscard]] bool try_channels(const Datagram& datagram, Time captured_at);
    [[nodiscard]] Bytes block() const {
        return channel_ ? channel_->block().bytes() : Bytes(block_);
    }
    void clear_block();
    [[nodiscard]] Error another_feed() const;
    [[nodiscard]] std::optional<Error> no_market_data() const;

    std::unique_ptr<PacketReader> packets_;
    Format format_;
    FeedArbiter arbiter_;
    std::unique_ptr<PacketChannel> channel_;  // nullptr: MoldUDP64, or not known yet
    std::vector<std::byte> block_;
    std::uint64_t udp_packets_ = 0;
    bool has_ended_ = false;
    std::optional<Error> failure_;
    StreamStats stats_;
    std::uint64_t handed_out_ = 0;  // messages of the blocks before
};

}  // namespace hotpath::capture
