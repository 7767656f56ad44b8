#pragma once
/// The time of a session: the owner's clock without its jumps.
///
/// A step of the owner's clock moves a session at most to its next deadline, and never back. So
/// a clock that is set, or a process that was stopped for a minute, makes a session send its
/// heartbeat and look at what has arrived meanwhile, instead of declaring a peer dead that it did
/// not listen to. An owner who calls at next_deadline() sees no difference.
/// Threads: a value. Allocation: none. Complexity: O(1).

#include <algorithm>

#include "hotpath/core/units.hpp"

namespace hotpath::protocols {

class SessionTime {
  public:
    void start(Time now) noexcept {
        owner_now_ = now;
        time_ = Time{0};
    }

    /// Nanoseconds since start(), jumps left out.
    [[nodiscard]] Time time() const noexcept { return time_; }

    void advance(Time now, Time deadline) noexcept {
        Nanos step;
        if (__builtin_sub_overflow(now.value, owner_now_.value, &step.value)) {
            step = now > owner_now_ ? kForever : Nanos{0};
        }
        owner_now_ = now;
        time_ = time_ + std::clamp(step, Nanos{0}, std::max(deadline - time_, Nanos{0}));
    }

    /// `deadline` as the owner's clock will show it.
    [[nodiscard]] Time to_owner(Time deadline) const noexcept {
        Time shown;
        const bool is_beyond = __builtin_add_overflow(
            owner_now_.value, std::max(deadline - time_, Nanos{0}).value, &shown.value);
        return deadline == kNever || is_beyond ? kNever : shown;
    }

  private:
    Time owner_now_{};
    Time time_{};
};

}  // namespace hotpath::protocols
