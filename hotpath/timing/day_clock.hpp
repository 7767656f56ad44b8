#pragma once
/// Time of day for a trading process: the monotonic clock, plus the position of midnight on it. The
/// wall clock is read once, so later steps of it have no effect.
///
///   const DayClock clock;
///   const Time since_midnight = clock.now();
///
/// Threads: any. Allocation: none. Complexity: a clock reading.

#include <chrono>
#include <cstdint>

#include "hotpath/core/units.hpp"

namespace hotpath::timing {

[[nodiscard]] inline std::int64_t monotonic_ns() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

/// The time since 1970, UTC.
[[nodiscard]] inline Time wall_clock() {
    return {std::chrono::duration_cast<std::chrono::nanoseconds>(
                std::chrono::system_clock::now().time_since_epoch())
                .count()};
}

/// The time since UTC midnight of the day in which the clock was created.
class DayClock {
  public:
    [[nodiscard]] Time now() const { return {monotonic_ns() + since_midnight_}; }

  private:
    /// The value to add to the monotonic clock.
    std::int64_t since_midnight_ = wall_clock().value % (86'400 * kNanosPerSecond) - monotonic_ns();
};

}  // namespace hotpath::timing
