#pragma once
/// The CheckSum of a FIX message: the sum of all bytes before the field, modulo 256.
///
/// With SSE2 sixteen bytes at a time, by the sum of absolute differences from 0. Without, eight: a
/// word's even and odd bytes are added in four lanes of 16 bits, the lanes by a multiplication.
/// Threads: any. Allocation: none. Complexity: O(bytes).

#include <cstddef>
#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/fix/digit_words.hpp"

namespace hotpath::protocols::fix {

namespace detail {

/// The eight bytes of a word, added up.
[[nodiscard]] constexpr std::uint64_t sum_of_word(std::uint64_t word) noexcept {
    constexpr std::uint64_t kEvenBytes = 0x00FF00FF00FF00FFULL;
    constexpr std::uint64_t kOneEachLane = 0x0001000100010001ULL;
    return (((word & kEvenBytes) + ((word >> 8U) & kEvenBytes)) * kOneEachLane) >> 48U;
}

/// Modulo 2^32 or more, of whole words: takes them off the front of `bytes`.
[[nodiscard]] inline std::uint64_t sum_of_words(Bytes& bytes) noexcept {
    const std::byte* at = bytes.data();
    const std::byte* const end = at + bytes.size() / sizeof(std::uint64_t) * sizeof(std::uint64_t);
    bytes = bytes.last(bytes.size() % sizeof(std::uint64_t));
#if defined(__SSE2__)
    // NOLINTBEGIN(portability-simd-intrinsics): the other branch is for other machines
    constexpr std::ptrdiff_t kPart = sizeof(__m128i);
    const __m128i zero = _mm_setzero_si128();
    const auto sum_at = [zero](const std::byte* place) {
        const __m128i part = _mm_loadu_si128(reinterpret_cast<const __m128i*>(place));
        return _mm_sad_epu8(part, zero);
    };
    __m128i sums = zero;  // of the first eight bytes of each sixteen, and of the others
    for (; end - at >= 4 * kPart; at += 4 * kPart) {
        const __m128i first = _mm_add_epi64(sum_at(at), sum_at(at + kPart));
        const __m128i second = _mm_add_epi64(sum_at(at + 2 * kPart), sum_at(at + 3 * kPart));
        sums = _mm_add_epi64(sums, _mm_add_epi64(first, second));
    }
    for (; end - at >= kPart; at += kPart) {
        sums = _mm_add_epi64(sums, sum_at(at));
    }
    if (at != end) {
        const __m128i part = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(at));
        sums = _mm_add_epi64(sums, _mm_sad_epu8(part, zero));
    }
    const __m128i both = _mm_add_epi64(sums, _mm_unpackhi_epi64(sums, sums));
    // NOLINTEND(portability-simd-intrinsics)
    return static_cast<std::uint32_t>(_mm_cvtsi128_si32(both));
#else
    std::uint64_t sum = 0;
    for (; at != end; at += sizeof(std::uint64_t)) {
        sum += sum_of_word(load_le<std::uint64_t>(at));
    }
    return sum;
#endif
}

}  // namespace detail

/// CheckSum as a field: 10=ddd|.
inline constexpr std::size_t kCheckSumFieldLength = 7;
inline constexpr unsigned kNoSum = ~0U;

/// The number in the eight characters |10=ddd|, the first lowest; kNoSum when they are others.
[[nodiscard]] constexpr unsigned sum_in_field(std::uint64_t characters) noexcept {
    constexpr std::uint64_t kDigits = 0x00FFFFFF00000000ULL;
    constexpr std::uint64_t kField = 0x010000003D303101ULL;
    const auto digits = static_cast<std::uint32_t>(
        digit_words::digits((characters & kDigits) | (digit_words::kZeros & ~kDigits)) >> 32U);
    const bool is_field = (characters & ~kDigits) == kField && digit_words::are_digits(digits);
    return is_field ? (digits & 0xFFU) * 100 + (digits >> 8U & 0xFFU) * 10 + (digits >> 16U)
                    : kNoSum;
}

[[nodiscard]] inline std::uint8_t checksum(Bytes bytes) noexcept {
    constexpr std::size_t kWord = sizeof(std::uint64_t);
    Bytes rest = bytes;
    std::uint64_t sum = detail::sum_of_words(rest);
    if (bytes.size() >= kWord) [[likely]] {
        // The last eight bytes again, without those that are in the sum.
        const auto word = load_le<std::uint64_t>(bytes.data() + bytes.size() - kWord);
        const std::uint64_t kept = rest.empty() ? 0 : word >> (8 * (kWord - rest.size()));
        return static_cast<std::uint8_t>(sum + detail::sum_of_word(kept));
    }
    for (const std::byte byte : rest) {
        sum += std::to_integer<std::uint64_t>(byte);
    }
    return static_cast<std::uint8_t>(sum);
}

}  // namespace hotpath::protocols::fix
