#pragma once
/// Integers, decimals and times to the characters of FIX values.
///
/// Each function writes at `to`, which has room for its kLengthMax, and returns the end of what it
/// wrote. Two digits at a time, from a table. TimestampText keeps the characters of the second it
/// wrote last: a second begins once. Threads: functions; TimestampText has one owner. Allocation:
/// none. Complexity: O(characters).

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "hotpath/core/units.hpp"
#include "hotpath/protocols/fix/values.hpp"

namespace hotpath::protocols::fix {

inline constexpr std::size_t kIntLengthMax = 20;      // of 64 bits, a minus included
inline constexpr std::size_t kDecimalLengthMax = 22;  // a minus, 19 digits, a point and a zero
inline constexpr std::size_t kTimestampLengthMax = 27;

namespace detail {

/// 00 to 99.
inline constexpr auto kTwoDigits = [] {
    std::array<char, 200> digits{};
    for (std::size_t i = 0; i < 100; ++i) {
        digits[2 * i] = static_cast<char>('0' + i / 10);
        digits[2 * i + 1] = static_cast<char>('0' + i % 10);
    }
    return digits;
}();

inline void write_two(char* to, std::uint64_t number) noexcept {
    std::memcpy(to, kTwoDigits.data() + 2 * number, 2);
}

/// How many digits a number above 0 has. 1233 / 4096 is log10(2), nearly.
[[nodiscard]] inline unsigned digits_of(std::uint64_t number) noexcept {
    constexpr std::uint64_t kTenTo19 = 10 * kPowersOfTen[kDecimalsMax];
    const auto guess = static_cast<unsigned>(std::bit_width(number)) * 1233U >> 12U;
    return guess + (number >= (guess > kDecimalsMax ? kTenTo19 : kPowersOfTen[guess]) ? 1 : 0);
}

/// The number in exactly so many digits, zeros before it.
inline void write_digits(char* to, std::uint64_t number, unsigned digits) noexcept {
    while (digits >= 2) {
        digits -= 2;
        write_two(to + digits, number % 100);
        number /= 100;
    }
    if (digits == 1) {
        *to = static_cast<char>('0' + number % 10);
    }
}

}  // namespace detail

[[nodiscard]] inline char* write_uint(char* to, std::uint64_t number) noexcept {
    const unsigned digits = number == 0 ? 1 : detail::digits_of(number);
    detail::write_digits(to, number, digits);
    return to + digits;
}

[[nodiscard]] inline char* write_int(char* to, std::int64_t number) noexcept {
    const auto bits = static_cast<std::uint64_t>(number);
    *to = '-';
    return number < 0 ? write_uint(to + 1, 0 - bits) : write_uint(to, bits);
}

/// With all its decimals: {1250, 2} is 12.50. value.decimals is at most kDecimalsMax.
[[nodiscard]] inline char* write_decimal(char* to, Decimal value) noexcept {
    if (value.decimals == 0) {
        return write_int(to, value.mantissa);
    }
    const auto bits = static_cast<std::uint64_t>(value.mantissa);
    const std::uint64_t magnitude = value.mantissa < 0 ? 0 - bits : bits;
    *to = '-';
    to += value.mantissa < 0 ? 1 : 0;
    const std::uint64_t divisor = kPowersOfTen[value.decimals];
    to = write_uint(to, magnitude / divisor);
    *to = '.';
    detail::write_digits(to + 1, magnitude % divisor, value.decimals);
    return to + 1 + value.decimals;
}

/// The three digits of a CheckSum.
inline void write_check_sum(char* to, std::uint8_t sum) noexcept {
    detail::write_digits(to, sum, 3);
}

/// How many digits the fraction of a second has.
enum class TimePrecision : std::uint8_t {
    Seconds = 0,
    Milliseconds = 3,
    Microseconds = 6,
    Nanoseconds = 9,
};

/// Characters of a UTCTimestamp.
[[nodiscard]] constexpr std::size_t timestamp_length(TimePrecision precision) noexcept {
    constexpr std::size_t kToSeconds = 17;
    const auto digits = static_cast<std::size_t>(precision);
    return kToSeconds + (digits == 0 ? 0 : digits + 1);
}

/// UTCTimestamp: YYYYMMDD-HH:MM:SS.sssssssss.
class TimestampText {
  public:
    /// Nanoseconds since 1970, at least 0. The fraction is cut, not rounded.
    [[nodiscard]] char* write(char* to, Time time, TimePrecision precision) noexcept {
        const auto nanos = static_cast<std::uint64_t>(time.value);
        if (nanos - second_ * kSecond >= kSecond) [[unlikely]] {
            begin_second(nanos / kSecond);
        }
        std::memcpy(to, text_.data(), text_.size());
        to += text_.size();
        const std::uint64_t fraction = nanos - second_ * kSecond;
        switch (precision) {
            case TimePrecision::Seconds:
                return to;
            case TimePrecision::Milliseconds:
                return write_fraction<3>(to, fraction / 1'000'000);
            case TimePrecision::Microseconds:
                return write_fraction<6>(to, fraction / 1'000);
            case TimePrecision::Nanoseconds:
                return write_fraction<9>(to, fraction);
        }
        return to;
    }

  private:
    static constexpr std::uint64_t kSecond = kNanosPerSecond;
    static constexpr std::uint64_t kSecondsPerDay = 86'400;
    static constexpr std::size_t kTimeAt = 9;

    template <unsigned Digits>
    [[nodiscard]] static char* write_fraction(char* to, std::uint64_t fraction) noexcept {
        *to = '.';
        detail::write_digits(to + 1, fraction, Digits);
        return to + 1 + Digits;
    }

    void begin_second(std::uint64_t second) noexcept {
        if (const std::uint64_t day = second / kSecondsPerDay; day != second_ / kSecondsPerDay) {
            const Date date = to_date(static_cast<std::int64_t>(day));
            detail::write_digits(text_.data(), date.year, 4);
            detail::write_two(text_.data() + 4, date.month);
            detail::write_two(text_.data() + 6, date.day);
        }
        const auto of_day = static_cast<std::uint32_t>(second % kSecondsPerDay);
        detail::write_two(&text_[kTimeAt], of_day / 3600);
        detail::write_two(&text_[kTimeAt + 3], of_day / 60 % 60);
        detail::write_two(&text_[kTimeAt + 6], of_day % 60);
        second_ = second;
    }

    std::uint64_t second_ = 0;
    std::array<char, 17> text_ = {'1', '9', '7', '0', '0', '1', '0', '1', '-',
                                  '0', '0', ':', '0', '0', ':', '0', '0'};
};

}  // namespace hotpath::protocols::fix
