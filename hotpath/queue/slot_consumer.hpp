#pragma once
/// The one consumer of a ring of slots, in spsc and mpsc alike: takes messages in the order of
/// their positions, in place or out of it, and hands the places back.
///
/// Threads: one at a time. Wait-free. Allocation: none. Complexity: O(1) a message.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "hotpath/core/assert.hpp"
#include "hotpath/queue/layout.hpp"
#include "hotpath/queue/slot.hpp"

namespace hotpath::queue {

template <QueueMessage T, PositionIndex Index, RingLayout Layout = OwnLine>
class SlotConsumer {
  public:
    SlotConsumer(const SlotConsumer&) = delete;
    SlotConsumer& operator=(const SlotConsumer&) = delete;

    /// Moves the first message to `into` and pops it. Returns false if the queue is empty.
    [[nodiscard]] bool try_pop(T& into) noexcept {
        T* const message = front();
        if (message == nullptr) {
            return false;
        }
        into = std::move(*message);
        pop();
        return true;
    }

    /// Returns the first message, in its slot until pop(), or nullptr if the queue is empty or its
    /// first message is not published yet.
    [[nodiscard]] T* front() noexcept {
        if (slots_.state(next_) != kPublished) [[unlikely]] {
            skip_given_up();
            if (slots_.state(next_) != kPublished) {
                return nullptr;
            }
        }
        return slots_.message(next_);
    }

    /// Gives the slot of front() back to the producers.
    void pop() noexcept {
        HOTPATH_ASSERT_HOT(slots_.state(next_) == kPublished,
                           "the queue must not be empty: call front() first");
        std::destroy_at(slots_.message(next_));
        hand_back();
    }

    /// Calls visit(T&) on each message that is there, at most `slots_max`, and pops each one
    /// afterwards. Returns their number.
    template <class Visit>
    std::size_t poll(Visit&& visit, std::size_t slots_max) {
        std::size_t visited = 0;
        for (; visited < slots_max; ++visited) {
            T* const message = front();
            if (message == nullptr) {
                break;
            }
            visit(*message);
            pop();
        }
        return visited;
    }

  protected:
    /// Continues at the first message that was not popped. A message that a previous consumer died
    /// with is seen again.
    SlotConsumer(Slots<T, Index, Layout> slots, std::atomic<Index>& note) noexcept
        : slots_(slots), note_(&note), next_(note.load(std::memory_order_acquire)) {
        while (slots_.state(next_) > kGivenUp) {
            next_ = position_after(next_, 1);
        }
        note_->store(next_, std::memory_order_release);
    }
    SlotConsumer(SlotConsumer&&) noexcept = default;
    SlotConsumer& operator=(SlotConsumer&&) = delete;
    ~SlotConsumer() = default;

  private:
    void skip_given_up() noexcept {
        while (slots_.state(next_) == kGivenUp) {
            hand_back();
        }
    }

    void hand_back() noexcept {
        // Release pairs with the acquire in Slots::free_from: our last look at the message before
        // the one that is written over it. The store also makes the line ours alone, and such a
        // line the producer gets back more cheaply than one that both have.
        slots_.move_on(next_, slots_.popped());
        next_ = position_after(next_, 1);
        note_->store(next_, std::memory_order_release);
    }

    Slots<T, Index, Layout> slots_;
    std::atomic<Index>* note_;
    Index next_;  // the position of the next message
};

}  // namespace hotpath::queue
