#pragma once
/// The two clocks of a process that trades: the monotonic one, and where the day's midnight lies
/// on it. The wall clock is read once, so a step of it has no effect.
///
///   const DayClock clock;
///   const Time since_midnight = clock.now();
///
/// Threads: any. Allocation: none. Complexity: a clock reading.

#include <chrono>
#include <cstdint>

#include "hotpath/core/units.hpp"

namespace hotpath::app {

[[nodiscard]] inline std::int64_t monotonic_ns() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

/// Since 1970, UTC.
[[nodiscard]] inline Time wall_clock() {
    return {std::chrono::duration_cast<std::chrono::nanoseconds>(
                std::chrono::system_clock::now().time_since_epoch())
                .count()};
}

/// Since UTC's midnight of the day in which it was made.
class DayClock {
  public:
    [[nodiscard]] Time now() const { return {monotonic_ns() + since_midnight_}; }

  private:
    /// Add this to the monotonic clock.
    std::int64_t since_midnight_ = wall_clock().value % (86'400 * kNanosPerSecond) - monotonic_ns();
};

}  // namespace hotpath::app
