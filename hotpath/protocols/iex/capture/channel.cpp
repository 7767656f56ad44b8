#include "hotpath/protocols/iex/capture/channel.hpp"

#include <limits>
#include <string_view>

#include <fmt/format.h>

#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/iex/capture/new_york.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_reader.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_writer.hpp"

namespace hotpath::capture::iex {

namespace {

namespace mold = protocols::nasdaq::moldudp64;

/// Both protocols have lengths of two bytes before their messages.
constexpr std::size_t kPacketLengthMax =
    mold::DownstreamHeader::kLength + std::numeric_limits<std::uint16_t>::max();
constexpr mold::Session kSession = protocols::to_alpha<mold::kSessionLength>("IEX DEEP");

[[nodiscard]] std::string another_feed(std::uint16_t protocol) {
    return fmt::format(
        "is a capture of IEX {} (message protocol 0x{:04x}), and of IEX's feeds hotpath reads {} "
        "(0x{:04x}): give that feed's capture of the day",
        deep::feed_name(protocol), protocol, deep::feed_name(deep::protocol_id::kDeep),
        deep::protocol_id::kDeep);
}

}  // namespace

Channel::Channel(StreamStats& stats)
    : stats_(stats), translator_(stats), packet_(kPacketLengthMax) {}

bool Channel::try_packet(Bytes payload, Destination /*destination*/, Time /*captured_at*/) {
    deep::SegmentReader segment;
    if (error_ || segment.open(payload) != protocols::DecodeStatus::Ok) {
        return false;
    }
    const deep::SegmentHeader& header = segment.header();
    if (header.load_message_protocol_id() != deep::protocol_id::kDeep) {
        if (!session_) {
            error_ = another_feed(header.load_message_protocol_id());
        }
        return false;
    }
    const Session session{.channel = header.load_channel_id(), .session = header.load_session_id()};
    if (!session_) {
        const NewYorkDay day = new_york_day(header.load_send_time());
        session_ = session;
        date_ = day.date;
        translator_.begin_day(day.midnight_ns);
    }
    if (session != *session_) {
        error_ = fmt::format(
            "goes into another session of IEX DEEP ({}, after {}), where numbers begin again: cut "
            "it "
            "there",
            session.session, session_->session);
        return false;
    }
    translator_.set_sent_at(header.load_send_time());
    put_in_order(segment);
    translate();
    return true;
}

void Channel::put_in_order(const deep::SegmentReader& segment) {
    mold::PacketWriter writer(
        packet_, kSession,
        static_cast<std::uint64_t>(segment.header().load_first_message_sequence_number()));
    deep::MessageCursor messages = segment.messages();
    for (Bytes message; messages.next(message);) {
        const bool fits = writer.try_append(message);
        HOTPATH_ASSERT(fits, "a packet must have room for a segment's messages");
    }
    mold::PacketReader packet;
    const bool is_packet = packet.open(writer.finish()) == protocols::DecodeStatus::Ok;
    HOTPATH_ASSERT(is_packet, "a segment must become a packet");
    const bool is_taken = arbiter_.on_packet(packet, ordered_, lines_);
    HOTPATH_ASSERT(is_taken, "there must be one session");
}

void Channel::translate() {
    protocols::FrameCursor frames(ordered_);
    for (Bytes message; frames.next(message);) {
        translator_.take(message);
    }
    ordered_.clear();
    stats_.duplicate_messages = lines_.duplicate_messages;
    stats_.sequence_gaps = lines_.sequence_gaps;
    stats_.missing_messages = lines_.missing_messages;
}

void Channel::finish(CaptureEnd end) {
    arbiter_.finish(ordered_, lines_);
    translate();
    if (end == CaptureEnd::Whole) {
        translator_.finish();
    }
    if (!error_ && stats_.messages == 0 && !skips().empty()) {
        error_ = "nothing of it could be taken: " + to_text(skips());
    }
}

std::unique_ptr<PacketChannel> open_channel(Bytes payload, StreamStats& stats) {
    deep::SegmentReader segment;
    return segment.open(payload) == protocols::DecodeStatus::Ok ? std::make_unique<Channel>(stats)
                                                                : nullptr;
}

}  // namespace hotpath::capture::iex
