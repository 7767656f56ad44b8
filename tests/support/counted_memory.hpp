#pragma once
/// Between the counting operator new and the C library's allocator: memory that is not counted
/// again on its way.
///
/// counting_malloc.cpp defines it over glibc's own entry points and counts every malloc of the
/// program besides; uncounted_malloc.cpp, for sanitizer builds, over malloc. One of the two is
/// linked. Threads: any. Allocation: that is what it does. Tests only.

#include <cstddef>

namespace hotpath::support {

/// nullptr when the system has no more.
[[nodiscard]] void* allocate_uncounted(std::size_t bytes) noexcept;
[[nodiscard]] void* allocate_uncounted_aligned(std::size_t bytes, std::size_t alignment) noexcept;
void free_uncounted(void* memory) noexcept;

void count_allocation() noexcept;
/// Freeing nullptr does nothing and is not counted.
void count_deallocation(const void* memory) noexcept;

}  // namespace hotpath::support
