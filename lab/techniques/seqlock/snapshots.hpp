#pragma once
/// Where one thread keeps the latest snapshot of an instrument for others: under a mutex, a shared mutex, a sequence number, or in three
/// buffers.
///
/// Each has store(), for one writer, and load(), for one reader. Threads: those two. Allocation: none. Source: Boehm, "Can Seqlocks Get
/// Along with Programming Language Memory Models?" (2012); the triple buffer is folklore of graphics.

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <shared_mutex>

#include "hotpath/core/cpu.hpp"
#include "hotpath/queue/seqlock.hpp"

namespace hotpath::lab::snapshots {

/// 64 bytes: two sides of four levels.
struct Snapshot {
    std::uint64_t number = 0;
    std::array<std::uint32_t, 6> prices{};
    std::array<std::uint32_t, 6> qtys{};
    std::uint64_t traded_qty = 0;
};
static_assert(sizeof(Snapshot) == 64);

// [mutex]
class UnderMutex {
  public:
    void store(const Snapshot& value) {
        const std::scoped_lock locked(mutex_);
        value_ = value;
    }
    [[nodiscard]] Snapshot load() {
        const std::scoped_lock locked(mutex_);
        return value_;
    }

  private:
    alignas(kCacheLine) std::mutex mutex_;
    Snapshot value_;
};
// [end]

class UnderSharedMutex {
  public:
    void store(const Snapshot& value) {
        const std::unique_lock locked(mutex_);
        value_ = value;
    }
    [[nodiscard]] Snapshot load() {
        const std::shared_lock locked(mutex_);
        return value_;
    }

  private:
    alignas(kCacheLine) std::shared_mutex mutex_;
    Snapshot value_;
};

// [seqlock]
/// The reader writes nothing, and reads again when the version has changed meanwhile.
class UnderSequence {
  public:
    void store(const Snapshot& value) { value_.store(value); }
    [[nodiscard]] Snapshot load() { return value_.load(); }

  private:
    queue::Seqlock<Snapshot> value_;
};
// [end]

// [triple]
/// The writer owns one buffer, the reader another, and the third is the newest that is complete: they exchange theirs for it.
class InThreeBuffers {
  public:
    void store(const Snapshot& value) {
        buffers_[writing_].value = value;
        writing_ = newest_.exchange(writing_ | kFresh, std::memory_order_acq_rel) & kBuffer;
    }
    [[nodiscard]] Snapshot load() {
        if ((newest_.load(std::memory_order_relaxed) & kFresh) != 0) {
            reading_ = newest_.exchange(reading_, std::memory_order_acq_rel) & kBuffer;
        }
        return buffers_[reading_].value;
    }

  private:
    static constexpr std::uint32_t kBuffer = 3;
    static constexpr std::uint32_t kFresh = 4;  // not yet taken by the reader

    struct alignas(kCacheLine) Buffer {
        Snapshot value;
    };
    std::array<Buffer, 3> buffers_{};
    alignas(kCacheLine) std::atomic<std::uint32_t> newest_{1};
    alignas(kCacheLine) std::uint32_t writing_ = 0;  // the writer's
    alignas(kCacheLine) std::uint32_t reading_ = 2;  // the reader's
};
// [end]

}  // namespace hotpath::lab::snapshots
