#pragma once
/// NoAllocScope counts this thread's allocations while it lives: how a test proves that the hot
/// path makes none.
///
///   NoAllocScope scope;
///   engine.on_packet(packet, now);
///   EXPECT_EQ(scope.allocations(), 0);
///
/// The counting operator new, delete and malloc are in this folder (target hotpath::testing),
/// with the definition of thread_allocations(): a program without them does not link, instead of
/// counting nothing. Threads: counts its own thread's. Allocation: none. Complexity: O(1).

#include <cstdint>

namespace hotpath {

/// Since the thread began.
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
