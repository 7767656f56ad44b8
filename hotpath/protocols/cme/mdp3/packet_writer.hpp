#pragma once
/// Packs SBE messages into MDP 3.0 packets, in a buffer that the caller lends.
///
///   PacketWriter writer(buffer);
///   writer.try_append([&](MutableBytes room) { return SecurityStatus::encode(room, fill); });
///   send(writer.finish(sending_time_ns));
///
/// The writer numbers: each packet has the next number. A message that does not fit is not in the
/// packet: finish() it and append again. Threads: one. Allocation: none. Complexity: the encoder's.

#include <cstddef>
#include <cstdint>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/cme/mdp3/packet_header.hpp"
#include "hotpath/protocols/cme/sbe/encode.hpp"

namespace hotpath::protocols::cme::mdp3 {

class PacketWriter {
  public:
    /// `buffer` outlives the writer; at most kPacketLengthMax bytes of it are used.
    explicit PacketWriter(MutableBytes buffer, std::uint32_t msg_seq_num = 1) noexcept
        : buffer_(
              buffer.first(buffer.size() < kPacketLengthMax ? buffer.size() : kPacketLengthMax)),
          msg_seq_num_(msg_seq_num) {
        HOTPATH_ASSERT(buffer.size() >= PacketHeader::kLength,
                       "the buffer must hold the packet header");
    }

    [[nodiscard]] bool empty() const noexcept { return length_ == PacketHeader::kLength; }
    /// The number of the packet being filled.
    [[nodiscard]] std::uint32_t msg_seq_num() const noexcept { return msg_seq_num_; }
    /// For the next message, its SBE header included.
    [[nodiscard]] std::size_t room() const noexcept {
        const std::size_t used = length_ + kMessageSizeLength;
        return buffer_.size() < used ? 0 : buffer_.size() - used;
    }

    /// encode(MutableBytes) returns an sbe::Encoded. False: it did not fit, or was refused.
    template <class Encode>
    [[nodiscard]] bool try_append(Encode&& encode) noexcept {
        if (room() == 0) {
            return false;
        }
        std::byte* const at = buffer_.data() + length_;
        const sbe::Encoded encoded = encode(buffer_.subspan(length_ + kMessageSizeLength));
        if (encoded.status != sbe::EncodeStatus::Ok) {
            return false;
        }
        const std::size_t size = kMessageSizeLength + encoded.bytes.size();
        store_le(at, static_cast<std::uint16_t>(size));
        length_ += size;
        return true;
    }

    /// The packet to send, valid until the next append; the writer begins the one after it.
    [[nodiscard]] Bytes finish(std::uint64_t sending_time_ns) noexcept {
        PacketHeader& header = PacketHeader::at(buffer_.data());
        header.store_msg_seq_num(msg_seq_num_);
        header.store_sending_time(sending_time_ns);
        const Bytes packet = buffer_.first(length_);
        ++msg_seq_num_;
        length_ = PacketHeader::kLength;
        return packet;
    }

    /// A loop begins again: the next packet has number 1.
    void restart() noexcept {
        msg_seq_num_ = 1;
        length_ = PacketHeader::kLength;
    }

  private:
    MutableBytes buffer_;
    std::uint32_t msg_seq_num_;
    std::size_t length_ = PacketHeader::kLength;
};

}  // namespace hotpath::protocols::cme::mdp3
