#include "hotpath/wire/fix/values.hpp"

#include <algorithm>

namespace hotpath::wire::fix {

namespace {

constexpr std::int64_t kNanosPerDay = 86'400 * kNanosPerSecond;
constexpr std::int64_t kDaysPerEra = 146'097;   // 400 years
constexpr std::int64_t kDaysToEpoch = 719'468;  // from 0000-03-01 to 1970-01-01
constexpr std::size_t kTimeLength = 8;          // HH:MM:SS
constexpr std::size_t kFractionLengthMax = 12;
constexpr std::size_t kNanoDigits = 9;

/// The number in so many digits; above any when one is no digit.
constexpr unsigned kNoNumber = 1'000'000;
unsigned number_at(std::string_view text, std::size_t first, std::size_t digits) noexcept {
    unsigned number = 0;
    for (const char c : text.substr(first, digits)) {
        if (!is_digit(c)) {
            return kNoNumber;
        }
        number = number * 10 + static_cast<unsigned>(c - '0');
    }
    return number;
}

unsigned days_of_month(unsigned year, unsigned month) noexcept {
    constexpr std::array<unsigned, 13> kDays = {0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return kDays[month] + (month == 2 && is_leap ? 1 : 0);
}

/// The nanoseconds in the digits of a fraction, `.` included; empty when it is none.
std::optional<std::int64_t> nanos_of_fraction(std::string_view fraction) noexcept {
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

std::optional<std::int64_t> to_units(Decimal value, unsigned decimals) noexcept {
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

std::optional<Date> to_date(std::string_view text) noexcept {
    if (text.size() != kDateLength) {
        return std::nullopt;
    }
    const Date date{number_at(text, 0, 4), number_at(text, 4, 2), number_at(text, 6, 2)};
    const bool exists = date.year < kNoNumber && date.month >= 1 && date.month <= 12 &&
                        date.day >= 1 && date.day <= days_of_month(date.year, date.month);
    return exists ? std::optional(date) : std::nullopt;
}

std::int64_t to_days(Date date) noexcept {
    // Years begin in March, so that the odd day is the last of one.
    const std::int64_t year = std::int64_t{date.year} - (date.month <= 2 ? 1 : 0);
    const std::int64_t era = (year >= 0 ? year : year - 399) / 400;
    const std::int64_t year_of_era = year - era * 400;
    const std::int64_t month = (std::int64_t{date.month} + 9) % 12;
    const std::int64_t day_of_year = (153 * month + 2) / 5 + date.day - 1;
    const std::int64_t day_of_era =
        year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    return era * kDaysPerEra + day_of_era - kDaysToEpoch;
}

Date to_date(std::int64_t days) noexcept {
    days += kDaysToEpoch;
    const std::int64_t era = (days >= 0 ? days : days - (kDaysPerEra - 1)) / kDaysPerEra;
    const std::int64_t day_of_era = days - era * kDaysPerEra;
    const std::int64_t year_of_era =
        (day_of_era - day_of_era / 1'460 + day_of_era / 36'524 - day_of_era / 146'096) / 365;
    const std::int64_t day_of_year =
        day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    const std::int64_t month = (5 * day_of_year + 2) / 153;
    const std::int64_t civil_month = month < 10 ? month + 3 : month - 9;
    const std::int64_t year = year_of_era + era * 400 + (civil_month <= 2 ? 1 : 0);
    return {static_cast<unsigned>(year), static_cast<unsigned>(civil_month),
            static_cast<unsigned>(day_of_year - (153 * month + 2) / 5 + 1)};
}

std::optional<Nanos> to_time_of_day(std::string_view text) noexcept {
    if (text.size() < kTimeLength || text[2] != ':' || text[5] != ':') {
        return std::nullopt;
    }
    const unsigned hours = number_at(text, 0, 2);
    const unsigned minutes = number_at(text, 3, 2);
    const unsigned seconds = number_at(text, 6, 2);
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

}  // namespace hotpath::wire::fix
