#include "hotpath/protocols/fix/field_type.hpp"

#include <algorithm>
#include <cstdint>

#include "hotpath/protocols/fix/values.hpp"

namespace hotpath::protocols::fix {

namespace {

bool is_digits(std::string_view text) noexcept {
    return !text.empty() && std::ranges::all_of(text, is_digit);
}

std::string_view without_minus(std::string_view text) noexcept {
    return text.substr(text.starts_with('-') ? 1 : 0);
}

bool is_decimal(std::string_view text) noexcept {
    const std::string_view magnitude = without_minus(text);
    const std::size_t point = magnitude.find('.');
    const std::string_view whole = magnitude.substr(0, point);
    const std::string_view fraction =
        point == std::string_view::npos ? std::string_view{} : magnitude.substr(point + 1);
    return whole.size() + fraction.size() > 0 && std::ranges::all_of(whole, is_digit) &&
           std::ranges::all_of(fraction, is_digit);
}

/// Between single spaces, each word of at most so many characters.
bool is_words(std::string_view text, std::size_t length_max) noexcept {
    std::size_t length = 0;
    for (const char c : text) {
        if (c != ' ') {
            if (++length > length_max) {
                return false;
            }
            continue;
        }
        if (length == 0) {
            return false;
        }
        length = 0;
    }
    return length > 0;
}

bool is_month_year(std::string_view text) noexcept {
    constexpr std::size_t kMonthLength = 6;
    if (text.size() == kMonthLength) {
        return is_digits(text) && text.substr(4) >= "01" && text.substr(4) <= "12";
    }
    if (text.size() == kDateLength && text[kMonthLength] == 'w') {
        return is_month_year(text.substr(0, kMonthLength)) && text[7] >= '1' && text[7] <= '5';
    }
    return to_date(text).has_value();
}

bool is_day_of_month(std::string_view text) noexcept {
    const std::uint64_t day = text.size() <= 2 ? to_uint(text).value_or(0) : 0;
    return day >= 1 && day <= 31;
}

/// Z, +hh, -hh:mm and the like; none is UTC or local time.
bool is_zone(std::string_view text) noexcept {
    if (text.empty() || text == "Z") {
        return true;
    }
    if (text.front() != '+' && text.front() != '-') {
        return false;
    }
    const std::string_view hours = text.substr(1, 2);
    const std::string_view minutes = text.substr(std::min<std::size_t>(3, text.size()));
    const bool has_hours = hours.size() == 2 && is_digits(hours) && hours <= "14";
    return has_hours && (minutes.empty() || (minutes.size() == 3 && minutes.front() == ':' &&
                                             is_digits(minutes.substr(1)) && minutes <= ":59"));
}

bool is_tz_time(std::string_view text) noexcept {
    const std::size_t zone = std::min(text.find_first_of("Z+-"), text.size());
    const std::string_view time = text.substr(0, zone);
    constexpr std::size_t kWithoutSeconds = 5;
    if (!is_zone(text.substr(zone))) {
        return false;
    }
    if (time.size() != kWithoutSeconds) {
        return to_time_of_day(time).has_value();
    }
    return is_digits(time.substr(0, 2)) && time[2] == ':' && is_digits(time.substr(3)) &&
           time.substr(0, 2) <= "23" && time.substr(3) <= "59";
}

/// A date, a minus, and a time of this form.
bool is_dated(std::string_view text, bool (*is_time)(std::string_view)) noexcept {
    return text.size() > kDateLength && text[kDateLength] == '-' &&
           to_date(text.substr(0, kDateLength)) && is_time(text.substr(kDateLength + 1));
}

bool is_time(std::string_view text) noexcept {
    return to_time_of_day(text).has_value();
}

}  // namespace

std::string_view name(FieldType type) noexcept {
    constexpr std::string_view kNames[kFieldTypes] = {
        "String",     "Char",   "Boolean",    "Int",          "Length",
        "NumInGroup", "SeqNum", "Decimal",    "MultipleChar", "MultipleString",
        "Data",       "Date",   "Time",       "Timestamp",    "MonthYear",
        "DayOfMonth", "TzTime", "TzTimestamp"};
    return kNames[static_cast<std::size_t>(type)];
}

bool has_form(FieldType type, std::string_view value) noexcept {
    switch (type) {
        case FieldType::String:
        case FieldType::Data:
            return !value.empty();
        case FieldType::Char:
            return value.size() == 1;
        case FieldType::Boolean:
            return to_boolean(value).has_value();
        case FieldType::Int:
            return is_digits(without_minus(value));
        case FieldType::Length:
        case FieldType::NumInGroup:
        case FieldType::SeqNum:
            return is_digits(value);
        case FieldType::Decimal:
            return is_decimal(value);
        case FieldType::MultipleChar:
            return is_words(value, 1);
        case FieldType::MultipleString:
            return is_words(value, value.size());
        case FieldType::Date:
            return to_date(value).has_value();
        case FieldType::Time:
            return is_time(value);
        case FieldType::Timestamp:
            return is_dated(value, is_time);
        case FieldType::MonthYear:
            return is_month_year(value);
        case FieldType::DayOfMonth:
            return is_day_of_month(value);
        case FieldType::TzTime:
            return is_tz_time(value);
        case FieldType::TzTimestamp:
            return is_dated(value, is_tz_time);
    }
    return false;
}

}  // namespace hotpath::protocols::fix
