// The verdict's sentence, the lines for the terminal and the JSON, made of plain numbers.
#include "apps/hotpath/backtest/report_text.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "hotpath/backtest/report/report_json.hpp"
#include "hotpath/backtest/report/verdict_text.hpp"
#include "hotpath/backtest/statistics/definitions.hpp"
#include "hotpath/strategy/registry.hpp"
#include "tests/support/synthetic_backtest.hpp"

namespace hotpath::app {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr std::int64_t kUnitsPerDollar = 10'000;

backtest::BacktestResult result_of(std::int64_t gross_dollars, std::int64_t fee_dollars) {
    return {.days = {{.day = "2026-11-23",
                      .instruments = {{.gross = {gross_dollars * kUnitsPerDollar},
                                       .fees = {fee_dollars * kUnitsPerDollar}}},
                      .fills = {{.qty = {1}, .price = {1}}}}}};
}

backtest::VariedRun latency_run(double factor, std::int64_t dollars) {
    return {.varied = backtest::Dependence::Latency,
            .factor = factor,
            .name = "run",
            .gross = {dollars * kUnitsPerDollar}};
}

std::string value_of(const std::vector<ReportLine>& lines, const std::string& name) {
    const auto found = std::ranges::find(lines, name, &ReportLine::name);
    return found == lines.end() ? "no line " + name : found->value;
}

TEST(BacktestText, NamesTheDataThatWasPlayed) {
    auto result = result_of(100, 0);
    result.days.front().data = "by price: the best bid and offer, and trades";
    result.days.push_back(result.days.front());
    EXPECT_THAT(value_of(backtest_lines(result, {}), "models"),
                HasSubstr("; data by price: the best bid and offer, and trades"));
    EXPECT_EQ(nlohmann::json::parse(backtest::backtest_json(result, {}))["models"]["data"],
              "by price: the best bid and offer, and trades");
    EXPECT_EQ(backtest::data_text(result, {.models = {.data = "bars"}}), "bars");
}

TEST(BacktestText, SaysWhyNoOrderWasSent) {
    const auto reason = [](const backtest::OrderCounts& counts) {
        return value_of(backtest_lines({.days = {{.counts = counts}}}, {.strategy = "leaner"}),
                        "no orders");
    };
    EXPECT_EQ(reason({.entered = 1, .rejected_by_risk = 3, .decisions = 9}), "no line no orders");
    backtest::OrderCounts refused{.rejected_by_risk = 3, .decisions = 9};
    refused.refused[static_cast<std::size_t>(risk::RejectReason::Position)] = 1;
    refused.refused[static_cast<std::size_t>(risk::RejectReason::PriceTick)] = 2;
    EXPECT_EQ(reason(refused),
              "the risk check rejected every order (2 price tick, 1 position); docs/guide/risk.md "
              "lists the controls");
    EXPECT_THAT(reason({}), HasSubstr("no traded symbol was in trading state T"));
    EXPECT_EQ(reason({.decisions = 1'234}),
              "leaner saw 1,234 books that it could trade on, and requested no order");
    EXPECT_EQ(backtest::no_orders_text({}, "leaner"), "") << "no day was run";
}

/// A day from 09:30 to 16:00 that a loss has stopped at 10:02:13.
backtest::BacktestResult stopped_result() {
    auto result = result_of(-40, 0);
    backtest::DayResult& day = result.days.front();
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

TEST(BacktestText, SaysWhatStoppedTheDayAndWhatWasRefused) {
    const auto lines = backtest_lines(stopped_result(), {});
    EXPECT_EQ(
        value_of(lines, "stopped"),
        "account_limits.loss_max at 10:02:13 in GOOG, after 8.3% of the day; then only orders "
        "that reduced a position passed");
    EXPECT_EQ(value_of(lines, "refused by risk"), "294,000 reducing only, 521 message rate");
    EXPECT_THAT(value_of(lines, "verdict"),
                StartsWith("Stopped by the risk check, account_limits.loss_max at 10:02:13 in "
                           "GOOG, after 8.3% of the day. Loses $40.00"));
    EXPECT_EQ(value_of(backtest_lines(result_of(-40, 0), {}), "stopped"), "no line stopped");
}

TEST(BacktestText, SaysOnHowManyDaysItWasStopped) {
    auto result = stopped_result();
    for (int day = 0; day < 4; ++day) {
        result.days.push_back(stopped_result().days.front());
    }
    result.days.back().stop.reset();
    const auto lines = backtest_lines(result, {});
    EXPECT_EQ(std::ranges::count(lines, "stopped", &ReportLine::name), 4);
    EXPECT_THAT(value_of(lines, "stopped"), StartsWith("2026-11-23: account_limits.loss_max"));
    EXPECT_EQ(std::ranges::count(lines, "and on 1 more days", &ReportLine::value), 1);
    EXPECT_THAT(value_of(lines, "verdict"),
                StartsWith("Stopped by the risk check on 4 of 5 days, 26.6% of the time traded; "
                           "first account_limits.loss_max at 10:02:13 in GOOG on 2026-11-23."));
}

TEST(BacktestText, AComparisonOfStoppedRunsSaysSoFirst) {
    backtest::VariedRun stopped = latency_run(2, 30);
    stopped.stopped_days = 1;
    stopped.traded_share = 0.5;
    const backtest::ReportContext context{.runs = {latency_run(0.5, 110), stopped}};
    const auto lines = backtest_lines(result_of(100, 0), context);
    EXPECT_THAT(value_of(lines, "verdict"),
                StartsWith("1 of the 2 runs compared were stopped by the risk check: "));
    EXPECT_EQ(value_of(lines, "latency"), "run $110.00, run $30.00 (stopped, 50.0% traded)");
    const auto json = nlohmann::json::parse(backtest::backtest_json(result_of(100, 0), context));
    EXPECT_EQ(json["verdict"]["runs_stopped"], 1);
    EXPECT_EQ(json["latency_sensitivity"][1]["traded_share"], 0.5);
}

TEST(BacktestText, HasALineForEachPart) {
    const auto result = support::synthetic_backtest({.days = 12});
    const backtest::ReportContext context{.strategy = "market-maker",
                                          .models = {.latency = "constant"},
                                          .runs = {latency_run(2, 30)}};
    const auto lines = backtest_lines(result, context);
    EXPECT_EQ(value_of(lines, "days"), "12, 2026-01-01 to 2026-01-12");
    EXPECT_THAT(value_of(lines, "models"), HasSubstr("latency constant; queue "));
    EXPECT_THAT(value_of(lines, "Sharpe"), HasSubstr("(95% from "));
    EXPECT_THAT(value_of(lines, "orders"), HasSubstr("12 requests in flight at the end"));
    EXPECT_THAT(value_of(lines, "mark-outs"), HasSubstr(" at 10 ms, "));
    EXPECT_EQ(value_of(lines, "latency"), "run $30.00");
    EXPECT_THAT(value_of(lines, "open at the end"), HasSubstr("closing"));
    EXPECT_THAT(value_of(lines, "output_hash"), HasSubstr("0x"));
    for (const ReportLine& line : lines) {
        EXPECT_LE(line.name.size(), 15U) << "the values are one under the other";
        EXPECT_THAT(line.value, Not(HasSubstr("nan")));
        EXPECT_THAT(line.value, Not(HasSubstr("inf ")));
    }
}

/// A strategy as a run of a configuration has it.
backtest::ReportStrategy strategy_of(std::string_view name, std::vector<Symbol> symbols) {
    const auto registry = strategy::Registry::create();
    strategy::StrategyChoice choice = *registry->choice_of(name);
    choice.choose_symbols(symbols);
    return {.name = std::string(name),
            .symbols = std::move(symbols),
            .parameters = choice.parameters()};
}

TEST(BacktestText, HasALineForEachParameterOfTheStrategy) {
    backtest::ReportContext context{.strategy = "market_maker",
                                    .strategies = {strategy_of("market_maker", {})}};
    context.strategies[0].parameters[0].value = 250;
    const auto lines = backtest_lines({}, context);
    ASSERT_GT(lines.size(), 8U);
    EXPECT_EQ(lines[0].name, "strategy");
    EXPECT_EQ(lines[1].value,
              "quote_qty                       250 shares       shares on each side");
    EXPECT_EQ(lines[3].value,
              "half_spread_dollars           0.005 dollars      from the reservation price to the "
              "quote");
    EXPECT_THAT(lines[7].value, HasSubstr(" 1000 ms "));
    EXPECT_EQ(lines[8].name, "days");
}

TEST(BacktestText, NamesTheStrategyOfEachParameterWhereThereAreSeveral) {
    const auto lines = backtest_lines(
        {}, {.strategy = "pairs+momentum",
             .strategies = {strategy_of("pairs", {*Symbol::from("KO"), *Symbol::from("PEP")}),
                            strategy_of("momentum", {*Symbol::from("T")})}});
    const auto is_there = [&](const std::string& value) {
        return std::ranges::find(lines, value, &ReportLine::value) != lines.end();
    };
    EXPECT_TRUE(is_there("pairs in KO, PEP"));
    EXPECT_TRUE(is_there("momentum in T"));
    EXPECT_TRUE(is_there("second                          PEP              the second leg"));
}

TEST(BacktestReports, Case39BuyAndHoldIsBesideTheProfit) {
    auto result = result_of(100, 60);
    backtest::InstrumentResult& held = result.days.front().instruments.front();
    held.hold_from = {1'000'000};
    held.hold_to = {980'000};
    EXPECT_EQ(value_of(backtest_lines(result, {}), "buy and hold"), "-2.00%");
    EXPECT_TRUE(
        nlohmann::json::parse(backtest::backtest_json(result, {}))["benchmark_pnl"].is_null());
    result.capital = Money{1'000 * kUnitsPerDollar};
    EXPECT_EQ(value_of(backtest_lines(result, {}), "buy and hold"),
              "-2.00%, of the capital -$20.00");
    const auto json = nlohmann::json::parse(backtest::backtest_json(result, {}));
    EXPECT_NEAR(json["benchmark"].get<double>(), -0.02, 1e-12);
    EXPECT_EQ(json["benchmark_pnl"], -20.0);
}

TEST(BacktestText, OfNothingSaysWhatIsNotDefined) {
    const auto lines = backtest_lines({}, {});
    EXPECT_EQ(value_of(lines, "days"), "none");
    EXPECT_EQ(value_of(lines, "Sharpe"), "not defined");
    EXPECT_EQ(value_of(lines, "max drawdown"), "none");
    EXPECT_EQ(value_of(lines, "mark-outs"), "not defined");
    EXPECT_EQ(value_of(lines, "buy and hold"), "not defined");
    EXPECT_EQ(value_of(lines, "open at the end"), "none");
}

}  // namespace
}  // namespace hotpath::app
