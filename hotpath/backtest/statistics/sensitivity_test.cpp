// What a result depends on most, and whether it survives: each dependence by itself, and the verdict.
#include "hotpath/backtest/statistics/sensitivity.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hotpath::backtest {
namespace {

using ::testing::ElementsAre;

struct DayAmounts {
    std::int64_t gross = 0;
    std::int64_t fees = 0;
};

/// Days with one fill each.
BacktestResult result_of(const std::vector<DayAmounts>& days) {
    BacktestResult result;
    for (const auto& [gross, fees] : days) {
        result.days.push_back({.day = "day " + std::to_string(result.days.size() + 1),
                               .instruments = {{.gross = {gross}, .fees = {fees}}},
                               .fills = {{.qty = {1}, .price = {1}}}});
    }
    return result;
}

VariedRun run_of(Dependence varied, double factor, std::int64_t pnl, std::string name = "") {
    return {.varied = varied, .factor = factor, .name = std::move(name), .gross = {pnl}};
}

const DependenceRow& row_of(const Verdict& verdict, Dependence dependence) {
    return *std::ranges::find(verdict.rows, dependence, &DependenceRow::dependence);
}

TEST(Verdict, OfFeesIsHalfAndDoubleOfThem) {
    const Verdict verdict = backtest::verdict(result_of({{1'000, 600}}), {});
    const DependenceRow& row = row_of(verdict, Dependence::Fees);
    ASSERT_EQ(row.outcomes.size(), 2U);
    EXPECT_EQ(row.outcomes[0].name, "half");
    EXPECT_EQ(row.outcomes[0].pnl, Money{700});
    EXPECT_EQ(row.outcomes[1].pnl, Money{-200});
    EXPECT_DOUBLE_EQ(row.effect, 1.5);
    EXPECT_FALSE(row.survives());
    EXPECT_EQ(verdict.kind, VerdictKind::Fails);
}

TEST(Verdict, OfRebatesFearsTheirHalf) {
    const Verdict verdict = backtest::verdict(result_of({{-400, -600}}), {});
    EXPECT_EQ(row_of(verdict, Dependence::Fees).outcomes[0].pnl, Money{-100});
    EXPECT_EQ(verdict.kind, VerdictKind::Fails);
}

TEST(Verdict, PutsTheLargestEffectFirst) {
    const std::vector<VariedRun> runs{run_of(Dependence::Latency, 0.5, 1'100),
                                      run_of(Dependence::Latency, 2, 100),
                                      run_of(Dependence::Latency, 5, -9'000)};
    const Verdict verdict = backtest::verdict(result_of({{600, 50}, {500, 50}}), runs);
    EXPECT_EQ(verdict.rows.front().dependence, Dependence::Latency);
    EXPECT_DOUBLE_EQ(verdict.rows.front().effect, 0.9);
    EXPECT_EQ(verdict.kind, VerdictKind::Survives) << "only half and double are judged";
    EXPECT_THAT(verdict.not_tested, ElementsAre(Dependence::Size, Dependence::FillModel));
}

TEST(Verdict, ComparesSizesByTheirUnit) {
    const std::vector<VariedRun> runs{run_of(Dependence::Size, 0.5, 500),
                                      run_of(Dependence::Size, 2, 1'500)};
    const Verdict verdict = backtest::verdict(result_of({{1'000, 0}}), runs);
    EXPECT_DOUBLE_EQ(row_of(verdict, Dependence::Size).effect, 0.25);
}

TEST(Verdict, HalfWithoutDoubleIsNotATest) {
    const std::vector<VariedRun> runs{run_of(Dependence::Latency, 0.5, 500)};
    const Verdict verdict = backtest::verdict(result_of({{1'000, 0}}), runs);
    EXPECT_EQ(row_of(verdict, Dependence::Latency).outcomes.size(), 1U);
    EXPECT_THAT(verdict.not_tested,
                ElementsAre(Dependence::Latency, Dependence::Size, Dependence::FillModel,
                            Dependence::Fees, Dependence::OneDay));
}

TEST(Verdict, WithoutATestedChangeIsUntested) {
    VariedRun same = run_of(Dependence::FillModel, 1, 1'000, "exact");
    same.is_result = true;
    const Verdict verdict = backtest::verdict(result_of({{1'000, 0}}), std::vector{same});
    EXPECT_EQ(verdict.kind, VerdictKind::Untested)
        << "no fees to double, one day, and its own fill model";
    EXPECT_TRUE(verdict.rows.empty());
    EXPECT_THAT(verdict.not_tested,
                ElementsAre(Dependence::Latency, Dependence::Size, Dependence::FillModel,
                            Dependence::Fees, Dependence::OneDay));
    EXPECT_EQ(verdict.runs, 0U);
    EXPECT_EQ(backtest::verdict(result_of({{1'000, 1}}), {}).kind, VerdictKind::Survives);
    EXPECT_EQ(backtest::verdict(result_of({{500, 0}, {500, 0}}), {}).kind, VerdictKind::Survives)
        << "without the best day";
}

TEST(Verdict, NamesTheFillModelsAndTheBestDay) {
    const std::vector<VariedRun> runs{run_of(Dependence::FillModel, 1, -50, "back of the line")};
    const Verdict verdict = backtest::verdict(result_of({{100, 0}, {900, 0}, {-50, 0}}), runs);
    EXPECT_EQ(row_of(verdict, Dependence::FillModel).outcomes[0].name, "back of the line");
    EXPECT_EQ(row_of(verdict, Dependence::OneDay).outcomes[0].name, "without day 2");
    EXPECT_EQ(row_of(verdict, Dependence::OneDay).outcomes[0].pnl, Money{50});
    EXPECT_EQ(verdict.kind, VerdictKind::Fails);
}

TEST(Verdict, OfALossLeavesOutItsWorstDay) {
    const Verdict verdict = backtest::verdict(result_of({{100, 0}, {-900, 0}}), {});
    EXPECT_EQ(verdict.kind, VerdictKind::Loses);
    EXPECT_EQ(row_of(verdict, Dependence::OneDay).outcomes[0].pnl, Money{100});
}

TEST(Verdict, OfNothingTradedIsNone) {
    EXPECT_EQ(backtest::verdict({}, {}).kind, VerdictKind::NoFills);
    EXPECT_EQ(backtest::verdict({.days = {{}, {}}}, {}).kind, VerdictKind::NoFills);
    EXPECT_EQ(backtest::verdict(result_of({{0, 0}}), {}).kind, VerdictKind::Loses);
}

TEST(VariedRun, KeepsTheSumsAndNamesTheFactor) {
    const BacktestResult result = result_of({{1'000, 100}, {500, 100}});
    const VariedRun run = varied_run({.varied = Dependence::Size, .factor = 0.5}, result);
    EXPECT_EQ(run.name, "0.5x");
    EXPECT_EQ(run.pnl(), Money{1'300});
    EXPECT_EQ(run.fills, 2U);
    EXPECT_EQ(run.turnover, Money{2});
    EXPECT_FALSE(run.fill_ratio) << "no order was recorded";
    EXPECT_TRUE(run.sharpe);
    EXPECT_EQ(varied_run({.name = "exact"}, result).name, "exact");
}

}  // namespace
}  // namespace hotpath::backtest
