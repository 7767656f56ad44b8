// DBN's times as times of the recording's day, and its prices as those of ITCH, at every limit.
#include "hotpath/capture/dbn/day_clock.hpp"

#include <cstdint>
#include <limits>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/protocols/dbn/codes.hpp"

namespace hotpath::capture::dbn {
namespace {

using ::testing::StartsWith;

constexpr std::uint64_t kUndefined = protocols::dbn::kUndefinedTime;
constexpr std::uint64_t kNanosOfDay = 86'400'000'000'000;
constexpr std::uint64_t kMidnight = 19'782 * kNanosOfDay;  // 2024-02-29
constexpr std::uint64_t kItchTimeLimit = (std::uint64_t{1} << 48U) - 1;

/// Nanoseconds since midnight; -1: refused.
std::int64_t nanos(DayClock& clock, const RecordTimes& times) {
    const auto time = clock.time_of(times);
    return time ? time->value : -1;
}

TEST(DayClock, BeginsAtMidnightOfTheFirstRecordsDay) {
    DayClock clock;
    EXPECT_FALSE(clock.first_date().has_value());
    EXPECT_EQ(nanos(clock, {.ts_event = kMidnight + 5, .ts_recv = kMidnight + 7}), 5);
    EXPECT_EQ(clock.first_date()->days, 19'782);
    EXPECT_EQ(clock.day(), 20'240'229U);
    EXPECT_EQ(nanos(clock, {.ts_event = kMidnight, .ts_recv = kMidnight}), 0);
    EXPECT_EQ(nanos(clock, {.ts_event = kMidnight + kNanosOfDay, .ts_recv = kMidnight}),
              static_cast<std::int64_t>(kNanosOfDay));
    EXPECT_EQ(clock.day(), 20'240'301U) << "the calendar goes on";
    EXPECT_EQ(clock.first_date()->days, 19'782) << "and the day of the recording does not";
    EXPECT_EQ(nanos(clock, {.ts_event = kMidnight + 1, .ts_recv = kMidnight}), 1);
    EXPECT_EQ(clock.day(), 20'240'229U);
}

TEST(DayClock, TakesTheVenuesTimeUnlessItIsMissingOlderOrASnapshots) {
    DayClock clock;
    ASSERT_EQ(nanos(clock, {.ts_event = kMidnight, .ts_recv = kMidnight}), 0);
    EXPECT_EQ(nanos(clock, {.ts_event = kMidnight + 3, .ts_recv = kMidnight + 9}), 3);
    EXPECT_EQ(nanos(clock, {.ts_event = kUndefined, .ts_recv = kMidnight + 9}), 9);
    EXPECT_EQ(nanos(clock, {.ts_event = kMidnight - 1, .ts_recv = kMidnight + 9}), 9);
    EXPECT_EQ(nanos(clock, {.ts_event = kMidnight + 3, .ts_recv = kUndefined}), 3);
    EXPECT_EQ(
        nanos(clock, {.ts_event = kMidnight + 3, .ts_recv = kMidnight + 9, .is_snapshot = true}),
        9);
    EXPECT_EQ(nanos(clock, {.ts_event = kMidnight + 3, .ts_recv = kUndefined, .is_snapshot = true}),
              3);
}

TEST(DayClock, RefusesARecordWithoutAnyTime) {
    DayClock clock;
    const auto time = clock.time_of({.ts_event = kUndefined, .ts_recv = kUndefined});
    ASSERT_FALSE(time.has_value());
    EXPECT_EQ(time.error(), "the record has neither ts_event nor ts_recv");
    EXPECT_FALSE(clock.first_date().has_value());
}

TEST(DayClock, HasRoomFor48BitsOfNanoseconds) {
    DayClock clock;
    ASSERT_EQ(nanos(clock, {.ts_event = kMidnight, .ts_recv = kMidnight}), 0);
    const std::uint64_t last = kMidnight + kItchTimeLimit;
    EXPECT_EQ(nanos(clock, {.ts_event = last, .ts_recv = last}),
              static_cast<std::int64_t>(kItchTimeLimit));
    const auto later = clock.time_of({.ts_event = last + 1, .ts_recv = last + 1});
    ASSERT_FALSE(later.has_value());
    EXPECT_EQ(later.error(), "its time " + std::to_string(last + 1) +
                                 " is not within 78 hours after " + std::to_string(kMidnight) +
                                 ", midnight of the recording's first day; cut the recording into "
                                 "days");
    const auto earlier = clock.time_of({.ts_event = kMidnight - 1, .ts_recv = kMidnight - 1});
    ASSERT_FALSE(earlier.has_value());
    EXPECT_THAT(earlier.error(), StartsWith("its time " + std::to_string(kMidnight - 1)));
}

TEST(DbnPrice, IsWrittenWithTheDecimalsThatItNeeds) {
    EXPECT_EQ(price_text(std::int64_t{0}), "0");
    EXPECT_EQ(price_text(std::int64_t{1}), "0.000000001");
    EXPECT_EQ(price_text(std::int64_t{100'000'100'000}), "100.0001");
    EXPECT_EQ(price_text(std::int64_t{100'000'000'000}), "100");
    EXPECT_EQ(price_text(std::int64_t{-1'500'000'000}), "-1.5");
    EXPECT_EQ(price_text(std::numeric_limits<std::int64_t>::min()), "-9223372036.854775808");
    EXPECT_EQ(price_text(std::numeric_limits<std::int64_t>::max() - 1), "9223372036.854775806");
    EXPECT_EQ(price_text(protocols::dbn::kUndefinedPrice), "undefined");
    EXPECT_EQ(price_text(Price4{1'000'001}), "100.0001");
    EXPECT_EQ(price_text(Price4{0xffffffff}), "429496.7295");
}

/// The price as a count of 1/10,000; a refusal's reason as text.
std::string price4(std::int64_t price) {
    const auto converted = to_price4(price);
    return converted ? std::to_string(converted->value) : converted.error();
}

TEST(DbnPrice, IsThatOfItchExactlyOrNotAtAll) {
    EXPECT_EQ(price4(0), "0");
    EXPECT_EQ(price4(100'000), "1");
    EXPECT_EQ(price4(429'496'729'500'000), "4294967295");
    EXPECT_EQ(price4(429'496'729'600'000), "price 429496.7296 must be 0 to 429496.7295");
    EXPECT_EQ(price4(-100'000), "price -0.0001 must be 0 to 429496.7295");
    for (const std::int64_t odd : {1, 99'999, 100'001, -1}) {
        EXPECT_EQ(price4(odd), "price " + price_text(odd) +
                                   " is not a multiple of 0.0001, the price unit of hotpath");
    }
    EXPECT_EQ(price4(protocols::dbn::kUndefinedPrice), "the price is undefined");
}

TEST(DbnReasons, NameTheInstrumentThePricesAndTheAction) {
    const Listing listing{.locate = 1, .symbol = *Symbol::from("ABC")};
    EXPECT_EQ(crossed(listing, Price4{20'000}, Price4{15'000}),
              "the book of ABC is crossed: bid 2 above ask 1.5; a record is missing or damaged, or "
              "trading has not begun and no status record says so");
    EXPECT_EQ(unknown_action('Z'), "action 'Z' must be A, C, M, R, T, F or N");
    EXPECT_EQ(too_many_trades(),
              "the event has more than 4096 trades; the last record of an event must have F_LAST");
}

}  // namespace
}  // namespace hotpath::capture::dbn
