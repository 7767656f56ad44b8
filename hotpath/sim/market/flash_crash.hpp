#pragma once
/// A flash crash within a generated day: the values of all instruments fall by a tenth in three
/// minutes and come back in a quarter of an hour, as on 6 May 2010. While they fall, takers sell
/// what they can, few orders come, many are withdrawn, and messages come eight times as fast.
///
/// Threads: constants. Allocation: none. Complexity: O(1). Source: SEC and CFTC, "Findings regarding
/// the market events of May 6, 2010" (the fall from 14:42 on, the bottom at 14:45, back by 15:00).

#include <cstdint>

#include "hotpath/core/units.hpp"
#include "hotpath/sim/market/day_plan.hpp"

namespace hotpath::sim::market {

struct FlashCrash {
    static constexpr Time kBegins = time_of_day(14, 42);
    static constexpr Time kBottom = time_of_day(14, 45);
    static constexpr Time kEnds = time_of_day(15, 0);
    static constexpr std::int64_t kDepthOf1024 = 102;  // of an instrument's first price
    static constexpr std::int64_t kRate = 8;           // of arrivals, times the usual one

    bool happens = false;

    [[nodiscard]] constexpr bool is_falling(Time now) const noexcept {
        return happens && now >= kBegins && now < kBottom;
    }
    /// How far a value is below where it would be.
    [[nodiscard]] constexpr std::int64_t depth(std::int64_t first_value, Time now) const noexcept {
        if (!happens || now <= kBegins || now >= kEnds) {
            return 0;
        }
        const std::int64_t deepest = first_value * kDepthOf1024 / 1'024;
        const bool falls = now < kBottom;
        const Nanos part = falls ? now - kBegins : kEnds - now;
        const Nanos whole = falls ? kBottom - kBegins : kEnds - kBottom;
        return deepest / 1'000 * (part.value / (whole.value / 1'000));
    }
};

}  // namespace hotpath::sim::market
