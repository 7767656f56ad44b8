#pragma once
/// The memory of a queue between many producers and one consumer, and the view of it that all of
/// them attach to.
///
///   line 0   tail: the position that the next claim takes, contended by the producers
///   line 1   consumer's note: read to resume and by size_approximate() only
///   line 2   slot 0: message, turn
///   ...      slot 1 (small slots share a line)
///
/// Threads: a view may be copied and asked by any thread. Allocation: none, memory is the caller's.
/// Complexity: format() O(slots), attach() O(1).

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/cpu.hpp"
#include "hotpath/queue/slot.hpp"

namespace hotpath::queue {

template <PositionIndex Index>
struct MpscNotes {
    alignas(kCacheLine) std::atomic<Index> tail;
    alignas(kCacheLine) std::atomic<Index> consumed;
};

template <QueueMessage T, PositionIndex Index = std::uint64_t>
class MpscRing {
  public:
    /// The bytes of a ring of that many slots.
    [[nodiscard]] static constexpr std::size_t bytes(std::size_t slots) noexcept {
        return sizeof(MpscNotes<Index>) + slots * sizeof(Slot<T, Index>);
    }

    /// A new, empty ring in `memory`, which begins on a cache line and is the ring's as long as
    /// anybody has a view of it. `slots` is a power of two, at least 4.
    [[nodiscard]] static MpscRing format(std::span<std::byte> memory, std::size_t slots) noexcept {
        const MpscRing ring(memory, slots);
        std::construct_at(ring.notes_);
        ring.slots_.format();
        return ring;
    }

    /// The ring that is in `memory` already, formatted for the same T, Index and slots.
    [[nodiscard]] static MpscRing attach(std::span<std::byte> memory, std::size_t slots) noexcept {
        return MpscRing(memory, slots);
    }

    [[nodiscard]] std::size_t slots() const noexcept { return slots_.count(); }

    /// Messages claimed and not popped, at some recent moment: exact when all ends are idle.
    [[nodiscard]] std::size_t size_approximate() const noexcept {
        const Index consumed = notes_->consumed.load(std::memory_order_acquire);
        const Index tail = notes_->tail.load(std::memory_order_acquire);
        const std::int64_t size = positions_from(consumed, tail);
        return std::min(slots(), static_cast<std::size_t>(std::max<std::int64_t>(size, 0)));
    }

  private:
    template <QueueMessage, PositionIndex>
    friend class MpscProducer;
    template <QueueMessage, PositionIndex>
    friend class MpscConsumer;

    MpscRing(std::span<std::byte> memory, std::size_t slots) noexcept
        : notes_(reinterpret_cast<MpscNotes<Index>*>(memory.data())),
          slots_(reinterpret_cast<Slot<T, Index>*>(memory.data() + sizeof(MpscNotes<Index>)),
                 slots) {
        HOTPATH_ASSERT(memory.size() >= bytes(slots), "the memory must hold the ring");
    }

    MpscNotes<Index>* notes_;
    Slots<T, Index> slots_;
};

}  // namespace hotpath::queue
