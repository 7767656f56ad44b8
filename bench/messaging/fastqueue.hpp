#pragma once
/// The FastQueue of the talk "Engineering low-latency trading systems", reproduced from its slides
/// for comparison, and completed where the slides say "simplified code" (the end of the ring, the
/// report to a lapped reader).
///
/// One writer, many readers. The writer announces in a shared write counter how far it will write,
/// copies length and bytes, and publishes in a shared read counter. The options are the talk's
/// three optimisations: kFastQueueBaseline has none of them, kFastQueueTuned all. The copies are
/// plain memcpy and race (the talk says so and cites P1478): not for use. Threads: one writer, many
/// readers. Allocation: none. Complexity: O(length).

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace hotpath::bench {

struct FastQueueOptions {
    /// 1. The write counter is announced for this many bytes at a time; 1: for every record.
    std::size_t write_block_bytes = 1;
    /// 2. Records are rounded up to this.
    std::size_t align_bytes = 1;
    /// 3. The reader looks at the read counter only when it has read all it knows of.
    bool caches_read_counter = false;
};

inline constexpr FastQueueOptions kFastQueueBaseline{};
inline constexpr FastQueueOptions kFastQueueTuned{
    .write_block_bytes = std::size_t{128} << 10U, .align_bytes = 8, .caches_read_counter = true};

/// In front of `bytes` bytes of ring, a power of two, all zero at first.
struct FastQueue {
    alignas(64) std::atomic<std::uint64_t> read_counter;
    alignas(64) std::atomic<std::uint64_t> write_counter;
    alignas(64) std::uint64_t bytes;

    [[nodiscard]] std::byte* buffer() noexcept { return reinterpret_cast<std::byte*>(this + 1); }
    [[nodiscard]] static constexpr std::size_t memory_bytes(std::size_t ring_bytes) noexcept {
        return sizeof(FastQueue) + ring_bytes;
    }
    [[nodiscard]] static FastQueue& format(std::span<std::byte> memory, std::size_t ring_bytes) {
        std::memset(memory.data(), 0, memory_bytes(ring_bytes));
        auto& queue = *reinterpret_cast<FastQueue*>(memory.data());
        queue.bytes = ring_bytes;
        return queue;
    }
};

/// In the place of a length: the rest of the ring is not used.
inline constexpr std::int32_t kFastQueueWraps = -1;

template <FastQueueOptions Options>
[[nodiscard]] constexpr std::uint64_t fast_queue_record(std::size_t length) noexcept {
    const std::size_t bytes = sizeof(std::int32_t) + length;
    return (bytes + Options.align_bytes - 1) / Options.align_bytes * Options.align_bytes;
}

template <FastQueueOptions Options>
class FastQueueWriter {
  public:
    explicit FastQueueWriter(FastQueue& queue) : queue_(&queue) {}

    void write(std::span<const std::byte> record) noexcept {
        const std::uint64_t bytes = fast_queue_record<Options>(record.size());
        const std::uint64_t at = counter_ & (queue_->bytes - 1);
        const std::uint64_t room = queue_->bytes - at;
        if (bytes + sizeof(std::int32_t) > room) {
            announce(room);
            std::memcpy(queue_->buffer() + at, &kFastQueueWraps, sizeof kFastQueueWraps);
            queue_->read_counter.store(counter_, std::memory_order_release);
            return write(record);
        }
        announce(bytes);
        const auto length = static_cast<std::int32_t>(record.size());
        std::memcpy(queue_->buffer() + at, &length, sizeof length);
        std::memcpy(queue_->buffer() + at + sizeof length, record.data(), record.size());
        queue_->read_counter.store(counter_, std::memory_order_release);
    }

  private:
    void announce(std::uint64_t bytes) noexcept {
        counter_ += bytes;
        if (announced_ < counter_) {
            announced_ = (counter_ + Options.write_block_bytes - 1) / Options.write_block_bytes *
                         Options.write_block_bytes;
            queue_->write_counter.store(announced_, std::memory_order_release);
        }
    }

    FastQueue* queue_;
    std::uint64_t counter_ = 0;
    std::uint64_t announced_ = 0;
};

template <FastQueueOptions Options>
class FastQueueReader {
  public:
    static constexpr std::int32_t kOverflow = -1;

    explicit FastQueueReader(FastQueue& queue) : queue_(&queue) {}

    /// The record's length, 0 when there is none, kOverflow when the writer has lapped this reader.
    [[nodiscard]] std::int32_t try_read(std::span<std::byte> into) noexcept {
        if (!Options.caches_read_counter || counter_ == published_) {
            published_ = queue_->read_counter.load(std::memory_order_acquire);
        }
        if (counter_ == published_) {
            return 0;
        }
        const std::byte* const at = queue_->buffer() + (counter_ & (queue_->bytes - 1));
        std::int32_t length = 0;
        std::memcpy(&length, at, sizeof length);
        if (overflowed()) {
            return kOverflow;
        }
        if (length == kFastQueueWraps) {
            counter_ += queue_->bytes - (counter_ & (queue_->bytes - 1));
            return try_read(into);
        }
        if (static_cast<std::size_t>(length) > into.size()) {
            return kOverflow;
        }
        std::memcpy(into.data(), at + sizeof length, static_cast<std::size_t>(length));
        if (overflowed()) {
            return kOverflow;
        }
        counter_ += fast_queue_record<Options>(static_cast<std::size_t>(length));
        return length;
    }

  private:
    [[nodiscard]] bool overflowed() const noexcept {
        return queue_->write_counter.load(std::memory_order_acquire) - counter_ > queue_->bytes;
    }

    FastQueue* queue_;
    std::uint64_t counter_ = 0;
    std::uint64_t published_ = 0;
};

}  // namespace hotpath::bench
