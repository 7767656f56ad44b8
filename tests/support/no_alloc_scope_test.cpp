#include "tests/support/no_alloc_scope.hpp"

#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace hotpath {
namespace {

struct alignas(256) WideRecord {
    char bytes[256];
};

/// Hides from the compiler that the memory is unused, so that it keeps the allocation.
void escape(const void* memory) {
    asm volatile("" : : "g"(memory) : "memory");
}

/// False in sanitizer builds, where malloc is the sanitizer's and refuses an absurd size by
/// aborting.
bool is_malloc_counted() {
    const NoAllocScope scope;
    void* const memory = std::malloc(1);
    escape(memory);
    std::free(memory);
    return scope.allocations() > 0;
}

// Calls the operators themselves: a new expression with unused memory may be optimised away.
template <class... Form>
void take_and_give(Form... form) {
    void* const one = ::operator new(100, form...);
    escape(one);
    ::operator delete(one, form...);
    void* const many = ::operator new[](100, form...);
    escape(many);
    ::operator delete[](many, form...);
}

TEST(NoAllocScope, SeesNothingWhereNothingIsAllocated) {
    int sum = 0;
    const NoAllocScope scope;
    for (int i = 0; i < 100; ++i) {
        sum += i;
    }
    EXPECT_EQ(scope.allocations(), 0U);
    EXPECT_EQ(scope.deallocations(), 0U);
    EXPECT_EQ(sum, 4950);
}

TEST(NoAllocScope, CountsEveryFormOfNewAndDelete) {
    const NoAllocScope scope;
    take_and_give();
    take_and_give(std::nothrow);
    take_and_give(std::align_val_t{256});
    take_and_give(std::align_val_t{256}, std::nothrow);
    const std::uint64_t allocations = scope.allocations();
    const std::uint64_t deallocations = scope.deallocations();
    EXPECT_EQ(allocations, 8U);
    EXPECT_EQ(deallocations, 8U);
}

TEST(NoAllocScope, CountsSizedDelete) {
    void* const one = ::operator new(100);
    void* const aligned = ::operator new(100, std::align_val_t{64});
    const NoAllocScope scope;
    ::operator delete(one, std::size_t{100});
    ::operator delete(aligned, std::size_t{100}, std::align_val_t{64});
    ::operator delete(static_cast<void*>(nullptr));
    const std::uint64_t deallocations = scope.deallocations();
    EXPECT_EQ(deallocations, 2U) << "deleting nullptr is nothing";
}

TEST(NoAllocScope, CountsWhatContainersAndStringsTake) {
    const NoAllocScope scope;
    const std::vector<int> numbers(1000);
    escape(numbers.data());
    const std::string text(1000, 'x');
    escape(text.data());
    const auto record = std::make_unique<WideRecord>();
    escape(record.get());
    const std::uint64_t allocations = scope.allocations();
    EXPECT_EQ(allocations, 3U);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(record.get()) % alignof(WideRecord), 0U);
}

TEST(NoAllocScope, CountsOnlyFromItsOwnBeginning) {
    const std::vector<int> before(1000);
    escape(before.data());
    const NoAllocScope scope;
    EXPECT_EQ(scope.allocations(), 0U);
}

TEST(NoAllocScope, DoesNotSeeOtherThreads) {
    std::uint64_t seen_by_the_other = 0;
    std::thread other([&] {
        const NoAllocScope scope;
        const std::vector<int> numbers(1000);
        escape(numbers.data());
        seen_by_the_other = scope.allocations();
    });
    const NoAllocScope scope;
    other.join();
    const std::uint64_t seen_here = scope.allocations();
    EXPECT_EQ(seen_here, 0U);
    EXPECT_EQ(seen_by_the_other, 1U);
}

TEST(NoAllocScope, NewThrowsBadAllocWhenThereIsNoMemory) {
    if (!is_malloc_counted()) {
        GTEST_SKIP() << "a sanitizer's malloc aborts where the system's returns nullptr";
    }
    // Volatile, so that the compiler does not see the size and warn.
    const volatile std::size_t too_much = ~std::size_t{0} / 2;
    EXPECT_EQ(::operator new(too_much, std::nothrow), nullptr);
    EXPECT_THROW(::operator delete(::operator new(too_much)), std::bad_alloc);
    EXPECT_EQ(::operator new(too_much, std::align_val_t{64}, std::nothrow), nullptr);
}

TEST(NoAllocScope, CountsMallocWhereNoSanitizerOwnsIt) {
    if (!is_malloc_counted()) {
        GTEST_SKIP() << "malloc belongs to a sanitizer here: only new and delete are counted";
    }
    const NoAllocScope scope;
    char* copy = strdup("a string for the heap");
    escape(copy);
    copy = static_cast<char*>(std::realloc(copy, 100));
    void* const aligned = std::aligned_alloc(64, 128);
    void* const zeroed = std::calloc(10, 10);
    for (void* const memory : {static_cast<void*>(copy), aligned, zeroed}) {
        escape(memory);
        std::free(memory);
    }
    const std::uint64_t allocations = scope.allocations();
    const std::uint64_t deallocations = scope.deallocations();
    EXPECT_EQ(allocations, 4U) << "strdup, realloc, aligned_alloc, calloc";
    EXPECT_EQ(deallocations, 4U) << "realloc gives its old memory back";
}

}  // namespace
}  // namespace hotpath
