#pragma once
/// Segments prepared in advance: room on the disk reserved, zeros written and made durable, so that
/// a record's commit changes no metadata and a full disk is detected early. One thread creates
/// spares (poll(), a step of at most kStepBytes at a time), one takes them; with few records it may
/// be the same. When creation fails, the partial file is removed, failure() has the reason, and the
/// next poll() retries: the caller chooses how soon. Threads: one that polls, one that takes;
/// failure() and ready() any. Allocation: names. Complexity: a step is one write.

#include <atomic>
#include <cstdint>
#include <optional>

#include "hotpath/core/error.hpp"
#include "hotpath/journal/storage.hpp"
#include "hotpath/queue/spsc.hpp"

namespace hotpath::journal {

struct Spare {
    File file{};
    std::uint64_t number = 0;  // of its name
};

class SpareKeeper {
  public:
    static constexpr std::uint64_t kStepBytes = std::uint64_t{1} << 20U;
    static constexpr std::uint32_t kSparesMax = 8;

    /// `wanted` of `segment_bytes` each are kept ready.
    SpareKeeper(Storage& storage, std::uint64_t segment_bytes, std::uint32_t wanted);
    SpareKeeper(const SpareKeeper&) = delete;
    SpareKeeper& operator=(const SpareKeeper&) = delete;
    ~SpareKeeper();

    [[nodiscard]] std::uint64_t segment_bytes() const noexcept { return segment_bytes_; }
    [[nodiscard]] std::uint32_t wanted() const noexcept { return wanted_; }
    [[nodiscard]] std::uint32_t ready() const noexcept {
        const std::uint64_t taken = taken_.load(std::memory_order_acquire);
        return static_cast<std::uint32_t>(made_.load(std::memory_order_acquire) - taken);
    }
    /// Why the last attempt failed; 0 when it did not. Of the file failed_number().
    [[nodiscard]] int failure() const noexcept { return failure_.load(std::memory_order_acquire); }
    [[nodiscard]] std::uint64_t failed_number() const noexcept {
        return failed_number_.load(std::memory_order_relaxed);
    }

    /// Takes over an earlier run's spares that are whole and all zero; removes the others. Call
    /// once, before the first poll().
    [[nodiscard]] Expected<void> adopt();
    /// One step. True when there is more work at once.
    bool poll();

    /// For the taking thread: empty when none is ready.
    [[nodiscard]] std::optional<Spare> take();

  private:
    [[nodiscard]] Io<void> step();
    [[nodiscard]] bool is_blank(std::uint64_t number);
    void publish(const Spare& spare);
    void give_up(int error);

    Storage& storage_;
    std::uint64_t segment_bytes_;
    std::uint32_t wanted_;
    queue::SpscQueue<Spare> queue_{kSparesMax};
    // The creating thread's.
    queue::SpscProducer<Spare> out_;
    Spare making_{};
    std::uint64_t written_ = 0;
    std::uint64_t next_number_ = 1;
    std::atomic<std::uint64_t> made_{0};
    std::atomic<std::uint64_t> failed_number_{0};
    std::atomic<int> failure_{0};
    // The taking thread's.
    queue::SpscConsumer<Spare> in_;
    std::atomic<std::uint64_t> taken_{0};
};

}  // namespace hotpath::journal
