#pragma once
/// Where the fields of a message end: the places of SOH, sixty-four characters at a time.
///
/// With SSE2 sixteen characters are compared at once. Without, eight: the bytes of a word that are
/// 0 are gathered by one multiplication. Threads: any. Allocation: none. Complexity: O(1).

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/fix/digit_words.hpp"
#include "hotpath/protocols/fix/tags.hpp"

namespace hotpath::protocols::fix {

inline constexpr std::size_t kSohBlock = 64;

/// Bit i: text[i] is SOH, of 64 characters.
[[nodiscard]] inline std::uint64_t soh_places(const char* text) noexcept {
    std::uint64_t places = 0;
#if defined(__SSE2__)
    // NOLINTBEGIN(portability-simd-intrinsics): the other branch is for other machines
    const __m128i soh = _mm_set1_epi8(kSoh);
    for (unsigned i = 0; i < kSohBlock; i += sizeof(__m128i)) {
        const __m128i part = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text + i));
        const int mask = _mm_movemask_epi8(_mm_cmpeq_epi8(part, soh));
        places |= static_cast<std::uint64_t>(static_cast<unsigned>(mask)) << i;
    }
    // NOLINTEND(portability-simd-intrinsics)
#else
    constexpr std::uint64_t kLowBits = ~digit_words::kHighBits;
    constexpr std::uint64_t kGather = 0x0102040810204080ULL;  // the lowest bit of each byte
    const auto* const bytes = reinterpret_cast<const std::byte*>(text);
    for (unsigned i = 0; i < kSohBlock; i += digit_words::kCharacters) {
        const std::uint64_t word = load_le<std::uint64_t>(bytes + i) ^ (digit_words::kOnes * kSoh);
        const std::uint64_t is_zero = ~(((word & kLowBits) + kLowBits) | word | kLowBits);
        places |= ((is_zero >> 7U) * kGather >> 56U) << i;
    }
#endif
    return places;
}

/// The same from `first` on, which is in the text; bits behind the end of the text are 0.
[[nodiscard]] inline std::uint64_t soh_places(std::string_view text, std::size_t first) noexcept {
    const std::size_t rest = text.size() - first;
    if (rest >= kSohBlock) {
        return soh_places(text.data() + first);
    }
    if (text.size() >= kSohBlock) {
        return soh_places(text.data() + text.size() - kSohBlock) >> (kSohBlock - rest);
    }
    std::array<char, kSohBlock> block{};
    std::memcpy(block.data(), text.data() + first, rest);
    return soh_places(block.data());
}

}  // namespace hotpath::protocols::fix
