#pragma once
/// The cost of the race-free, word-wise copy of hotpath/queue/atomic_words.hpp, beside plain
/// memcpy: into a ring and out of it, in one thread, with the bytes in the first-level cache, so
/// that only the copy itself is seen.
///
/// Tests e_copy_cost_LENGTH. A regression means that the compiler no longer turns a word's atomic
/// store into one move. It does not show what a line costs that another core holds: there both wait
/// for the line, and the difference disappears. Threads: one. Allocation: none. Complexity: O(n).

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "hotpath/queue/atomic_words.hpp"

namespace hotpath::bench {

inline constexpr std::size_t kCopyRingBytes = std::size_t{8} << 10U;

/// Source, ring and destination of the copies.
struct CopyBuffers {
    alignas(64) std::array<std::byte, 4'096> from{};
    alignas(64) std::array<std::byte, kCopyRingBytes> ring{};
    alignas(64) std::array<std::byte, 4'096> into{};
};

struct WordWiseCopy {
    static void store(std::byte* ring, const std::byte* from, std::size_t bytes) noexcept {
        queue::store_words(ring, from, bytes);
    }
    static void load(std::byte* into, const std::byte* ring, std::size_t bytes) noexcept {
        queue::load_words(into, ring, bytes);
    }
};

struct MemcpyCopy {
    static void store(std::byte* ring, const std::byte* from, std::size_t bytes) noexcept {
        std::memcpy(ring, from, bytes);
    }
    static void load(std::byte* into, const std::byte* ring, std::size_t bytes) noexcept {
        std::memcpy(into, ring, bytes);
    }
};

/// Copies `records` records of `length` bytes into the ring and out again, and returns a sum of
/// what came out (the same for every kind of copy). A ring full of stores, then as many loads: a
/// load right after its own store would measure store forwarding, which two threads never see.
/// Timed from outside: items = records, each one store and one load.
template <class Copy>
[[nodiscard]] std::uint64_t copy_records(CopyBuffers& buffers, std::size_t length,
                                         std::uint64_t records) noexcept {
    const std::size_t stride = (length + 15) / 8 * 8;
    const std::uint64_t lap = kCopyRingBytes / stride;
    std::uint64_t sum = 0;
    for (std::uint64_t first = 0; first < records; first += lap) {
        const std::uint64_t here = std::min(lap, records - first);
        for (std::uint64_t i = 0; i < here; ++i) {
            const std::uint64_t record = first + i;
            std::memcpy(buffers.from.data(), &record, sizeof record);
            Copy::store(buffers.ring.data() + i * stride, buffers.from.data(), length);
        }
        // As between two threads: nothing is known of the ring's bytes between store and load.
        std::atomic_signal_fence(std::memory_order_seq_cst);
        for (std::uint64_t i = 0; i < here; ++i) {
            Copy::load(buffers.into.data(), buffers.ring.data() + i * stride, length);
            std::atomic_signal_fence(std::memory_order_seq_cst);
            std::uint64_t word = 0;
            std::memcpy(&word, buffers.into.data(), sizeof word);
            sum += word + std::to_integer<std::uint64_t>(buffers.into[length - 1]);
        }
    }
    return sum;
}

}  // namespace hotpath::bench
