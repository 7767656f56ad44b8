#pragma once
/// FNV-1a, 64 bits: a hash of characters that is the same everywhere. For short texts such as a
/// venue's ids; a byte a multiplication. Not cryptographic: who chooses the texts can make them meet.
///
/// Threads: a function of its arguments. Allocation: none. Complexity: O(characters). Source: Fowler,
/// Noll, Vo (public domain).

#include <cstdint>
#include <string_view>

namespace hotpath {

inline constexpr std::uint64_t kFnv1aStart = 0xcbf29ce484222325ULL;

/// Another `start` gives another hash of the same text.
[[nodiscard]] constexpr std::uint64_t fnv1a(std::string_view text,
                                            std::uint64_t start = kFnv1aStart) noexcept {
    constexpr std::uint64_t kPrime = 0x100000001b3ULL;
    std::uint64_t hash = start;
    for (const char c : text) {
        hash = (hash ^ static_cast<unsigned char>(c)) * kPrime;
    }
    return hash;
}

}  // namespace hotpath
