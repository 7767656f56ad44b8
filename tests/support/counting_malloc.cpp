// The C library's allocator, counted by thread for NoAllocScope: what strdup, fopen and C libraries
// take. Forwards to glibc's own entry points, which stay reachable under these names for exactly
// this use.

#include <cerrno>
#include <cstddef>

#include "tests/support/counted_memory.hpp"

extern "C" {
void* __libc_malloc(std::size_t bytes) noexcept;
void* __libc_calloc(std::size_t n, std::size_t bytes) noexcept;
void* __libc_realloc(void* memory, std::size_t bytes) noexcept;
void* __libc_memalign(std::size_t alignment, std::size_t bytes) noexcept;
void __libc_free(void* memory) noexcept;
}

namespace hotpath::support {

void* allocate_uncounted(std::size_t bytes) noexcept {
    return __libc_malloc(bytes);
}

void* allocate_uncounted_aligned(std::size_t bytes, std::size_t alignment) noexcept {
    return __libc_memalign(alignment, bytes);
}

void free_uncounted(void* memory) noexcept {
    __libc_free(memory);
}

}  // namespace hotpath::support

using hotpath::support::count_allocation;
using hotpath::support::count_deallocation;

extern "C" {

void* malloc(std::size_t bytes) noexcept {
    count_allocation();
    return __libc_malloc(bytes);
}

void* calloc(std::size_t n, std::size_t bytes) noexcept {
    count_allocation();
    return __libc_calloc(n, bytes);
}

void* realloc(void* memory, std::size_t bytes) noexcept {
    count_allocation();
    count_deallocation(memory);
    return __libc_realloc(memory, bytes);
}

void* memalign(std::size_t alignment, std::size_t bytes) noexcept {
    count_allocation();
    return __libc_memalign(alignment, bytes);
}

void* aligned_alloc(std::size_t alignment, std::size_t bytes) noexcept {
    return memalign(alignment, bytes);
}

int posix_memalign(void** memory, std::size_t alignment, std::size_t bytes) noexcept {
    void* const aligned = memalign(alignment, bytes);
    if (aligned == nullptr) {
        return ENOMEM;
    }
    *memory = aligned;
    return 0;
}

void free(void* memory) noexcept {
    count_deallocation(memory);
    __libc_free(memory);
}

}  // extern "C"
