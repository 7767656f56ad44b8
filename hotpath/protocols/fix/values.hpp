#pragma once
/// The values of FIX fields: characters to integers, decimals and times.
///
/// Text that is not exactly of the type's form gives an empty result: no sign but a minus, no
/// exponent, no spaces, no missing digits. Leading zeros are allowed, as in the standard. So does a
/// number that does not fit; has_form() of field_type.hpp separates the two. Threads: values.
/// Allocation: none. Complexity: O(characters). Source: FIX 4.4, volume 1, data types.

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include "hotpath/core/units.hpp"

namespace hotpath::protocols::fix {

[[nodiscard]] constexpr bool is_digit(char c) noexcept {
    return static_cast<unsigned char>(c - '0') < 10;
}

/// Parses length, NumInGroup, SeqNum: digits, below 2^64.
[[nodiscard]] constexpr std::optional<std::uint64_t> to_uint(std::string_view text) noexcept {
    constexpr std::uint64_t kLast = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t number = 0;
    for (const char c : text) {
        const auto digit = static_cast<std::uint64_t>(static_cast<unsigned char>(c - '0'));
        if (digit > 9 || number > kLast / 10 || number * 10 > kLast - digit) [[unlikely]] {
            return std::nullopt;
        }
        number = number * 10 + digit;
    }
    return text.empty() ? std::nullopt : std::optional(number);
}

/// Parses int: digits, after a minus if below 0.
[[nodiscard]] constexpr std::optional<std::int64_t> to_int(std::string_view text) noexcept {
    const bool is_negative = text.starts_with('-');
    const auto magnitude = to_uint(text.substr(is_negative ? 1 : 0));
    constexpr auto kLast = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (!magnitude || *magnitude > kLast + (is_negative ? 1 : 0)) {
        return std::nullopt;
    }
    return static_cast<std::int64_t>(is_negative ? 0 - *magnitude : *magnitude);
}

[[nodiscard]] constexpr std::optional<bool> to_boolean(std::string_view text) noexcept {
    if (text == "Y") {
        return true;
    }
    return text == "N" ? std::optional(false) : std::nullopt;
}

inline constexpr unsigned kDecimalsMax = 18;

/// Powers of ten from 10^0 to 10^18.
inline constexpr auto kPowersOfTen = [] {
    std::array<std::uint64_t, kDecimalsMax + 1> powers{};
    std::uint64_t power = 1;
    for (std::uint64_t& each : powers) {
        each = power;
        power *= 10;
    }
    return powers;
}();

/// The value of float, Price, Qty, Amt, Percentage, PriceOffset: mantissa / 10^decimals, exactly.
struct Decimal {
    std::int64_t mantissa = 0;
    std::uint8_t decimals = 0;  // at most kDecimalsMax

    /// Compares digits: 1.5 and 1.50 are different.
    friend constexpr bool operator==(Decimal, Decimal) = default;
};

[[nodiscard]] std::optional<Decimal> to_decimal(std::string_view text) noexcept;

/// Rescales to units of 10^-decimals: 1.25 with 4 decimals gives 12,500. Empty on overflow, or if a
/// digit other than 0 would be lost.
[[nodiscard]] inline std::optional<std::int64_t> to_units(Decimal value,
                                                          unsigned decimals) noexcept {
    if (decimals > kDecimalsMax || value.decimals > kDecimalsMax) {
        return std::nullopt;
    }
    if (value.decimals > decimals) {
        const auto divisor = static_cast<std::int64_t>(kPowersOfTen[value.decimals - decimals]);
        return value.mantissa % divisor == 0 ? std::optional(value.mantissa / divisor)
                                             : std::nullopt;
    }
    const auto factor = static_cast<std::int64_t>(kPowersOfTen[decimals - value.decimals]);
    std::int64_t units = 0;
    if (__builtin_mul_overflow(value.mantissa, factor, &units)) {
        return std::nullopt;
    }
    return units;
}

/// A valid calendar day.
struct Date {
    unsigned year = 0;
    unsigned month = 0;
    unsigned day = 0;

    friend constexpr bool operator==(Date, Date) = default;
};

inline constexpr std::size_t kDateLength = 8;

/// Parses UTCDateOnly, LocalMktDate: YYYYMMDD.
[[nodiscard]] std::optional<Date> to_date(std::string_view text) noexcept;

/// Returns days since 1970-01-01.
[[nodiscard]] std::int64_t to_days(Date date) noexcept;
[[nodiscard]] Date to_date(std::int64_t days) noexcept;

/// Parses UTCTimeOnly, HH:MM:SS with an optional fraction of up to twelve digits, to nanoseconds
/// since midnight. Second 60 is allowed; digits after the ninth are dropped.
[[nodiscard]] std::optional<Nanos> to_time_of_day(std::string_view text) noexcept;

/// Parses UTCTimestamp, a date, a minus and a time, to nanoseconds since 1970. Empty before 1970
/// and from 2262 on.
[[nodiscard]] std::optional<Time> to_time(std::string_view text) noexcept;

}  // namespace hotpath::protocols::fix
