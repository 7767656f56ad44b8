#pragma once
/// Future events: a heap by time, and by order of planning where times are equal.
///
/// Any type with a member `time` of Time is an event. Which one comes first does not depend on how
/// the standard library builds its heaps. Threads: one owner. Allocation: the constructor's, unless
/// more than `events_max` are planned. Complexity: O(log n) a push or pop.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "hotpath/core/units.hpp"

namespace hotpath::sim {

template <class Event>
class TimedQueue {
  public:
    explicit TimedQueue(std::size_t events_max) { heap_.reserve(events_max); }

    [[nodiscard]] std::size_t size() const noexcept { return heap_.size(); }
    [[nodiscard]] bool is_empty() const noexcept { return heap_.empty(); }
    /// Time of the event that pop() returns; not while empty.
    [[nodiscard]] Time next_time() const noexcept { return heap_.front().event.time; }

    void push(Event event) {
        heap_.push_back({.event = std::move(event), .sequence = ++sequence_});
        std::ranges::push_heap(heap_, is_later);
    }

    Event pop() {
        std::ranges::pop_heap(heap_, is_later);
        Event event = std::move(heap_.back().event);
        heap_.pop_back();
        return event;
    }

  private:
    struct Planned {
        Event event;
        std::uint64_t sequence;
    };

    // A strict total order.
    [[nodiscard]] static bool is_later(const Planned& a, const Planned& b) noexcept {
        return a.event.time != b.event.time ? a.event.time > b.event.time : a.sequence > b.sequence;
    }

    std::vector<Planned> heap_;
    std::uint64_t sequence_ = 0;
};

}  // namespace hotpath::sim
