// Numbers, prices, times and sizes as people read them.
#include "hotpath/text/numbers.hpp"

#include <array>

#include <gtest/gtest.h>

namespace hotpath::text {
namespace {

TEST(TextNumbers, NumbersAreGroupedByThousands) {
    EXPECT_EQ(grouped(std::int64_t{0}), "0");
    EXPECT_EQ(grouped(std::int64_t{999}), "999");
    EXPECT_EQ(grouped(std::int64_t{1'000}), "1,000");
    EXPECT_EQ(grouped(std::int64_t{-123'456}), "-123,456");
    EXPECT_EQ(grouped(std::int64_t{1'234'567'890}), "1,234,567,890");
}

TEST(TextNumbers, MoneyIsRoundedToCentsAndKeepsItsSign) {
    EXPECT_EQ(dollars({0}), "$0.00");
    EXPECT_EQ(dollars({12'345'678}), "$1,234.57");
    EXPECT_EQ(dollars({-12'345'600}), "-$1,234.56");
    EXPECT_EQ(dollars({-49}), "$0.00");
}

TEST(TextNumbers, PricesShowFourDecimalsOnlyWhenTheyNeedThem) {
    EXPECT_EQ(price_text(Price{5'790'200}), "579.02");
    EXPECT_EQ(price_text(Price{5'790'250}), "579.0250");
    EXPECT_EQ(price_text(Price{1}), "0.0001");
}

TEST(TextNumbers, TimesOfDayReadBackAsTheyAreWritten) {
    for (const std::int64_t ns :
         {std::int64_t{0}, std::int64_t{34'200'000'000'001}, std::int64_t{86'399'999'999'999}}) {
        EXPECT_EQ(parse_time_of_day(time_of_day(Time{ns})), Time{ns});
    }
}

TEST(TextNumbers, TimesOfDayMayLeaveDecimalsOut) {
    EXPECT_EQ(parse_time_of_day("09:30:00"), Time{34'200 * kNanosPerSecond});
    EXPECT_EQ(parse_time_of_day("09:30:00.5"), Time{34'200 * kNanosPerSecond + 500'000'000});
    EXPECT_EQ(parse_time_of_day("24:00:00"), Time{86'400 * kNanosPerSecond});
}

TEST(TextNumbers, WhatIsNoTimeOfDayIsRefused) {
    for (const char* text :
         {"", "9:30:00", "09:30", "09:60:00", "25:00:00", "24:00:01", "09:30:00.",
          "09:30:00.1234567890", "09:30:00x", "-1:00:00", "09-30-00"}) {
        EXPECT_EQ(parse_time_of_day(text), std::nullopt) << text;
    }
}

TEST(TextNumbers, OfManySymbolsOnlyTheFirstAreShown) {
    const std::array symbols{*Symbol::from("A"), *Symbol::from("B"), *Symbol::from("C")};
    EXPECT_EQ(symbols_text(symbols, 2), "A, B, ...");
    EXPECT_EQ(symbols_text(symbols, 3), "A, B, C");
}

TEST(TextNumbers, AChecksumHasSixteenDigits) {
    EXPECT_EQ(checksum_text(0xabc), "0x0000000000000abc");
}

TEST(TextNumbers, DatesAreDaysSince1970) {
    EXPECT_EQ(date_text(0), "1970-01-01");
    EXPECT_EQ(date_text(20'779), "2026-11-22");
}

TEST(TextNumbers, DurationsHaveThreeDigitsAndFromTwoMinutesOnMinutesAndHours) {
    EXPECT_EQ(duration_text(Nanos{847}), "847 ns");
    EXPECT_EQ(duration_text(Nanos{12'340}), "12.3 us");
    EXPECT_EQ(duration_text(Nanos{4'560'000}), "4.56 ms");
    EXPECT_EQ(duration_text(Nanos{119 * kNanosPerSecond}), "119 s");
    EXPECT_EQ(duration_text(Nanos{12 * 60 * kNanosPerSecond}), "12 min");
    EXPECT_EQ(duration_text(Nanos{238 * 60 * kNanosPerSecond}), "3 h 58 min");
}

TEST(TextNumbers, BytesAreShownInPowersOfAThousand) {
    EXPECT_EQ(bytes_text(999), "999 B");
    EXPECT_EQ(bytes_text(307'643), "307.6 kB");
    EXPECT_EQ(bytes_text(12'000'000'000), "12.0 GB");
}

}  // namespace
}  // namespace hotpath::text
