#pragma once
/// What the generator has planned: a heap of events by time, and by order of planning where times
/// are equal.
///
/// Threads: one owner. Allocation: the constructor. Complexity: O(log n) a push or pop, n at most
/// the capacity.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/sim/market/light_books.hpp"

namespace hotpath::sim::market {

enum class EventKind : std::uint8_t {
    Start,          // of messages
    Directory,      // of one instrument, which plans the next one's
    TradingAction,  // of one instrument, which plans the next one's
    SystemHours,
    Imbalance,  // indicator before a cross
    MarketOpen,
    Cross,
    Arrival,    // of somebody new, in any instrument
    NoArrival,  // the rate changes before anybody new arrives
    Reaction,   // to something that happened in the instrument
    OrderEnds,  // its owner deletes it
    Halt,
    Quotation,
    Resume,
    MarketClose,
    Evening,  // the last system hour is over: fill up to the number of messages asked for
    End,
};

struct Event {
    Nanos time;
    OrderId id{};  // OrderEnds: of this order, if it still lives in the slot
    Slot slot = 0;
    InstrumentId instrument{};
    EventKind kind = EventKind::Start;
    char code = ' ';  // Cross, Imbalance: its type
};

class EventQueue {
  public:
    explicit EventQueue(std::size_t events_max) : events_max_(events_max) {
        heap_.reserve(events_max);
    }

    [[nodiscard]] std::size_t room() const noexcept { return events_max_ - heap_.size(); }
    [[nodiscard]] bool is_empty() const noexcept { return heap_.empty(); }

    void push(const Event& event) noexcept {
        HOTPATH_ASSERT(room() != 0, "the plan of events has a place for every event that must be");
        heap_.push_back({.event = event, .sequence = ++sequence_});
        std::ranges::push_heap(heap_, is_later);
    }

    Event pop() noexcept {
        std::ranges::pop_heap(heap_, is_later);
        const Event event = heap_.back().event;
        heap_.pop_back();
        return event;
    }

  private:
    struct Planned {
        Event event;
        std::uint64_t sequence;
    };

    // A strict total order: what is popped does not depend on how the standard library builds its
    // heaps.
    [[nodiscard]] static bool is_later(const Planned& a, const Planned& b) noexcept {
        return a.event.time != b.event.time ? a.event.time > b.event.time : a.sequence > b.sequence;
    }

    std::vector<Planned> heap_;
    std::size_t events_max_;
    std::uint64_t sequence_ = 0;
};

}  // namespace hotpath::sim::market
