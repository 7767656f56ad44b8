#pragma once
/// A stage's progress, on a separate cache line: the sequence number of its first unfinished event,
/// and the signal for those that wait for it to advance: later stages, and the producers when it is
/// one of the last.
///
/// Memory order: publish() stores with release after the stage's last access to the events before
/// it, next() loads with acquire. Without the pair the producer overwrites, or a later stage reads,
/// events that the stage still works on.
///
/// Threads: one writer, any readers.
/// Allocation: none. Complexity: O(1).

#include <atomic>

#include "hotpath/core/cpu.hpp"
#include "hotpath/queue/disruptor/wait_strategy.hpp"
#include "hotpath/queue/slot.hpp"

namespace hotpath::queue::disruptor {

template <PositionIndex Index>
class alignas(kCacheLine) Sequence {
  public:
    explicit Sequence(Index first) noexcept : next_(first) {}

    [[nodiscard]] Index next() const noexcept { return next_.load(std::memory_order_acquire); }
    void publish(Index next) noexcept { next_.store(next, std::memory_order_release); }

    [[nodiscard]] Signal& signal() noexcept { return signal_; }

  private:
    std::atomic<Index> next_;
    Signal signal_;
};

}  // namespace hotpath::queue::disruptor
