#pragma once
/// The fastest queue between two threads or processes: one producer, one consumer, bounded,
/// nothing lost, nobody waits inside. Both ends take messages out of place or in place, one at a
/// time or in batches.
///
/// Why nothing is torn: publish() stores the slot's turn with release, front() loads it with
/// acquire, so the consumer has the message when it has the turn. pop() stores the slot's next turn
/// with release after the last look at the message, claim() loads it with acquire, so no new
/// message is written under a consumer that still reads the old one. Either made relaxed passes
/// every test on x86 and tears messages on ARM.
///
/// Why it is fast: the consumer writes into the line that it has read and so hands it back owned;
/// no index line goes back and forth; the producer looks at one slot far ahead instead of at each.
///
/// Threads: one producer and one consumer at a time, each endpoint used by one thread. Wait-free.
/// Allocation: SpscQueue at construction, else none. Complexity: O(1) a message.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include "hotpath/core/assert.hpp"
#include "hotpath/queue/slot.hpp"
#include "hotpath/queue/spsc_ring.hpp"

namespace hotpath::queue {

template <QueueMessage T, PositionIndex Index = std::uint64_t>
class SpscProducer {
  public:
    /// Goes on behind the last published message, also when the producer before died with a claim:
    /// what was not published never happened.
    explicit SpscProducer(SpscRing<T, Index> ring) noexcept
        : slots_(ring.slots_), note_(&ring.notes_->produced) {
        next_ = note_->load(std::memory_order_acquire);
        while (was_published(next_)) {
            next_ = position_after(next_, 1);
        }
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
        if (free_slots(1) == 0) {
            return false;
        }
        std::construct_at(slots_.at(next_).value(), std::forward<Arguments>(arguments)...);
        publish_slots(1);
        return true;
    }
    [[nodiscard]] bool try_push(const T& message) noexcept { return try_emplace(message); }
    [[nodiscard]] bool try_push(T&& message) noexcept { return try_emplace(std::move(message)); }

    /// The next message's place, to be written and then published; nullptr when the queue is full.
    /// What is in it is undefined. Without a publish() the same place is claimed again.
    [[nodiscard]] T* claim() noexcept
        requires PlainMessage<T>
    {
        return free_slots(1) == 0 ? nullptr : slots_.at(next_).value();
    }
    void publish() noexcept
        requires PlainMessage<T>
    {
        publish_slots(1);
    }

    /// As many places as are free, at most `slots_max`.
    [[nodiscard]] SlotBatch<T, Index> claim(std::size_t slots_max) noexcept
        requires PlainMessage<T>
    {
        return {slots_, next_, free_slots(slots_max)};
    }
    /// Publishes the first `slots` of those claimed last.
    void publish(std::size_t slots) noexcept
        requires PlainMessage<T>
    {
        publish_slots(slots);
    }

    /// How many of `messages`, from the first, there was room for.
    [[nodiscard]] std::size_t try_push_batch(std::span<const T> messages) noexcept
        requires PlainMessage<T>
    {
        const std::size_t pushed = free_slots(messages.size());
        for (const T& message : messages.first(pushed)) {
            std::construct_at(slots_.at(next_).value(), message);
            publish_slots(1);
        }
        return pushed;
    }

  private:
    // How far ahead the producer looks for a free slot: it meets the consumer's lines once in so
    // many messages.
    static constexpr std::size_t kLookAhead = 16;

    [[nodiscard]] bool is_free(Index position) const noexcept {
        return slots_.turn(position) == position;
    }

    // The slot still says "free" of a position that was not published and something later of one
    // that was, whatever the consumer has done with it since.
    [[nodiscard]] bool was_published(Index position) const noexcept {
        return positions_from(position, slots_.turn(position)) > 0;
    }

    [[nodiscard]] std::size_t known_free() const noexcept {
        return static_cast<Index>(free_end_ - next_);
    }

    [[nodiscard]] std::size_t free_slots(std::size_t wanted) noexcept {
        if (known_free() < wanted) [[unlikely]] {
            look_ahead(wanted);
        }
        return std::min(known_free(), wanted);
    }

    // Slots become free in order, so a free one ahead means that all before it are free, too. The
    // farthest first: it is the one whose line the consumer is done with, or has not come to.
    void look_ahead(std::size_t wanted) noexcept {
        std::size_t free = known_free();
        std::size_t beyond = std::min(std::max(wanted, kLookAhead), slots_.count()) + 1;
        std::size_t ahead = beyond - 1;
        while (free + 1 < beyond && (wanted > 1 || free == 0)) {
            if (is_free(position_after(next_, ahead - 1))) {
                free = ahead;
            } else {
                beyond = ahead;
            }
            ahead = free + (beyond - free) / 2;
        }
        free_end_ = position_after(next_, free);
    }

    void publish_slots(std::size_t slots) noexcept {
        HOTPATH_ASSERT(slots <= known_free(), "only claimed slots are published");
        for (std::size_t i = 0; i < slots; ++i) {
            const Index after = position_after(next_, 1);
            // Release pairs with the acquire in SpscConsumer::front: the message before its turn.
            slots_.at(next_).turn.store(after, std::memory_order_release);
            next_ = after;
        }
        note_->store(next_, std::memory_order_release);
    }

    Slots<T, Index> slots_;
    std::atomic<Index>* note_;
    Index next_ = 0;      // the position of the next message
    Index free_end_ = 0;  // slots before it were seen free
};

template <QueueMessage T, PositionIndex Index = std::uint64_t>
class SpscConsumer {
  public:
    /// Goes on at the first message that was not popped, also when the consumer before died while
    /// it looked at it: that one is seen again.
    explicit SpscConsumer(SpscRing<T, Index> ring) noexcept
        : slots_(ring.slots_), note_(&ring.notes_->consumed) {
        next_ = note_->load(std::memory_order_acquire);
        while (was_popped(next_)) {
            next_ = position_after(next_, 1);
        }
        note_->store(next_, std::memory_order_release);
    }
    SpscConsumer(const SpscConsumer&) = delete;
    SpscConsumer& operator=(const SpscConsumer&) = delete;
    SpscConsumer(SpscConsumer&&) noexcept = default;
    SpscConsumer& operator=(SpscConsumer&&) = delete;
    ~SpscConsumer() = default;

    /// False when the queue is empty.
    [[nodiscard]] bool try_pop(T& into) noexcept {
        T* const message = front();
        if (message == nullptr) {
            return false;
        }
        into = std::move(*message);
        pop();
        return true;
    }

    /// The first message, in its place until pop(); nullptr when the queue is empty.
    [[nodiscard]] T* front() noexcept {
        return is_published(next_) ? slots_.at(next_).value() : nullptr;
    }
    /// Gives the place of front() back.
    void pop() noexcept {
        HOTPATH_ASSERT_HOT(is_published(next_), "only what is there is popped");
        Slot<T, Index>& slot = slots_.at(next_);
        std::destroy_at(slot.value());
        // Release pairs with the acquire in SpscProducer::look_ahead: our last look at the message
        // before the one that is written over it. The store also makes the line ours, which the
        // producer takes over more cheaply than a line that both have.
        slot.turn.store(position_after(next_, slots_.count()), std::memory_order_release);
        next_ = position_after(next_, 1);
        note_->store(next_, std::memory_order_release);
    }

    /// Calls visit(T&) on each message that is there, at most `slots_max`, and pops it afterwards.
    /// Says how many.
    template <class Visit>
    std::size_t poll(Visit&& visit, std::size_t slots_max) {
        std::size_t visited = 0;
        while (visited < slots_max) {
            T* const message = front();
            if (message == nullptr) {
                break;
            }
            visit(*message);
            pop();
            ++visited;
        }
        return visited;
    }

  private:
    [[nodiscard]] bool is_published(Index position) const noexcept {
        return slots_.turn(position) == position_after(position, 1);
    }

    // The slot says "free" or "published" of a position that was not popped, and something later of
    // one that was, whatever the producer has done with it since.
    [[nodiscard]] bool was_popped(Index position) const noexcept {
        return positions_from(position, slots_.turn(position)) > 1;
    }

    Slots<T, Index> slots_;
    std::atomic<Index>* note_;
    Index next_ = 0;  // the position of the next message
};

/// A ring with memory of its own, for the threads of one process.
template <QueueMessage T, PositionIndex Index = std::uint64_t>
class SpscQueue {
  public:
    /// `slots` is a power of two, at least 2.
    explicit SpscQueue(std::size_t slots)
        : memory_(SpscRing<T, Index>::bytes(slots)),
          ring_(SpscRing<T, Index>::format(memory_.bytes(), slots)) {}
    SpscQueue(const SpscQueue&) = delete;
    SpscQueue& operator=(const SpscQueue&) = delete;
    /// After both ends: what nobody popped is destroyed.
    ~SpscQueue() {
        consumer().poll([](T&) {}, slots());
    }

    /// The one producer, the one consumer: an end is asked for again only after it is gone.
    [[nodiscard]] SpscProducer<T, Index> producer() noexcept { return SpscProducer(ring_); }
    [[nodiscard]] SpscConsumer<T, Index> consumer() noexcept { return SpscConsumer(ring_); }

    [[nodiscard]] std::size_t slots() const noexcept { return ring_.slots(); }
    [[nodiscard]] std::size_t size_approximate() const noexcept { return ring_.size_approximate(); }

  private:
    RingMemory memory_;
    SpscRing<T, Index> ring_;
};

}  // namespace hotpath::queue
