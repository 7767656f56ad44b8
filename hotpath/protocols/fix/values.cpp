#include "hotpath/protocols/fix/values.hpp"

#include <algorithm>
#include <chrono>
#include <span>

#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/fix/digit_words.hpp"

namespace hotpath::protocols::fix {

namespace {

constexpr std::int64_t kNanosPerDay = 86'400 * kNanosPerSecond;
constexpr std::size_t kTimeLength = 8;  // HH:MM:SS
constexpr std::size_t kFractionLengthMax = 12;
constexpr std::size_t kNanoDigits = 9;

/// The first eight characters, which there are.
std::uint64_t first_word(std::string_view text) noexcept {
    return load_le<std::uint64_t>(std::as_bytes(std::span(text)).data());
}

std::chrono::year_month_day calendar_day(Date date) noexcept {
    return {std::chrono::year(static_cast<int>(date.year)), std::chrono::month(date.month),
            std::chrono::day(date.day)};
}

/// The nanoseconds in the digits of a fraction, `.` included; empty when it is none.
std::optional<std::int64_t> nanos_of_fraction(std::string_view fraction) noexcept {
    constexpr std::size_t kMilliseconds = 4;  // .sss
    if (fraction.size() == kMilliseconds && fraction[0] == '.' && is_digit(fraction[1]) &&
        is_digit(fraction[2]) && is_digit(fraction[3])) [[likely]] {
        return ((fraction[1] - '0') * 100 + (fraction[2] - '0') * 10 + (fraction[3] - '0')) *
               std::int64_t{1'000'000};
    }
    const std::string_view digits = fraction.substr(1);
    if (fraction.front() != '.' || digits.empty() || digits.size() > kFractionLengthMax ||
        !std::ranges::all_of(digits, is_digit)) {
        return std::nullopt;
    }
    std::int64_t nanos = 0;
    for (std::size_t i = 0; i < kNanoDigits; ++i) {
        nanos = nanos * 10 + (i < digits.size() ? digits[i] - '0' : 0);
    }
    return nanos;
}

}  // namespace

std::optional<Decimal> to_decimal(std::string_view text) noexcept {
    constexpr auto kLast = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    const bool is_negative = text.starts_with('-');
    text.remove_prefix(is_negative ? 1 : 0);
    std::uint64_t magnitude = 0;
    std::size_t digits = 0;
    std::size_t point = text.size();  // its place
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto digit = static_cast<std::uint64_t>(static_cast<unsigned char>(text[i] - '0'));
        if (digit > 9) {
            if (text[i] != '.' || point != text.size()) {
                return std::nullopt;
            }
            point = i;
            continue;
        }
        if (magnitude > (kLast - digit) / 10) {
            return std::nullopt;
        }
        magnitude = magnitude * 10 + digit;
        ++digits;
    }
    const std::size_t decimals = point == text.size() ? 0 : text.size() - point - 1;
    if (digits == 0 || decimals > kDecimalsMax) {
        return std::nullopt;
    }
    const auto mantissa = static_cast<std::int64_t>(magnitude);
    return Decimal{is_negative ? -mantissa : mantissa, static_cast<std::uint8_t>(decimals)};
}

std::optional<Date> to_date(std::string_view text) noexcept {
    if (text.size() != kDateLength) {
        return std::nullopt;
    }
    const std::uint64_t digits = digit_words::digits(first_word(text));
    if (!digit_words::are_digits(digits)) {
        return std::nullopt;
    }
    const unsigned number = digit_words::number_of(digits);
    const Date date{number / 10'000, number / 100 % 100, number % 100};
    return calendar_day(date).ok() ? std::optional(date) : std::nullopt;
}

std::int64_t to_days(Date date) noexcept {
    return std::chrono::sys_days(calendar_day(date)).time_since_epoch().count();
}

Date to_date(std::int64_t days) noexcept {
    const std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(days))};
    return {static_cast<unsigned>(static_cast<int>(date.year())),
            static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day())};
}

std::optional<Nanos> to_time_of_day(std::string_view text) noexcept {
    constexpr std::uint64_t kColons = std::uint64_t{':'} << 16U | std::uint64_t{':'} << 40U;
    constexpr std::uint64_t kColonBytes = std::uint64_t{0xFF} << 16U | std::uint64_t{0xFF} << 40U;
    if (text.size() < kTimeLength) {
        return std::nullopt;
    }
    const std::uint64_t word = first_word(text);
    const std::uint64_t digits = digit_words::digits(word) & ~kColonBytes;
    if ((word & kColonBytes) != kColons || !digit_words::are_digits(digits)) {
        return std::nullopt;
    }
    const std::uint64_t pairs = digit_words::pairs(digits);
    const auto hours = static_cast<unsigned>(pairs & 0xFFU);
    const auto minutes = static_cast<unsigned>(pairs >> 24U & 0xFFU);
    const auto seconds = static_cast<unsigned>(pairs >> 48U & 0xFFU);
    if (hours > 23 || minutes > 59 || seconds > 60) {
        return std::nullopt;
    }
    std::int64_t nanos = 0;
    if (text.size() > kTimeLength) {
        const auto fraction = nanos_of_fraction(text.substr(kTimeLength));
        if (!fraction) {
            return std::nullopt;
        }
        nanos = *fraction;
    }
    return Nanos{(std::int64_t{hours} * 3600 + minutes * 60 + seconds) * kNanosPerSecond + nanos};
}

std::optional<Time> to_time(std::string_view text) noexcept {
    if (text.size() <= kDateLength || text[kDateLength] != '-') {
        return std::nullopt;
    }
    const auto date = to_date(text.substr(0, kDateLength));
    const auto time_of_day = to_time_of_day(text.substr(kDateLength + 1));
    if (!date || !time_of_day || date->year < 1970 || date->year > 2261) {
        return std::nullopt;
    }
    return Time{to_days(*date) * kNanosPerDay} + *time_of_day;
}

}  // namespace hotpath::protocols::fix
