#pragma once
/// The ring of events: constructed once, then written and read in place. Each slot has, nearby, the
/// number of its last published event; there is no shared counter of publications.
///
///   published < seq    the event of that sequence number is not there yet
///   published >= seq   published by its producer: the stages' to work on
///
///   OwnLine   | event ....... | published |      one slot a line, the next slot the next line: the
///                                                line that must travel anyway also shows when
///   Packed    | event | event | event | ..       and for each kPublishedTogether events
///             | published |                      a line with the number of the last published
///
/// Only producers write it. Whether a slot is free for the next lap follows from the sequences of
/// the last stages (sequence.hpp), once a batch: a stage that reads an event leaves its line
/// shared, and the producer asks for it once, where a stage's mark of each event would ask for it
/// once more.
///
/// Memory order: publish() stores with release after the last access to the event, is_published()
/// and published_from() load with acquire before the first one. Without that pair a stage on ARM
/// reads an event that is not written yet. Packed, a stage may read a later number than the one
/// that published its event: the same producer stored that later, with release, and what was before
/// the earlier store is before it, too. For that reason packed events have one producer, which
/// publishes in the order of its claims.
///
/// Threads: is_published() any, publish() the event's producer. Allocation: at construction.
/// Complexity: O(1). After Vyukov, "Bounded MPMC queue", and the Disruptor's ring.

#include <algorithm>
#include <atomic>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <type_traits>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/cpu.hpp"
#include "hotpath/core/prefetch.hpp"
#include "hotpath/queue/layout.hpp"
#include "hotpath/queue/slot.hpp"

namespace hotpath::queue::disruptor {

/// Events live as long as the ring: what a producer finds in a slot is what was left there a lap
/// ago, with its buffers and capacity.
template <class T>
concept RingEvent = std::is_object_v<T> && std::default_initializable<T>;

/// A separate line for each: a neighbour's mark never takes a line that is being written.
template <RingEvent T, PositionIndex Index>
struct alignas(kCacheLine) EventSlot {
    T event{};
    std::atomic<Index> published{0};
};

template <RingEvent T, PositionIndex Index>
class EventsOnLines {
  public:
    // So far before it is written a slot's line is fetched.
    static constexpr std::size_t kPrefetchAhead = 16;

    explicit EventsOnLines(std::size_t slots)
        : slots_(std::make_unique<EventSlot<T, Index>[]>(slots)) {}

    struct View {
        EventSlot<T, Index>* slots;
        [[nodiscard]] T& event(std::size_t at) const noexcept { return slots[at].event; }
        [[nodiscard]] std::atomic<Index>& published(std::size_t at) const noexcept {
            return slots[at].published;
        }
    };
    [[nodiscard]] View view() const noexcept { return {slots_.get()}; }
    [[nodiscard]] static constexpr std::size_t bytes(std::size_t slots) noexcept {
        return slots * sizeof(EventSlot<T, Index>);
    }

  private:
    std::unique_ptr<EventSlot<T, Index>[]> slots_;
};

template <RingEvent T, PositionIndex Index, std::size_t PublishedTogether>
class PackedEvents {
  public:
    // More of them come in a moment, and fewer lines for as many.
    static constexpr std::size_t kPrefetchAhead = 48;

    explicit PackedEvents(std::size_t slots)
        : events_(std::make_unique<T[]>(slots)),
          publications_(std::make_unique<Publication[]>(publications(slots))) {}

    struct alignas(kCacheLine) Publication {
        std::atomic<Index> published{0};
    };
    struct View {
        T* events;
        Publication* publications;
        [[nodiscard]] T& event(std::size_t at) const noexcept { return events[at]; }
        [[nodiscard]] std::atomic<Index>& published(std::size_t at) const noexcept {
            return publications[at / PublishedTogether].published;
        }
    };
    [[nodiscard]] View view() const noexcept { return {events_.get(), publications_.get()}; }
    [[nodiscard]] static constexpr std::size_t bytes(std::size_t slots) noexcept {
        return slots * sizeof(T) + publications(slots) * sizeof(Publication);
    }

  private:
    [[nodiscard]] static constexpr std::size_t publications(std::size_t slots) noexcept {
        return std::max<std::size_t>(slots / PublishedTogether, 1);
    }

    std::unique_ptr<T[]> events_;
    std::unique_ptr<Publication[]> publications_;
};

template <RingEvent T, PositionIndex Index, RingLayout Layout>
struct EventMemory : std::type_identity<EventsOnLines<T, Index>> {};
template <RingEvent T, PositionIndex Index, std::size_t PublishedTogether>
struct EventMemory<T, Index, PackedBy<PublishedTogether>>
    : std::type_identity<PackedEvents<T, Index, PublishedTogether>> {};

template <RingEvent T, PositionIndex Index, RingLayout Layout>
class EventRing {
  public:
    /// A lap must be distinguishable from the next ones.
    static constexpr std::size_t kSlotsMax = std::size_t{1}
                                             << (std::numeric_limits<Index>::digits - 2);
    using Memory = typename EventMemory<T, Index, Layout>::type;

    /// `first` is the first sequence number.
    EventRing(std::size_t slots, Index first) : memory_(checked(slots)), mask_(slots - 1) {
        for (std::size_t i = 0; i < slots; ++i) {
            memory_.view().published(i).store(static_cast<Index>(first - 1),
                                              std::memory_order_relaxed);
        }
    }

    /// The slots alone, for a loop over many events: copied once, it stays in registers, where the
    /// ring's own members are reloaded for each event (its stores may be to them, for all that the
    /// compiler knows). As long as the ring.
    class View {
      public:
        [[nodiscard]] T& event(Index seq) const noexcept { return memory_.event(seq & mask_); }

        [[nodiscard]] bool is_published(Index seq) const noexcept {
            return published_beyond(seq) >= 0;
        }

        /// How many events from seq on are published, `events_max` at most. Asked in their order:
        /// of several producers a later one may publish earlier.
        [[nodiscard]] std::size_t published_from(Index seq, std::size_t events_max) const noexcept {
            std::size_t ready = 0;
            while (ready < events_max) {
                const std::int64_t beyond = published_beyond(position_after(seq, ready));
                if (beyond < 0) {
                    break;
                }
                // One by one where each has its word: the processor guesses that the next is there,
                // too, and asks for many lines at once. With a step that the word tells it would
                // wait for each line before it asks for the next.
                ready += Layout::kIsPacked ? static_cast<std::size_t>(beyond) + 1 : 1;
            }
            return std::min(ready, events_max);
        }

        /// Fetches the line of an event that is published and soon to be worked on.
        void prefetch_to_read(Index seq) const noexcept { prefetch_for_read(&event(seq)); }

      private:
        friend EventRing;

        /// How far the last published event of seq's word is behind seq; negative when it is
        /// before it.
        [[nodiscard]] std::int64_t published_beyond(Index seq) const noexcept {
            return positions_from(seq,
                                  memory_.published(seq & mask_).load(std::memory_order_acquire));
        }

        View(typename Memory::View memory, std::size_t mask) noexcept
            : memory_(memory), mask_(mask) {}

        typename Memory::View memory_;
        std::size_t mask_;
    };

    [[nodiscard]] View view() const noexcept { return {memory_.view(), mask_}; }
    [[nodiscard]] std::size_t slots() const noexcept { return mask_ + 1; }
    [[nodiscard]] T& event(Index seq) const noexcept { return view().event(seq); }
    [[nodiscard]] bool is_published(Index seq) const noexcept { return view().is_published(seq); }

    /// Publishes `events` from `first` on, from the last to the first: a stage that sees the first
    /// sees all of them. (But for a packed claim of so much of the ring that it begins in the run
    /// of events that it ends in: its first run is seen before those in between.)
    void publish(Index first, std::size_t events) const noexcept {
        if constexpr (Layout::kIsPacked) {
            publish_packed(first, events);
        } else {
            for (std::size_t i = events; i-- > 0;) {
                publish_last(position_after(first, i));
            }
        }
    }

    /// Fetches the line of a slot that is to be written soon, to own it: the write would otherwise
    /// wait for its last reader's core, one far round trip an event. `last` is the one to be
    /// written now.
    void prefetch_to_write(Index last) const noexcept {
        prefetch_for_write(&event(position_after(last, Memory::kPrefetchAhead)));
    }

  private:
    /// A word for each run of events that are published together.
    void publish_packed(Index first, std::size_t events) const noexcept {
        HOTPATH_ASSERT_HOT(is_published(static_cast<Index>(first - 1)),
                           "packed events must be published in the order of their claims");
        Index last = position_after(first, events - 1);
        publish_last(last);
        // The word is not read before it is written: a store does not wait for a line that a stage
        // has taken, a look does. Only for the runs before: one that the claim also ends in is
        // published further already.
        for (std::size_t run = run_to(last); run < events; run = run_to(last)) {
            events -= run;
            last = position_after(first, events - 1);
            if (!is_published(last)) {
                publish_last(last);
            }
        }
    }

    /// How many events a word publishes up to this one.
    [[nodiscard]] std::size_t run_to(Index last) const noexcept {
        return (last & mask_ & (Layout::kPublishedTogether - 1)) + 1;
    }

    void publish_last(Index last) const noexcept {
        memory_.view().published(last & mask_).store(last, std::memory_order_release);
    }

    [[nodiscard]] static std::size_t checked(std::size_t slots) {
        HOTPATH_ASSERT(std::has_single_bit(slots) && slots >= 2 && slots <= kSlotsMax,
                       "slots must be a power of two, at least 2, that its index can count");
        return slots;
    }

    Memory memory_;
    std::size_t mask_;
};

}  // namespace hotpath::queue::disruptor
