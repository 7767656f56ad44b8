#pragma once
/// One MDP 3.0 packet as it was received: checked whole, then walked where it lies.
///
///   PacketReader packet;
///   if (packet.open(bytes) == DecodeStatus::Ok) {
///       MessageCursor messages = packet.messages();
///       for (Bytes message; messages.next(message);) { decode(message, listener); }
///   }
///
/// Threads: any. Allocation: none. Complexity: open() O(messages), one load each.

#include <cstddef>
#include <cstdint>

#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/cme/mdp3/packet_header.hpp"
#include "hotpath/protocols/decode_status.hpp"

namespace hotpath::protocols::cme::mdp3 {

/// The SBE messages of a packet, each with its SBE header and without its size.
class MessageCursor {
  public:
    /// Begins at the first message; `framed` is the packet after its header.
    explicit MessageCursor(Bytes framed) noexcept : rest_(framed) {}

    /// Sets `message` to the next one. Returns false at the end, or if the rest is too short for
    /// its size.
    [[nodiscard]] bool next(Bytes& message) noexcept {
        if (rest_.size() < kMessageSizeLength) {
            return false;
        }
        const std::size_t size = load_le<std::uint16_t>(rest_.data());
        if (size < kMessageSizeLength || rest_.size() < size) {
            return false;
        }
        message = rest_.subspan(kMessageSizeLength, size - kMessageSizeLength);
        rest_ = rest_.subspan(size);
        return true;
    }

    /// Returns true, after next() returned false, if the sizes do not add up.
    [[nodiscard]] bool is_truncated() const noexcept { return !rest_.empty(); }

  private:
    Bytes rest_;
};

class PacketReader {
  public:
    /// Checks a packet. Truncated: it is shorter than its header, or than its messages' sizes. The
    /// queries below are valid after Ok, as long as the bytes.
    [[nodiscard]] DecodeStatus open(Bytes packet) noexcept {
        if (packet.size() < PacketHeader::kLength) {
            return DecodeStatus::Truncated;
        }
        packet_ = packet;
        MessageCursor cursor = messages();
        for (Bytes message; cursor.next(message);) {
        }
        return cursor.is_truncated() ? DecodeStatus::Truncated : DecodeStatus::Ok;
    }

    [[nodiscard]] std::uint32_t msg_seq_num() const noexcept { return header().load_msg_seq_num(); }
    [[nodiscard]] std::uint64_t sending_time() const noexcept {
        return header().load_sending_time();
    }
    [[nodiscard]] Bytes bytes() const noexcept { return packet_; }
    [[nodiscard]] MessageCursor messages() const noexcept {
        return MessageCursor(packet_.subspan(PacketHeader::kLength));
    }

  private:
    [[nodiscard]] const PacketHeader& header() const noexcept {
        return PacketHeader::at(packet_.data());
    }

    Bytes packet_;
};

}  // namespace hotpath::protocols::cme::mdp3
