#pragma once
/// The fastest queue between two threads or processes: one producer, one consumer, bounded,
/// nothing lost, no waiting inside. Both ends take messages out of place or in place, one at a time
/// or in batches.
///
/// Why nothing is torn: publish() stores the slot's turn with release, front() loads it with
/// acquire, so the consumer has the message when it has the turn. pop() stores the slot's next turn
/// with release after the last look at the message, claim() loads it with acquire, so no new
/// message is written under a consumer that still reads the old one. Either made relaxed passes
/// every test on x86 and tears messages on ARM.
///
/// Why it is fast: message and turn travel in one line and no index line goes back and forth; the
/// consumer writes into the lines it has read, some at a time, and so hands them back owned; the
/// producer's look at a turn some slots ahead fetches early the line that it is going to write.
/// Packed, the protocol is the same word for word: only where a slot begins is another.
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

/// How far ahead a producer asks for a free slot: so far that the line is there when it is to be
/// written. Part of the type: read from memory it would be one instruction more a message.
inline constexpr std::size_t kSlotsAhead = 4;

template <QueueMessage T, PositionIndex Index = std::uint64_t, RingLayout Layout = OwnLine,
          std::size_t SlotsAhead = kSlotsAhead>
class SpscProducer {
  public:
    /// Continues after the last published message, even if the previous producer died with a claim:
    /// unpublished messages never happened.
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

    /// False when the queue is full.
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
    [[nodiscard]] bool try_push(const T& message) noexcept { return try_emplace(message); }
    [[nodiscard]] bool try_push(T&& message) noexcept { return try_emplace(std::move(message)); }

    /// How many of `messages`, from the first, there was room for. They become visible some at a
    /// time: see publish_first().
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

    /// The next message's place, to be written and then published; nullptr when the queue is full.
    /// Its contents are undefined. Without a publish() the same slot is claimed again.
    [[nodiscard]] T* claim() noexcept
        requires PlainMessage<T>
    {
        return has_room() ? slots_.message(next_) : nullptr;
    }
    void publish() noexcept
        requires PlainMessage<T>
    {
        HOTPATH_ASSERT_HOT(slots_.state(next_) == kFree, "only claimed slots may be published");
        claimed_ = 0;
        publish_next();
    }

    /// As many places as are free, at most `slots_max`.
    [[nodiscard]] SlotBatch<T, Index, Layout> claim(std::size_t slots_max) noexcept
        requires PlainMessage<T>
    {
        claimed_ = slots_.free_from(next_, slots_max);
        if (claimed_ > kFewSlots) {
            prefetch_claimed();
        }
        return {slots_, next_, claimed_};
    }
    /// Publishes the first `slots` of those claimed last, at once.
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
    /// A claim of so few is written before a prefetch would help.
    static constexpr std::size_t kFewSlots = 8;

    /// The consumer is done with these lines, and all of them come at once.
    [[gnu::noinline]] void prefetch_claimed() const noexcept {
        for (std::size_t i = 1; i < std::min(claimed_, kRunMax); ++i) {
            prefetch_for_write(&slots_.at(position_after(next_, i)));
        }
    }

    /// The producer before may have died between the last of a run and its first.
    void take_back_run() noexcept {
        for (std::size_t i = 1; i < slots_.count(); ++i) {
            const Index position = position_after(next_, i);
            if (slots_.state(position) == kPublished) {
                slots_.move_on(position, kFree);
            }
        }
    }

    // Messages of a batch that become visible at once.
    static constexpr std::size_t kRunMax = 64;

    // Whether the next slot is free: known when one ahead of it is, since slots become free in
    // order. The look also fetches that line early.
    [[nodiscard]] bool has_room() noexcept {
        const Index ahead = position_after(next_, SlotsAhead);
        if (slots_.state(ahead) == kFree) [[likely]] {
            free_end_ = position_after(ahead, 1);
        } else if (free_end_ == next_ && slots_.state(next_) == kFree) {
            free_end_ = position_after(next_, 1);
        }
        return free_end_ != next_;
    }

    /// Publishes the first of a run of `slots`; the others are published already. So the consumer,
    /// which waits for the first, has none of them before the producer is done with all, and does
    /// not take lines from it that it is still writing.
    void publish_first(std::size_t slots) noexcept {
        slots_.move_on(next_, kPublished);
        next_ = position_after(next_, slots);
        free_end_ = next_;
        note_->store(next_, std::memory_order_release);
    }

    void publish_next() noexcept {
        // Release pairs with the acquire in SlotConsumer::front: the message before its turn.
        slots_.move_on(next_, kPublished);
        const Index after = position_after(next_, 1);
        free_end_ = free_end_ == next_ ? after : free_end_;
        next_ = after;
        note_->store(next_, std::memory_order_release);
    }

    Slots<T, Index, Layout> slots_;
    std::atomic<Index>* note_;
    Index next_;               // the position of the next message
    Index free_end_;           // slots from next_ up to it were seen free; never before next_
    std::size_t claimed_ = 0;  // slots of the last claim that are not published
};

/// poll, front and pop, try_pop: see SlotConsumer.
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
    /// `slots` is a power of two, at least 4.
    explicit SpscQueue(std::size_t slots)
        : memory_(SpscRing<T, Index, Layout>::bytes(slots)),
          ring_(SpscRing<T, Index, Layout>::format(memory_.bytes(), slots)) {}
    SpscQueue(const SpscQueue&) = delete;
    SpscQueue& operator=(const SpscQueue&) = delete;
    /// Destroy after both ends: messages not popped are destroyed.
    ~SpscQueue() {
        consumer().poll([](T&) {}, slots());
    }

    /// The one producer, the one consumer: an end is asked for again only after it is gone.
    template <std::size_t SlotsAhead = kSlotsAhead>
    [[nodiscard]] SpscProducer<T, Index, Layout, SlotsAhead> producer() noexcept {
        return SpscProducer<T, Index, Layout, SlotsAhead>(ring_);
    }
    [[nodiscard]] SpscConsumer<T, Index, Layout> consumer() noexcept {
        return SpscConsumer<T, Index, Layout>(ring_);
    }

    [[nodiscard]] std::size_t slots() const noexcept { return ring_.slots(); }
    [[nodiscard]] std::size_t size_approximate() const noexcept { return ring_.size_approximate(); }

  private:
    RingMemory memory_;
    SpscRing<T, Index, Layout> ring_;
};

template <QueueMessage T>
using PackedSpscQueue = SpscQueue<T, std::uint64_t, Packed>;

}  // namespace hotpath::queue
