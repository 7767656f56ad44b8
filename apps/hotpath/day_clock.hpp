#pragma once
/// The two clocks of a process that trades: the monotonic one, and where the day's midnight lies
/// on it. The wall clock is looked at once, so a step of it moves nothing.
///
///   const std::int64_t since_midnight = wall_since_midnight_ns() - monotonic_ns();
///   Nanos now{monotonic_ns() + since_midnight};
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
[[nodiscard]] inline Nanos wall_clock() {
    return {std::chrono::duration_cast<std::chrono::nanoseconds>(
                std::chrono::system_clock::now().time_since_epoch())
                .count()};
}

/// UTC's midnight.
[[nodiscard]] inline std::int64_t wall_since_midnight_ns() {
    return wall_clock().value % (86'400 * kNanosPerSecond);
}

}  // namespace hotpath::app
