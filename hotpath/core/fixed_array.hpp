#pragma once
/// An array whose size is fixed at construction, in its own memory or in an arena; the storage of
/// the other fixed containers.
///
/// Records begin as zero bytes in an arena and as T{} in own memory; a container relies on neither
/// beyond its markers. Movable, not copyable; references stay valid across moves. Threads: one
/// owner. Allocation: once, at construction. Complexity: O(1).

#include <cstddef>
#include <memory>
#include <span>

#include "hotpath/core/arena.hpp"
#include "hotpath/core/assert.hpp"

namespace hotpath {

template <ArenaRecord T>
class FixedArray {
  public:
    explicit FixedArray(std::size_t size)
        : own_(std::make_unique<T[]>(size)), items_(own_.get(), size) {}
    FixedArray(Arena& arena, std::size_t size) : items_(arena.allocate<T>(size)) {}

    [[nodiscard]] std::size_t size() const noexcept { return items_.size(); }

    [[nodiscard]] T& operator[](std::size_t i) noexcept {
        HOTPATH_ASSERT_HOT(i < items_.size(), "index in array must be below its size");
        return items_[i];
    }
    [[nodiscard]] const T& operator[](std::size_t i) const noexcept {
        HOTPATH_ASSERT_HOT(i < items_.size(), "index in array must be below its size");
        return items_[i];
    }

    [[nodiscard]] std::span<T> items() noexcept { return items_; }
    [[nodiscard]] std::span<const T> items() const noexcept { return items_; }

  private:
    std::unique_ptr<T[]> own_;  // empty when the memory belongs to an arena
    std::span<T> items_;
};

}  // namespace hotpath
