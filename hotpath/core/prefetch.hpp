#pragma once
/// Asks for the cache line at an address that will be read soon (prefetch_for_read), or read and
/// written (prefetch_for_write).
///
/// In one place, and not the compiler's builtin at each: GCC 12 takes a function that does nothing
/// but prefetch for one without effect and deletes the calls of it
/// (docs/techniques/prefetching.md). The empty assembly is an effect that it does not look into.
/// Any address will do, also one that is not mapped. Threads: any. Allocation: none. Complexity:
/// O(1); a line that is far away occupies one of the core's few line buffers until it arrives.

namespace hotpath {

[[gnu::always_inline]] inline void prefetch_for_read(const void* line) noexcept {
    __builtin_prefetch(line, 0);
    asm volatile("");
}

[[gnu::always_inline]] inline void prefetch_for_write(const void* line) noexcept {
    __builtin_prefetch(line, 1);
    asm volatile("");
}

}  // namespace hotpath
