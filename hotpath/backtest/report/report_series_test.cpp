// The curves of the report: bounded, on one axis, and with the lowest drawdown kept.
#include "hotpath/backtest/report/report_series.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/synthetic_backtest.hpp"

namespace hotpath::backtest {
namespace {

nlohmann::ordered_json series_of(const BacktestResult& result) {
    return backtest_series(result, summary_of(result));
}

TEST(BacktestSeries, DaysFollowEachOtherWithoutTheNights) {
    const auto series = series_of(support::synthetic_backtest({.days = 3}));
    ASSERT_EQ(series["days"].size(), 3U);
    EXPECT_EQ(series["days"][0]["x"], 0.0);
    EXPECT_EQ(series["days"][2]["x"], 2 * 23'400.0);
    EXPECT_EQ(series["days"][2]["begin_s"], 34'200.0);
    EXPECT_EQ(series["equity"].back()[0], 3 * 23'400.0);
    double last = 0;
    for (const auto& point : series["equity"]) {
        EXPECT_GE(point[0], last);
        last = point[0];
    }
}

TEST(BacktestSeries, CurvesAreBoundedAndKeepTheLargestDrawdown) {
    const auto result = support::synthetic_backtest({.days = 30, .orders = 300});
    const auto summary = summary_of(result);
    const auto series = backtest_series(result, summary);
    EXPECT_GT(summary.curve.size(), 4 * kCurvePointsMax);
    EXPECT_LE(series["equity"].size(), kCurvePointsMax + 2);
    double lowest = 0;
    for (const auto& point : series["equity"]) {
        lowest = std::min(lowest, point[2].get<double>());
    }
    ASSERT_TRUE(summary.drawdown);
    EXPECT_DOUBLE_EQ(lowest, -static_cast<double>(summary.drawdown->amount.value) / 10'000);
    for (const auto& symbol : series["symbols"]) {
        EXPECT_LE(symbol["curve"].size(), kCurvePointsMax);
        EXPECT_LE(symbol["fills"].size(), kChartedFillsMax);
        EXPECT_GT(symbol["fills_step"], 1);
    }
}

TEST(BacktestSeries, ShowsTheSymbolsWithTheLargestTurnover) {
    std::vector<std::string> symbols;
    for (char letter = 'A'; letter < 'A' + 15; ++letter) {
        symbols.emplace_back(3, letter);
    }
    const auto result = support::synthetic_backtest({.days = 1, .orders = 20, .symbols = symbols});
    const auto summary = summary_of(result);
    const auto series = backtest_series(result, summary);
    ASSERT_EQ(series["symbols"].size(), kChartedSymbolsMax);
    EXPECT_EQ(series["symbols"][0]["symbol"], summary.symbols[0].symbol.view());
}

TEST(BacktestSeries, AFillIsAtItsPriceAndTime) {
    DayResult day{.day = "a", .begin = {10 * kNanosPerSecond}, .end = {20 * kNanosPerSecond}};
    day.instruments = {{.id = {1}, .symbol = *Symbol::from("AAPL")}};
    day.fills = {{.at = {12 * kNanosPerSecond},
                  .instrument = {1},
                  .side = Side::Sell,
                  .liquidity = oms::Liquidity::Added,
                  .qty = {7},
                  .price = {1'234'500}}};
    const auto fill = series_of({.days = {day}})["symbols"][0]["fills"][0];
    EXPECT_EQ(fill["x"], 2.0);
    EXPECT_EQ(fill["side"], "sell");
    EXPECT_EQ(fill["price"], 123.45);
    EXPECT_EQ(fill["qty"], 7);
    EXPECT_EQ(fill["added"], true);
}

TEST(BacktestSeries, AMarkAfterTheDaysEndIsAtTheEnd) {
    DayResult day{.day = "a", .begin = {10 * kNanosPerSecond}, .end = {20 * kNanosPerSecond}};
    day.instruments = {{.id = {1}, .symbol = *Symbol::from("AAPL")}};
    day.equity = {{.at = {15 * kNanosPerSecond}, .instrument = {1}, .pnl = {5}, .mid = {100}},
                  {.at = {21 * kNanosPerSecond}, .instrument = {1}, .pnl = {7}, .mid = {101}}};
    const auto series = series_of({.days = {day, day}});
    EXPECT_EQ(series["symbols"][0]["curve"][1][0], 10.0);
    EXPECT_EQ(series["symbols"][0]["curve"][2][0], 15.0);
    double last = 0;
    for (const auto& point : series["equity"]) {
        EXPECT_GE(point[0], last);
        last = point[0];
    }
}

TEST(BacktestSeries, TheLastRoundTripHasTheSumOfAll) {
    const auto result = support::synthetic_backtest({.days = 2});
    const auto summary = summary_of(result);
    const auto trips = backtest_series(result, summary)["trips"];
    ASSERT_EQ(trips.size(), summary.trips.size());
    EXPECT_EQ(trips.back()[0], summary.trips.size());
    const Money sum = summary.round_trips.won + summary.round_trips.lost;
    EXPECT_DOUBLE_EQ(trips.back()[1], static_cast<double>(sum.value) / 10'000);
}

/// Two days of 10 s, each of one symbol under another id.
[[nodiscard]] BacktestResult two_days() {
    BacktestResult result;
    for (std::uint16_t n = 1; n <= 2; ++n) {
        DayResult day{.day = n == 1 ? "a" : "b",
                      .begin = {10 * kNanosPerSecond},
                      .end = {20 * kNanosPerSecond}};
        day.instruments = {{.id = {n}, .symbol = *Symbol::from("AAPL"), .gross = {n * 10'000}}};
        day.equity = {{.at = {12 * kNanosPerSecond + 1'600'000},
                       .instrument = {n},
                       .pnl = {-5'000},
                       .position = {-7},
                       .mid = {123'400}},
                      {.at = {13 * kNanosPerSecond}, .instrument = {n}, .pnl = {0}}};
        result.days.push_back(std::move(day));
    }
    return result;
}

TEST(BacktestSeries, AStopIsFromItsTimeToTheEndOfItsDay) {
    BacktestResult result = two_days();
    EXPECT_TRUE(series_of(result)["stops"].empty());
    result.days[1].stop = {.at = {14 * kNanosPerSecond}, .reason = risk::StopReason::Loss};
    const auto stops = series_of(result)["stops"];
    ASSERT_EQ(stops.size(), 1U);
    EXPECT_EQ(stops[0]["x"], 14.0);  // 10 s of the first day and 4 of the second
    EXPECT_EQ(stops[0]["to"], 20.0);
    EXPECT_EQ(stops[0]["text"], "account_limits.loss_max");
}

TEST(BacktestSeries, ASymbolIsFollowedUnderEachDaysId) {
    const auto symbols = series_of(two_days())["symbols"];
    ASSERT_EQ(symbols.size(), 1U);
    const auto& curve = symbols[0]["curve"];
    ASSERT_EQ(curve.size(), 2U) << "a sample without a mid is no point";
    EXPECT_EQ(curve[0][0], 2.002) << "milliseconds, rounded";
    EXPECT_EQ(curve[0][1], 12.34);
    EXPECT_EQ(curve[0][2], -7);
    EXPECT_EQ(curve[1][0], 12.002);
    EXPECT_EQ(symbols[0]["fills_step"], 1);
}

TEST(BacktestSeries, TheEquityHasTheFallFromItsPeak) {
    const auto equity = series_of(two_days())["equity"];
    // 0; -0.5, 0 and 1 dollar of the first day; 0.5, 1 and 3 of both.
    ASSERT_EQ(equity.size(), 7U);
    EXPECT_EQ(equity[1], nlohmann::ordered_json({2.002, -0.5, -0.5}));
    EXPECT_EQ(equity[3], nlohmann::ordered_json({10.0, 1.0, 0.0}));
    EXPECT_EQ(equity[4], nlohmann::ordered_json({12.002, 0.5, -0.5}));
    EXPECT_EQ(equity[6], nlohmann::ordered_json({20.0, 3.0, 0.0}));
}

TEST(BacktestSeries, ADayWithoutLengthHasNone) {
    BacktestResult result = two_days();
    result.days[0].end = result.days[0].begin - Nanos{1};
    const auto series = series_of(result);
    EXPECT_EQ(series["days"][0]["length_s"], 0.0);
    EXPECT_EQ(series["days"][1]["x"], 0.0);
    EXPECT_EQ(series["symbols"][0]["curve"][0][0], 0.0) << "at the day's begin";
}

TEST(BacktestSeries, OfNothingIsEmpty) {
    const auto series = series_of({});
    EXPECT_TRUE(series["days"].empty());
    EXPECT_TRUE(series["equity"].empty());
    EXPECT_TRUE(series["symbols"].empty());
}

}  // namespace
}  // namespace hotpath::backtest
