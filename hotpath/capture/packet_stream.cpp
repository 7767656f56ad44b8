#include "hotpath/capture/packet_stream.hpp"

#include <fmt/format.h>

namespace hotpath::capture {

namespace {

constexpr std::size_t kPacketLengthMax = std::size_t{64} << 10U;

}  // namespace

PacketStream::PacketStream(std::unique_ptr<PacketReader> packets, Format format)
    : packets_(std::move(packets)), format_(format) {
    block_.reserve(kBlockBytes + kPacketLengthMax + FeedArbiter::kWaitingBytesMax);
}

Expected<Bytes> PacketStream::next_block() {
    block_.clear();
    while (!has_ended_ && block_.size() < kBlockBytes) {
        const auto next = packets_->next();
        const std::optional<Packet> packet = next.value_or(std::nullopt);
        if (packet) {
            take(*packet);
            continue;
        }
        has_ended_ = true;
        arbiter_.finish(block_, stats_);
        failure_ = next ? no_market_data() : std::optional(next.error());
    }
    const bool is_foreign = !block_.empty() && arbiter_.itch_messages() == 0;
    if (is_foreign) {
        has_ended_ = true;
        failure_ = no_market_data();
        block_.clear();
        stats_.messages = 0;  // none was handed out
    }
    if (block_.empty() && failure_) {
        return std::unexpected(*failure_);
    }
    return Bytes(block_);
}

void PacketStream::take(const Packet& packet) {
    ++stats_.packets;
    const Datagram datagram = unwrap_udp(packet.bytes, packet.link);
    switch (datagram.status) {
        case Unwrapped::Udp:
            ++udp_packets_;
            return take_payload(datagram.payload);
        case Unwrapped::Fragment:
            ++stats_.fragments;
            return;
        case Unwrapped::CutOff:
            ++(packet.is_cut ? stats_.cut_packets : stats_.ignored_packets);
            return;
        case Unwrapped::Different:
            ++stats_.ignored_packets;
            return;
    }
}

void PacketStream::take_payload(Bytes payload) {
    wire::moldudp64::PacketReader packet;
    const bool is_feed = packet.open(payload) == wire::DecodeStatus::Ok &&
                         arbiter_.on_packet(packet, block_, stats_);
    ++(is_feed ? stats_.feed_packets : stats_.ignored_packets);
}

/// None when there was some. A quiet session's heartbeats are market data too.
std::optional<Error> PacketStream::no_market_data() const {
    if (stats_.messages > 0 && arbiter_.itch_messages() == 0) {
        return Error{
            fmt::format("{}: {} MoldUDP64 messages and none of them ITCH 5.0; this is another feed",
                        packets_->input().name(), stats_.messages)};
    }
    if (stats_.feed_packets > 0) {
        return std::nullopt;
    }
    return Error{fmt::format(
        "{}: no market data in {} packets: {} UDP but not MoldUDP64, {} IP fragments, {} cut short "
        "by the capture, {} of other kinds; record the multicast feed itself, in full (tcpdump -s "
        "0)",
        packets_->input().name(), stats_.packets, udp_packets_, stats_.fragments,
        stats_.cut_packets, stats_.ignored_packets - udp_packets_)};
}

}  // namespace hotpath::capture
