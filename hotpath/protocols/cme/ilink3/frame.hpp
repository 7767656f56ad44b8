#pragma once
/// A frame of iLink 3: the Simple Open Framing Header, and one SBE message behind it.
///
///   | length of the frame, 2 | encoding, 2: 0xCAFE | SBE header, 8 | block | groups, data |
///
/// Little-endian; the length counts the header itself. Threads: values. Allocation:
/// FrameAssembler's constructor. Complexity: O(1) a frame, one copy of a frame that a read has cut.
/// Source: FIX Simple Open Framing Header 1.0; CME, "iLink 3 Simple Open Framing Header".

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/protocols/cme/ilink3/generated/messages.hpp"

namespace hotpath::protocols::cme::ilink3 {

inline constexpr std::size_t kFramingHeaderLength = 4;
inline constexpr std::uint16_t kEncodingType = 0xCAFE;
inline constexpr std::size_t kFrameLengthMin = kFramingHeaderLength + MessageHeader::kLength;
inline constexpr std::size_t kFrameLengthMax = 65'535;

inline void store_framing_header(std::byte* at, std::size_t frame_length) noexcept {
    store_le(at, static_cast<std::uint16_t>(frame_length));
    store_le(at + 2, kEncodingType);
}

enum class FrameStatus : std::uint8_t {
    Whole,      // `message` is the next SBE message
    NeedMore,   // everything received is used up
    BadHeader,  // another encoding, or a length that no frame of this end may have
};

/// Whole messages out of a TCP stream that arrives in pieces of any size. After a BadHeader the
/// stream has no boundaries any more.
class FrameAssembler {
  public:
    explicit FrameAssembler(std::size_t frame_length_max) : partial_(frame_length_max) {
        HOTPATH_ASSERT(frame_length_max >= kFrameLengthMin && frame_length_max <= kFrameLengthMax,
                       "frame_length_max must be 12..65,535");
    }

    /// Takes the next frame off the front of `stream`. `message` is valid until the next call and
    /// as long as the bytes of the stream.
    [[nodiscard]] FrameStatus next(Bytes& stream, Bytes& message) noexcept {
        if (held_ == 0 && stream.size() >= kFramingHeaderLength) {
            const std::size_t length = length_at(stream.data());
            if (!is_header(stream.data())) {
                return FrameStatus::BadHeader;
            }
            if (stream.size() >= length) {
                message = stream.first(length).subspan(kFramingHeaderLength);
                stream = stream.subspan(length);
                return FrameStatus::Whole;
            }
        }
        return complete(stream, message);
    }

    void clear() noexcept { held_ = 0; }

  private:
    [[nodiscard]] static std::size_t length_at(const std::byte* frame) noexcept {
        return load_le<std::uint16_t>(frame);
    }
    [[nodiscard]] bool is_header(const std::byte* frame) const noexcept {
        const std::size_t length = length_at(frame);
        return load_le<std::uint16_t>(frame + 2) == kEncodingType && length >= kFrameLengthMin &&
               length <= partial_.size();
    }

    /// The frame that is cut by the end of a read: its header first, then the rest.
    [[nodiscard]] FrameStatus complete(Bytes& stream, Bytes& message) noexcept {
        hold(stream, kFramingHeaderLength);
        if (held_ < kFramingHeaderLength) {
            return FrameStatus::NeedMore;
        }
        const std::byte* const frame = partial_.items().data();
        if (!is_header(frame)) {
            return FrameStatus::BadHeader;
        }
        const std::size_t length = length_at(frame);
        hold(stream, length);
        if (held_ < length) {
            return FrameStatus::NeedMore;
        }
        held_ = 0;
        message = Bytes(frame, length).subspan(kFramingHeaderLength);
        return FrameStatus::Whole;
    }
    void hold(Bytes& stream, std::size_t up_to) noexcept {
        const std::size_t more = std::min(up_to - std::min(held_, up_to), stream.size());
        if (more > 0) {
            std::memcpy(partial_.items().data() + held_, stream.data(), more);
            stream = stream.subspan(more);
            held_ += more;
        }
    }

    FixedArray<std::byte> partial_;
    std::size_t held_ = 0;
};

}  // namespace hotpath::protocols::cme::ilink3
