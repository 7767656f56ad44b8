// Every form of operator new and delete, counted by thread for NoAllocScope. All forms are here
// because a sanitizer's own array, nothrow, sized and aligned forms would not call the plain ones.

#include <cstddef>
#include <new>

#include "tests/support/counted_memory.hpp"
#include "tests/support/no_alloc_scope.hpp"

namespace hotpath {
namespace {

// Constant-initialised: malloc counts here before any constructor has run.
constinit thread_local AllocationCounts counts_of_this_thread;

void* allocate(std::size_t bytes) noexcept {
    support::count_allocation();
    return support::allocate_uncounted(bytes);
}

void* allocate(std::size_t bytes, std::align_val_t alignment) noexcept {
    support::count_allocation();
    return support::allocate_uncounted_aligned(bytes, static_cast<std::size_t>(alignment));
}

void* or_throw(void* memory) {
    if (memory == nullptr) {
        throw std::bad_alloc();
    }
    return memory;
}

void free_counted(void* memory) noexcept {
    support::count_deallocation(memory);
    support::free_uncounted(memory);
}

}  // namespace

const AllocationCounts& thread_allocations() noexcept {
    return counts_of_this_thread;
}

namespace support {

void count_allocation() noexcept {
    ++counts_of_this_thread.allocations;
}

void count_deallocation(const void* memory) noexcept {
    counts_of_this_thread.deallocations += memory != nullptr ? 1 : 0;
}

}  // namespace support
}  // namespace hotpath

using hotpath::allocate;
using hotpath::free_counted;
using hotpath::or_throw;

void* operator new(std::size_t n) {
    return or_throw(allocate(n));
}
void* operator new[](std::size_t n) {
    return or_throw(allocate(n));
}
void* operator new(std::size_t n, const std::nothrow_t&) noexcept {
    return allocate(n);
}
void* operator new[](std::size_t n, const std::nothrow_t&) noexcept {
    return allocate(n);
}
void* operator new(std::size_t n, std::align_val_t a) {
    return or_throw(allocate(n, a));
}
void* operator new[](std::size_t n, std::align_val_t a) {
    return or_throw(allocate(n, a));
}
void* operator new(std::size_t n, std::align_val_t a, const std::nothrow_t&) noexcept {
    return allocate(n, a);
}
void* operator new[](std::size_t n, std::align_val_t a, const std::nothrow_t&) noexcept {
    return allocate(n, a);
}

void operator delete(void* p) noexcept {
    free_counted(p);
}
void operator delete[](void* p) noexcept {
    free_counted(p);
}
void operator delete(void* p, std::size_t) noexcept {
    free_counted(p);
}
void operator delete[](void* p, std::size_t) noexcept {
    free_counted(p);
}
void operator delete(void* p, const std::nothrow_t&) noexcept {
    free_counted(p);
}
void operator delete[](void* p, const std::nothrow_t&) noexcept {
    free_counted(p);
}
void operator delete(void* p, std::align_val_t) noexcept {
    free_counted(p);
}
void operator delete[](void* p, std::align_val_t) noexcept {
    free_counted(p);
}
void operator delete(void* p, std::size_t, std::align_val_t) noexcept {
    free_counted(p);
}
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept {
    free_counted(p);
}
void operator delete(void* p, std::align_val_t, const std::nothrow_t&) noexcept {
    free_counted(p);
}
void operator delete[](void* p, std::align_val_t, const std::nothrow_t&) noexcept {
    free_counted(p);
}
