#include "apps/hotpath/console/console.hpp"

#include <gtest/gtest.h>

namespace hotpath::app {
namespace {

TEST(Console, NumbersAreGroupedByThousands) {
    EXPECT_EQ(grouped(std::int64_t{0}), "0");
    EXPECT_EQ(grouped(std::int64_t{999}), "999");
    EXPECT_EQ(grouped(std::int64_t{1'000}), "1,000");
    EXPECT_EQ(grouped(std::int64_t{-123'456}), "-123,456");
    EXPECT_EQ(grouped(std::int64_t{1'234'567'890}), "1,234,567,890");
}

TEST(Console, MoneyIsRoundedToCentsAndKeepsItsSign) {
    EXPECT_EQ(dollars({0}), "$0.00");
    EXPECT_EQ(dollars({12'345'678}), "$1,234.57");
    EXPECT_EQ(dollars({-12'345'600}), "-$1,234.56");
    EXPECT_EQ(dollars({-49}), "$0.00");
}

TEST(Console, PricesShowFourDecimalsOnlyWhenTheyNeedThem) {
    EXPECT_EQ(price_text(Price{5'790'200}), "579.02");
    EXPECT_EQ(price_text(Price{5'790'250}), "579.0250");
    EXPECT_EQ(price_text(Price{1}), "0.0001");
}

TEST(Console, TimesOfDayReadBackAsTheyAreWritten) {
    for (const std::int64_t ns :
         {std::int64_t{0}, std::int64_t{34'200'000'000'001}, std::int64_t{86'399'999'999'999}}) {
        EXPECT_EQ(parse_time_of_day(time_of_day(Time{ns})), Time{ns});
    }
}

TEST(Console, TimesOfDayMayLeaveDecimalsOut) {
    EXPECT_EQ(parse_time_of_day("09:30:00"), Time{34'200 * kNanosPerSecond});
    EXPECT_EQ(parse_time_of_day("09:30:00.5"), Time{34'200 * kNanosPerSecond + 500'000'000});
    EXPECT_EQ(parse_time_of_day("24:00:00"), Time{86'400 * kNanosPerSecond});
}

TEST(Console, WhatIsNoTimeOfDayIsRefused) {
    for (const char* text :
         {"", "9:30:00", "09:30", "09:60:00", "25:00:00", "24:00:01", "09:30:00.",
          "09:30:00.1234567890", "09:30:00x", "-1:00:00", "09-30-00"}) {
        EXPECT_EQ(parse_time_of_day(text), std::nullopt) << text;
    }
}

TEST(Console, BytesAreShownInPowersOfAThousand) {
    EXPECT_EQ(bytes_text(999), "999 B");
    EXPECT_EQ(bytes_text(307'643), "307.6 kB");
    EXPECT_EQ(bytes_text(12'000'000'000), "12.0 GB");
}

}  // namespace
}  // namespace hotpath::app
