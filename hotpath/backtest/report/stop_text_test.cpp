// A stop of the risk check in words and as JSON: its control, its time, the part of the day that was traded.
#include "hotpath/backtest/report/stop_text.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace hotpath::backtest {
namespace {

using risk::RejectReason;
using risk::StopReason;
using risk::TradingMode;
using ::testing::ElementsAre;

constexpr Time kStopDayBegin{34'200 * kNanosPerSecond};
constexpr Time kStopDayEnd{57'600 * kNanosPerSecond};  // 23,400 s later

/// A day from 09:30 to 16:00 that was stopped so many seconds after its beginning.
[[nodiscard]] DayResult day_stopped_after(std::string name, std::int64_t second,
                                          TradingMode mode = TradingMode::Killed) {
    DayResult day{.day = std::move(name), .begin = kStopDayBegin, .end = kStopDayEnd};
    day.instruments = {{.id = {7}, .symbol = *Symbol::from("GOOG")}};
    day.stop = {.at = kStopDayBegin + Nanos{second * kNanosPerSecond},
                .instrument = {7},
                .reason = StopReason::Loss,
                .mode = mode};
    return day;
}

[[nodiscard]] DayResult day_without_stop(std::string name) {
    DayResult day = day_stopped_after(std::move(name), 0);
    day.stop.reset();
    return day;
}

TEST(StopText, NamesTheControlByItsKeyTheTimeAndTheSymbol) {
    const TradingStop stop{.at = Time{36'133'999'999'999}, .reason = StopReason::Loss};
    EXPECT_EQ(stop_text(stop, *Symbol::from("GOOG")),
              "account_limits.loss_max at 10:02:13 in GOOG");
    EXPECT_EQ(stop_text(stop, {}), "account_limits.loss_max at 10:02:13");
}

TEST(StopText, HasTheKeyOfEachControlAndTheNameOfACauseWithoutOne) {
    struct Row {
        StopReason reason;
        RejectReason used_up;
        std::string_view control;
    };
    const Row rows[] = {
        {StopReason::Loss, RejectReason::None, "account_limits.loss_max"},
        {StopReason::RepeatedExecutions, RejectReason::None, "pace.repeated_executions_max"},
        {StopReason::Disagreement, RejectReason::None, "a disagreement with the venue"},
        {StopReason::Operator, RejectReason::None, "operator"},
        {StopReason::None, RejectReason::TradedValue, "account_limits.traded_max"},
        {StopReason::None, RejectReason::OrderToTrade, "account_limits.messages_per_fill_max"},
        {StopReason::None, RejectReason::FirmMessages, "firm_limits.messages_max"},
        {StopReason::None, RejectReason::Position, "position"},
        // A latch comes before a limit that was used up.
        {StopReason::Loss, RejectReason::TradedValue, "account_limits.loss_max"}};
    for (const Row& row : rows) {
        EXPECT_EQ(control_name({.reason = row.reason, .used_up = row.used_up}), row.control);
    }
}

TEST(StopText, SaysWhatPassedFromThenOn) {
    EXPECT_EQ(stop_of_day_text(day_stopped_after("a", 11'700)),
              "account_limits.loss_max at 12:45:00 in GOOG, after 50.0% of the day; then no order "
              "passed");
    EXPECT_EQ(stop_of_day_text(day_stopped_after("a", 2'340, TradingMode::ReducingOnly)),
              "account_limits.loss_max at 10:09:00 in GOOG, after 10.0% of the day; then only "
              "orders that reduced a position passed");
}

TEST(StopText, OfAnInstrumentThatTheDayDoesNotHaveNamesNone) {
    DayResult day = day_stopped_after("a", 0);
    day.stop->instrument = {8};
    EXPECT_EQ(stop_of_day_text(day),
              "account_limits.loss_max at 09:30:00, after 0.0% of the day; then no order passed");
}

TEST(StopLines, NameTheDayUnlessThereIsOne) {
    EXPECT_TRUE(stop_lines({}).empty());
    EXPECT_TRUE(stop_lines({.days = {day_without_stop("a")}}).empty());
    const std::string of_day = stop_of_day_text(day_stopped_after("a", 60));
    EXPECT_THAT(stop_lines({.days = {day_stopped_after("a", 60)}}), ElementsAre(of_day));
    EXPECT_THAT(stop_lines({.days = {day_without_stop("b"), day_stopped_after("a", 60)}}),
                ElementsAre("a: " + of_day));
}

TEST(StopLines, AreAtMostThreeAndTheNumberOfTheOthers) {
    BacktestResult result;
    for (const char* name : {"a", "b", "c"}) {
        result.days.push_back(day_stopped_after(name, 60));
        result.days.push_back(day_without_stop("whole"));
    }
    EXPECT_EQ(stop_lines(result).size(), 3U) << "exactly as many as are shown";
    result.days.push_back(day_stopped_after("d", 60));
    result.days.push_back(day_stopped_after("e", 60));
    const std::vector<std::string> lines = stop_lines(result);
    ASSERT_EQ(lines.size(), 4U);
    EXPECT_TRUE(lines[2].starts_with("c: "));
    EXPECT_EQ(lines[3], "and on 2 more days");
    EXPECT_THAT(stop_lines(result, 1), ElementsAre(lines[0], "and on 4 more days"));
}

TEST(TradedShare, IsThePartOfTheDayBeforeItsStop) {
    EXPECT_EQ(traded_share(day_without_stop("a")), 1);
    EXPECT_EQ(traded_share(day_stopped_after("a", 0)), 0);
    EXPECT_EQ(traded_share(day_stopped_after("a", 5'850)), 0.25);
    EXPECT_EQ(traded_share(day_stopped_after("a", 23'400)), 1);
    EXPECT_EQ(traded_share(day_stopped_after("a", 30'000)), 1) << "on the way at the end";
    EXPECT_EQ(traded_share(day_stopped_after("a", -10)), 0) << "before the first message";
}

TEST(TradedShare, OfADayWithoutLengthIsAllOrNothing) {
    DayResult day = day_without_stop("a");
    day.end = day.begin;
    EXPECT_EQ(traded_share(day), 1);
    day.stop = TradingStop{.at = day.begin};
    EXPECT_EQ(traded_share(day), 0);
}

TEST(StoppedDays, CountDaysAndWeighThemByTheirLength) {
    EXPECT_FALSE(stopped_days({}));
    EXPECT_FALSE(stopped_days({.days = {day_without_stop("a")}}));
    DayResult half = day_without_stop("half");
    half.end = half.begin + Nanos{11'700 * kNanosPerSecond};
    // 11,700 s of trading, 5,850 of 23,400 s, 11,700 of 23,400 s: 29,250 of 58,500 s.
    const auto stopped = stopped_days(
        {.days = {half, day_stopped_after("first", 5'850), day_stopped_after("second", 11'700)}});
    ASSERT_TRUE(stopped);
    EXPECT_EQ(stopped->days, 2U);
    EXPECT_EQ(stopped->days_all, 3U);
    EXPECT_EQ(stopped->traded_share, 0.5);
    EXPECT_EQ(stopped->first_day, "first");
    EXPECT_EQ(stopped->symbol, *Symbol::from("GOOG"));
    EXPECT_EQ(stopped_days_text(*stopped),
              "Stopped by the risk check on 2 of 3 days, 50.0% of the time traded; first "
              "account_limits.loss_max at 11:07:30 in GOOG on first.");
}

TEST(StoppedDays, OfOneDayNeedNoCount) {
    EXPECT_EQ(stopped_days_text(*stopped_days({.days = {day_stopped_after("a", 2'340)}})),
              "Stopped by the risk check, account_limits.loss_max at 10:09:00 in GOOG, after 10.0% "
              "of the day.");
}

TEST(StopsJson, HasARowAStoppedDay) {
    DayResult used_up = day_stopped_after("used up", 23'400, TradingMode::Open);
    used_up.stop->reason = StopReason::None;
    used_up.stop->used_up = RejectReason::TradedValue;
    used_up.stop->instrument = {};
    const auto json =
        stops_json({.days = {day_without_stop("whole"), day_stopped_after("a", 11'700), used_up}});
    ASSERT_EQ(json.size(), 2U);
    EXPECT_EQ(json[0], nlohmann::ordered_json({{"day", "a"},
                                               {"time_s", 45'900.0},
                                               {"control", "account_limits.loss_max"},
                                               {"reason", "loss"},
                                               {"mode", "killed"},
                                               {"symbol", "GOOG"},
                                               {"traded_share", 0.5}}));
    EXPECT_EQ(json[1]["control"], "account_limits.traded_max");
    EXPECT_EQ(json[1]["reason"], "traded value");
    EXPECT_EQ(json[1]["mode"], "open");
    EXPECT_TRUE(json[1]["symbol"].is_null());
    EXPECT_EQ(json[1]["traded_share"], 1.0);
}

}  // namespace
}  // namespace hotpath::backtest
