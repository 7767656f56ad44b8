#pragma once
/// The CheckSum of a FIX message: the sum of all bytes before the field, modulo 256.
///
/// Eight bytes at a time: a word's even and odd bytes are added into four lanes of 16 bits, whose
/// sum fits in one after 32 words. Threads: any. Allocation: none. Complexity: O(bytes).

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "hotpath/core/bytes.hpp"

namespace hotpath::wire::fix {

[[nodiscard]] inline std::uint8_t checksum(Bytes bytes) noexcept {
    constexpr std::uint64_t kEvenBytes = 0x00FF00FF00FF00FFULL;
    constexpr std::uint64_t kOneEachLane = 0x0001000100010001ULL;
    constexpr std::size_t kWordsMax = 32;  // 4 lanes * 32 words * 2 * 255 fits in 16 bits
    std::uint64_t sum = 0;
    while (bytes.size() >= sizeof(std::uint64_t)) {
        const std::size_t words = std::min(bytes.size() / sizeof(std::uint64_t), kWordsMax);
        std::uint64_t lanes = 0;
        for (std::size_t i = 0; i < words; ++i) {
            const auto word = load_le<std::uint64_t>(bytes.data() + i * sizeof(std::uint64_t));
            lanes += (word & kEvenBytes) + ((word >> 8U) & kEvenBytes);
        }
        sum += (lanes * kOneEachLane) >> 48U;
        bytes = bytes.subspan(words * sizeof(std::uint64_t));
    }
    for (const std::byte byte : bytes) {
        sum += std::to_integer<std::uint64_t>(byte);
    }
    return static_cast<std::uint8_t>(sum);
}

}  // namespace hotpath::wire::fix
