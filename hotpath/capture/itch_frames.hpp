#pragma once
/// Distinguishes length-prefixed ITCH messages from other bytes: an existing type with exactly its
/// length.
///
/// Threads: any. Allocation: none. Complexity: one load and one table look-up a
/// question.

#include <cstddef>
#include <cstdint>

#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/framing.hpp"
#include "hotpath/protocols/nasdaq/itch50/foreign.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"

namespace hotpath::capture {

/// The prefix and the type byte: what must be there before a frame can be judged.
inline constexpr std::size_t kFrameHeadLength = protocols::kFramePrefixLength + 1;

/// The length required by the type byte after the prefix; 0 when there is no such type.
/// kFrameHeadLength bytes are there.
[[nodiscard]] inline std::size_t expected_length(const std::byte* frame) noexcept {
    return protocols::nasdaq::itch50::message_length(
        std::to_integer<char>(frame[protocols::kFramePrefixLength]));
}

[[nodiscard]] inline bool begins_with_message(Bytes bytes) noexcept {
    if (bytes.size() < kFrameHeadLength) {
        return false;
    }
    const std::size_t expected = expected_length(bytes.data());
    return expected != 0 && load_be<std::uint16_t>(bytes.data()) == expected;
}

/// The length is 0, but a message follows.
[[nodiscard]] inline bool begins_with_zero_prefixed_message(Bytes bytes) noexcept {
    return bytes.size() >= kFrameHeadLength && load_be<std::uint16_t>(bytes.data()) == 0 &&
           expected_length(bytes.data()) != 0;
}

using protocols::nasdaq::itch50::is_foreign;

}  // namespace hotpath::capture
