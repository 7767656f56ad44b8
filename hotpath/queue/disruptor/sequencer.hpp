#pragma once
/// Hands out sequence numbers to producers: to one, without sharing anything, or to many, through
/// one contended word. The gate (a Barrier on the last stages) says which slots are free; what was
/// free once stays free until it is claimed, so that answer is kept and asked for in advance.
///
/// Memory order: the gate answers with acquire. A producer of many that relies on the answer of
/// another reads free_end_ with acquire, which pairs with the release of who asked: without it the
/// last stage's reads of an event may come after the new event is written. The claim itself orders
/// nothing: events travel by their publication (ring.hpp).
///
/// Threads: SingleProducer one, MultiProducer any. Allocation: none. Complexity: O(1);
/// MultiProducer is lock-free (a claim fails only if another succeeded).

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "hotpath/core/cpu.hpp"
#include "hotpath/queue/slot.hpp"

namespace hotpath::queue::disruptor {

template <PositionIndex Index>
class alignas(kCacheLine) SingleProducer {
  public:
    explicit SingleProducer(Index first) noexcept
        : next_(first), free_end_(first), claimed_(first) {}

    /// The first of `slots` sequence numbers; empty when fewer slots are free.
    template <class Gate>
    [[nodiscard]] std::optional<Index> try_claim(const Gate& gate, std::size_t slots) noexcept {
        if (!is_free(gate, next_, slots)) {
            return std::nullopt;
        }
        return take(slots);
    }

    /// Numbers first, slots later: is_free() says when. See MultiProducer, which is made for it.
    [[nodiscard]] Index take(std::size_t slots) noexcept {
        const Index first = next_;
        next_ = position_after(next_, slots);
        claimed_.store(next_, std::memory_order_release);
        return first;
    }
    void give_back(Index first, std::size_t /*slots*/) noexcept {
        next_ = first;
        claimed_.store(next_, std::memory_order_release);
    }
    template <class Gate>
    [[nodiscard]] bool is_free(const Gate& gate, Index first, std::size_t slots) noexcept {
        if (static_cast<Index>(free_end_ - first) >= slots) [[likely]] {
            return true;
        }
        free_end_ = position_after(first, gate.free_from(first));
        return static_cast<Index>(free_end_ - first) >= slots;
    }

    /// One past the last claim. Any thread; exact when the producer is idle.
    [[nodiscard]] Index next() const noexcept { return claimed_.load(std::memory_order_acquire); }

  private:
    Index next_;
    Index free_end_;              // slots before it were seen free
    std::atomic<Index> claimed_;  // next_, for other threads to read
};

/// Threads that wrap a small Index while another is between its check and its claim would mislead
/// that one: 64 bits do not wrap, 32 bits need a pause of exactly that many claims.
template <PositionIndex Index>
class alignas(kCacheLine) MultiProducer {
  public:
    explicit MultiProducer(Index first) noexcept : next_(first), free_end_(first) {}

    template <class Gate>
    [[nodiscard]] std::optional<Index> try_claim(const Gate& gate, std::size_t slots) noexcept {
        Index first = next_.load(std::memory_order_relaxed);
        for (;;) {
            if (is_free(gate, first, slots)) {
                if (next_.compare_exchange_weak(first, position_after(first, slots),
                                                std::memory_order_relaxed)) {
                    return first;
                }
            } else if (const Index now = next_.load(std::memory_order_relaxed); now != first) {
                first = now;
            } else {
                return std::nullopt;
            }
        }
    }

    /// Numbers that are the caller's for good, whether or not their slots are free: one
    /// unconditional step, where try_claim() needs a look and a step that may fail.
    [[nodiscard]] Index take(std::size_t slots) noexcept {
        return next_.fetch_add(static_cast<Index>(slots), std::memory_order_relaxed);
    }

    /// Taken numbers whose slots did not become free. When others have taken more since, they stay
    /// taken and no producer passes them.
    void give_back(Index first, std::size_t slots) noexcept {
        Index next = position_after(first, slots);
        next_.compare_exchange_strong(next, first, std::memory_order_relaxed);
    }
    /// Whether the slots of numbers that were taken, or may be, are free.
    template <class Gate>
    [[nodiscard]] bool is_free(const Gate& gate, Index first, std::size_t slots) noexcept {
        const auto wanted = static_cast<std::int64_t>(slots);
        if (positions_from(first, free_end_.load(std::memory_order_acquire)) >= wanted) {
            return true;
        }
        const std::size_t free = gate.free_from(first);
        if (free < slots) {
            return false;
        }
        free_end_.store(position_after(first, free), std::memory_order_release);
        return true;
    }

    [[nodiscard]] Index next() const noexcept { return next_.load(std::memory_order_acquire); }

  private:
    std::atomic<Index> next_;
    std::atomic<Index> free_end_;  // slots before it were seen free by some producer
};

}  // namespace hotpath::queue::disruptor
