#pragma once
/// A first-in-first-out queue within one thread, its capacity fixed at construction. (Queues
/// between threads are another library.)
///
/// A ring indexed by two counters that never reset: their difference is the size, and both may
/// wrap, so the ring is a power of two while the queue holds exactly the capacity asked for. A full
/// queue refuses: try_push() returns false. Threads: one owner. Allocation: once, at construction
/// (own memory or an arena). Complexity: O(1).

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "hotpath/core/fixed_array.hpp"

namespace hotpath {

/// Index is the counters' type; only a test that wants them to wrap soon chooses another.
template <ArenaRecord T, std::unsigned_integral Index = std::uint64_t>
class FixedQueue {
  public:
    explicit FixedQueue(std::size_t capacity) : capacity_(capacity), ring_(slots_for(capacity)) {}
    FixedQueue(Arena& arena, std::size_t capacity)
        : capacity_(capacity), ring_(arena, slots_for(capacity)) {}

    /// Bytes that a queue of this capacity takes from its arena.
    [[nodiscard]] static constexpr std::size_t arena_bytes(std::size_t capacity) noexcept {
        return Arena::bytes_for<T>(slots_for(capacity));
    }

    /// Appends the item. Returns false if the queue is full.
    [[nodiscard]] bool try_push(const T& item) noexcept {
        if (full()) {
            return false;
        }
        at(write_index_) = item;
        ++write_index_;
        return true;
    }

    /// Returns the oldest item. Aborts if the queue is empty.
    [[nodiscard]] T& front() noexcept {
        HOTPATH_ASSERT(!empty(), "front of an empty queue");
        return at(read_index_);
    }

    [[nodiscard]] const T& front() const noexcept { return (*this)[0]; }

    /// Removes the oldest item. Aborts if the queue is empty.
    void pop() noexcept {
        HOTPATH_ASSERT(!empty(), "pop of an empty queue");
        ++read_index_;
    }

    /// Returns the i-th oldest item. Aborts if there is none.
    [[nodiscard]] const T& operator[](std::size_t i) const noexcept {
        HOTPATH_ASSERT(i < size(), "index in queue must be below its size");
        return ring_[static_cast<Index>(read_index_ + static_cast<Index>(i)) & (ring_.size() - 1)];
    }

    void clear() noexcept { read_index_ = write_index_; }

    [[nodiscard]] std::size_t size() const noexcept {
        return static_cast<Index>(write_index_ - read_index_);
    }
    [[nodiscard]] bool empty() const noexcept { return read_index_ == write_index_; }
    [[nodiscard]] bool full() const noexcept { return size() == capacity_; }
    [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }

  private:
    [[nodiscard]] static constexpr std::size_t slots_for(std::size_t capacity) noexcept {
        // More slots than half the counters' range and a full ring would look like an empty one.
        HOTPATH_ASSERT(capacity > 0 && capacity <= std::numeric_limits<Index>::max() / 2 + 1,
                       "a queue's capacity must be positive and within half its counters' range");
        return std::bit_ceil(capacity);
    }

    [[nodiscard]] T& at(Index counter) noexcept { return ring_[counter & (ring_.size() - 1)]; }

    std::size_t capacity_;
    FixedArray<T> ring_;
    Index write_index_ = 0;
    Index read_index_ = 0;
};

}  // namespace hotpath
