#pragma once
/// The ring of events: constructed once, written and read in place ever after, each with the number
/// of the event that was published last beside it in the same cache line. The line that must travel
/// from the producer anyway thereby also says when, and no counter of the producers does.
///
///   published == seq - slots   or before: the event of that sequence number is not there yet
///   published == seq           published by its producer: the stages' to work on
///
///   | event ....................... | published |   one slot a line, the next slot the next line
///
/// Only producers write it. When a slot is free for the next lap is said by the sequences of the
/// last stages (sequence.hpp), once a batch: a stage that reads an event leaves its line shared,
/// and the producer asks for it once, where a stage's mark of each event would ask for it once
/// more.
///
/// Memory order: publish() stores with release after the last access to the event, is_published()
/// loads with acquire before the first one. Without that pair a stage on ARM reads an event that is
/// not written yet.
///
/// Threads: is_published() any, publish() the event's producer. Allocation: at construction.
/// Complexity: O(1). After Vyukov, "Bounded MPMC queue", and the Disruptor's ring.

#include <atomic>
#include <bit>
#include <concepts>
#include <cstddef>
#include <limits>
#include <memory>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/cpu.hpp"
#include "hotpath/core/prefetch.hpp"
#include "hotpath/queue/slot.hpp"

namespace hotpath::queue::disruptor {

/// Events live as long as the ring: what a producer finds in a slot is what was left there a lap
/// ago, with its buffers and capacity.
template <class T>
concept RingEvent = std::is_object_v<T> && std::default_initializable<T>;

/// A line of its own for each: a neighbour's mark never takes away a line that is being written.
template <RingEvent T, PositionIndex Index>
struct alignas(kCacheLine) EventSlot {
    T event{};
    std::atomic<Index> published{0};
};

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
            const auto lap_before = static_cast<Index>(seq - slots);
            view().slot(seq).published.store(lap_before, std::memory_order_relaxed);
        }
    }

    /// The slots alone, for a loop over many events: copied once, it stays in registers, where the
    /// ring's own members are read anew for each event (its stores may be to them, for all that the
    /// compiler knows). As long as the ring.
    class View {
      public:
        [[nodiscard]] T& event(Index seq) const noexcept { return slot(seq).event; }

        [[nodiscard]] bool is_published(Index seq) const noexcept {
            return slot(seq).published.load(std::memory_order_acquire) == seq;
        }

        /// Fetches the line of an event that is published and soon to be worked on.
        void prefetch_to_read(Index seq) const noexcept { prefetch_for_read(&slot(seq)); }

      private:
        friend EventRing;
        View(EventSlot<T, Index>* slots, std::size_t mask) noexcept : slots_(slots), mask_(mask) {}

        [[nodiscard]] EventSlot<T, Index>& slot(Index seq) const noexcept {
            return slots_[seq & mask_];
        }

        EventSlot<T, Index>* slots_;
        std::size_t mask_;
    };

    [[nodiscard]] View view() const noexcept { return {slots_.get(), mask_}; }
    [[nodiscard]] std::size_t slots() const noexcept { return mask_ + 1; }
    [[nodiscard]] T& event(Index seq) const noexcept { return view().event(seq); }
    [[nodiscard]] bool is_published(Index seq) const noexcept { return view().is_published(seq); }

    void publish(Index seq) const noexcept {
        view().slot(seq).published.store(seq, std::memory_order_release);
    }

    /// Fetches the line of a slot that is to be written soon, to own it: the write would otherwise
    /// wait for its last reader's core, one far round trip an event.
    void prefetch_to_write(Index seq) const noexcept { prefetch_for_write(&view().slot(seq)); }

  private:
    using Slot = EventSlot<T, Index>;

    [[nodiscard]] static std::unique_ptr<Slot[]> allocate(std::size_t slots) {
        HOTPATH_ASSERT(std::has_single_bit(slots) && slots >= 2 && slots <= kSlotsMax,
                       "a ring has a power of two of slots that its index can count");
        return std::make_unique<Slot[]>(slots);
    }

    std::unique_ptr<Slot[]> slots_;
    std::size_t mask_;
};

}  // namespace hotpath::queue::disruptor
