// A day as bytes: the same day again, or an error.
#include "hotpath/backtest/days/out_day.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/backtest/report/report_json.hpp"
#include "tests/support/synthetic_backtest.hpp"

namespace hotpath::backtest {
namespace {

using ::testing::HasSubstr;

constexpr std::uint64_t kIdentity = 0x1234;

std::string json_of(const DayResult& day) {
    return backtest_json({.days = {day}}, {});
}

TEST(DayBytes, GiveTheSameDayBack) {
    const DayResult day = support::synthetic_backtest().days[1];
    const auto again = day_from_bytes(to_bytes(day, kIdentity), kIdentity);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(to_bytes(*again, kIdentity), to_bytes(day, kIdentity));
    EXPECT_EQ(json_of(*again), json_of(day));
    ASSERT_EQ(again->fills.size(), day.fills.size());
    EXPECT_EQ(again->fills.back().mid_after, day.fills.back().mid_after);
    EXPECT_EQ(again->orders.back().queue_ahead, day.orders.back().queue_ahead);
}

TEST(DayBytes, KeepTheStopAndTheRefusals) {
    DayResult day{.day = "2026-11-23"};
    day.stop = {.at = Time{5},
                .instrument = {7},
                .reason = risk::StopReason::Loss,
                .used_up = risk::RejectReason::TradedValue,
                .mode = risk::TradingMode::ReducingOnly};
    day.counts.refused[3] = 9;
    const auto again = day_from_bytes(to_bytes(day, kIdentity), kIdentity);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->stop, day.stop);
    EXPECT_EQ(again->counts.refused, day.counts.refused);
}

TEST(DayBytes, OfADayWithNothingGiveNothingBack) {
    const DayResult empty{.day = "2026-11-23", .input_hash = 7};
    const auto again = day_from_bytes(to_bytes(empty, kIdentity), kIdentity);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->day, "2026-11-23");
    EXPECT_EQ(again->input_hash, 7U);
    EXPECT_TRUE(again->orders.empty());
}

TEST(DayBytes, OfAnotherRunAreRefused) {
    const auto other = day_from_bytes(to_bytes({.day = "2026-11-23"}, kIdentity), kIdentity + 1);
    ASSERT_FALSE(other);
    EXPECT_THAT(other.error().message, HasSubstr("belongs to another run"));
}

TEST(DayBytes, AnyChangedOrMissingByteIsFound) {
    const std::string bytes =
        to_bytes(support::synthetic_backtest({.days = 1, .orders = 3}).days[0], kIdentity);
    for (std::size_t at = 0; at < bytes.size(); at += 7) {
        std::string damaged = bytes;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
        EXPECT_FALSE(day_from_bytes(damaged, kIdentity)) << at;
        EXPECT_FALSE(day_from_bytes(bytes.substr(0, at), kIdentity)) << at;
    }
    EXPECT_FALSE(day_from_bytes(bytes + '\0', kIdentity));
}

}  // namespace
}  // namespace hotpath::backtest
