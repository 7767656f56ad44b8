// Under a sanitizer malloc is the sanitizer's: it goes uncounted, and only operator new and delete
// are counted.

#include <cstddef>
#include <cstdlib>

#include "tests/support/counted_memory.hpp"

namespace hotpath::support {

void* allocate_uncounted(std::size_t bytes) noexcept {
    return std::malloc(bytes);
}

void* allocate_uncounted_aligned(std::size_t bytes, std::size_t alignment) noexcept {
    void* memory = nullptr;
    return posix_memalign(&memory, alignment, bytes) == 0 ? memory : nullptr;
}

void free_uncounted(void* memory) noexcept {
    std::free(memory);
}

}  // namespace hotpath::support
