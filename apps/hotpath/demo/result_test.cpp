// What a demo says of a trader that the risk check stopped, and of positions that it left open.
#include "apps/hotpath/demo/result.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "hotpath/timing/tsc_clock.hpp"

namespace hotpath::app {
namespace {

/// From 09:30 to 16:00.
DemoResult demo_result() {
    const TradedInstrument traded{.id = {5}, .symbol = *Symbol::from("AAPL")};
    DemoResult result{.record = DemoRecorder({traded}, sim::session::feed_ends(0),
                                             *timing::TscClock::create(), nullptr, "demo")};
    result.traded = traded;
    result.begin = Time{34'200 * kNanosPerSecond};
    result.end = Time{57'600 * kNanosPerSecond};
    result.positions = {{.id = {5},
                         .symbol = traded.symbol,
                         .position = {-300},
                         .mark = {1'000'000},
                         .mark_age = Nanos{90 * 60 * kNanosPerSecond},
                         .cost_to_close = Money{15'000}}};
    return result;
}

TEST(DemoResults, AStopHasControlTimeSymbolAndShare) {
    DemoResult result = demo_result();
    EXPECT_EQ(stopped_text(result), "");
    EXPECT_TRUE(nlohmann::json::parse(demo_json(result))["stopped"].is_null());
    result.stop = {.at = Time{36'540 * kNanosPerSecond},
                   .instrument = {5},
                   .reason = risk::StopReason::Loss,
                   .mode = risk::TradingMode::ReducingOnly};
    EXPECT_EQ(stopped_text(result),
              "account_limits.loss_max at 10:09:00 in AAPL, after 10.0% of the time; then only "
              "orders that reduced a position passed");
    const auto json = nlohmann::json::parse(demo_json(result))["stopped"];
    EXPECT_EQ(json["control"], "account_limits.loss_max");
    EXPECT_EQ(json["symbol"], "AAPL");
    EXPECT_EQ(json["traded_share"], 0.1);
    result.stop = {.at = result.end,
                   .reason = risk::StopReason::RepeatedExecutions,
                   .mode = risk::TradingMode::Killed};
    EXPECT_EQ(stopped_text(result),
              "pace.repeated_executions_max at 16:00:00, after 100.0% of the time; then no order "
              "passed");
}

TEST(DemoResults, RefusalsHaveTheirReasons) {
    DemoResult result = demo_result();
    result.refused[static_cast<std::size_t>(risk::RejectReason::PriceCollar)] = 7;
    EXPECT_EQ(nlohmann::json::parse(demo_json(result))["rejected_by_reason"],
              nlohmann::json({{"price collar", 7}}));
}

TEST(DemoResults, AnOpenPositionSaysHowOldItsMarkIsAndWhatClosingCosts) {
    DemoResult result = demo_result();
    EXPECT_EQ(open_positions_text(result),
              "open: AAPL -300, its mark is 1 h 30 min old, closing would cost $1.50");
    result.positions.front().mark_age = {};
    result.positions.front().cost_to_close.reset();
    EXPECT_EQ(open_positions_text(result),
              "open: AAPL -300, the market has no order to close with");
    const auto json = nlohmann::json::parse(demo_json(result))["open_positions"][0];
    EXPECT_EQ(json["mark"], 100.0);
    EXPECT_TRUE(json["cost_to_close"].is_null());
    result.positions.front().position = {};
    EXPECT_EQ(open_positions_text(result), "");
}

}  // namespace
}  // namespace hotpath::app
