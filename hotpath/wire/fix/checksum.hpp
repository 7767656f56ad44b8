#pragma once
/// The CheckSum of a FIX message: the sum of all bytes before the field, modulo 256.
///
/// With SSE2 sixteen bytes at a time, by the sum of absolute differences from 0. Without, eight: a
/// word's even and odd bytes are added into four lanes of 16 bits, whose sum fits in one after 32
/// words. Threads: any. Allocation: none. Complexity: O(bytes).

#include <algorithm>
#include <cstddef>
#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "hotpath/core/bytes.hpp"

namespace hotpath::wire::fix {

namespace detail {

/// Modulo 2^32 or more, of whole words: takes them off the front of `bytes`.
[[nodiscard]] inline std::uint64_t sum_of_words(Bytes& bytes) noexcept {
#if defined(__SSE2__)
    // NOLINTBEGIN(portability-simd-intrinsics): the other branch is for other machines
    const __m128i zero = _mm_setzero_si128();
    __m128i sums = zero;  // of the first eight bytes of each sixteen, and of the others
    while (bytes.size() >= sizeof(__m128i)) {
        const __m128i part = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes.data()));
        sums = _mm_add_epi64(sums, _mm_sad_epu8(part, zero));
        bytes = bytes.subspan(sizeof(__m128i));
    }
    if (bytes.size() >= sizeof(std::uint64_t)) {
        const __m128i part = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(bytes.data()));
        sums = _mm_add_epi64(sums, _mm_sad_epu8(part, zero));
        bytes = bytes.subspan(sizeof(std::uint64_t));
    }
    const __m128i both = _mm_add_epi64(sums, _mm_unpackhi_epi64(sums, sums));
    // NOLINTEND(portability-simd-intrinsics)
    return static_cast<std::uint32_t>(_mm_cvtsi128_si32(both));
#else
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
    return sum;
#endif
}

}  // namespace detail

[[nodiscard]] inline std::uint8_t checksum(Bytes bytes) noexcept {
    std::uint64_t sum = detail::sum_of_words(bytes);
    for (const std::byte byte : bytes) {
        sum += std::to_integer<std::uint64_t>(byte);
    }
    return static_cast<std::uint8_t>(sum);
}

}  // namespace hotpath::wire::fix
