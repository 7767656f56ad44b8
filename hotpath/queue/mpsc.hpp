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

/// A producing end, one for each thread. Index must not come round to the same position within one
/// call: 64 bits do not in centuries, 8 and 16 bits are for tests.
template <QueueMessage T, PositionIndex Index = std::uint64_t>
class MpscProducer {
  public:
    explicit MpscProducer(MpscRing<T, Index> ring) noexcept : ring_(ring) {}
    /// Makes another thread's producer; a claim stays with the one that made it.
    MpscProducer(const MpscProducer& other) noexcept : ring_(other.ring_) {}
    MpscProducer& operator=(const MpscProducer&) = delete;
    /// Gives up what was claimed and not published: the consumer skips it.
    ~MpscProducer() { release_claim(0); }

    /// Constructs the next message in its slot and publishes it; the slot is that of a claim, if
    /// one is open. Returns false if the queue is full.
    template <class... Arguments>
    [[nodiscard]] bool try_emplace(Arguments&&... arguments) noexcept {
        if (claim_slots(1) == 0) {
            return false;
        }
        construct_message(slots().message(first_), std::forward<Arguments>(arguments)...);
        release_claim(1);
        return true;
    }
    /// Publishes a copy. Returns false if the queue is full; the message is untouched then.
    [[nodiscard]] bool try_push(const T& message) noexcept { return try_emplace(message); }
    [[nodiscard]] bool try_push(T&& message) noexcept { return try_emplace(std::move(message)); }

    /// Pushes the first messages for which there is room and returns their number. They stay
    /// together: no other producer's message is between them.
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

    /// Returns the slot of the next message, to write and then publish(), or nullptr if the queue
    /// is full. Its contents are undefined. Without publish() the next claim() returns the same
    /// slot, and the consumer waits for it.
    [[nodiscard]] T* claim() noexcept
        requires PlainMessage<T>
    {
        return claim_slots(1) == 0 ? nullptr : slots().message(first_);
    }
    /// Makes the claimed message visible. Call it after a claim() that returned a slot.
    void publish() noexcept
        requires PlainMessage<T>
    {
        publish(1);
    }

    /// Claims as many consecutive free slots as possible, at most `slots_max`; an empty batch if
    /// the queue is full.
    [[nodiscard]] SlotBatch<T, Index> claim(std::size_t slots_max) noexcept
        requires PlainMessage<T>
    {
        const std::size_t claimed = claim_slots(slots_max);
        return {slots(), first_, claimed};
    }
    /// Publishes the first `slots` of the claim and gives up the others.
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

/// The consuming end; its calls are SlotConsumer's: try_pop, front and pop, poll.
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
    /// Allocates the ring. `slots` must be a power of two, at least 4; aborts otherwise.
    explicit MpscQueue(std::size_t slots)
        : memory_(MpscRing<T, Index>::bytes(slots)),
          ring_(MpscRing<T, Index>::format(memory_.bytes(), slots)) {}
    MpscQueue(const MpscQueue&) = delete;
    MpscQueue& operator=(const MpscQueue&) = delete;
    /// Destroy the queue after all its ends. Messages that were not popped are destroyed.
    ~MpscQueue() {
        consumer().poll([](T&) {}, slots());
    }

    /// Returns a producer; each thread that produces needs its own.
    [[nodiscard]] MpscProducer<T, Index> producer() noexcept {
        return MpscProducer<T, Index>(ring_);
    }
    /// Returns the one consumer. Request it again only after it is destroyed.
    [[nodiscard]] MpscConsumer<T, Index> consumer() noexcept {
        return MpscConsumer<T, Index>(ring_);
    }

    [[nodiscard]] std::size_t slots() const noexcept { return ring_.slots(); }
    /// Returns the number of claimed messages that are not popped, as of some moment during the
    /// call. Any thread.
    [[nodiscard]] std::size_t size_approximate() const noexcept { return ring_.size_approximate(); }

  private:
    RingMemory memory_;
    MpscRing<T, Index> ring_;
};

}  // namespace hotpath::queue
