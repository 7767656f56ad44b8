#pragma once
/// Integers in raw bytes: big-endian, as in every wire format of this project, and little-endian,
/// used for our own file formats.
///
/// load_be<T>(p) and store_be<T>(p, v) touch exactly sizeof(T) bytes at any alignment; load_be48
/// and store_be48 the six bytes of an ITCH timestamp; load_le and store_le the same in the other
/// order. The caller has checked the length. Compiles to one mov and at most one bswap (movbe).
/// Threads: any. Allocation: none. Complexity: O(1).

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace hotpath {

/// Bytes of another owner; a view is valid as long as they are.
using Bytes = std::span<const std::byte>;
using MutableBytes = std::span<std::byte>;

/// Views the bytes as characters.
[[nodiscard]] inline std::string_view as_text(Bytes bytes) noexcept {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

template <std::unsigned_integral T>
[[nodiscard]] constexpr T to_big_endian(T value) noexcept {
    if constexpr (std::endian::native == std::endian::little && sizeof(T) > 1) {
        return std::byteswap(value);
    } else {
        return value;
    }
}

template <std::unsigned_integral T>
[[nodiscard]] inline T load_be(const std::byte* from) noexcept {
    T value;
    std::memcpy(&value, from, sizeof value);
    return to_big_endian(value);
}

template <std::unsigned_integral T>
inline void store_be(std::byte* to, T value) noexcept {
    value = to_big_endian(value);
    std::memcpy(to, &value, sizeof value);
}

template <std::unsigned_integral T>
[[nodiscard]] constexpr T to_little_endian(T value) noexcept {
    if constexpr (std::endian::native == std::endian::big && sizeof(T) > 1) {
        return std::byteswap(value);
    } else {
        return value;
    }
}

template <std::unsigned_integral T>
[[nodiscard]] inline T load_le(const std::byte* from) noexcept {
    T value;
    std::memcpy(&value, from, sizeof value);
    return to_little_endian(value);
}

template <std::unsigned_integral T>
inline void store_le(std::byte* to, T value) noexcept {
    value = to_little_endian(value);
    std::memcpy(to, &value, sizeof value);
}

[[nodiscard]] inline std::uint64_t load_be48(const std::byte* from) noexcept {
    return (std::uint64_t{load_be<std::uint16_t>(from)} << 32U) | load_be<std::uint32_t>(from + 2);
}

inline void store_be48(std::byte* to, std::uint64_t value) noexcept {
    store_be(to, static_cast<std::uint16_t>(value >> 32U));
    store_be(to + 2, static_cast<std::uint32_t>(value));
}

}  // namespace hotpath
