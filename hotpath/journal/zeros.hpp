#pragma once
/// Zeros at the end of a segment, or a whole file of them: a recovery reads up to a segment and
/// every spare of them.
///
/// Threads: functions of bytes. Allocation: none. Complexity: linear, many bytes a step where there
/// are many.

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "hotpath/core/bytes.hpp"

namespace hotpath::journal {

/// Also of no bytes.
[[nodiscard]] inline bool is_zero(Bytes bytes) noexcept {
    constexpr std::size_t kFew = 32;
    if (bytes.size() <= kFew) {
        return std::ranges::all_of(bytes, [](std::byte byte) { return byte == std::byte{}; });
    }
    // Zero, and each byte equal to the one before it: memcmp compares many at once.
    return bytes.front() == std::byte{} &&
           std::memcmp(bytes.data(), bytes.data() + 1, bytes.size() - 1) == 0;
}

/// The number of bytes up to the last one that is not zero.
[[nodiscard]] inline std::size_t bytes_before_zeros(Bytes bytes) noexcept {
    constexpr std::size_t kBlock = 4'096;
    while (bytes.size() >= kBlock && is_zero(bytes.last(kBlock))) {
        bytes = bytes.first(bytes.size() - kBlock);
    }
    while (!bytes.empty() && bytes.back() == std::byte{}) {
        bytes = bytes.first(bytes.size() - 1);
    }
    return bytes.size();
}

}  // namespace hotpath::journal
