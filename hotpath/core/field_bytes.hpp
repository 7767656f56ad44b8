#pragma once
/// Fields of commands and their answers in raw bytes: text that people typed, and signed integers,
/// big-endian.
///
/// The caller has checked the length. Threads: any. Allocation: none. Complexity: O(1)
/// a character.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "hotpath/core/bytes.hpp"

namespace hotpath {

template <std::size_t N>
void store_text(std::byte* to, const std::array<char, N>& text) noexcept {
    std::ranges::transform(text, to, [](char c) { return static_cast<std::byte>(c); });
}

/// False when it is not printable.
template <std::size_t N>
[[nodiscard]] bool load_text(const std::byte* from, std::array<char, N>& text) noexcept {
    std::transform(from, from + N, text.begin(), [](std::byte b) { return static_cast<char>(b); });
    return std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

inline void store_i64(std::byte* to, std::int64_t value) noexcept {
    store_be(to, static_cast<std::uint64_t>(value));
}
[[nodiscard]] inline std::int64_t load_i64(const std::byte* from) noexcept {
    return static_cast<std::int64_t>(load_be<std::uint64_t>(from));
}

}  // namespace hotpath
