#pragma once
/// Length-prefixed messages in sequence, as files and packets carry them.
///
///   0        2              2+n
///   +--------+--------------+--------+---
///   | n, u16 | n bytes      | next   ...
///   +--------+--------------+--------+---
///
/// Nasdaq's BinaryFILE (recorded days) and the message blocks of MoldUDP64 both have this layout, and
/// IEX-TP has it with little-endian lengths. A FrameCursor reads such bytes in place; append_frame()
/// writes one frame. The caller decides what a frame of length 0 means (BinaryFILE: end of session).
/// Threads: any. Allocation: none. Complexity: O(1) a message, bounds checked.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "hotpath/core/bytes.hpp"

namespace hotpath::protocols {

inline constexpr std::size_t kFramePrefixLength = 2;
inline constexpr std::size_t kFramedMessageLengthMax = 0xFFFF;

/// Use: while (cursor.next(message)) ... ; afterwards is_truncated() distinguishes damage from
/// the end.
template <std::endian Order>
class BasicFrameCursor {
  public:
    /// Begins at the first of these frames.
    explicit BasicFrameCursor(Bytes frames) noexcept : rest_(frames) {}

    /// Sets `message` to the next frame's bytes and advances; false when no complete frame is left.
    [[nodiscard]] bool next(Bytes& message) noexcept {
        if (rest_.size() < kFramePrefixLength) {
            return false;
        }
        const std::size_t length = Order == std::endian::big ? load_be<std::uint16_t>(rest_.data())
                                                             : load_le<std::uint16_t>(rest_.data());
        if (rest_.size() - kFramePrefixLength < length) {
            return false;
        }
        message = rest_.subspan(kFramePrefixLength, length);
        rest_ = rest_.subspan(kFramePrefixLength + length);
        return true;
    }

    /// Returns the bytes not read yet. After next() returned false: nothing, or the incomplete
    /// frame.
    [[nodiscard]] Bytes rest() const noexcept { return rest_; }
    /// Returns true, after next() returned false, if the last frame is incomplete.
    [[nodiscard]] bool is_truncated() const noexcept { return !rest_.empty(); }

  private:
    Bytes rest_;
};
using FrameCursor = BasicFrameCursor<std::endian::big>;

/// Writes the prefix of a message of `length` bytes to the front of `room`. Returns the place for the
/// message itself, or nullptr if it does not fit or is longer than a prefix can express.
[[nodiscard]] inline std::byte* claim_frame(MutableBytes room, std::size_t length) noexcept {
    if (length > kFramedMessageLengthMax || room.size() < kFramePrefixLength + length) {
        return nullptr;
    }
    store_be(room.data(), static_cast<std::uint16_t>(length));
    return room.data() + kFramePrefixLength;
}

/// Writes `message` with its prefix to the front of `room`. Returns the bytes used; 0 when it does
/// not fit or is longer than a prefix can express, and then writes nothing.
[[nodiscard]] inline std::size_t append_frame(MutableBytes room, Bytes message) noexcept {
    std::byte* const place = claim_frame(room, message.size());
    if (place == nullptr) {
        return 0;
    }
    if (!message.empty()) {
        std::memcpy(place, message.data(), message.size());
    }
    return kFramePrefixLength + message.size();
}

}  // namespace hotpath::protocols
