#pragma once
/// The ring of events: constructed once, written and read in place ever after, each with its turn
/// beside it in the same cache line. The turn says whether the event is the producers' or the
/// stages', so the line that must travel between them anyway also says when; no counter does.
///
///   turn == seq           free: the event of that sequence number may be written
///   turn == seq + 1       published by its producer: the first stages' to work on
///   turn == seq + slots   freed by the last stage: free, a lap later
///
///   | event ............................ | turn |   one slot a line, the next slot the next line
///
/// Memory order: publish() and free() store the turn with release after the last access to the
/// event, has_turn() loads it with acquire before the first one. Without that pair a stage on ARM
/// reads an event that is not written yet, or a producer writes one that is still read. Stages in
/// between are ordered by their sequences (sequence.hpp): the last stage's release covers them.
///
/// Threads: has_turn() any, publish() the event's producer, free() the last stage. Allocation: at
/// construction. Complexity: O(1). After Vyukov, "Bounded MPMC queue", and the Disruptor's ring.

#include <atomic>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/cpu.hpp"
#include "hotpath/queue/slot.hpp"

namespace hotpath::queue::disruptor {

/// Events live as long as the ring: what a producer finds in a slot is what was left there a lap
/// ago, with its buffers and capacity.
template <class T>
concept RingEvent = std::is_object_v<T> && std::default_initializable<T>;

/// A line of its own for each: a neighbour's turn never takes away a line that is being written.
template <RingEvent T, PositionIndex Index>
struct alignas(kCacheLine) EventSlot {
    T event{};
    std::atomic<Index> turn{0};
};

/// What a slot's turn says, as the distance from the event's sequence number.
enum class Turn : std::uint8_t { Free = 0, Published = 1 };

template <RingEvent T, PositionIndex Index>
class EventRing {
  public:
    /// A lap must be told from the next ones.
    static constexpr std::size_t kSlotsMax = std::size_t{1}
                                             << (std::numeric_limits<Index>::digits - 2);

    /// `first` is the first sequence number.
    EventRing(std::size_t slots, Index first) : slots_(allocate(slots)), mask_(slots - 1) {
        for (std::size_t i = 0; i < slots; ++i) {
            const Index seq = position_after(first, i);
            slot(seq).turn.store(seq, std::memory_order_relaxed);
        }
    }

    [[nodiscard]] std::size_t slots() const noexcept { return mask_ + 1; }
    [[nodiscard]] T& event(Index seq) const noexcept { return slot(seq).event; }

    [[nodiscard]] bool has_turn(Index seq, Turn turn) const noexcept {
        return slot(seq).turn.load(std::memory_order_acquire) == behind(seq, turn);
    }
    void publish(Index seq) const noexcept {
        slot(seq).turn.store(behind(seq, Turn::Published), std::memory_order_release);
    }
    /// For the event of the next lap.
    void free(Index seq) const noexcept {
        slot(seq).turn.store(position_after(seq, slots()), std::memory_order_release);
    }

    /// Fetches the line of a slot that is to be written soon, to own it: the write would otherwise
    /// wait for its last reader's core, one far round trip an event.
    void prefetch_to_write(Index seq) const noexcept { __builtin_prefetch(&slot(seq), 1); }

  private:
    using Slot = EventSlot<T, Index>;

    [[nodiscard]] static std::unique_ptr<Slot[]> allocate(std::size_t slots) {
        HOTPATH_ASSERT(std::has_single_bit(slots) && slots >= 2 && slots <= kSlotsMax,
                       "a ring has a power of two of slots that its index can count");
        return std::make_unique<Slot[]>(slots);
    }

    [[nodiscard]] static Index behind(Index seq, Turn turn) noexcept {
        return position_after(seq, static_cast<std::size_t>(turn));
    }

    [[nodiscard]] Slot& slot(Index seq) const noexcept { return slots_[seq & mask_]; }

    std::unique_ptr<Slot[]> slots_;
    std::size_t mask_;
};

}  // namespace hotpath::queue::disruptor
