#pragma once
/// The times of a trading day: nanoseconds since its midnight, in 48 bits on the feed. They end
/// after 78 hours, and the day ends before: a session whose times began again would be read as
/// another day's.
///
/// Threads: constants. Allocation: none.

#include <cstdint>

#include "hotpath/core/units.hpp"

namespace hotpath::exchange {

/// The last time that an ITCH message can carry.
inline constexpr Time kFeedTimeMax{(std::int64_t{1} << 48U) - 1};
/// A day that is not over ends here, a minute before: its last messages still have their times.
inline constexpr Time kDayEndsBy{kFeedTimeMax.value - 60 * kNanosPerSecond};

/// Never later than the feed can say, also of a venue that was away for longer.
[[nodiscard]] constexpr Time feed_time(Time time_of_day) noexcept {
    return time_of_day < kFeedTimeMax ? time_of_day : kFeedTimeMax;
}

}  // namespace hotpath::exchange
