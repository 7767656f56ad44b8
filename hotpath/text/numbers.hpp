#pragma once
/// Numbers as people read them: thousands separators, money, prices, times of day, durations, sizes.
///
/// Threads: any. Allocation: the strings. Complexity: linear in the digits. Not used where time matters.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::text {

/// Formats 1234567 as 1,234,567.
[[nodiscard]] std::string grouped(std::int64_t number);
[[nodiscard]] inline std::string grouped(std::uint64_t number) {
    return grouped(static_cast<std::int64_t>(number));
}

/// Dollars and cents with the sign before the currency, from 1/10,000 dollar: -$1,234.56
[[nodiscard]] std::string dollars(Money amount);

/// Formats a price with four decimals, or two for whole cents: 579.0250, 579.02.
[[nodiscard]] std::string price_text(Price price);

/// Formats nanoseconds since midnight as HH:MM:SS.nnnnnnnnn.
[[nodiscard]] std::string time_of_day(Time since_midnight);

/// Parses a time of day with up to nine decimals; nullopt if the text is not a time of day.
[[nodiscard]] std::optional<Time> parse_time_of_day(std::string_view text);

/// Formats a checksum: 0x and sixteen digits; a string in JSON, which is exact only to 2^53.
[[nodiscard]] std::string checksum_text(std::uint64_t checksum);

/// Formats symbols between commas; the first `shown_max` of many, and "...".
[[nodiscard]] std::string symbols_text(std::span<const Symbol> symbols, std::size_t shown_max);

/// Formats days since 1970-01-01 as a date: 2026-11-22.
[[nodiscard]] std::string date_text(std::int32_t days);

/// Formats a duration with three digits and a unit: 847 ns, 12.3 us, 4.56 ms, 1.23 s; from two
/// minutes on in minutes and hours: 12 min, 3 h 58 min.
[[nodiscard]] std::string duration_text(Nanos duration);

/// Formats a size: 12.3 MB.
[[nodiscard]] std::string bytes_text(std::uint64_t bytes);

}  // namespace hotpath::text
