#include "hotpath/capture/table/table_values.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>

#include <fmt/format.h>

namespace hotpath::capture {

namespace {

constexpr unsigned kPriceDecimals = 4;
constexpr std::uint64_t kMostOfWire = 4'294'967'295;
constexpr std::string_view kDigits = "0123456789";

[[nodiscard]] bool is_digits(std::string_view text) {
    return !text.empty() && text.find_first_not_of(kDigits) == text.npos;
}

/// Digits alone, below 10^18.
[[nodiscard]] std::optional<std::int64_t> digits_of(std::string_view text) {
    std::int64_t value = 0;
    if (!is_digits(text) || text.size() > 18) {
        return std::nullopt;
    }
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

[[nodiscard]] std::int64_t power_of_ten(unsigned n) {
    std::int64_t power = 1;
    for (; n > 0; --n) {
        power *= 10;
    }
    return power;
}

/// A number as its whole part and its decimals, and whether it is below 0.
struct Parts {
    std::string_view whole;
    std::string_view decimals;
    bool is_negative = false;
};

[[nodiscard]] std::optional<Parts> parts_of(std::string_view field) {
    Parts parts;
    parts.is_negative = field.starts_with('-');
    field.remove_prefix(parts.is_negative ? 1 : 0);
    const std::size_t point = field.find('.');
    parts.whole = field.substr(0, point);
    parts.decimals = point == field.npos ? std::string_view{} : field.substr(point + 1);
    const bool is_number =
        is_digits(parts.whole) && (point == field.npos || is_digits(parts.decimals));
    return is_number ? std::optional(parts) : std::nullopt;
}

/// The first decimals as a count of the last of them.
[[nodiscard]] std::int64_t first_decimals(std::string_view decimals, unsigned count) {
    std::string text(decimals.substr(0, count));
    text.resize(count, '0');
    return digits_of(text).value_or(0);
}

/// A price in 1/1,000,000,000, whatever decimals follow.
[[nodiscard]] std::optional<Price> rounded_price(const Parts& parts, Price tick) {
    const auto whole = digits_of(parts.whole);
    if (!whole || *whole > 1'000'000'000) {
        return std::nullopt;
    }
    const std::int64_t nanos = *whole * 1'000'000'000 + first_decimals(parts.decimals, 9);
    const std::int64_t step = tick.value * 100'000;
    return Price{(nanos + step / 2) / step * tick.value};
}

/// "09:30", "09:30:00", "09:30:00.123"
[[nodiscard]] std::optional<Time> to_time_of_day(std::string_view field) {
    const auto part = [&](std::size_t at) {
        return at == 0 || field[at - 1] == ':' ? digits_of(field.substr(at, 2)) : std::nullopt;
    };
    if (field.size() != 5 && field.size() != 8 && (field.size() < 10 || field[8] != '.')) {
        return std::nullopt;
    }
    const auto hours = part(0);
    const auto minutes = part(3);
    const auto seconds = field.size() > 5 ? part(6) : std::optional<std::int64_t>(0);
    const std::string_view decimals = field.size() > 9 ? field.substr(9) : std::string_view{};
    const bool is_fine = hours && minutes && seconds && *hours < 24 && *minutes < 60 &&
                         *seconds < 60 && (decimals.empty() || is_digits(decimals)) &&
                         decimals.size() <= 9;
    return is_fine
               ? std::optional(Time{(*hours * 3'600 + *minutes * 60 + *seconds) * kNanosPerSecond +
                                    first_decimals(decimals, 9)})
               : std::nullopt;
}

}  // namespace

std::string date_text(Date date) {
    const std::chrono::year_month_day day{std::chrono::sys_days(std::chrono::days(date.days))};
    return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(day.year()),
                       static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day()));
}

std::optional<Date> to_date(std::string_view field) {
    const bool has_shape = field.size() == 10 && field[4] == '-' && field[7] == '-';
    const auto year = has_shape ? digits_of(field.substr(0, 4)) : std::nullopt;
    const auto month = has_shape ? digits_of(field.substr(5, 2)) : std::nullopt;
    const auto day = has_shape ? digits_of(field.substr(8, 2)) : std::nullopt;
    if (!year || !month || !day) {
        return std::nullopt;
    }
    const std::chrono::year_month_day date{std::chrono::year(static_cast<int>(*year)),
                                           std::chrono::month(static_cast<unsigned>(*month)),
                                           std::chrono::day(static_cast<unsigned>(*day))};
    return date.ok() ? std::optional(Date{static_cast<std::int32_t>(
                           std::chrono::sys_days(date).time_since_epoch().count())})
                     : std::nullopt;
}

std::optional<TableTime> to_table_time(std::string_view field) {
    const auto date = to_date(field.substr(0, 10));
    if (!date || field.size() == 10) {
        return date ? std::optional(TableTime{.date = *date, .time = {}}) : std::nullopt;
    }
    const bool is_parted = field[10] == ' ' || field[10] == 'T';
    const auto time = is_parted ? to_time_of_day(field.substr(11)) : std::nullopt;
    return time ? std::optional(TableTime{.date = *date, .time = time}) : std::nullopt;
}

std::optional<std::int64_t> to_decimal(std::string_view field, unsigned decimals) {
    const auto parts = parts_of(field);
    const auto whole = parts ? digits_of(parts->whole) : std::nullopt;
    if (!whole || *whole >= power_of_ten(18 - decimals)) {
        return std::nullopt;
    }
    const std::string_view beyond =
        parts->decimals.substr(std::min<std::size_t>(parts->decimals.size(), decimals));
    if (beyond.find_first_not_of('0') != beyond.npos) {
        return std::nullopt;
    }
    const std::int64_t value =
        *whole * power_of_ten(decimals) + first_decimals(parts->decimals, decimals);
    return parts->is_negative ? -value : value;
}

std::optional<Price> to_table_price(std::string_view field, Price tick) {
    std::optional<Price> price;
    if (tick > Price{}) {
        const auto parts = parts_of(field);
        price = parts && !parts->is_negative ? rounded_price(*parts, tick) : std::nullopt;
    } else if (const auto exact = to_decimal(field, kPriceDecimals)) {
        price = Price{*exact};
    }
    const bool fits =
        price && price->value > 0 && static_cast<std::uint64_t>(price->value) <= kMostOfWire;
    return fits ? price : std::nullopt;
}

std::optional<std::uint64_t> to_whole(std::string_view field) {
    const auto value = to_decimal(field, 0);
    return value && *value >= 0 ? std::optional(static_cast<std::uint64_t>(*value)) : std::nullopt;
}

}  // namespace hotpath::capture
