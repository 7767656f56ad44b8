// A backtest that the risk gate stopped: when, by what, in which instrument, and how much of the
// time was traded; and the refusals by reason.
#include "hotpath/backtest/statistics/stops.hpp"

#include <gtest/gtest.h>

#include "hotpath/backtest/bars/bar_days.hpp"
#include "hotpath/backtest/statistics/sensitivity.hpp"
#include "tests/support/scripted_backtest.hpp"

namespace hotpath::backtest {
namespace {

using support::after_open;
using support::cents;
using support::ScriptedBacktest;

constexpr Price kStopBid = cents(10'000);
constexpr Price kStopAsk = cents(10'010);

[[nodiscard]] DayResult stopped_day(const ScriptedBacktest& test) {
    auto day = test.run();
    EXPECT_TRUE(day) << day.error().message;
    return day ? std::move(*day) : DayResult{};
}

[[nodiscard]] std::uint64_t refused(const DayResult& day, risk::RejectReason reason) {
    return day.counts.refused[static_cast<std::size_t>(reason)];
}

/// Bought 100 at 100.10; the mid falls by 50 cents at 4 ms.
[[nodiscard]] ScriptedBacktest falling_market() {
    ScriptedBacktest test;
    test.at(1).add(11, Side::Sell, 100, kStopAsk).add(12, Side::Buy, 100, kStopBid);
    test.enter(2, Side::Buy, 100, kStopAsk, TimeInForce::Ioc);
    test.at(4).remove(12);
    return test;
}

TEST(Stops, OfALossHaveControlTimeInstrumentAndShare) {
    ScriptedBacktest test = falling_market();
    test.options.engine.account.loss_max = {10'000};  // a dollar
    test.at(6).add(13, Side::Sell, 100, kStopAsk);
    test.enter(8, Side::Buy, 100, kStopAsk, TimeInForce::Ioc);
    test.enter(9, Side::Buy, 100, kStopAsk, TimeInForce::Ioc);
    test.end(20);
    const DayResult day = stopped_day(test);
    ASSERT_TRUE(day.stop);
    EXPECT_EQ(day.stop->at, after_open(4));
    EXPECT_EQ(find_instrument(day, day.stop->instrument)->symbol, ScriptedBacktest::symbol());
    EXPECT_EQ(day.stop->reason, risk::StopReason::Loss);
    EXPECT_EQ(day.stop->mode, risk::TradingMode::ReducingOnly);
    EXPECT_EQ(control_name(*day.stop), "account_limits.loss_max");
    EXPECT_DOUBLE_EQ(traded_share(day), 4.0 / 20);
    EXPECT_EQ(refused(day, risk::RejectReason::ReducingOnly), 2U);
    EXPECT_EQ(day.counts.rejected_by_risk, 2U);
}

TEST(Stops, OfOrdersThatFollowExecutionsAreKills) {
    ScriptedBacktest test;
    test.options.engine.pace.repeated_executions = {.messages_max = 1, .window = {kNanosPerSecond}};
    test.at(1).add(11, Side::Sell, 500, kStopAsk).add(12, Side::Buy, 500, kStopBid);
    for (const std::int64_t ms : {2, 4, 6, 8}) {
        test.enter(ms, Side::Buy, 100, kStopAsk, TimeInForce::Ioc);
    }
    test.end(10);
    const DayResult day = stopped_day(test);
    ASSERT_TRUE(day.stop);
    EXPECT_EQ(day.stop->at, after_open(6));
    EXPECT_EQ(day.stop->reason, risk::StopReason::RepeatedExecutions);
    EXPECT_EQ(control_name(*day.stop), "pace.repeated_executions_max");
    EXPECT_NE(day.stop->instrument, InstrumentId{});
    EXPECT_EQ(day.fills.size(), 2U);
    EXPECT_EQ(refused(day, risk::RejectReason::KillSwitch), 1U) << "a killed engine asks no more";
}

TEST(Stops, OfAUsedUpLimitAreOnesWhenNoOrderPassesAnyMore) {
    const auto played = [](bool has_smaller_order) {
        ScriptedBacktest test;
        test.options.engine.account.traded_max = {Money{cents(10'010) * Qty{150}}};
        test.at(1).add(11, Side::Sell, 500, kStopAsk).add(12, Side::Buy, 500, kStopBid);
        test.enter(2, Side::Buy, 100, kStopAsk, TimeInForce::Ioc);
        test.enter(4, Side::Buy, 100, kStopAsk, TimeInForce::Ioc);  // 200 in all: too many
        if (has_smaller_order) {
            test.enter(6, Side::Buy, 40, kStopAsk, TimeInForce::Ioc);
        }
        test.end(10);
        return stopped_day(test);
    };
    const DayResult day = played(false);
    ASSERT_TRUE(day.stop);
    EXPECT_EQ(day.stop->at, after_open(4));
    EXPECT_EQ(control_name(*day.stop), "account_limits.traded_max");
    EXPECT_EQ(day.stop->instrument, InstrumentId{}) << "it is the account's";
    EXPECT_EQ(refused(day, risk::RejectReason::TradedValue), 1U);
    EXPECT_FALSE(played(true).stop) << "a smaller order has passed since";
}

TEST(Stops, ARefusalIsNone) {
    ScriptedBacktest test;
    test.at(1).add(11, Side::Sell, 500, kStopAsk).add(12, Side::Buy, 500, kStopBid);
    test.enter(2, Side::Buy, 100, cents(19'000), TimeInForce::Ioc);  // beyond the collar
    test.enter(4, Side::Buy, 100, kStopAsk, TimeInForce::Ioc);
    test.end(10);
    const DayResult day = stopped_day(test);
    EXPECT_FALSE(day.stop);
    EXPECT_EQ(refused(day, risk::RejectReason::PriceCollar), 1U);
    EXPECT_DOUBLE_EQ(traded_share(day), 1);
    EXPECT_FALSE(stopped_days({.days = {day}}));
}

TEST(Stops, AnOrderlyEndOfASessionIsNone) {
    ScriptedBacktest test;
    test.options.session.live = sim::session::LiveEvents{.stopped = after_open(5)};
    test.at(1).add(11, Side::Sell, 500, kStopAsk);
    test.end(10);
    EXPECT_FALSE(stopped_day(test).stop);
}

[[nodiscard]] DayResult day_of(std::int64_t stopped_at) {
    DayResult day{.day = "day " + std::to_string(stopped_at), .begin = Time{100}, .end = Time{200}};
    day.instruments = {{.id = {4}, .symbol = *Symbol::from("GOOG")}};
    if (stopped_at != 0) {
        day.stop = {.at = Time{stopped_at},
                    .instrument = {4},
                    .reason = risk::StopReason::Loss,
                    .mode = risk::TradingMode::ReducingOnly};
    }
    return day;
}

TEST(Stops, OfManyDaysAreCountedAndTheirTimeAddsUp) {
    const BacktestResult result{.days = {day_of(0), day_of(120), day_of(200), day_of(100)}};
    const auto stopped = stopped_days(result);
    ASSERT_TRUE(stopped);
    EXPECT_EQ(stopped->days, 3U);
    EXPECT_EQ(stopped->days_all, 4U);
    EXPECT_DOUBLE_EQ(stopped->traded_share, (1 + 0.2 + 1 + 0) / 4);
    EXPECT_EQ(stopped->first_day, "day 120");
    EXPECT_EQ(stopped->symbol, *Symbol::from("GOOG"));
    EXPECT_EQ(varied_run({}, result).stopped_days, 3U);
    EXPECT_DOUBLE_EQ(varied_run({}, result).traded_share, 0.55);
}

TEST(Stops, OfRunsThatAreComparedAreCountedInTheVerdict) {
    const BacktestResult whole{.days = {day_of(0)}};
    const std::vector<VariedRun> runs{varied_run({.factor = 2}, {.days = {day_of(150)}}),
                                      varied_run({.factor = 0.5}, whole)};
    const Verdict verdict = backtest::verdict(whole, runs);
    EXPECT_FALSE(verdict.stopped);
    EXPECT_EQ(verdict.runs, 2U);
    EXPECT_EQ(verdict.runs_stopped, 1U);
}

TEST(Stops, OfDaysThatAreOneRunLast) {
    const Nanos day{86'400 * kNanosPerSecond};
    std::vector<BarDayEnd> days(3);
    for (std::size_t n = 0; n < days.size(); ++n) {
        days[n].midnight = Time{} + Nanos{static_cast<std::int64_t>(n) * day.value};
        days[n].begin = days[n].midnight + Nanos{34'200 * kNanosPerSecond};
        days[n].end = days[n].midnight + Nanos{57'600 * kNanosPerSecond};
    }
    const TradingStop stop{.at = days[1].begin + Nanos{60 * kNanosPerSecond},
                           .reason = risk::StopReason::Loss};
    EXPECT_FALSE(stop_in(stop, days[0], days[1].midnight));
    EXPECT_EQ(stop_in(stop, days[1], days[2].midnight)->at, Time{34'260 * kNanosPerSecond});
    EXPECT_EQ(stop_in(stop, days[2], kNever)->at, Time{34'200 * kNanosPerSecond})
        << "before the first bar of the day";
    EXPECT_FALSE(stop_in(std::nullopt, days[2], kNever));
}

}  // namespace
}  // namespace hotpath::backtest
