#pragma once
/// Prefetches the cache line of an address that will soon be read (prefetch_for_read), or read and
/// written (prefetch_for_write).
///
/// Use these instead of the compiler's builtin: GCC 12 takes a function that only prefetches for
/// one without effects and deletes its calls (docs/techniques/prefetching.md). The empty assembly
/// is an effect that it must keep.
/// Any address is allowed, even an unmapped one. Threads: any. Allocation: none. Complexity: O(1);
/// a distant line occupies one of the core's few line buffers until it arrives.

#include <cstddef>

#include "hotpath/core/cpu.hpp"

namespace hotpath {

[[gnu::always_inline]] inline void prefetch_for_read(const void* line) noexcept {
    __builtin_prefetch(line, 0);
    asm volatile("");
}

[[gnu::always_inline]] inline void prefetch_for_write(const void* line) noexcept {
    __builtin_prefetch(line, 1);
    asm volatile("");
}

/// All lines of an object: its own members, and not what they point to. Complexity: O(lines).
template <class Object>
[[gnu::always_inline]] inline void prefetch_whole(const Object& object) noexcept {
    const auto* const bytes = reinterpret_cast<const std::byte*>(&object);
    for (std::size_t at = 0; at < sizeof(Object); at += kCacheLine) {
        prefetch_for_write(bytes + at);
    }
}

}  // namespace hotpath
