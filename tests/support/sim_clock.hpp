#pragma once
/// Simulated time: constant until it is advanced, and only forward. One tick is one nanosecond.
///
/// A simulation owns one and hands its time in; a component that must stamp refers to it through
/// SimTicks. Threads: one owner. Allocation: none. Complexity: O(1).

#include <cstdint>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/timing/tick_source.hpp"

namespace hotpath::timing {

class SimClock {
  public:
    SimClock() = default;
    explicit constexpr SimClock(Time start) noexcept : now_(start) {}

    [[nodiscard]] constexpr std::uint64_t ticks() const noexcept {
        return static_cast<std::uint64_t>(now_.value);
    }
    [[nodiscard]] constexpr Time now() const noexcept { return now_; }
    [[nodiscard]] static constexpr Nanos to_duration(std::uint64_t ticks) noexcept {
        return {static_cast<std::int64_t>(ticks)};
    }

    void set_to(Time time) noexcept {
        HOTPATH_ASSERT(time >= now_, "simulated time must not run backwards");
        now_ = time;
    }
    void advance(Nanos duration) noexcept { set_to(now_ + duration); }

  private:
    Time now_;
};

/// A tick source to give away by value: reads the simulation's clock, which must outlive it.
class SimTicks {
  public:
    explicit SimTicks(const SimClock& clock) noexcept : clock_(&clock) {}
    [[nodiscard]] std::uint64_t ticks() const noexcept { return clock_->ticks(); }

  private:
    const SimClock* clock_;
};

static_assert(Clock<SimClock> && TickSource<SimTicks>);

}  // namespace hotpath::timing
