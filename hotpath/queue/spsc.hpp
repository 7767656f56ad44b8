#pragma once
/// The fastest queue between two threads or processes: one producer, one consumer, bounded,
/// lossless, non-blocking. Both ends move messages by copy or in place, one at a time or in
/// batches.
///
/// Why no message is torn: publish() stores the slot's turn with release and front() loads it with
/// acquire, so a consumer that sees the turn sees the message. pop() stores the slot's next turn
/// with release after its last read of the message and claim() loads it with acquire, so no new
/// message overwrites one that is being read. With either made relaxed, every test passes on x86
/// and messages tear on ARM.
///
/// Why it is fast: message and turn share a cache line, and no line with an index goes back and
/// forth. The consumer writes to the lines it has read, several at a time, which passes their
/// ownership back. The producer checks a turn some slots ahead, which fetches early the line that
/// it will write. The Packed layout has the same protocol: only the slots' places differ.
///
/// Threads: one producer and one consumer at a time, each endpoint used by one thread. Wait-free.
/// Allocation: SpscQueue at construction, else none. Complexity: O(1) a message.

#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/prefetch.hpp"
#include "hotpath/queue/layout.hpp"
#include "hotpath/queue/slot.hpp"
#include "hotpath/queue/slot_consumer.hpp"
#include "hotpath/queue/spsc_ring.hpp"

namespace hotpath::queue {

/// How many slots ahead the producer checks for a free one, so that the line has arrived when it is
/// written. Part of the type: loaded from memory it would cost one instruction per message.
inline constexpr std::size_t kSlotsAhead = 4;

/// The producing end; SpscQueue::producer() makes it for threads, attach() of a channel for
/// processes.
template <QueueMessage T, PositionIndex Index = std::uint64_t, RingLayout Layout = OwnLine,
          std::size_t SlotsAhead = kSlotsAhead>
class SpscProducer {
  public:
    /// Continues after the last published message. Messages that a previous producer claimed and
    /// did not publish are lost.
    explicit SpscProducer(SpscRing<T, Index, Layout> ring) noexcept
        : slots_(ring.slots_),
          note_(&ring.notes_->produced),
          next_(note_->load(std::memory_order_acquire)),
          free_end_(next_) {
        while (slots_.state(next_) > kFree) {
            next_ = position_after(next_, 1);
        }
        take_back_run();
        free_end_ = next_;
        note_->store(next_, std::memory_order_release);
    }
    SpscProducer(const SpscProducer&) = delete;
    SpscProducer& operator=(const SpscProducer&) = delete;
    SpscProducer(SpscProducer&&) noexcept = default;
    SpscProducer& operator=(SpscProducer&&) = delete;
    ~SpscProducer() = default;

    /// Constructs the next message in its slot and publishes it. Returns false if the queue is
    /// full.
    template <class... Arguments>
    [[nodiscard]] bool try_emplace(Arguments&&... arguments) noexcept {
        if (!has_room()) {
            return false;
        }
        construct_message(slots_.message(next_), std::forward<Arguments>(arguments)...);
        claimed_ = 0;
        publish_next();
        return true;
    }
    /// Publishes a copy. Returns false if the queue is full; the message is untouched then.
    [[nodiscard]] bool try_push(const T& message) noexcept { return try_emplace(message); }
    [[nodiscard]] bool try_push(T&& message) noexcept { return try_emplace(std::move(message)); }

    /// Pushes the first messages for which there is room and returns their number. They become
    /// visible in groups: see publish_first().
    [[nodiscard]] std::size_t try_push_batch(std::span<const T> messages) noexcept
        requires std::copy_constructible<T>
    {
        claimed_ = 0;
        std::size_t pushed = 0;
        while (pushed < messages.size()) {
            const std::size_t wanted = std::min(messages.size() - pushed, kRunMax);
            const std::size_t room = slots_.free_from(next_, wanted);
            if (room == 0) {
                break;
            }
            construct_message(slots_.message(next_), messages[pushed]);
            for (std::size_t i = 1; i < room; ++i) {
                const Index position = position_after(next_, i);
                construct_message(slots_.message(position), messages[pushed + i]);
                slots_.move_on(position, kPublished);
            }
            publish_first(room);
            pushed += room;
        }
        return pushed;
    }

    /// Returns the slot of the next message, to write and then publish(), or nullptr if the queue
    /// is full. Its contents are undefined. Without publish() the next claim() returns the same
    /// slot.
    [[nodiscard]] T* claim() noexcept
        requires PlainMessage<T>
    {
        return has_room() ? slots_.message(next_) : nullptr;
    }
    /// Makes the claimed message visible. Call it after a claim() that returned a slot.
    void publish() noexcept
        requires PlainMessage<T>
    {
        HOTPATH_ASSERT_HOT(slots_.state(next_) == kFree, "only claimed slots may be published");
        claimed_ = 0;
        publish_next();
    }

    /// Claims all free slots, at most `slots_max`; an empty batch if the queue is full.
    [[nodiscard]] SlotBatch<T, Index, Layout> claim(std::size_t slots_max) noexcept
        requires PlainMessage<T>
    {
        claimed_ = slots_.free_from(next_, slots_max);
        if (claimed_ > kFewSlots) {
            prefetch_claimed();
        }
        return {slots_, next_, claimed_};
    }
    /// Publishes the first `slots` of the last claim, all at once. Aborts if fewer were claimed.
    void publish(std::size_t slots) noexcept
        requires PlainMessage<T>
    {
        HOTPATH_ASSERT(slots <= claimed_, "only claimed slots may be published");
        claimed_ -= slots;
        if (slots == 0) {
            return;
        }
        for (std::size_t i = 1; i < slots; ++i) {
            slots_.move_on(position_after(next_, i), kPublished);
        }
        publish_first(slots);
    }

  private:
    /// Claims up to this size are written before a prefetch would help.
    static constexpr std::size_t kFewSlots = 8;

    /// Prefetches the claimed slots, which the consumer has released, all at once.
    [[gnu::noinline]] void prefetch_claimed() const noexcept {
        for (std::size_t i = 1; i < std::min(claimed_, kRunMax); ++i) {
            prefetch_for_write(&slots_.at(position_after(next_, i)));
        }
    }

    /// Withdraws published slots of a run whose producer died before publishing the first.
    void take_back_run() noexcept {
        for (std::size_t i = 1; i < slots_.count(); ++i) {
            const Index position = position_after(next_, i);
            if (slots_.state(position) == kPublished) {
                slots_.move_on(position, kFree);
            }
        }
    }

    // Maximum number of messages of a batch that become visible at once.
    static constexpr std::size_t kRunMax = 64;

    // True if the next slot is free, which follows from a free slot ahead of it, because slots
    // become free in order. The check also fetches that line early.
    [[nodiscard]] bool has_room() noexcept {
        const Index ahead = position_after(next_, SlotsAhead);
        if (slots_.state(ahead) == kFree) [[likely]] {
            free_end_ = position_after(ahead, 1);
        } else if (free_end_ == next_ && slots_.state(next_) == kFree) {
            free_end_ = position_after(next_, 1);
        }
        return free_end_ != next_;
    }

    /// Publishes the first slot of a run of `slots`; the others are published already. The consumer
    /// waits for the first, so it reads none before the producer has written all, and does not take
    /// a line that the producer is still writing.
    void publish_first(std::size_t slots) noexcept {
        slots_.move_on(next_, kPublished);
        next_ = position_after(next_, slots);
        free_end_ = next_;
        note_->store(next_, std::memory_order_release);
    }

    void publish_next() noexcept {
        // Release pairs with the acquire in SlotConsumer::front: message before turn.
        slots_.move_on(next_, kPublished);
        const Index after = position_after(next_, 1);
        free_end_ = free_end_ == next_ ? after : free_end_;
        next_ = after;
        note_->store(next_, std::memory_order_release);
    }

    Slots<T, Index, Layout> slots_;
    std::atomic<Index>* note_;
    Index next_;               // the position of the next message
    Index free_end_;           // slots from next_ up to it were seen free; it is never before next_
    std::size_t claimed_ = 0;  // slots of the last claim that are not yet published
};

/// The consuming end; its calls are SlotConsumer's: try_pop, front and pop, poll.
template <QueueMessage T, PositionIndex Index = std::uint64_t, RingLayout Layout = OwnLine>
class SpscConsumer : public SlotConsumer<T, Index, Layout> {
  public:
    explicit SpscConsumer(SpscRing<T, Index, Layout> ring) noexcept
        : SlotConsumer<T, Index, Layout>(ring.slots_, ring.notes_->consumed) {}
};

/// A ring that owns its memory, for the threads of one process. PackedSpscQueue<T> is for streams
/// of many small messages (layout.hpp).
template <QueueMessage T, PositionIndex Index = std::uint64_t, RingLayout Layout = OwnLine>
class SpscQueue {
  public:
    /// Allocates the ring. `slots` must be a power of two, at least 4; aborts otherwise.
    explicit SpscQueue(std::size_t slots)
        : memory_(SpscRing<T, Index, Layout>::bytes(slots)),
          ring_(SpscRing<T, Index, Layout>::format(memory_.bytes(), slots)) {}
    SpscQueue(const SpscQueue&) = delete;
    SpscQueue& operator=(const SpscQueue&) = delete;
    /// Destroy the queue after both ends. Messages that were not popped are destroyed.
    ~SpscQueue() {
        consumer().poll([](T&) {}, slots());
    }

    /// The one producer and the one consumer. Request an end again only after it is destroyed.
    template <std::size_t SlotsAhead = kSlotsAhead>
    [[nodiscard]] SpscProducer<T, Index, Layout, SlotsAhead> producer() noexcept {
        return SpscProducer<T, Index, Layout, SlotsAhead>(ring_);
    }
    [[nodiscard]] SpscConsumer<T, Index, Layout> consumer() noexcept {
        return SpscConsumer<T, Index, Layout>(ring_);
    }

    [[nodiscard]] std::size_t slots() const noexcept { return ring_.slots(); }
    /// Returns the number of published messages that are not popped, as of some moment during the
    /// call. Any thread.
    [[nodiscard]] std::size_t size_approximate() const noexcept { return ring_.size_approximate(); }

  private:
    RingMemory memory_;
    SpscRing<T, Index, Layout> ring_;
};

template <QueueMessage T>
using PackedSpscQueue = SpscQueue<T, std::uint64_t, Packed>;

}  // namespace hotpath::queue
