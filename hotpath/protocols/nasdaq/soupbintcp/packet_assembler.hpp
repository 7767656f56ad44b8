#pragma once
/// Whole packets out of a TCP stream that arrives in pieces of any size.
///
///   for (Bytes packet; assembler.next(received, packet) == AssemblyStatus::Whole;) { ... }
///
/// A packet that lies whole in what was received is handed on where it lies; only one that is cut
/// by the end of a read is copied, into a buffer of one packet. A length that no packet may have is
/// an error at once, without waiting for its bytes; after it the stream has no boundaries any more.
/// Threads: one owner. Allocation: the constructor. Complexity: O(1) a packet, one copy of a cut
/// one.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/protocols/framing.hpp"

namespace hotpath::protocols::nasdaq::soupbintcp {

enum class AssemblyStatus : std::uint8_t {
    Whole,     // `packet` is the next one, its length included
    NeedMore,  // everything received is used up
    Empty,     // a length of 0: no type
    TooLong,   // longer than this end takes
};

class PacketAssembler {
  public:
    explicit PacketAssembler(std::size_t packet_length_max) : partial_(packet_length_max) {
        HOTPATH_ASSERT(packet_length_max > kFramePrefixLength,
                       "packet_length_max must leave room for the packet type");
    }

    /// Takes the next packet off the front of `stream`. `packet` is valid until the next call and
    /// as long as the bytes of the stream.
    [[nodiscard]] AssemblyStatus next(Bytes& stream, Bytes& packet) noexcept {
        if (held_ == 0 && stream.size() >= kFramePrefixLength) {
            const std::size_t length = length_at(stream.data());
            if (const AssemblyStatus bad = judge(length); bad != AssemblyStatus::Whole) {
                return bad;
            }
            if (stream.size() >= length) {
                packet = stream.first(length);
                stream = stream.subspan(length);
                return AssemblyStatus::Whole;
            }
        }
        return complete(stream, packet);
    }

    /// Bytes of the packet that has begun to arrive.
    [[nodiscard]] std::size_t held() const noexcept { return held_; }
    void clear() noexcept { held_ = 0; }

  private:
    [[nodiscard]] static std::size_t length_at(const std::byte* packet) noexcept {
        return kFramePrefixLength + load_be<std::uint16_t>(packet);
    }
    [[nodiscard]] AssemblyStatus judge(std::size_t length) const noexcept {
        if (length == kFramePrefixLength) {
            return AssemblyStatus::Empty;
        }
        return length > partial_.size() ? AssemblyStatus::TooLong : AssemblyStatus::Whole;
    }

    /// Moves bytes of the stream into the buffer until it holds `wanted`; false when they run out.
    [[nodiscard]] bool fill(Bytes& stream, std::size_t wanted) noexcept {
        const std::size_t taken = std::min(wanted - held_, stream.size());
        if (taken > 0) {
            std::memcpy(partial_.items().data() + held_, stream.data(), taken);
        }
        held_ += taken;
        stream = stream.subspan(taken);
        return held_ == wanted;
    }

    [[nodiscard]] AssemblyStatus complete(Bytes& stream, Bytes& packet) noexcept {
        if (held_ < kFramePrefixLength && !fill(stream, kFramePrefixLength)) {
            return AssemblyStatus::NeedMore;
        }
        const std::size_t length = length_at(partial_.items().data());
        if (const AssemblyStatus bad = judge(length); bad != AssemblyStatus::Whole) {
            return bad;
        }
        if (!fill(stream, length)) {
            return AssemblyStatus::NeedMore;
        }
        packet = partial_.items().first(length);
        held_ = 0;
        return AssemblyStatus::Whole;
    }

    FixedArray<std::byte> partial_;
    std::size_t held_ = 0;
};

}  // namespace hotpath::protocols::nasdaq::soupbintcp
