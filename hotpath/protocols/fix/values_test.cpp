#include "hotpath/protocols/fix/values.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/protocols/fix/digits.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::protocols::fix {
namespace {

constexpr std::int64_t kLast = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kFirst = std::numeric_limits<std::int64_t>::min();

template <class Write>
std::string written(Write&& write) {
    std::array<char, 64> room{};
    return {room.data(), write(room.data())};
}

std::string int_text(std::int64_t number) {
    return written([&](char* to) { return write_int(to, number); });
}
std::string uint_text(std::uint64_t number) {
    return written([&](char* to) { return write_uint(to, number); });
}
std::string decimal_text(Decimal value) {
    return written([&](char* to) { return write_decimal(to, value); });
}
std::string time_text(Time time, TimePrecision precision) {
    TimestampText text;
    return written([&](char* to) { return text.write(to, time, precision); });
}

TEST(FixValues, IntegersOf64BitsAreReadAndOthersAreNot) {
    EXPECT_EQ(to_uint("0"), 0U);
    EXPECT_EQ(to_uint("00023"), 23U) << "leading zeros are allowed";
    EXPECT_EQ(to_uint("18446744073709551615"), std::numeric_limits<std::uint64_t>::max());
    EXPECT_EQ(to_int("-9223372036854775808"), kFirst);
    EXPECT_EQ(to_int("9223372036854775807"), kLast);
    for (const std::string_view bad : {"", "-", "+1", " 1", "1 ", "1.0", "1e3", "0x1",
                                       "18446744073709551616", "99999999999999999999"}) {
        EXPECT_EQ(to_uint(bad), std::nullopt) << bad;
        EXPECT_EQ(to_int(bad), std::nullopt) << bad;
    }
    EXPECT_EQ(to_uint("-1"), std::nullopt);
    EXPECT_EQ(to_int("9223372036854775808"), std::nullopt);
    EXPECT_EQ(to_int("-9223372036854775809"), std::nullopt);
    EXPECT_EQ(to_int("--1"), std::nullopt);
}

TEST(FixValues, ADecimalKeepsItsDigits) {
    EXPECT_EQ(to_decimal("12.50"), (Decimal{1250, 2}));
    EXPECT_EQ(to_decimal("-0.05"), (Decimal{-5, 2}));
    EXPECT_EQ(to_decimal("002000.00"), (Decimal{200'000, 2}));
    EXPECT_EQ(to_decimal(".5"), (Decimal{5, 1}));
    EXPECT_EQ(to_decimal("23."), (Decimal{23, 0}));
    EXPECT_EQ(to_decimal("9223372036854775807"), (Decimal{kLast, 0}));
    for (const std::string_view bad :
         {"", "-", ".", "-.", "+200.00", "1.2.3", "1,5", "1e5", "9223372036854775808",
          "0.0000000000000000001", "nan", "1.5 "}) {
        EXPECT_EQ(to_decimal(bad), std::nullopt) << bad;
    }
}

TEST(FixValues, ADecimalIsScaledToUnitsOrRefused) {
    EXPECT_EQ(to_units({125, 2}, 4), 12'500);
    EXPECT_EQ(to_units({12'500, 4}, 2), 125);
    EXPECT_EQ(to_units({12'501, 4}, 2), std::nullopt) << "a digit would be lost";
    EXPECT_EQ(to_units({kLast, 0}, 1), std::nullopt) << "it does not fit";
    EXPECT_EQ(to_units({-7, 0}, 0), -7);
    EXPECT_EQ(to_units({7, 0}, 19), std::nullopt);
}

TEST(FixValues, BooleansAreYAndN) {
    EXPECT_EQ(to_boolean("Y"), true);
    EXPECT_EQ(to_boolean("N"), false);
    for (const std::string_view bad : {"", "y", "YES", "1"}) {
        EXPECT_EQ(to_boolean(bad), std::nullopt) << bad;
    }
}

TEST(FixValues, DaysOfTheCalendarThatExistAreRead) {
    EXPECT_EQ(to_date("20240229"), (Date{2024, 2, 29}));
    for (const std::string_view bad :
         {"", "2024022", "202402290", "20230229", "21000229", "20241301", "20240001", "20240100",
          "2024-1-1", "20240431"}) {
        EXPECT_EQ(to_date(bad), std::nullopt) << bad;
    }
    EXPECT_EQ(to_days({1970, 1, 1}), 0);
    EXPECT_EQ(to_days({2000, 3, 1}), 11'017);
    EXPECT_EQ(to_days({1969, 12, 31}), -1);
}

TEST(FixValues, EveryDayOfFiveCenturiesIsTheDayAfterTheOneBefore) {
    Date expected{1800, 1, 1};
    constexpr unsigned kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    for (std::int64_t days = to_days(expected); expected.year < 2300; ++days) {
        ASSERT_EQ(to_date(days), expected) << days;
        ASSERT_EQ(to_days(expected), days);
        const bool is_leap =
            (expected.year % 4 == 0 && expected.year % 100 != 0) || expected.year % 400 == 0;
        const unsigned last = kDays[expected.month - 1] + (expected.month == 2 && is_leap ? 1 : 0);
        if (++expected.day > last) {
            expected.day = 1;
            expected.year += expected.month == 12 ? 1 : 0;
            expected.month = expected.month % 12 + 1;
        }
    }
}

TEST(FixValues, TimestampsAreNanosecondsSince1970) {
    EXPECT_EQ(to_time("19700101-00:00:00"), Time{0});
    EXPECT_EQ(to_time("20240229-12:34:56.789"), Time{1'709'210'096'789'000'000});
    EXPECT_EQ(to_time("20240229-12:34:56.789123456789"), Time{1'709'210'096'789'123'456})
        << "digits behind nanoseconds are dropped";
    EXPECT_EQ(to_time("20161231-23:59:60"), to_time("20170101-00:00:00")) << "a leap second";
    EXPECT_TRUE(to_time("22611231-23:59:59.999999999").has_value());
    for (const std::string_view bad :
         {"", "20240229", "20240229-", "20240229-12:34", "20240229 12:34:56", "20240229-12:34:56.",
          "20240229-24:00:00", "20240229-12:60:00", "20240229-12:34:61", "20240229-12-34-56",
          "20240229-12:34:56.1234567890123", "20240229-12:34:56.12x", "20230229-12:34:56",
          "19691231-23:59:59", "22620101-00:00:00", "00000000-00:00:00", "20240229-1:234:56"}) {
        EXPECT_EQ(to_time(bad), std::nullopt) << bad;
    }
}

TEST(FixDigits, NumbersAtEveryBorderOfDigitsAreWritten) {
    for (std::uint64_t power = 1; power <= 1'000'000'000'000'000'000; power *= 10) {
        for (const std::uint64_t number : {power - 1, power, power + 1, power * 9}) {
            EXPECT_EQ(uint_text(number), std::to_string(number));
        }
    }
    for (const std::uint64_t number :
         {std::uint64_t{9'999'999'999'999'999'999ULL}, std::uint64_t{10'000'000'000'000'000'000ULL},
          std::numeric_limits<std::uint64_t>::max()}) {
        EXPECT_EQ(uint_text(number), std::to_string(number));
    }
    for (const std::int64_t number : {kFirst, kLast, std::int64_t{-1}, std::int64_t{0}}) {
        EXPECT_EQ(int_text(number), std::to_string(number));
    }
}

TEST(FixDigits, DecimalsAreWrittenWithAllTheirDigits) {
    EXPECT_EQ(decimal_text({1250, 2}), "12.50");
    EXPECT_EQ(decimal_text({-5, 2}), "-0.05");
    EXPECT_EQ(decimal_text({0, 3}), "0.000");
    EXPECT_EQ(decimal_text({42, 0}), "42");
    EXPECT_EQ(decimal_text({kFirst, 18}), "-9.223372036854775808");
    EXPECT_EQ(decimal_text({kFirst, 0}), "-9223372036854775808");
}

TEST(FixDigits, TimesAreWrittenAsPreciselyAsAskedAndCut) {
    const Time time{1'709'210'096'789'123'456};
    EXPECT_EQ(time_text(time, TimePrecision::Seconds), "20240229-12:34:56");
    EXPECT_EQ(time_text(time, TimePrecision::Milliseconds), "20240229-12:34:56.789");
    EXPECT_EQ(time_text(time, TimePrecision::Microseconds), "20240229-12:34:56.789123");
    EXPECT_EQ(time_text(time, TimePrecision::Nanoseconds), "20240229-12:34:56.789123456");
    EXPECT_EQ(time_text(Time{0}, TimePrecision::Milliseconds), "19700101-00:00:00.000");
}

TEST(FixDigits, TheDayChangesAtMidnightInBothDirections) {
    TimestampText text;
    const auto at = [&](std::int64_t seconds) {
        return written([&](char* to) {
            return text.write(to, Time{seconds * kNanosPerSecond}, TimePrecision::Seconds);
        });
    };
    EXPECT_EQ(at(86'399), "19700101-23:59:59");
    EXPECT_EQ(at(86'400), "19700102-00:00:00");
    EXPECT_EQ(at(86'399), "19700101-23:59:59");
}

TEST(FixDigits, WhatIsWrittenIsReadAsTheSame) {
    Random random(support::seed_of_this_test(21));
    TimestampText text;
    for (int round = 0; round < 100'000; ++round) {
        const auto number = static_cast<std::int64_t>(random.next() >> random.below(64));
        ASSERT_EQ(to_int(int_text(number)), number);
        const Decimal value{random.one_in(2) || number == kFirst ? number : -number,
                            static_cast<std::uint8_t>(random.below(kDecimalsMax + 1))};
        if (value.mantissa != kFirst) {
            ASSERT_EQ(to_decimal(decimal_text(value)), value) << decimal_text(value);
        }
        const Time time{static_cast<std::int64_t>(random.below(9'214'646'400ULL) * 1'000'000'000 +
                                                  random.below(1'000'000'000))};
        const std::string stamp =
            written([&](char* to) { return text.write(to, time, TimePrecision::Nanoseconds); });
        ASSERT_EQ(to_time(stamp), time) << stamp;
    }
}

}  // namespace
}  // namespace hotpath::protocols::fix
