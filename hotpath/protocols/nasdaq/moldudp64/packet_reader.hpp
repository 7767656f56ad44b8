#pragma once
/// One received MoldUDP64 packet: checked as a whole, then read in place.
///
///   PacketReader packet;
///   if (packet.open(bytes) == DecodeStatus::Ok) {
///       FrameCursor messages = packet.messages();
///       for (Bytes message; messages.next(message);) { ... }
///   }
///
/// open() walks all length fields before anything is delivered, so that a packet is taken or
/// refused as a whole: a corrupt one counts as lost, and the gap is recovered like any other.
/// Threads: any. Allocation: none. Complexity: open() O(messages), one load each.

#include <cstdint>
#include <cstring>

#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/decode_status.hpp"
#include "hotpath/protocols/framing.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/header.hpp"

namespace hotpath::protocols::nasdaq::moldudp64 {

class PacketReader {
  public:
    /// Checks a packet. Truncated: it is shorter than its header or its messages; Oversized: bytes
    /// are left over after them. The queries below are valid after Ok, as long as the bytes.
    [[nodiscard]] DecodeStatus open(Bytes packet) noexcept {
        if (packet.size() < DownstreamHeader::kLength) {
            return DecodeStatus::Truncated;
        }
        header_ = &DownstreamHeader::at(packet.data());
        sequence_number_ = header_->load_sequence_number();
        count_ = header_->load_message_count();
        frames_ = packet.subspan(DownstreamHeader::kLength);
        FrameCursor cursor(frames_);
        Bytes message;
        for (std::uint32_t left = message_count(); left > 0; --left) {
            if (!cursor.next(message)) {
                return DecodeStatus::Truncated;
            }
        }
        return cursor.rest().empty() ? DecodeStatus::Ok : DecodeStatus::Oversized;
    }

    /// Returns the ten characters of the packet's session.
    [[nodiscard]] Session session() const noexcept { return header_->load_session(); }
    /// Returns true if the packet belongs to this session; compares in place.
    [[nodiscard]] bool is_of(const Session& session) const noexcept {
        return std::memcmp(header_, session.data(), session.size()) == 0;
    }

    /// Returns the sequence number of the first message, or, without messages, of the next one.
    [[nodiscard]] std::uint64_t sequence_number() const noexcept { return sequence_number_; }

    /// Returns the sequence number of the first message after this packet.
    [[nodiscard]] std::uint64_t next_sequence_number() const noexcept {
        return sequence_number() + message_count();
    }

    /// Returns the number of messages: 0 in a heartbeat and at the end of the session.
    [[nodiscard]] std::uint16_t message_count() const noexcept {
        return is_end_of_session() ? std::uint16_t{0} : count_;
    }

    [[nodiscard]] bool is_heartbeat() const noexcept { return count_ == kHeartbeat; }
    [[nodiscard]] bool is_end_of_session() const noexcept { return count_ == kEndOfSession; }

    /// Returns the messages, to be read with next().
    [[nodiscard]] FrameCursor messages() const noexcept { return FrameCursor(frames_); }

  private:
    const DownstreamHeader* header_ = nullptr;
    // Copied, because bytes read twice would be loaded twice after every store in between.
    std::uint64_t sequence_number_ = 0;
    std::uint16_t count_ = 0;
    Bytes frames_;
};

/// Reads a request as the re-request server receives it. `request` is set only if the result is Ok.
[[nodiscard]] inline DecodeStatus decode_request(Bytes packet, RequestPacket& request) noexcept {
    const DecodeStatus status = compare_length(packet.size(), RequestPacket::kLength);
    if (status == DecodeStatus::Ok) {
        request = RequestPacket::at(packet.data());
    }
    return status;
}

}  // namespace hotpath::protocols::nasdaq::moldudp64
