#pragma once
/// The values of a table's fields: dates and times, prices, quantities. Exact or not at all: no
/// floating point.
///
/// Threads: any. Allocation: none. Complexity: linear in the field.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hotpath/core/units.hpp"

namespace hotpath::capture {

/// A calendar date, as days since 1970-01-01.
struct Date {
    std::int32_t days = 0;

    friend constexpr auto operator<=>(Date, Date) = default;
};

/// "2024-01-02"
[[nodiscard]] std::string date_text(Date date);

/// "2024-01-02"; nothing when it is no date of the calendar.
[[nodiscard]] std::optional<Date> to_date(std::string_view field);

/// A moment by the exchange's clock.
struct TableTime {
    Date date{};
    std::optional<Time> time{};  // since its midnight; none: only a date was given
};

inline constexpr std::string_view kTimeAllowed =
    "a date and time of the exchange without a zone, as 2024-01-02 09:30:00.000000001";
inline constexpr std::string_view kDateAllowed = "a date as 2024-01-02";

/// "2024-01-02", "2024-01-02 09:30", "2024-01-02T09:30:00.123456789"
[[nodiscard]] std::optional<TableTime> to_table_time(std::string_view field);

/// A decimal number above 0, as a price of 1/10,000; nothing when it has more decimals, unless they
/// are 0. With a tick above 0 it is rounded to a multiple of that, halves up.
[[nodiscard]] std::optional<Price> to_table_price(std::string_view field, Price tick = {});

/// A decimal number of any sign of at most `decimals` decimals (up to 9), as a count of the last one;
/// below 10^18.
[[nodiscard]] std::optional<std::int64_t> to_decimal(std::string_view field, unsigned decimals);

/// A whole number from 0, also with decimals that are 0: "100", "100.0".
[[nodiscard]] std::optional<std::uint64_t> to_whole(std::string_view field);

}  // namespace hotpath::capture
