// The verdict's sentence by its parts, and the reasons of a backtest without an order.
#include "hotpath/backtest/report/verdict_text.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hotpath::backtest {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

[[nodiscard]] constexpr Money earned(std::int64_t amount) {
    return {amount * 10'000};
}

[[nodiscard]] DependenceRow dependence_row(Dependence dependence, std::vector<Outcome> outcomes,
                                           double effect = 1) {
    return {.dependence = dependence, .outcomes = std::move(outcomes), .effect = effect};
}

/// The verdict is about one day, so that each ends with the same sentence about luck.
[[nodiscard]] Verdict verdict_with(VerdictKind kind, Money amount,
                                   std::vector<DependenceRow> rows = {}) {
    Verdict verdict{.kind = kind, .pnl = amount, .rows = std::move(rows)};
    verdict.luck.of.days = 1;
    return verdict;
}

constexpr std::string_view kTooShort =
    " Too short to tell skill from luck: 1 day, and 10 are needed.";

TEST(VerdictText, SaysTheResultByItsKind) {
    struct Row {
        VerdictKind kind;
        std::int64_t dollars;
        std::string_view text;
    };
    const Row rows[] = {{VerdictKind::Loses, -5, "Loses $5.00."},
                        {VerdictKind::Loses, 0, "Earns nothing."},
                        {VerdictKind::Untested, 7, "Earns $7.00; no change was tested."},
                        {VerdictKind::Survives, 1'234,
                         "Earns $1,234.00, and earns under every change that was tested."}};
    for (const Row& each : rows) {
        EXPECT_EQ(verdict_text(verdict_with(each.kind, earned(each.dollars))),
                  std::string(each.text) + std::string(kTooShort));
    }
}

TEST(VerdictText, OfNoFillHasNothingElse) {
    Verdict verdict = verdict_with(VerdictKind::NoFills, {});
    verdict.not_tested = {Dependence::Latency};
    EXPECT_EQ(verdict_text(verdict), "No verdict: the strategy had no fill.");
}

TEST(VerdictText, NamesEachChangeUnderWhichItLoses) {
    const Verdict verdict = verdict_with(
        VerdictKind::Fails, earned(10),
        {dependence_row(Dependence::Latency, {{"half", earned(5)}, {"double", earned(-1)}}),
         dependence_row(Dependence::Size, {{"double", earned(0)}}),
         dependence_row(Dependence::FillModel, {{"matched", earned(-2)}, {"exact", earned(10)}}),
         dependence_row(Dependence::Fees, {{"double", earned(-3)}}),
         dependence_row(Dependence::OneDay, {{"without 2026-11-23", earned(-4)}})});
    EXPECT_THAT(
        verdict_text(verdict),
        StartsWith("Earns $10.00, but loses at double latency, at double size, with fill model "
                   "matched, at double fees, without 2026-11-23; depends most on latency: $5.00 at "
                   "half, -$1.00 at double."));
}

TEST(VerdictText, DependsOnTheFirstRowIfThatHasAnEffect) {
    Verdict verdict =
        verdict_with(VerdictKind::Survives, earned(10),
                     {dependence_row(Dependence::FillModel, {{"matched", earned(4)}}, 0.6),
                      dependence_row(Dependence::Fees, {{"half", earned(11)}}, 0.1)});
    EXPECT_THAT(verdict_text(verdict),
                HasSubstr("; depends most on fill model: $4.00 with matched."));
    verdict.rows.erase(verdict.rows.begin());
    EXPECT_THAT(verdict_text(verdict), HasSubstr("; depends most on fees: $11.00 at half."));
    verdict.rows.front() = dependence_row(Dependence::OneDay, {{"without Monday", earned(6)}}, 0.4);
    EXPECT_THAT(verdict_text(verdict),
                HasSubstr("; depends most on one day: $6.00 without Monday."));
    verdict.rows.front().effect = 0;
    EXPECT_THAT(verdict_text(verdict), Not(HasSubstr("depends")));
}

TEST(VerdictText, SaysWhatWasNotTested) {
    Verdict verdict = verdict_with(VerdictKind::Loses, earned(-1));
    EXPECT_THAT(verdict_text(verdict), Not(HasSubstr("Not tested")));
    verdict.not_tested = {Dependence::Latency, Dependence::OneDay};
    EXPECT_THAT(verdict_text(verdict), HasSubstr(". Not tested: latency, one day. Too short"));
}

TEST(VerdictText, BeginsWithWhatWasStopped) {
    Verdict verdict = verdict_with(VerdictKind::Loses, earned(-1));
    verdict.runs_stopped = 2;
    verdict.runs = 6;
    EXPECT_THAT(
        verdict_text(verdict),
        StartsWith("2 of the 6 runs compared were stopped by the risk check: their "
                   "differences are also those of the time that they traded. Loses $1.00."));
    verdict.stopped = StoppedDays{
        .days = 1,
        .days_all = 1,
        .traded_share = 0.5,
        .first = {.at = Time{36'000 * kNanosPerSecond}, .reason = risk::StopReason::Loss}};
    EXPECT_THAT(verdict_text(verdict),
                StartsWith("Stopped by the risk check, account_limits.loss_max at 10:00:00, after "
                           "50.0% of the day. 2 of the 6 runs compared were stopped: their "));
    verdict.runs_stopped = 0;
    EXPECT_THAT(verdict_text(verdict), HasSubstr("of the day. Loses $1.00."));
}

[[nodiscard]] std::string luck_of_text(const LuckInputs& inputs) {
    Verdict verdict = verdict_with(VerdictKind::Loses, earned(-1));
    verdict.luck = luck_of(inputs);
    const std::string text = verdict_text(verdict);
    constexpr std::string_view kBefore = "Loses $1.00. ";
    EXPECT_THAT(text, StartsWith(std::string(kBefore)));
    return text.substr(kBefore.size());
}

TEST(LuckText, SaysHowManyDaysAreMissing) {
    EXPECT_EQ(luck_of_text({.days = 2}),
              "Too short to tell skill from luck: 2 days, and 10 are needed.");
    EXPECT_EQ(luck_of_text({.days = 9}),
              "Too short to tell skill from luck: 9 days, and 10 are needed.");
}

TEST(LuckText, SaysEachRuleThatIsNotMet) {
    EXPECT_EQ(luck_of_text({.days = 10}), "May be luck: all days are equal.");
    EXPECT_EQ(luck_of_text({.days = 10,
                            .t = TStatistic{.t = 1.5, .needed = 2.26},
                            .sharpe_interval = ConfidenceInterval{.low = -0.5, .high = 3}}),
              "May be luck: t is 1.50, and chance alone gives up to 2.26; the Sharpe ratio's 95% "
              "interval is from -0.50 to 3.00.");
    EXPECT_EQ(
        luck_of_text({.days = 10,
                      .earns = true,
                      .is_searched = true,
                      .t = TStatistic{.t = 3, .needed = 2.26}}),
        "May be luck: the search has no deflated Sharpe ratio (although t is 3.00, and chance "
        "alone gives up to 2.26).");
    EXPECT_EQ(luck_of_text({.days = 10,
                            .earns = true,
                            .is_searched = true,
                            .t = TStatistic{.t = 3, .needed = 2.26},
                            .overfitting = OverfittingProbability{.probability = 0.5}}),
              "May be luck: the probability of overfitting is 50.0%, and less than 50% is needed "
              "(although t is 3.00, and chance alone gives up to 2.26).");
}

TEST(LuckText, SaysTheRulesThatAreMet) {
    EXPECT_EQ(luck_of_text({.days = 10,
                            .earns = true,
                            .is_searched = true,
                            .t = TStatistic{.t = 3, .needed = 2.26},
                            .deflated_sharpe = DeflatedSharpe{.probability = 0.95}}),
              "More than luck: t is 3.00, and chance alone gives up to 2.26; the deflated Sharpe "
              "ratio is 95.0%, and 95% are needed.");
    EXPECT_EQ(luck_of_text({.days = 10,
                            .is_searched = true,
                            .t = TStatistic{.t = -3, .needed = 2.26},
                            .sharpe_interval = ConfidenceInterval{.low = -4, .high = -1}}),
              "More than luck: t is -3.00, and chance alone gives up to 2.26; the Sharpe ratio's "
              "95% interval is from -4.00 to -1.00.")
        << "a loss is chosen by no search";
}

[[nodiscard]] BacktestResult without_orders(const OrderCounts& counts) {
    return {.days = {{.day = "a"}, {.day = "b", .counts = counts}}};
}

TEST(NoOrdersText, IsEmptyWhenAnOrderWasSentOrNoDayRan) {
    EXPECT_EQ(no_orders_text({}, "maker"), "");
    EXPECT_EQ(no_orders_text(without_orders({.entered = 1, .rejected_by_risk = 5}), "maker"), "");
}

TEST(NoOrdersText, NamesTheReason) {
    OrderCounts refused{.rejected_by_risk = 3, .decisions = 9};
    refused.refused[static_cast<std::size_t>(risk::RejectReason::Position)] = 3;
    EXPECT_EQ(no_orders_text(without_orders(refused), "maker"),
              "the risk check rejected every order (3 position); docs/guide/risk.md lists the "
              "controls");
    EXPECT_THAT(no_orders_text(without_orders({}), "maker"),
                StartsWith("no traded symbol was in trading state T, "));
    EXPECT_EQ(no_orders_text(without_orders({.decisions = 1'234}), "maker"),
              "maker saw 1,234 books that it could trade on, and requested no order");
}

}  // namespace
}  // namespace hotpath::backtest
