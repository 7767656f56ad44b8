#pragma once
/// std::queue with a mutex and a condition variable, unbounded: the baseline of published queue
/// comparisons. It counts the memory it allocates.
///
/// Threads: any. Allocation: a block of the deque every few messages, which is part of the
/// comparison. Source: Bilokon and Gunduz, "C++ Design Patterns for Low-Latency Applications
/// Including High-Frequency Trading" (2023), listing 9, without its race at the end.

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <queue>

namespace hotpath::bench {

/// How much is allocated through it now, and at most so far. Guarded by its user.
struct HeapUse {
    std::size_t bytes = 0;
    std::size_t bytes_max = 0;
};

template <class T>
class CountingAllocator {
  public:
    using value_type = T;

    explicit CountingAllocator(HeapUse& use) noexcept : use_(&use) {}
    template <class U>
    explicit(false) CountingAllocator(const CountingAllocator<U>& other) noexcept
        : use_(&other.use()) {}

    [[nodiscard]] T* allocate(std::size_t count) {
        use_->bytes += count * sizeof(T);
        use_->bytes_max = std::max(use_->bytes_max, use_->bytes);
        return std::allocator<T>{}.allocate(count);
    }
    void deallocate(T* memory, std::size_t count) noexcept {
        use_->bytes -= count * sizeof(T);
        std::allocator<T>{}.deallocate(memory, count);
    }

    [[nodiscard]] HeapUse& use() const noexcept { return *use_; }
    friend bool operator==(const CountingAllocator& a, const CountingAllocator& b) noexcept {
        return a.use_ == b.use_;
    }

  private:
    HeapUse* use_;
};

template <class T>
class BlockingQueue {
  public:
    BlockingQueue() : messages_(Deque(CountingAllocator<T>(use_))) {}
    BlockingQueue(const BlockingQueue&) = delete;
    BlockingQueue& operator=(const BlockingQueue&) = delete;
    ~BlockingQueue() = default;

    void push(const T& message) {
        {
            const std::scoped_lock lock(mutex_);
            messages_.push(message);
        }
        not_empty_.notify_one();
    }

    /// Sleeps while there is nothing; false when it is closed and empty.
    [[nodiscard]] bool pop(T& into) {
        std::unique_lock lock(mutex_);
        not_empty_.wait(lock, [this] { return !messages_.empty() || is_closed_; });
        if (messages_.empty()) {
            return false;
        }
        into = messages_.front();
        messages_.pop();
        return true;
    }

    void close() {
        {
            const std::scoped_lock lock(mutex_);
            is_closed_ = true;
        }
        not_empty_.notify_one();
    }

    [[nodiscard]] std::size_t bytes_max() const {
        const std::scoped_lock lock(mutex_);
        return use_.bytes_max;
    }

  private:
    using Deque = std::deque<T, CountingAllocator<T>>;

    mutable std::mutex mutex_;
    std::condition_variable not_empty_;
    HeapUse use_;
    std::queue<T, Deque> messages_;
    bool is_closed_ = false;
};

}  // namespace hotpath::bench
