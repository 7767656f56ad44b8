#include "hotpath/capture/packet_stream.hpp"

#include <cstddef>

#include <fmt/format.h>

#include "hotpath/capture/itch_frames.hpp"
#include "hotpath/protocols/capture/all.hpp"

namespace hotpath::capture {

namespace {

constexpr std::size_t kPacketLengthMax = std::size_t{64} << 10U;

}  // namespace

PacketStream::PacketStream(std::unique_ptr<PacketReader> packets, Format format)
    : packets_(std::move(packets)), format_(format) {
    block_.reserve(kBlockBytes + kPacketLengthMax + FeedArbiter::kWaitingBytesMax);
}

Expected<Bytes> PacketStream::next_block() {
    clear_block();
    while (!has_ended_ && block().size() < kBlockBytes) {
        read_packet();
    }
    const bool is_itch = !channel_ && !block_.empty();
    if (is_itch && is_foreign(stats_.messages, arbiter_.itch_messages())) {
        has_ended_ = true;
        failure_ = another_feed();
        block_.clear();
        stats_.messages = handed_out_;
    }
    if (block().empty() && failure_) {
        return std::unexpected(*failure_);
    }
    handed_out_ = stats_.messages;
    return block();
}

void PacketStream::clear_block() {
    block_.clear();
    if (channel_) {
        channel_->block().clear();
    }
}

void PacketStream::read_packet() {
    const auto next = packets_->next();
    const std::optional<Packet> packet = next.value_or(std::nullopt);
    if (packet) {
        take(*packet);
        if (!channel_ || !channel_->error()) {
            return;
        }
    }
    has_ended_ = true;
    end(next ? CaptureEnd::Whole : CaptureEnd::Damaged);
    if (!next) {
        failure_ = next.error();
    }
}

/// What waits is handed out, and what is wrong with it.
void PacketStream::end(CaptureEnd end) {
    if (!channel_) {
        arbiter_.finish(block_, stats_);
        failure_ = no_market_data();
        return;
    }
    channel_->finish(end);
    if (channel_->error()) {
        failure_ = Error{fmt::format("{}: {}", packets_->input().name(), *channel_->error())};
    }
}

void PacketStream::take(const Packet& packet) {
    ++stats_.packets;
    const Datagram datagram = unwrap_udp(packet.bytes, packet.link);
    switch (datagram.status) {
        case Unwrapped::Udp:
            ++udp_packets_;
            return take_payload(datagram, packet.since_1970);
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

void PacketStream::take_payload(const Datagram& datagram, Time captured_at) {
    const bool is_feed =
        channel_ ? channel_->try_packet(datagram.payload, datagram.destination, captured_at)
                 : try_mold(datagram.payload) || try_channels(datagram, captured_at);
    ++(is_feed ? stats_.feed_packets : stats_.ignored_packets);
}

bool PacketStream::try_mold(Bytes payload) {
    protocols::nasdaq::moldudp64::PacketReader packet;
    return packet.open(payload) == protocols::DecodeStatus::Ok &&
           arbiter_.on_packet(packet, block_, stats_);
}

/// The first packet of the capture that is of a feed.
bool PacketStream::try_channels(const Datagram& datagram, Time captured_at) {
    if (stats_.feed_packets > 0) {
        return false;
    }
    for (const auto open : protocols::CaptureProtocols::kOpen) {
        if (channel_ = open(datagram.payload, stats_); channel_ != nullptr) {
            return channel_->try_packet(datagram.payload, datagram.destination, captured_at);
        }
    }
    return false;
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
        "{}: no market data in {} packets: {} UDP but none of {}, {} "
        "IP fragments, {} cut short by the capture, {} of other kinds; record the multicast feed "
        "itself, in full (tcpdump -s "
        "0)",
        packets_->input().name(), stats_.packets, udp_packets_,
        protocols::capture_names("MoldUDP64", " and "), stats_.fragments, stats_.cut_packets,
        stats_.ignored_packets - udp_packets_)};
}

}  // namespace hotpath::capture
