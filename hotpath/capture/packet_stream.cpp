#include "hotpath/capture/packet_stream.hpp"

#include <fmt/format.h>

#include "hotpath/capture/itch_frames.hpp"

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
    if (!block_.empty() && is_foreign(stats_.messages, arbiter_.itch_messages())) {
        has_ended_ = true;
        failure_ = another_feed();
        block_.clear();
        stats_.messages = handed_out_;
    }
    if (block_.empty() && failure_) {
        return std::unexpected(*failure_);
    }
    handed_out_ = stats_.messages;
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

Error PacketStream::another_feed() const {
    const std::uint64_t other = stats_.messages - arbiter_.itch_messages();
    return Error{fmt::format(
        "{}: {} of {} MoldUDP64 messages are not ITCH 5.0 (unknown type or wrong length), more "
        "than half: this is another feed",
        packets_->input().name(), other, stats_.messages)};
}

/// None when there was some. A quiet session's heartbeats are market data too.
std::optional<Error> PacketStream::no_market_data() const {
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
