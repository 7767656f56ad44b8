#pragma once
/// The result of decoding external bytes: Ok, or the first error found.
///
/// A caller counts any status but Ok and continues; external bytes are never asserted. A listener
/// is called only if the result is Ok. Threads: a value. Allocation: none.

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hotpath::protocols {

enum class DecodeStatus : std::uint8_t {
    Ok,
    UnknownType,  // the first byte is not a message type of the protocol
    Truncated,    // fewer bytes than the type or a length field requires
    Oversized,    // more bytes than the type or a length field requires
    Malformed,    // the lengths inside the message contradict each other
};
inline constexpr std::size_t kDecodeStatuses = 5;

[[nodiscard]] constexpr std::string_view name(DecodeStatus status) noexcept {
    constexpr std::string_view kNames[kDecodeStatuses] = {"ok", "unknown type", "truncated",
                                                          "oversized", "malformed"};
    return kNames[static_cast<std::size_t>(status)];
}

/// Compares the actual and the expected length of a message, in bytes.
[[nodiscard]] constexpr DecodeStatus compare_length(std::size_t actual,
                                                    std::size_t expected) noexcept {
    if (actual == expected) {
        return DecodeStatus::Ok;
    }
    return actual < expected ? DecodeStatus::Truncated : DecodeStatus::Oversized;
}

}  // namespace hotpath::protocols
