#pragma once
/// The memory of a queue between one producer and one consumer, and the view of it that both ends
/// attach to: on the heap, in an arena, in a mapping that processes share.
///
///   line 0   consumer's and producer's notes: positions, written after the slots they tell of,
///   line 1   read to resume and by size_approximate(); never by the other end on its way
///   line 2   slot 0: message, turn
///   ...      slot 1 (small slots share a line; packed, one begins where the one before ends)
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
#include "hotpath/queue/layout.hpp"
#include "hotpath/queue/slot.hpp"

namespace hotpath::queue {

/// Each on the line of the only thread that writes it. Written after the slots, never before: after
/// a crash the turns of the slots show the rest.
template <PositionIndex Index>
struct SpscNotes {
    alignas(kCacheLine) std::atomic<Index> produced;
    alignas(kCacheLine) std::atomic<Index> consumed;
};

template <QueueMessage T, PositionIndex Index = std::uint64_t, RingLayout Layout = OwnLine>
class SpscRing {
  public:
    /// Returns the bytes of a ring of that many slots.
    [[nodiscard]] static constexpr std::size_t bytes(std::size_t slots) noexcept {
        return sizeof(SpscNotes<Index>) + slots * sizeof(Slot<T, Index, Layout>);
    }

    /// Makes a new, empty ring in `memory`, which must begin on a cache line and is the ring's as
    /// long as there is a view of it. `slots` must be a power of two, at least 4; aborts otherwise.
    [[nodiscard]] static SpscRing format(std::span<std::byte> memory, std::size_t slots) noexcept {
        const SpscRing ring(memory, slots);
        std::construct_at(ring.notes_);
        ring.slots_.format();
        return ring;
    }

    /// Returns the ring that is in `memory` already, formatted for the same T, Index, Layout and
    /// slots.
    [[nodiscard]] static SpscRing attach(std::span<std::byte> memory, std::size_t slots) noexcept {
        return SpscRing(memory, slots);
    }

    [[nodiscard]] std::size_t slots() const noexcept { return slots_.count(); }

    /// Returns the number of messages in the queue at some recent moment; it is exact when both
    /// ends are idle.
    [[nodiscard]] std::size_t size_approximate() const noexcept {
        const Index consumed = notes_->consumed.load(std::memory_order_acquire);
        const Index produced = notes_->produced.load(std::memory_order_acquire);
        const std::int64_t size = positions_from(consumed, produced);
        return std::min(slots(), static_cast<std::size_t>(std::max<std::int64_t>(size, 0)));
    }

  private:
    template <QueueMessage, PositionIndex, RingLayout, std::size_t>
    friend class SpscProducer;
    template <QueueMessage, PositionIndex, RingLayout>
    friend class SpscConsumer;

    SpscRing(std::span<std::byte> memory, std::size_t slots) noexcept
        : notes_(reinterpret_cast<SpscNotes<Index>*>(memory.data())),
          slots_(
              reinterpret_cast<Slot<T, Index, Layout>*>(memory.data() + sizeof(SpscNotes<Index>)),
              slots) {
        HOTPATH_ASSERT(memory.size() >= bytes(slots), "the memory must hold the ring");
    }

    SpscNotes<Index>* notes_;
    Slots<T, Index, Layout> slots_;
};

}  // namespace hotpath::queue
