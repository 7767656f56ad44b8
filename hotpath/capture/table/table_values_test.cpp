// The values of a table's fields at every limit: dates, times, prices and whole numbers.
#include "hotpath/capture/table/table_values.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace hotpath::capture {
namespace {

std::optional<std::int32_t> days(std::string_view field) {
    const auto date = to_date(field);
    return date ? std::optional(date->days) : std::nullopt;
}

TEST(TableDate, IsTheNumberOfDaysSince1970) {
    EXPECT_EQ(days("1970-01-01"), 0);
    EXPECT_EQ(days("1970-01-02"), 1);
    EXPECT_EQ(days("1969-12-31"), -1);
    EXPECT_EQ(days("2000-03-01"), 11'017);  // 30 years of 365 days, 7 leap days, 60 days
    EXPECT_EQ(days("2024-02-29"), 19'782);
    EXPECT_EQ(days("9999-12-31"), 2'932'896);
}

TEST(TableDate, OfNoCalendarOrShapeIsRefused) {
    for (const char* const field :
         {"",           "2024",        "2024-1-02",   "2024-01-2",  "2024/01/02",
          "2024-01/02", "2024-01-02 ", " 2024-01-02", "20240102",   "2024-00-02",
          "2024-13-02", "2024-01-00",  "2024-01-32",  "2023-02-29", "2024-02-30",
          "1900-02-29", "2024-0x-02",  "2O24-01-02",  "-024-01-02", "2024-+1-02",
          "2024-01--2"}) {
        EXPECT_EQ(days(field), std::nullopt) << field;
    }
}

TEST(TableDate, IsWrittenAsItIsRead) {
    for (const std::int32_t day : {-1, 0, 59, 11'016, 19'782, 2'932'896}) {
        EXPECT_EQ(days(date_text({day})), day);
    }
    EXPECT_EQ(date_text({0}), "1970-01-01");
    EXPECT_EQ(date_text({19'782}), "2024-02-29");
}

/// Nanoseconds since midnight; -1: only a date; -2: refused.
std::int64_t nanos(const std::string& time) {
    const auto moment = to_table_time("2024-01-02" + time);
    if (!moment) {
        return -2;
    }
    EXPECT_EQ(moment->date, *to_date("2024-01-02"));
    return moment->time ? moment->time->value : -1;
}

TEST(TableTimeOfDay, HasHoursMinutesAndUpToNineDecimals) {
    constexpr std::int64_t kMinute = 60'000'000'000;
    EXPECT_EQ(nanos(""), -1);
    EXPECT_EQ(nanos(" 00:00"), 0);
    EXPECT_EQ(nanos("T09:30"), (9 * 60 + 30) * kMinute);
    EXPECT_EQ(nanos(" 09:30:01"), (9 * 60 + 30) * kMinute + 1'000'000'000);
    EXPECT_EQ(nanos(" 23:59:59.999999999"), 24 * 60 * kMinute - 1);
    EXPECT_EQ(nanos(" 00:00:00.1"), 100'000'000);
    EXPECT_EQ(nanos(" 00:00:00.000000001"), 1);
    EXPECT_EQ(nanos(" 00:00:00.120"), 120'000'000);
}

TEST(TableTimeOfDay, OfNoClockOrShapeIsRefused) {
    for (const char* const time : {" ",
                                   " 0",
                                   " 09",
                                   " 09:",
                                   " 09:3",
                                   "x09:30",
                                   "-09:30",
                                   " 9:30",
                                   " 09:30:",
                                   " 09:30:0",
                                   " 09:30:00.",
                                   " 24:00",
                                   " 09:60",
                                   " 09:30:60",
                                   " 09:30:00.0000000001",
                                   " 09:30:00.12x",
                                   " 09-30",
                                   " 09:30-00",
                                   " 09:30:00,5",
                                   " 09:30:00Z",
                                   " 09:30:00+01:00",
                                   " 0x:30",
                                   " 09:3x",
                                   " 09:30:0x",
                                   "  09:30",
                                   " 09:30 "}) {
        EXPECT_EQ(nanos(time), -2) << '"' << time << '"';
    }
    EXPECT_FALSE(to_table_time("").has_value());
    EXPECT_FALSE(to_table_time("2024-01-0").has_value());
    EXPECT_FALSE(to_table_time("2023-02-29 09:30").has_value());
}

TEST(TableDecimal, IsACountOfItsLastDecimal) {
    EXPECT_EQ(to_decimal("12.5", 2), 1'250);
    EXPECT_EQ(to_decimal("-12.5", 2), -1'250);
    EXPECT_EQ(to_decimal("-0.05", 2), -5);
    EXPECT_EQ(to_decimal("0", 0), 0);
    EXPECT_EQ(to_decimal("-0", 0), 0);
    EXPECT_EQ(to_decimal("007", 0), 7);
    EXPECT_EQ(to_decimal("1.123456789", 9), 1'123'456'789);
}

TEST(TableDecimal, HasNoMoreDecimalsThanWantedUnlessTheyAreZero) {
    EXPECT_EQ(to_decimal("1.23", 1), std::nullopt);
    EXPECT_EQ(to_decimal("1.20", 1), 12);
    EXPECT_EQ(to_decimal("1.2000000000000000000000000", 1), 12);
    EXPECT_EQ(to_decimal("1.2000000000000000000000001", 1), std::nullopt);
    EXPECT_EQ(to_decimal("5.000", 0), 5);
    EXPECT_EQ(to_decimal("5.001", 0), std::nullopt);
}

TEST(TableDecimal, IsBelowTenToThe18) {
    EXPECT_EQ(to_decimal("999999999999999999", 0), 999'999'999'999'999'999);
    EXPECT_EQ(to_decimal("1000000000000000000", 0), std::nullopt);
    EXPECT_EQ(to_decimal("99999999999999.9999", 4), 999'999'999'999'999'999);
    EXPECT_EQ(to_decimal("100000000000000", 4), std::nullopt);
    EXPECT_EQ(to_decimal("999999999.999999999", 9), 999'999'999'999'999'999);
    EXPECT_EQ(to_decimal("1000000000", 9), std::nullopt);
    EXPECT_EQ(to_decimal("0000000000000000001", 0), std::nullopt) << "19 digits";
}

TEST(TableDecimal, IsNothingElse) {
    for (const char* const field : {"", "-", ".", "1.", ".5", "-.5", "+1", "1e5", "1,5", " 1", "1 ",
                                    "--1", "1.2.3", "1.-2", "0x1", "NaN", "inf", "1_000"}) {
        EXPECT_EQ(to_decimal(field, 4), std::nullopt) << field;
    }
}

TEST(TableWhole, IsFromZeroAndMayHaveDecimalsThatAreZero) {
    EXPECT_EQ(to_whole("0"), 0U);
    EXPECT_EQ(to_whole("100"), 100U);
    EXPECT_EQ(to_whole("100.0"), 100U);
    EXPECT_EQ(to_whole("999999999999999999"), 999'999'999'999'999'999U);
    for (const char* const field : {"-1", "100.5", "", "x", "1000000000000000000"}) {
        EXPECT_EQ(to_whole(field), std::nullopt) << field;
    }
}

std::optional<std::int64_t> price(std::string_view field, std::int64_t tick = 0) {
    const auto read = to_table_price(field, {tick});
    return read ? std::optional(read->value) : std::nullopt;
}

TEST(TablePrice, IsExactAboveZeroAndFitsThe32BitsOfTheWire) {
    EXPECT_EQ(price("185.14"), 1'851'400);
    EXPECT_EQ(price("0.0001"), 1);
    EXPECT_EQ(price("429496.7295"), 4'294'967'295);
    EXPECT_EQ(price("429496.7296"), std::nullopt);
    EXPECT_EQ(price("0"), std::nullopt);
    EXPECT_EQ(price("0.0000"), std::nullopt);
    EXPECT_EQ(price("-1"), std::nullopt);
    EXPECT_EQ(price("1.00001"), std::nullopt);
    EXPECT_EQ(price("1.00010000"), 10'001);
}

TEST(TablePrice, WithATickIsRoundedToItHalvesUp) {
    EXPECT_EQ(price("257.769989", 100), 2'577'700);
    EXPECT_EQ(price("1.004999999", 100), 10'000);
    EXPECT_EQ(price("1.005", 100), 10'100);
    EXPECT_EQ(price("1.0049999999", 100), 10'000) << "decimals after the ninth are cut";
    EXPECT_EQ(price("1.00004", 1), 10'000);
    EXPECT_EQ(price("1.00005", 1), 10'001);
    EXPECT_EQ(price("1.02", 500), 10'000);
    EXPECT_EQ(price("1.025", 500), 10'500);
    EXPECT_EQ(price("0.004", 100), std::nullopt) << "rounded to zero";
    EXPECT_EQ(price("0.005", 100), 100);
    EXPECT_EQ(price("-1.00", 100), std::nullopt);
    EXPECT_EQ(price("429496.7299", 100), std::nullopt);
    EXPECT_EQ(price("1000000000", 1'000'000'000), std::nullopt);
    EXPECT_EQ(price("1000000001", 100), std::nullopt);
    EXPECT_EQ(price("", 100), std::nullopt);
    EXPECT_EQ(price("abc", 100), std::nullopt);
}

}  // namespace
}  // namespace hotpath::capture
