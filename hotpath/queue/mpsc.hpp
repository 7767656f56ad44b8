#pragma once
/// Many producers, one consumer, bounded, nothing lost; the messages of one producer stay in their
/// order. A producer takes the next position by compare-and-swap on the shared tail, writes its
/// message there and publishes the slot.
///
/// When a producer stops between claim and publish: the other producers go on until the ring is
/// full (a claim is lock-free: a lost compare-and-swap means that another producer won); the
/// consumer takes everything before that claim and nothing after it until it is published or given
/// up. So the queue as a whole is blocking: not for processes that may be killed.
///
/// Why nothing is torn: publish() stores the slot's turn with release and front() loads it with
/// acquire: the message comes with its turn. pop() stores the next turn with release and claim()
/// loads it with acquire: no producer overwrites a message that is still being read. Either made
/// relaxed tears messages on ARM. The tail is relaxed: it hands out positions and carries no bytes.
///
/// Threads: each MpscProducer is one thread's, copies are for others; one consumer at a time.
/// Allocation: MpscQueue at construction, else none. Complexity: O(1) a message and lost race.

#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "hotpath/core/assert.hpp"
#include "hotpath/queue/mpsc_ring.hpp"
#include "hotpath/queue/slot.hpp"
#include "hotpath/queue/slot_consumer.hpp"

namespace hotpath::queue {

/// Index must not come round to the same position within one call: 64 bits do not in centuries,
/// 8 and 16 bits are for tests.
template <QueueMessage T, PositionIndex Index = std::uint64_t>
class MpscProducer {
  public:
    explicit MpscProducer(MpscRing<T, Index> ring) noexcept : ring_(ring) {}
    /// Another thread's; a claim stays with the one that made it.
    MpscProducer(const MpscProducer& other) noexcept : ring_(other.ring_) {}
    MpscProducer& operator=(const MpscProducer&) = delete;
    /// Gives up what was claimed and not published: the consumer skips it.
    ~MpscProducer() { release_claim(0); }

    /// False when the queue is full. Takes the place of a claim that is still open.
    template <class... Arguments>
    [[nodiscard]] bool try_emplace(Arguments&&... arguments) noexcept {
        if (claim_slots(1) == 0) {
            return false;
        }
        construct_message(slots().message(first_), std::forward<Arguments>(arguments)...);
        release_claim(1);
        return true;
    }
    [[nodiscard]] bool try_push(const T& message) noexcept { return try_emplace(message); }
    [[nodiscard]] bool try_push(T&& message) noexcept { return try_emplace(std::move(message)); }

    /// How many of `messages`, from the first, there was room for. They stay together.
    [[nodiscard]] std::size_t try_push_batch(std::span<const T> messages) noexcept
        requires std::copy_constructible<T>
    {
        const std::size_t pushed = claim_slots(messages.size());
        for (std::size_t i = 0; i < pushed; ++i) {
            construct_message(slots().message(position_after(first_, i)), messages[i]);
        }
        release_claim(pushed);
        return pushed;
    }

    /// A place for the next message, to be written and then published; nullptr when the queue is
    /// full. What is in it is undefined. Without a publish() the same place is claimed again, and
    /// the consumer waits for it.
    [[nodiscard]] T* claim() noexcept
        requires PlainMessage<T>
    {
        return claim_slots(1) == 0 ? nullptr : slots().message(first_);
    }
    void publish() noexcept
        requires PlainMessage<T>
    {
        publish(1);
    }

    /// Claims as many consecutive free slots as possible, at most `slots_max`.
    [[nodiscard]] SlotBatch<T, Index> claim(std::size_t slots_max) noexcept
        requires PlainMessage<T>
    {
        const std::size_t claimed = claim_slots(slots_max);
        return {slots(), first_, claimed};
    }
    /// Publishes the first `slots` of those claimed and gives up the others.
    void publish(std::size_t slots) noexcept
        requires PlainMessage<T>
    {
        release_claim(slots);
    }

  private:
    [[nodiscard]] const Slots<T, Index>& slots() const noexcept { return ring_.slots_; }

    [[nodiscard]] std::size_t claim_slots(std::size_t wanted) noexcept {
        if (claimed_ != 0) {
            return std::min(claimed_, wanted);
        }
        std::atomic<Index>& tail = ring_.notes_->tail;
        Index position = tail.load(std::memory_order_relaxed);
        while (true) {
            const std::size_t free = slots().free_from(position, wanted);
            if (free == 0 && (wanted == 0 || slots().state(position) < kFree)) {
                return 0;
            }
            if (free == 0) {
                position = tail.load(std::memory_order_relaxed);  // it was taken meanwhile
            } else if (tail.compare_exchange_weak(position, position_after(position, free),
                                                  std::memory_order_relaxed)) {
                first_ = position;
                claimed_ = free;
                return free;
            }
        }
    }

    void release_claim(std::size_t published) noexcept {
        HOTPATH_ASSERT(published <= claimed_, "only claimed slots may be published");
        for (std::size_t i = 0; i < claimed_; ++i) {
            // Release pairs with the acquire in SlotConsumer::front: the message before its turn.
            slots().move_on(position_after(first_, i), i < published ? kPublished : kGivenUp);
        }
        claimed_ = 0;
    }

    MpscRing<T, Index> ring_;
    Index first_ = 0;          // of the claim
    std::size_t claimed_ = 0;  // slots claimed, neither published nor given up
};

/// poll, front and pop, try_pop: see SlotConsumer.
template <QueueMessage T, PositionIndex Index = std::uint64_t>
class MpscConsumer : public SlotConsumer<T, Index> {
  public:
    explicit MpscConsumer(MpscRing<T, Index> ring) noexcept
        : SlotConsumer<T, Index>(ring.slots_, ring.notes_->consumed) {}
};

/// A ring that owns its memory, for the threads of one process.
template <QueueMessage T, PositionIndex Index = std::uint64_t>
class MpscQueue {
  public:
    /// `slots` is a power of two, at least 4.
    explicit MpscQueue(std::size_t slots)
        : memory_(MpscRing<T, Index>::bytes(slots)),
          ring_(MpscRing<T, Index>::format(memory_.bytes(), slots)) {}
    MpscQueue(const MpscQueue&) = delete;
    MpscQueue& operator=(const MpscQueue&) = delete;
    /// Destroy after all ends: messages not popped are destroyed.
    ~MpscQueue() {
        consumer().poll([](T&) {}, slots());
    }

    /// One for each thread that produces.
    [[nodiscard]] MpscProducer<T, Index> producer() noexcept {
        return MpscProducer<T, Index>(ring_);
    }
    /// The one consumer: asked for again only after it is gone.
    [[nodiscard]] MpscConsumer<T, Index> consumer() noexcept {
        return MpscConsumer<T, Index>(ring_);
    }

    [[nodiscard]] std::size_t slots() const noexcept { return ring_.slots(); }
    [[nodiscard]] std::size_t size_approximate() const noexcept { return ring_.size_approximate(); }

  private:
    RingMemory memory_;
    MpscRing<T, Index> ring_;
};

}  // namespace hotpath::queue
