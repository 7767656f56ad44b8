#pragma once
/// A decoder's result for external bytes: delivered, or the first error in them.
///
/// A caller counts any status but Ok and continues; bytes from outside are never asserted. Nothing
/// is delivered to a listener unless the answer is Ok. Threads: a value. Allocation: none.

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hotpath::wire {

enum class DecodeStatus : std::uint8_t {
    Ok,
    UnknownType,  // the first byte names no message of the protocol
    Truncated,    // fewer bytes than the type or a length field promises
    Oversized,    // more bytes than that
    Malformed,    // the lengths inside contradict each other
};
inline constexpr std::size_t kDecodeStatuses = 5;

[[nodiscard]] constexpr std::string_view name(DecodeStatus status) noexcept {
    constexpr std::string_view kNames[kDecodeStatuses] = {"ok", "unknown type", "truncated",
                                                          "oversized", "malformed"};
    return kNames[static_cast<std::size_t>(status)];
}

/// The verdict on a message of `actual` bytes that must have `expected`.
[[nodiscard]] constexpr DecodeStatus compare_length(std::size_t actual,
                                                    std::size_t expected) noexcept {
    if (actual == expected) {
        return DecodeStatus::Ok;
    }
    return actual < expected ? DecodeStatus::Truncated : DecodeStatus::Oversized;
}

}  // namespace hotpath::wire
