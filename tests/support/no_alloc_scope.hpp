#pragma once
/// NoAllocScope counts the allocations of this thread during its lifetime; tests use it to prove
/// that the hot path does not allocate.
///
///   NoAllocScope scope;
///   engine.on_packet(packet, now);
///   EXPECT_EQ(scope.allocations(), 0);
///
/// The counting operator new, delete and malloc are in this folder (target hotpath::testing), as is
/// the definition of thread_allocations(), so a program without them fails to link instead of
/// counting nothing. Threads: counts its own thread's. Allocation: none. Complexity: O(1).

#include <cstdint>

namespace hotpath {

/// Allocations of this thread since it began.
struct AllocationCounts {
    std::uint64_t allocations = 0;
    std::uint64_t deallocations = 0;
};

[[nodiscard]] const AllocationCounts& thread_allocations() noexcept;

class NoAllocScope {
  public:
    NoAllocScope() noexcept : before_(thread_allocations()) {}
    NoAllocScope(const NoAllocScope&) = delete;
    NoAllocScope& operator=(const NoAllocScope&) = delete;

    [[nodiscard]] std::uint64_t allocations() const noexcept {
        return thread_allocations().allocations - before_.allocations;
    }
    [[nodiscard]] std::uint64_t deallocations() const noexcept {
        return thread_allocations().deallocations - before_.deallocations;
    }

  private:
    AllocationCounts before_;
};

}  // namespace hotpath
