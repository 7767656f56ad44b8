#pragma once
/// A fixed number of objects out of an arena, named by index: half the size of a pointer, and the
/// same in every process.
///
/// The free list runs through the free objects' own bytes (intrusive), last released first, so the
/// object that comes next is still in the cache. Objects never used are not even touched. An
/// exhausted pool refuses: acquire() returns kNone. Releasing an object twice is our bug; only the
/// twice-in-a-row case is seen. Threads: one owner. Allocation: once, at construction. Complexity:
/// O(1).

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>

#include "hotpath/core/fixed_array.hpp"

namespace hotpath {

template <ArenaRecord T, std::unsigned_integral Index = std::uint32_t>
class ObjectPool {
  public:
    static constexpr Index kNone = std::numeric_limits<Index>::max();

    ObjectPool(Arena& arena, Index capacity) : slots_(arena, capacity) {}
    explicit ObjectPool(Index capacity) : slots_(capacity) {}

    /// Bytes that a pool of this capacity takes from its arena.
    [[nodiscard]] static constexpr std::size_t arena_bytes(Index capacity) noexcept {
        return Arena::bytes_for<Slot>(capacity);
    }

    /// Returns the index of an object equal to T{}, or kNone if all are in use.
    [[nodiscard]] Index acquire() noexcept {
        Index index = free_head_;
        if (index != kNone) {
            free_head_ = slots_[index].next_free;
        } else if (fresh_ < slots_.size()) {
            index = fresh_++;
        } else {
            return kNone;
        }
        std::construct_at(&slots_[index].object);
        ++in_use_;
        return index;
    }

    /// Takes an object back. Aborts if none is in use, or if the last call released the same one.
    void release(Index index) noexcept {
        HOTPATH_ASSERT(index < fresh_ && index != free_head_ && in_use_ > 0,
                       "release of an object in use only, and once");
        slots_[index].next_free = free_head_;
        free_head_ = index;
        --in_use_;
    }

    /// Returns the object of an index that acquire() returned.
    [[nodiscard]] T& operator[](Index index) noexcept {
        HOTPATH_ASSERT_HOT(index < fresh_, "the index must come from this pool");
        return slots_[index].object;
    }
    [[nodiscard]] const T& operator[](Index index) const noexcept {
        HOTPATH_ASSERT_HOT(index < fresh_, "the index must come from this pool");
        return slots_[index].object;
    }

    [[nodiscard]] Index in_use() const noexcept { return in_use_; }
    [[nodiscard]] Index capacity() const noexcept { return static_cast<Index>(slots_.size()); }

  private:
    union Slot {
        constexpr Slot() noexcept : next_free{} {}
        T object;
        Index next_free;
    };

    FixedArray<Slot> slots_;
    Index fresh_ = 0;  // slots from here on have never been used
    Index free_head_ = kNone;
    Index in_use_ = 0;
};

}  // namespace hotpath
