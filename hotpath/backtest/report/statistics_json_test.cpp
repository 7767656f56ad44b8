// The statistics as JSON, section by section, of a result whose numbers follow by hand.
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "hotpath/backtest/report/report_json.hpp"

namespace hotpath::backtest {
namespace {

using Json = nlohmann::ordered_json;

constexpr Time kDayBegin{34'200 * kNanosPerSecond};

[[nodiscard]] constexpr Money usd(std::int64_t amount) {
    return {amount * 10'000};
}
[[nodiscard]] constexpr Price at_usd(std::int64_t amount) {
    return {amount * 10'000};
}
[[nodiscard]] constexpr Time at_second(std::int64_t seconds) {
    return kDayBegin + Nanos{seconds * kNanosPerSecond};
}

/// Buys 100 at 19 dollars after 10 s and sells 50 of them at 21 dollars after 70 s; at 20 dollars at
/// the end. Profit: -1,900 + 1,050 + 50 x 20 = 150 dollars, less 10 of fees.
[[nodiscard]] DayResult traded_day() {
    DayResult day{.day = "2026-11-23",
                  .data = "by order",
                  .begin = kDayBegin,
                  .end = at_second(23'400),
                  .input_hash = 0x1234,
                  .output_hash = 0xabcd};
    day.instruments = {{.id = {1},
                        .symbol = *Symbol::from("AAPL"),
                        .gross = usd(150),
                        .fees = usd(10),
                        .position = {50},
                        .mark = at_usd(20),
                        .mark_age = Nanos{90 * kNanosPerSecond},
                        .cost_to_close = Money{2'500},
                        .hold_from = at_usd(16),
                        .hold_to = at_usd(20)}};
    day.orders = {{.id = {1},
                   .instrument = {1},
                   .side = Side::Buy,
                   .qty = {100},
                   .price = at_usd(19),
                   .entered = at_second(0),
                   .closed = at_second(10),
                   .filled = {100},
                   .queue_ahead = TotalQty{300}},
                  {.id = {2},
                   .instrument = {1},
                   .side = Side::Sell,
                   .qty = {200},
                   .price = at_usd(21),
                   .entered = at_second(60),
                   .filled = {50}}};
    day.fills = {{.at = at_second(10),
                  .order = {1},
                  .instrument = {1},
                  .side = Side::Buy,
                  .liquidity = oms::Liquidity::Added,
                  .qty = {100},
                  .price = at_usd(19),
                  .fee = usd(4),
                  .position = {100},
                  .order_entered = at_second(0),
                  .queue_ahead = TotalQty{300}},
                 {.at = at_second(70),
                  .order = {2},
                  .instrument = {1},
                  .side = Side::Sell,
                  .liquidity = oms::Liquidity::Removed,
                  .qty = {50},
                  .price = at_usd(21),
                  .fee = usd(6),
                  .position = {50},
                  .order_entered = at_second(60)}};
    day.equity = {{.at = at_second(10), .instrument = {1}, .pnl = usd(30), .mid = {1}},
                  {.at = at_second(70), .instrument = {1}, .pnl = usd(-20), .mid = {1}},
                  {.at = at_second(80), .instrument = {1}, .pnl = usd(140), .mid = {1}}};
    day.counts = {.entered = 2,
                  .replaced = 3,
                  .reduced = 4,
                  .canceled = 5,
                  .rejected_by_risk = 6,
                  .rejected_by_venue = 7,
                  .in_flight_at_end = 8,
                  .decisions = 9};
    return day;
}

[[nodiscard]] Json report_of(const BacktestResult& result, const ReportContext& context = {}) {
    return Json::parse(backtest_json(result, context));
}

[[nodiscard]] Json report_of_day() {
    return report_of({.days = {traded_day()}, .capital = usd(10'000)});
}

TEST(StatisticsJson, MoneyIsInDollars) {
    const Json json = report_of_day();
    EXPECT_EQ(json["pnl"], 140.0);
    EXPECT_EQ(json["gross"], 150.0);
    EXPECT_EQ(json["fees"], 10.0);
    EXPECT_EQ(json["turnover"], 2'950.0);  // 1,900 and 1,050
    EXPECT_EQ(json["capital"], 10'000.0);
    EXPECT_EQ(json["return"], 0.014);
    EXPECT_EQ(json["benchmark"], 0.25);  // 16 to 20
    EXPECT_EQ(json["benchmark_pnl"], 2'500.0);
}

TEST(StatisticsJson, WithoutACapitalThereIsNoReturn) {
    const Json json = report_of({.days = {traded_day()}});
    EXPECT_TRUE(json["capital"].is_null());
    EXPECT_TRUE(json["return"].is_null());
    EXPECT_TRUE(json["benchmark_pnl"].is_null());
    EXPECT_EQ(json["benchmark"], 0.25);
}

TEST(StatisticsJson, ADrawdownHasItsDayAndTimes) {
    const Json drawdown = report_of_day()["drawdown"];
    EXPECT_EQ(drawdown["amount"], 50.0);  // 30 to -20
    EXPECT_EQ(drawdown["from"], Json({{"day", "2026-11-23"}, {"time_s", 34'210.0}}));
    EXPECT_EQ(drawdown["to"]["time_s"], 34'270.0);
    EXPECT_EQ(drawdown["recovered"]["time_s"], 34'280.0);
    DayResult falls = traded_day();
    falls.equity.pop_back();
    falls.instruments[0].gross = usd(-10);
    EXPECT_TRUE(report_of({.days = {falls}})["drawdown"]["recovered"].is_null());
    DayResult rises = traded_day();
    rises.equity.clear();
    EXPECT_TRUE(report_of({.days = {rises}})["drawdown"].is_null());
}

TEST(StatisticsJson, OrdersAreCountedByWhatBecameOfThem) {
    const Json json = report_of_day();
    EXPECT_EQ(json["orders"], Json({{"entered", 2},
                                    {"replaced", 3},
                                    {"reduced", 4},
                                    {"canceled", 5},
                                    {"rejected_by_risk", 6},
                                    {"rejected_by_reason", Json::object()},
                                    {"rejected_by_venue", 7},
                                    {"in_flight_at_end", 8},
                                    {"decisions", 9}}));
    EXPECT_EQ(json["fills"], 2);
    EXPECT_EQ(json["shares"], Json({{"traded", 150}, {"added", 100}, {"removed", 50}}));
    EXPECT_EQ(json["fill_ratio"], 0.5);     // 150 of 300 shares
    EXPECT_EQ(json["orders_filled"], 1.0);  // both in part
}

TEST(StatisticsJson, FillRatiosHaveTheirAgesAndPlaces) {
    const Json json = report_of_day();
    const Json& ages = json["fill_ratio_by_age"];
    ASSERT_FALSE(ages.empty());
    EXPECT_EQ(ages[0]["from_s"], 0.0);
    EXPECT_EQ(ages[0]["to_s"], 0.001);
    EXPECT_EQ(ages[0]["orders"], 2);
    EXPECT_EQ(ages[0]["open"], 300);
    EXPECT_EQ(ages[0]["filled"], 0);
    EXPECT_EQ(ages[0]["ratio"], 0.0);
    EXPECT_TRUE(ages.back()["to_s"].is_null()) << "without an end";
    std::uint64_t filled = 0;
    for (const Json& row : ages) {
        filled += row["filled"].get<std::uint64_t>();
    }
    EXPECT_EQ(filled, 150U);
    const Json& places = json["fill_ratio_by_place"];
    ASSERT_FALSE(places.empty());
    std::uint64_t known = 0;
    for (const Json& row : places) {
        known += row["ahead_min"].is_null() ? 0 : row["orders"].get<std::uint64_t>();
    }
    EXPECT_EQ(known, 1U) << "the one whose place is known";
}

TEST(StatisticsJson, ARoundTripNeedsItsEnd) {
    EXPECT_EQ(report_of_day()["round_trips"]["count"], 0);
    EXPECT_TRUE(report_of_day()["round_trips"]["win_rate"].is_null());
    DayResult closed = traded_day();
    FillRecord last = closed.fills.back();
    last.at = at_second(100);
    last.price = at_usd(22);
    last.fee = {};
    last.position = {};
    closed.fills.push_back(last);
    // -1,900 + 1,050 + 1,100 - 10: 240 dollars in 90 s.
    EXPECT_EQ(report_of({.days = {closed}})["round_trips"], Json({{"count", 1},
                                                                  {"wins", 1},
                                                                  {"win_rate", 1.0},
                                                                  {"won", 240.0},
                                                                  {"lost", 0.0},
                                                                  {"profit_factor", nullptr},
                                                                  {"mean_held_s", 90.0}}));
}

TEST(StatisticsJson, AnOpenPositionHasItsMarkAndWhatClosingItCosts) {
    const Json open = report_of_day()["open_positions"];
    ASSERT_EQ(open.size(), 1U);
    EXPECT_EQ(open[0], Json({{"day", "2026-11-23"},
                             {"symbol", "AAPL"},
                             {"position", 50},
                             {"mark", 20.0},
                             {"mark_age_s", 90.0},
                             {"value", 1'000.0},
                             {"cost_to_close", 0.25}}));
    DayResult unknown = traded_day();
    unknown.instruments[0].cost_to_close.reset();
    EXPECT_TRUE(report_of({.days = {unknown}})["open_positions"][0]["cost_to_close"].is_null());
}

TEST(StatisticsJson, ADayHasItsSumsItsCountsAndItsHashes) {
    DayResult other = traded_day();
    other.day = "2026-11-24";
    other.data = "by price";
    other.instruments[0].gross = usd(-7);
    const Json json = report_of({.days = {traded_day(), other}});
    ASSERT_EQ(json["days"].size(), 2U);
    const Json& day = json["days"][1];
    EXPECT_EQ(day["day"], "2026-11-24");
    EXPECT_EQ(day["pnl"], -17.0);
    EXPECT_EQ(day["gross"], -7.0);
    EXPECT_EQ(day["fees"], 10.0);
    EXPECT_EQ(day["orders"], 2);
    EXPECT_EQ(day["fills"], 2);
    EXPECT_EQ(day["counts"]["replaced"], 3);
    EXPECT_EQ(json["orders"]["replaced"], 6);
    EXPECT_NE(day["input_hash"], day["output_hash"]);
    EXPECT_EQ(json["models"]["data"], "by order; by price");
    EXPECT_EQ(json["symbols"].size(), 1U);
    EXPECT_EQ(json["symbols"][0]["pnl"], 123.0);  // 140 - 17
    EXPECT_EQ(json["symbols"][0]["turnover"], 5'900.0);
    EXPECT_EQ(json["symbols"][0]["fills"], 4);
}

TEST(StatisticsJson, TheDataIsSaidOnceAndTheContextsSaysItFirst) {
    EXPECT_EQ(data_text({}, {}), "");
    const BacktestResult twice{.days = {traded_day(), traded_day()}};
    EXPECT_EQ(data_text(twice, {}), "by order");
    EXPECT_EQ(data_text(twice, {.models = {.data = "bars"}}), "bars");
}

TEST(StatisticsJson, FeesAreVariedWithTheTradingUnchanged) {
    const Json rows = report_of_day()["fee_sensitivity"];
    EXPECT_EQ(rows, Json::array({{{"factor", 0.0}, {"fees", 0.0}, {"pnl", 150.0}},
                                 {{"factor", 0.5}, {"fees", 5.0}, {"pnl", 145.0}},
                                 {{"factor", 1.0}, {"fees", 10.0}, {"pnl", 140.0}},
                                 {{"factor", 2.0}, {"fees", 20.0}, {"pnl", 130.0}}}));
}

TEST(StatisticsJson, RunsAreInTheTableOfWhatTheyVary) {
    const ReportContext context{.runs = {{.varied = Dependence::Size, .factor = 2, .name = "2x"},
                                         {.varied = Dependence::Latency,
                                          .factor = 0.5,
                                          .name = "0.5x",
                                          .gross = usd(5),
                                          .fees = usd(1),
                                          .turnover = usd(100),
                                          .fills = 3,
                                          .fill_ratio = 0.25,
                                          .stopped_days = 1,
                                          .traded_share = 0.75},
                                         {.varied = Dependence::FillModel, .name = "matched"}}};
    const Json json = report_of({.days = {traded_day()}}, context);
    EXPECT_EQ(json["latency_sensitivity"], Json::array({{{"name", "0.5x"},
                                                         {"factor", 0.5},
                                                         {"pnl", 4.0},
                                                         {"gross", 5.0},
                                                         {"fees", 1.0},
                                                         {"turnover", 100.0},
                                                         {"fills", 3},
                                                         {"fill_ratio", 0.25},
                                                         {"sharpe", nullptr},
                                                         {"stopped_days", 1},
                                                         {"traded_share", 0.75}}}));
    ASSERT_EQ(json["size_sensitivity"].size(), 1U);
    EXPECT_EQ(json["size_sensitivity"][0]["name"], "2x");
    ASSERT_EQ(json["fill_models"].size(), 1U);
    EXPECT_EQ(json["fill_models"][0]["name"], "matched");
    EXPECT_EQ(json["verdict"]["runs_stopped"], 1);
}

TEST(StatisticsJson, TheVerdictHasARowADependence) {
    const Json verdict = report_of_day()["verdict"];
    EXPECT_EQ(verdict["kind"], "survives");  // 145 and 130 dollars
    ASSERT_EQ(verdict["rows"].size(), 1U);
    EXPECT_EQ(verdict["rows"][0]["dependence"], "fees");
    EXPECT_EQ(verdict["rows"][0]["survives"], true);
    EXPECT_EQ(verdict["rows"][0]["outcomes"], Json::array({{{"name", "half"}, {"pnl", 145.0}},
                                                           {{"name", "double"}, {"pnl", 130.0}}}));
    EXPECT_NEAR(verdict["rows"][0]["effect"].get<double>(), 10.0 / 140, 1e-12);
    EXPECT_EQ(verdict["not_tested"], Json::array({"latency", "size", "fill model", "one day"}));
    EXPECT_EQ(verdict["stopped_days"], 0);
    EXPECT_EQ(verdict["traded_share"], 1.0);
    EXPECT_TRUE(verdict["t"].is_null());
}

TEST(StatisticsJson, ASearchIsAmongItsTrials) {
    const ReportContext context{.trials = {{1.0, 2.0}, {2.0, 3.0}, {0.0, 1.0}},
                                .search = Search{.tried = 3}};
    const Json trials = report_of({.days = {traded_day()}}, context)["trials"];
    EXPECT_EQ(trials["count"], 3);
    EXPECT_TRUE(trials["deflated_sharpe"].is_null()) << "two days have none";
    EXPECT_TRUE(trials["overfitting"].is_null());
    EXPECT_FALSE(trials.contains("overfitting_blocks"));
    EXPECT_EQ(trials["search"]["tried"], 3);
    EXPECT_TRUE(report_of({.days = {traded_day()}})["trials"].is_null());
}

TEST(StatisticsJson, SaysWhyNoOrderWasSent) {
    EXPECT_TRUE(report_of_day()["no_orders"].is_null());
    DayResult idle = traded_day();
    idle.counts = {.decisions = 12};
    const Json json = report_of({.days = {idle}}, {.strategy = "maker"});
    EXPECT_EQ(json["no_orders"],
              "maker saw 12 books that it could trade on, and requested no order");
    EXPECT_EQ(json["strategy"], "maker");
}

}  // namespace
}  // namespace hotpath::backtest
