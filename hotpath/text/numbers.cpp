#include "hotpath/text/numbers.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>

#include <fmt/format.h>

namespace hotpath::text {

namespace {

constexpr std::int64_t kSecondsPerDay = 24 * 60 * 60;

/// Reads exactly two digits below `limit` and removes them; -1 when they are not there.
std::int64_t take_two_digits(std::string_view& text, std::int64_t limit) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    if (text.size() < 2 || !is_digit(text[0]) || !is_digit(text[1])) {
        return -1;
    }
    const std::int64_t value = (text[0] - '0') * 10 + (text[1] - '0');
    text.remove_prefix(2);
    return value < limit ? value : -1;
}

bool take(std::string_view& text, char expected) {
    const bool found = text.starts_with(expected);
    text.remove_prefix(found ? 1 : 0);
    return found;
}

/// ".5" is 500,000,000 ns; at most nine decimals.
std::optional<std::int64_t> parse_fraction(std::string_view text) {
    if (text.empty()) {
        return 0;
    }
    if (!take(text, '.') || text.empty() || text.size() > 9) {
        return std::nullopt;
    }
    std::int64_t value = 0;
    for (std::size_t i = 0; i < 9; ++i) {
        const char digit = i < text.size() ? text[i] : '0';
        if (digit < '0' || digit > '9') {
            return std::nullopt;
        }
        value = value * 10 + (digit - '0');
    }
    return value;
}

}  // namespace

std::string grouped(std::int64_t number) {
    std::string digits = std::to_string(number);
    const std::ptrdiff_t first = number < 0 ? 1 : 0;
    for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > first; at -= 3) {
        digits.insert(digits.begin() + at, ',');
    }
    return digits;
}

std::string dollars(Money amount) {
    const std::uint64_t cents = (magnitude(amount).bits() + 50) / 100;
    return fmt::format("{}${}.{:02}", amount < Money{} && cents != 0 ? "-" : "",
                       grouped(cents / 100), cents % 100);
}

std::string price_text(Price price) {
    const std::int64_t magnitude = price.value < 0 ? -price.value : price.value;
    const std::string_view minus = price.value < 0 ? "-" : "";
    if (magnitude % 100 == 0) {
        return fmt::format("{}{}.{:02}", minus, magnitude / 10'000, magnitude / 100 % 100);
    }
    return fmt::format("{}{}.{:04}", minus, magnitude / 10'000, magnitude % 10'000);
}

std::string time_of_day(Time since_midnight) {
    const std::int64_t seconds = since_midnight.value / kNanosPerSecond;
    return fmt::format("{:02}:{:02}:{:02}.{:09}", seconds / 3600, seconds / 60 % 60, seconds % 60,
                       since_midnight.value % kNanosPerSecond);
}

std::optional<Time> parse_time_of_day(std::string_view text) {
    std::array<std::int64_t, 3> parts{};  // hours, minutes, seconds
    constexpr std::array<std::int64_t, 3> kLimits{25, 60, 60};
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i > 0 && !take(text, ':')) {
            return std::nullopt;
        }
        parts[i] = take_two_digits(text, kLimits[i]);
        if (parts[i] < 0) {
            return std::nullopt;
        }
    }
    const auto fraction = parse_fraction(text);
    const std::int64_t seconds = parts[0] * 3600 + parts[1] * 60 + parts[2];
    if (!fraction || seconds > kSecondsPerDay || (seconds == kSecondsPerDay && *fraction > 0)) {
        return std::nullopt;
    }
    return Time{seconds * kNanosPerSecond + *fraction};
}

std::string checksum_text(std::uint64_t checksum) {
    return fmt::format("0x{:016x}", checksum);
}

std::string symbols_text(std::span<const Symbol> symbols, std::size_t shown_max) {
    std::string text;
    for (std::size_t i = 0; i < std::min(symbols.size(), shown_max); ++i) {
        text += fmt::format("{}{}", i == 0 ? "" : ", ", symbols[i].view());
    }
    return symbols.size() > shown_max ? text + ", ..." : text;
}

std::string date_text(std::int32_t days) {
    const std::chrono::year_month_day day{std::chrono::sys_days(std::chrono::days(days))};
    return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(day.year()),
                       static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day()));
}

std::string duration_text(Nanos duration) {
    const std::int64_t minutes = duration.value / (60 * kNanosPerSecond);
    if (minutes >= 2) {
        return minutes < 60 ? fmt::format("{} min", minutes)
                            : fmt::format("{} h {} min", minutes / 60, minutes % 60);
    }
    constexpr double kThousand = 1e3;
    auto value = static_cast<double>(duration.value);
    if (value < kThousand) {
        return fmt::format("{} ns", duration.value);
    }
    std::string_view unit;
    for (const std::string_view larger : {"us", "ms", "s"}) {
        if (value < kThousand) {
            break;
        }
        value /= kThousand;
        unit = larger;
    }
    const int decimals = value < 10 ? 2 : value < 100 ? 1 : 0;
    return fmt::format("{:.{}f} {}", value, decimals, unit);
}

std::string bytes_text(std::uint64_t bytes) {
    constexpr std::array<std::string_view, 5> kUnits{"B", "kB", "MB", "GB", "TB"};
    auto value = static_cast<double>(bytes);
    std::size_t unit = 0;
    while (value >= 1000.0 && unit + 1 < kUnits.size()) {
        value /= 1000.0;
        ++unit;
    }
    return unit == 0 ? fmt::format("{} B", bytes) : fmt::format("{:.1f} {}", value, kUnits[unit]);
}

}  // namespace hotpath::text
