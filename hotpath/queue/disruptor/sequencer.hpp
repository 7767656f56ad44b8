#pragma once
/// Hands out sequence numbers to producers: to one, without sharing anything, or to many, through
/// one contended word. The gate (a Barrier on the last stages) says which slots are free; what was
/// free once stays free until it is claimed, so that answer is kept and asked for in advance.
///
/// Memory order: the gate answers with acquire. A producer of many that relies on the answer of
/// another reads free_end_ with acquire, which pairs with the release of who asked: without it the
/// last stage's reads of an event may come after the new event is written. The claim itself orders
/// nothing: events travel by their turns.
///
/// Threads: SingleProducer one, MultiProducer any. Allocation: none. Complexity: O(1);
/// MultiProducer is lock-free (somebody's claim made another's fail).

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "hotpath/core/cpu.hpp"
#include "hotpath/queue/slot.hpp"

namespace hotpath::queue::disruptor {

/// The gate is asked for at least so many slots at a time: one look at a far line for so many
/// claims.
inline constexpr std::size_t kGateAhead = 16;

template <PositionIndex Index>
class alignas(kCacheLine) SingleProducer {
  public:
    explicit SingleProducer(Index first) noexcept
        : next_(first), free_end_(first), claimed_(first) {}

    /// The first of `slots` sequence numbers; nothing when not so many slots are free.
    template <class Gate>
    [[nodiscard]] std::optional<Index> try_claim(const Gate& gate, std::size_t slots) noexcept {
        if (known_free() < slots) [[unlikely]] {
            free_end_ = position_after(next_, gate.free_from(next_, std::max(slots, kGateAhead)));
            if (known_free() < slots) {
                return std::nullopt;
            }
        }
        const Index first = next_;
        next_ = position_after(next_, slots);
        claimed_.store(next_, std::memory_order_release);
        return first;
    }

    /// Behind the last claim. Any thread; exact when the producer is at rest.
    [[nodiscard]] Index next() const noexcept { return claimed_.load(std::memory_order_acquire); }

  private:
    [[nodiscard]] std::size_t known_free() const noexcept {
        return static_cast<Index>(free_end_ - next_);
    }

    Index next_;
    Index free_end_;              // slots before it were seen free
    std::atomic<Index> claimed_;  // next_, for other threads to read
};

/// Threads that wrap a small Index while another stands between its look and its claim would
/// mislead that one: 64 bits do not wrap, 32 bits need a stop of exactly so many claims.
template <PositionIndex Index>
class alignas(kCacheLine) MultiProducer {
  public:
    explicit MultiProducer(Index first) noexcept : next_(first), free_end_(first) {}

    template <class Gate>
    [[nodiscard]] std::optional<Index> try_claim(const Gate& gate, std::size_t slots) noexcept {
        Index first = next_.load(std::memory_order_relaxed);
        while (is_free(gate, first, slots)) {
            if (next_.compare_exchange_weak(first, position_after(first, slots),
                                            std::memory_order_relaxed)) {
                return first;
            }
        }
        return std::nullopt;
    }

    [[nodiscard]] Index next() const noexcept { return next_.load(std::memory_order_acquire); }

  private:
    /// Moves `first` on when others have claimed meanwhile.
    template <class Gate>
    [[nodiscard]] bool is_free(const Gate& gate, Index& first, std::size_t slots) noexcept {
        const auto wanted = static_cast<std::int64_t>(slots);
        while (positions_from(first, free_end_.load(std::memory_order_acquire)) < wanted) {
            const std::size_t free = gate.free_from(first, std::max(slots, kGateAhead));
            const Index now = next_.load(std::memory_order_relaxed);
            if (now == first && free < slots) {
                return false;
            }
            if (now == first) {
                free_end_.store(position_after(first, free), std::memory_order_release);
            }
            first = now;
        }
        return true;
    }

    std::atomic<Index> next_;
    std::atomic<Index> free_end_;  // slots before it were seen free by some producer
};

}  // namespace hotpath::queue::disruptor
