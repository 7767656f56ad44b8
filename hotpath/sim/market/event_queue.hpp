#pragma once
/// The generator's planned events: a heap by time, and by order of planning where times are equal.
///
/// Threads: one owner. Allocation: the constructor. Complexity: O(log n) a push or pop, n at most
/// the capacity.

#include <cstddef>
#include <cstdint>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/sim/market/light_books.hpp"
#include "hotpath/sim/timed_queue.hpp"

namespace hotpath::sim::market {

enum class EventKind : std::uint8_t {
    Start,          // of messages
    Directory,      // of one instrument, which plans the next one's
    TradingAction,  // of one instrument, which plans the next one's
    SystemHours,
    Imbalance,  // indicator before a cross
    MarketOpen,
    Cross,
    Arrival,    // of a new participant, in any instrument
    NoArrival,  // the rate changes before anybody new arrives
    OrderEnds,  // its owner deletes it
    Halt,
    Quotation,
    Resume,
    MarketClose,
    Evening,  // the last system hour is over: fill up to the number of messages asked for
    End,
};

struct Event {
    Time time;
    OrderId id{};  // OrderEnds: of this order, if it still lives in the slot
    Slot slot = 0;
    InstrumentId instrument{};
    EventKind kind = EventKind::Start;
    char code = ' ';  // Cross, Imbalance: its type
};

/// With a place for every event that must be: of the day, and of each of its instruments.
class EventQueue : public TimedQueue<Event> {
  public:
    EventQueue(std::size_t optional_max, std::size_t mandatory_max)
        : TimedQueue<Event>(optional_max + mandatory_max),
          optional_max_(optional_max),
          events_max_(optional_max + mandatory_max) {}

    /// For an event that need not be: the mandatory ones keep their places, but for one.
    [[nodiscard]] bool has_optional_room() const noexcept { return size() <= optional_max_; }

    void push(const Event& event) noexcept {
        HOTPATH_ASSERT(size() < events_max_, "the queue must have room for every mandatory event");
        TimedQueue<Event>::push(event);
    }

  private:
    std::size_t optional_max_;
    std::size_t events_max_;
};

}  // namespace hotpath::sim::market
