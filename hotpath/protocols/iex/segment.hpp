#pragma once
/// IEX-TP: one UDP datagram is one segment, a header and so many numbered messages.
///
///   0        1     2            4        8        12       14     16       24        32       40
///   +--------+-----+------------+--------+--------+--------+------+--------+---------+--------+
///   |version |  -  | protocol   |channel |session |payload |count |stream  |first    |send    |
///   | 1      |     | 0x8004 DEEP|        |        |length  |      |offset  |sequence |time    |
///   +--------+-----+------------+--------+--------+--------+------+--------+---------+--------+
///   then `count` messages, each after its length (u16)            everything little-endian
///
/// A segment without messages is a heartbeat, and its number is that of the next message. open()
/// walks all lengths before anything is delivered, so that a segment is taken or refused as a
/// whole. Threads: any. Allocation: none. Complexity: open() O(messages), one load each. Source: IEX
/// Transport Specification 1; offsets are tested against tests/golden/protocols/iex_deep.csv.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/decode_status.hpp"
#include "hotpath/protocols/framing.hpp"
#include "hotpath/protocols/iex/fields.hpp"

namespace hotpath::protocols::iex {

inline constexpr std::uint8_t kVersion = 1;

/// Message Protocol IDs: the feeds that IEX-TP carries.
namespace protocol_id {
inline constexpr std::uint16_t kTops15 = 0x8002;
inline constexpr std::uint16_t kTops16 = 0x8003;
inline constexpr std::uint16_t kDeep = 0x8004;
inline constexpr std::uint16_t kDeepPlus = 0x8005;
}  // namespace protocol_id

/// Returns the feed's name; empty for an id that no feed has.
[[nodiscard]] constexpr std::string_view feed_name(std::uint16_t protocol) noexcept {
    switch (protocol) {
        case protocol_id::kTops15:
            return "TOPS 1.5";
        case protocol_id::kTops16:
            return "TOPS 1.6";
        case protocol_id::kDeep:
            return "DEEP 1.0";
        case protocol_id::kDeepPlus:
            return "DEEP+";
        default:
            return {};
    }
}

struct SegmentHeader : protocols::Message<SegmentHeader, 40> {
    HOTPATH_FIELD(Byte, 0, version)
    HOTPATH_FIELD(Byte, 1, reserved)
    HOTPATH_FIELD(Short, 2, message_protocol_id)
    HOTPATH_FIELD(Integer, 4, channel_id)
    HOTPATH_FIELD(Integer, 8, session_id)
    HOTPATH_FIELD(Short, 12, payload_length)
    HOTPATH_FIELD(Short, 14, message_count)
    HOTPATH_FIELD(Long, 16, stream_offset)  // of the payload's first byte in the session
    HOTPATH_FIELD(Long, 24, first_message_sequence_number)
    HOTPATH_FIELD(Timestamp, 32, send_time)
};

/// The messages of a segment, each after its little-endian length.
using MessageCursor = protocols::BasicFrameCursor<std::endian::little>;

class SegmentReader {
  public:
    /// Checks a segment. UnknownType: another version of IEX-TP, or a feed without a name.
    /// Truncated or Oversized: the datagram is shorter or longer than the header says. Malformed:
    /// the messages do not fill the payload. The queries below are valid after Ok, as long as the
    /// bytes.
    [[nodiscard]] protocols::DecodeStatus open(Bytes datagram) noexcept {
        using protocols::DecodeStatus;
        if (datagram.size() < SegmentHeader::kLength) {
            return DecodeStatus::Truncated;
        }
        header_ = &SegmentHeader::at(datagram.data());
        if (header_->load_version() != kVersion ||
            feed_name(header_->load_message_protocol_id()).empty()) {
            return DecodeStatus::UnknownType;
        }
        payload_ = datagram.subspan(SegmentHeader::kLength);
        if (payload_.size() != header_->load_payload_length()) {
            return protocols::compare_length(payload_.size(), header_->load_payload_length());
        }
        MessageCursor cursor(payload_);
        Bytes message;
        for (std::uint32_t left = header_->load_message_count(); left > 0; --left) {
            if (!cursor.next(message)) {
                return DecodeStatus::Malformed;
            }
        }
        return cursor.rest().empty() ? DecodeStatus::Ok : DecodeStatus::Malformed;
    }

    [[nodiscard]] const SegmentHeader& header() const noexcept { return *header_; }
    [[nodiscard]] MessageCursor messages() const noexcept { return MessageCursor(payload_); }

  private:
    const SegmentHeader* header_ = nullptr;
    Bytes payload_;
};

}  // namespace hotpath::protocols::iex
