#pragma once
/// The day of a recording by New York's clock, which ITCH times count from: IEX's times are UTC.
///
/// The United States' rule since 2007 holds for every day of DEEP, which began in 2017: daylight saving
/// time from the second Sunday of March to the first of November, at 02:00. A day's midnight is that of
/// its trading hours; no trading day changes the clock. Threads: any. Allocation: none. Complexity:
/// O(1). Source: 15 U.S.C. 260a.

#include <cstdint>

#include "hotpath/capture/table/table_values.hpp"

namespace hotpath::capture::iex {

struct NewYorkDay {
    std::int64_t midnight_ns = 0;  // since 1970, UTC
    Date date;
};

/// The day of a moment, in nanoseconds since 1970; of one outside 1970 to 2199 the nearest in it.
[[nodiscard]] NewYorkDay new_york_day(std::int64_t ns_since_1970);

}  // namespace hotpath::capture::iex
