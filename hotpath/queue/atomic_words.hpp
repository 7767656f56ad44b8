#pragma once
/// Copies to and from memory that another thread may be overwriting at the same time: a word of 8
/// bytes at a time, each a separate atomic. The copy may be a mixture of old and new words, never a
/// data race; the caller decides from a separate version whether it was a mixture.
///
/// Every word is stored with release and loaded with acquire. A reader that saw one word of a
/// writer's copy therefore also sees everything the writer did before that copy, in particular the
/// version that said "being overwritten": the check after the copy finds it. With relaxed words the
/// check could pass over a mixture. Fences would do the same and are unknown to ThreadSanitizer; on
/// x86-64 both are plain moves.
///
/// Threads: one writer and any readers of the shared side; the other side is the caller's own.
/// Allocation: none. Complexity: O(bytes). After Boehm, "Can seqlocks get along with programming
/// language memory models?".

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "hotpath/core/assert.hpp"

namespace hotpath::queue {

inline constexpr std::size_t kWordBytes = sizeof(std::uint64_t);

static_assert(std::atomic_ref<std::uint64_t>::is_always_lock_free,
              "words are shared between processes");

/// Shared memory taken by a record of that many bytes.
[[nodiscard]] constexpr std::size_t bytes_in_words(std::size_t bytes) noexcept {
    return (bytes + kWordBytes - 1) / kWordBytes * kWordBytes;
}

/// The word at `ring`, which is aligned to it.
[[nodiscard]] inline std::uint64_t load_word(const std::byte* ring) noexcept {
    // An atomic_ref of a const type comes with C++26; a load writes nothing.
    auto* const word = reinterpret_cast<std::uint64_t*>(const_cast<std::byte*>(ring));
    return std::atomic_ref(*word).load(std::memory_order_acquire);
}

inline void store_word(std::byte* ring, std::uint64_t value) noexcept {
    std::atomic_ref(*reinterpret_cast<std::uint64_t*>(ring))
        .store(value, std::memory_order_release);
}

/// The 1 to 7 bytes of a last, partial word, as its low bytes. In pieces of 4, 2 and 1: through an
/// array on the stack the load of the word would wait for the stores of its bytes.
[[nodiscard]] inline std::uint64_t gather_partial_word(const std::byte* from,
                                                       std::size_t bytes) noexcept {
    std::uint32_t four = 0;
    std::uint16_t two = 0;
    std::uint8_t one = 0;
    if ((bytes & 4U) != 0) {
        std::memcpy(&four, from, sizeof four);
    }
    if ((bytes & 2U) != 0) {
        std::memcpy(&two, from + (bytes & 4U), sizeof two);
    }
    if ((bytes & 1U) != 0) {
        std::memcpy(&one, from + (bytes & 6U), sizeof one);
    }
    return four | (std::uint64_t{two} << ((bytes & 4U) * 8)) |
           (std::uint64_t{one} << ((bytes & 6U) * 8));
}

/// The reverse.
inline void scatter_partial_word(std::byte* into, std::uint64_t word, std::size_t bytes) noexcept {
    const auto four = static_cast<std::uint32_t>(word);
    const auto two = static_cast<std::uint16_t>(word >> ((bytes & 4U) * 8));
    const auto one = static_cast<std::uint8_t>(word >> ((bytes & 6U) * 8));
    if ((bytes & 4U) != 0) {
        std::memcpy(into, &four, sizeof four);
    }
    if ((bytes & 2U) != 0) {
        std::memcpy(into + (bytes & 4U), &two, sizeof two);
    }
    if ((bytes & 1U) != 0) {
        std::memcpy(into + (bytes & 6U), &one, sizeof one);
    }
}

/// `bytes` of `from` into the shared memory at `ring`, aligned to a word. The rest of a last,
/// partial word becomes zero: bytes_in_words(bytes) are written.
inline void store_words(std::byte* ring, const std::byte* from, std::size_t bytes) noexcept {
    HOTPATH_ASSERT_HOT(std::bit_cast<std::uintptr_t>(ring) % kWordBytes == 0,
                       "the ring must be aligned to a word");
    const std::size_t whole = bytes / kWordBytes * kWordBytes;
#pragma GCC unroll 4
    for (std::size_t at = 0; at < whole; at += kWordBytes) {
        std::uint64_t word = 0;
        std::memcpy(&word, from + at, kWordBytes);
        store_word(ring + at, word);
    }
    if (whole != bytes) {
        store_word(ring + whole, gather_partial_word(from + whole, bytes - whole));
    }
}

/// `bytes` of the shared memory at `ring`, aligned to a word, into `into`, of which nothing behind
/// is touched.
inline void load_words(std::byte* into, const std::byte* ring, std::size_t bytes) noexcept {
    HOTPATH_ASSERT_HOT(std::bit_cast<std::uintptr_t>(ring) % kWordBytes == 0,
                       "the ring must be aligned to a word");
    const std::size_t whole = bytes / kWordBytes * kWordBytes;
#pragma GCC unroll 4
    for (std::size_t at = 0; at < whole; at += kWordBytes) {
        const std::uint64_t word = load_word(ring + at);
        std::memcpy(into + at, &word, kWordBytes);
    }
    if (whole != bytes) {
        scatter_partial_word(into + whole, load_word(ring + whole), bytes - whole);
    }
}

}  // namespace hotpath::queue
