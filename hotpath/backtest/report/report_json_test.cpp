// The verdict's sentence and the JSON, made of plain numbers.
#include "hotpath/backtest/report/report_json.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "hotpath/backtest/report/verdict_text.hpp"
#include "hotpath/backtest/statistics/definitions.hpp"
#include "hotpath/strategy/registry.hpp"
#include "tests/support/synthetic_backtest.hpp"

namespace hotpath::backtest {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::int64_t kUnitsPerDollar = 10'000;

BacktestResult result_of(std::int64_t gross_dollars, std::int64_t fee_dollars) {
    return {.days = {{.day = "2026-11-23",
                      .instruments = {{.gross = {gross_dollars * kUnitsPerDollar},
                                       .fees = {fee_dollars * kUnitsPerDollar}}},
                      .fills = {{.qty = {1}, .price = {1}}}}}};
}

VariedRun latency_run(double factor, std::int64_t dollars) {
    return {.varied = Dependence::Latency,
            .factor = factor,
            .name = "run",
            .gross = {dollars * kUnitsPerDollar}};
}

std::string verdict_of(const BacktestResult& result, const std::vector<VariedRun>& runs = {}) {
    return verdict_text(summary_of(result, {.runs = runs}).verdict);
}

TEST(BacktestVerdict, SaysUnderWhichChangeItLoses) {
    EXPECT_EQ(
        verdict_of(result_of(100, 60)),
        "Earns $40.00, but loses at double fees; depends most on fees: $70.00 at half, -$20.00 "
        "at double. Not tested: latency, size, fill model, one day. Too short to tell skill from "
        "luck: 1 day, and 10 are needed.");
}

TEST(BacktestVerdict, SaysThatItSurvives) {
    EXPECT_EQ(
        verdict_of(result_of(100, 0), {latency_run(0.5, 110), latency_run(2, 30)}),
        "Earns $100.00, and earns under every change that was tested; depends most on latency: "
        "$110.00 at half, $30.00 at double. Not tested: size, fill model, fees, one day. Too short "
        "to "
        "tell skill from luck: 1 day, and 10 are needed.");
}

TEST(BacktestVerdict, SaysThatNoChangeWasTested) {
    EXPECT_EQ(
        verdict_of(result_of(100, 0)),
        "Earns $100.00; no change was tested. Not tested: latency, size, fill model, fees, one "
        "day. Too short to tell skill from luck: 1 day, and 10 are needed.");
    const auto json = nlohmann::json::parse(backtest_json(result_of(100, 0), {}));
    EXPECT_EQ(json["verdict"]["kind"], "untested");
    EXPECT_EQ(json["verdict"]["luck"], "too short");
}

TEST(BacktestVerdict, NamesDaysAndFillModels) {
    auto result = result_of(100, 0);
    result.days.push_back(result_of(-40, 0).days[0]);
    const VariedRun front{.varied = Dependence::FillModel, .name = "front", .gross = {-50'000}};
    EXPECT_EQ(verdict_of(result, {front}),
              "Earns $60.00, but loses without 2026-11-23, with fill model front; depends most on "
              "one day: -$40.00 without 2026-11-23. Not tested: latency, size, fees. Too short to "
              "tell skill from luck: 2 days, and 10 are needed.");
}

TEST(BacktestVerdict, SaysThatTheDaysAreMoreThanLuck) {
    auto result = result_of(100, 0);
    for (const int dollars : {90, 110, 105, 95, 90, 110, 105, 95, 100}) {
        result.days.push_back(result_of(dollars, 0).days[0]);
    }
    EXPECT_THAT(verdict_of(result),
                HasSubstr(" More than luck: t is 42.43, and chance alone gives up to 2.26; the "
                          "Sharpe ratio's 95% interval is from "));
}

TEST(BacktestVerdict, SaysWhichRulesPointToLuckAndWhichDoNot) {
    Verdict verdict{.kind = VerdictKind::Loses, .pnl = {-10'000}};
    verdict.luck = luck_of({.days = 12,
                            .earns = true,
                            .is_searched = true,
                            .t = TStatistic{.t = 1.96, .needed = 2.2},
                            .deflated_sharpe = DeflatedSharpe{.probability = 1}});
    EXPECT_EQ(
        verdict_text(verdict),
        "Loses $1.00. May be luck: t is 1.96, and chance alone gives up to 2.20 (although the "
        "deflated Sharpe ratio is 100.0%, and 95% are needed).");
}

TEST(BacktestVerdict, OfALossAndOfNothing) {
    EXPECT_THAT(verdict_of(result_of(-5, 0)), HasSubstr("Loses $5.00. Not tested: "));
    EXPECT_THAT(verdict_of(result_of(0, 0)), HasSubstr("Earns nothing. "));
    EXPECT_EQ(verdict_of({}), "No verdict: the strategy had no fill.");
}

/// A day from 09:30 to 16:00 that a loss has stopped at 10:02:13.
BacktestResult stopped_result() {
    auto result = result_of(-40, 0);
    DayResult& day = result.days.front();
    day.begin = Time{34'200 * kNanosPerSecond};
    day.end = Time{57'600 * kNanosPerSecond};
    day.instruments.front().id = {7};
    day.instruments.front().symbol = *Symbol::from("GOOG");
    day.stop = {.at = Time{36'133 * kNanosPerSecond},
                .instrument = {7},
                .reason = risk::StopReason::Loss,
                .mode = risk::TradingMode::ReducingOnly};
    day.counts.entered = 5;
    day.counts.rejected_by_risk = 294'521;
    day.counts.refused[static_cast<std::size_t>(risk::RejectReason::ReducingOnly)] = 294'000;
    day.counts.refused[static_cast<std::size_t>(risk::RejectReason::MessageRate)] = 521;
    return result;
}

TEST(BacktestJson, HasTheStopsAndTheRefusalsByReason) {
    const auto json = nlohmann::json::parse(backtest_json(stopped_result(), {}));
    ASSERT_EQ(json["stops"].size(), 1U);
    const auto& stop = json["stops"][0];
    EXPECT_EQ(stop["day"], "2026-11-23");
    EXPECT_EQ(stop["time_s"], 36'133.0);
    EXPECT_EQ(stop["control"], "account_limits.loss_max");
    EXPECT_EQ(stop["symbol"], "GOOG");
    EXPECT_NEAR(stop["traded_share"].get<double>(), 1'933.0 / 23'400, 1e-12);
    EXPECT_EQ(json["traded_share"], stop["traded_share"]);
    EXPECT_EQ(json["orders"]["rejected_by_reason"],
              nlohmann::json({{"reducing only", 294'000}, {"message rate", 521}}));
    EXPECT_TRUE(nlohmann::json::parse(backtest_json(result_of(1, 0), {}))["stops"].empty());
}

/// A strategy as a run of a configuration has it.
ReportStrategy strategy_of(std::string_view name, std::vector<Symbol> symbols) {
    const auto registry = strategy::Registry::create();
    strategy::StrategyChoice choice = *registry->choice_of(name);
    choice.choose_symbols(symbols);
    return {.name = std::string(name),
            .symbols = std::move(symbols),
            .parameters = choice.parameters()};
}

TEST(BacktestJson, HoldsEachDefinedNumberUnderItsKey) {
    const ReportContext context{.trials = {{1, 2}, {2, 1}}};
    const std::string text = backtest_json(support::synthetic_backtest({.days = 2}), context);
    for (const Definition& definition : definitions()) {
        // The interval is that of two ratios, and a round trip one of round_trips.
        if (definition.key != "interval" && definition.key != "round_trip") {
            EXPECT_THAT(text, HasSubstr("\"" + std::string(definition.key) + "\""));
        }
    }
    EXPECT_EQ(text.back(), '\n');
}

TEST(BacktestJson, AmountsAreDollarsAndTheUndefinedIsNull) {
    const auto json = nlohmann::json::parse(backtest_json(result_of(100, 60), {}));
    EXPECT_EQ(json["pnl"], 40.0);
    EXPECT_EQ(json["fees"], 60.0);
    EXPECT_TRUE(json["sharpe"].is_null());
    EXPECT_TRUE(json["sharpe_interval"].is_null());
    EXPECT_TRUE(json["return"].is_null());
    EXPECT_TRUE(json["trials"].is_null());
    EXPECT_EQ(json["verdict"]["kind"], "fails");
    EXPECT_EQ(json["days"][0]["day"], "2026-11-23");
    EXPECT_EQ(json["fee_sensitivity"][3]["pnl"], -20.0);
}

TEST(BacktestJson, HoldsTheParametersAsAConfigurationHasThem) {
    const std::vector<Symbol> symbols{*Symbol::from("KO"), *Symbol::from("PEP")};
    const auto json = nlohmann::json::parse(backtest_json(
        {}, {.strategies = {strategy_of("market_maker", {}), strategy_of("pairs", symbols)}}));
    ASSERT_EQ(json["strategies"].size(), 2U);
    EXPECT_EQ(json["strategies"][0]["name"], "market_maker");
    EXPECT_EQ(json["strategies"][1]["symbols"], nlohmann::json({"KO", "PEP"}));
    const auto& maker = json["strategies"][0]["parameters"];
    EXPECT_EQ(maker[0], nlohmann::json({{"key", "quote_qty"},
                                        {"value", 100},
                                        {"unit", "shares"},
                                        {"meaning", "shares on each side"}}));
    EXPECT_EQ(maker[2]["value"], 0.005);
    EXPECT_EQ(maker[2]["unit"], "dollars");
    EXPECT_EQ(json["strategies"][1]["parameters"][0]["value"], "KO");
}

TEST(BacktestJson, OfNothingIsStillWhole) {
    const auto json = nlohmann::json::parse(backtest_json({}, {}));
    EXPECT_TRUE(json["days"].empty());
    EXPECT_EQ(json["pnl"], 0.0);
}

TEST(BacktestJson, BytesThatAreNoTextDoNotStopIt) {
    EXPECT_FALSE(backtest_json({}, {.source = "day\xff.itch"}).empty());
}

}  // namespace
}  // namespace hotpath::backtest
