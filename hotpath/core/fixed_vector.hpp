#pragma once
/// Up to N records in place: what a tick produces (intents, fills) without touching the heap.
///
/// The storage is inline and uninitialised, so making one costs nothing. A full vector refuses:
/// try_push_back() returns false and changes nothing. Records are trivially copyable. Contiguous:
/// converts to std::span. Threads: one owner. Allocation: none. Complexity: O(1); erase_at() is
/// O(size) and keeps the order.

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <type_traits>

#include "hotpath/core/assert.hpp"

namespace hotpath {

template <class T, std::size_t N>
class FixedVector {
    static_assert(N > 0 && std::is_trivially_copyable_v<T>);

  public:
    using value_type = T;

    /// Appends the item. Returns false if the vector is full.
    [[nodiscard]] bool try_push_back(const T& item) noexcept {
        if (size_ == N) {
            return false;
        }
        std::construct_at(data() + size_, item);
        ++size_;
        return true;
    }

    /// Removes the last item. Aborts if there is none.
    void pop_back() noexcept {
        HOTPATH_ASSERT(size_ > 0, "pop_back of an empty vector");
        --size_;
    }

    /// Removes the i-th item; later items move up. Aborts if there is none.
    void erase_at(std::size_t i) noexcept {
        HOTPATH_ASSERT(i < size_, "index in vector must be below its size");
        std::copy(begin() + i + 1, end(), begin() + i);
        --size_;
    }

    void clear() noexcept { size_ = 0; }

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] bool full() const noexcept { return size_ == N; }
    [[nodiscard]] static constexpr std::size_t capacity() noexcept { return N; }

    /// Returns the i-th item. Aborts if there is none, as front() and back() do.
    [[nodiscard]] T& operator[](std::size_t i) noexcept {
        HOTPATH_ASSERT(i < size_, "index in vector must be below its size");
        return data()[i];
    }
    [[nodiscard]] const T& operator[](std::size_t i) const noexcept {
        HOTPATH_ASSERT(i < size_, "index in vector must be below its size");
        return data()[i];
    }
    [[nodiscard]] T& front() noexcept { return (*this)[0]; }
    [[nodiscard]] const T& front() const noexcept { return (*this)[0]; }
    [[nodiscard]] T& back() noexcept { return (*this)[size_ - 1]; }
    [[nodiscard]] const T& back() const noexcept { return (*this)[size_ - 1]; }

    // Names and shape of the standard's ranges: range-for, std::span and algorithms take it as it
    // is.
    [[nodiscard]] T* data() noexcept { return reinterpret_cast<T*>(storage_.data()); }
    [[nodiscard]] const T* data() const noexcept {
        return reinterpret_cast<const T*>(storage_.data());
    }
    [[nodiscard]] T* begin() noexcept { return data(); }
    [[nodiscard]] T* end() noexcept { return data() + size_; }
    [[nodiscard]] const T* begin() const noexcept { return data(); }
    [[nodiscard]] const T* end() const noexcept { return data() + size_; }

  private:
    std::size_t size_ = 0;
    alignas(T) std::array<std::byte, N * sizeof(T)> storage_;
};

}  // namespace hotpath
