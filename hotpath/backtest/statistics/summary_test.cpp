// All statistics of a synthetic run: that they agree with each other, and that nothing is NaN.
#include "hotpath/backtest/statistics/summary.hpp"

#include <cmath>
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/synthetic_backtest.hpp"

namespace hotpath::backtest {
namespace {

void expect_finite(const std::optional<double>& value) {
    EXPECT_TRUE(!value || std::isfinite(*value));
}

void expect_finite(const ResultSummary& summary) {
    expect_finite(summary.sharpe);
    expect_finite(summary.sortino);
    expect_finite(summary.time_in_market.share());
    expect_finite(summary.fill_ratio.by_qty());
    expect_finite(summary.round_trips.win_rate());
    expect_finite(summary.round_trips.profit_factor());
    for (const MarkOut& mark_out : summary.mark_outs) {
        expect_finite(mark_out.from_price ? std::optional(mark_out.from_price->ticks)
                                          : std::nullopt);
    }
    for (const DependenceRow& row : summary.verdict.rows) {
        expect_finite(row.effect);
    }
}

TEST(ResultSummary, SumsAgree) {
    const BacktestResult result = support::synthetic_backtest({.days = 12});
    const ResultSummary summary = summary_of(result);
    expect_finite(summary);
    ASSERT_TRUE(summary.sharpe && summary.sharpe_interval && summary.drawdown);
    EXPECT_EQ(summary.curve.back().pnl, pnl(result));
    EXPECT_EQ(summary.turnover.fills, fill_count(result));
    EXPECT_EQ(summary.by_age.front().open, summary.fill_ratio.qty);
    FillRatio by_place;
    for (const PlaceRow& row : summary.by_place) {
        by_place.orders += row.ratio.orders;
        by_place.filled.value += row.ratio.filled.value;
    }
    EXPECT_EQ(by_place.orders, summary.fill_ratio.orders);
    EXPECT_EQ(by_place.filled, summary.turnover.qty);
    EXPECT_EQ(summary.turnover.added.value + summary.turnover.removed.value,
              summary.turnover.qty.value);
    TotalQty by_age;
    for (const AgeRow& row : summary.by_age) {
        by_age.value += row.filled.value;
    }
    EXPECT_EQ(by_age, summary.turnover.qty);
}

TEST(ResultSummary, SymbolsAddUpOverDaysWithOtherIds) {
    BacktestResult result = support::synthetic_backtest({.days = 2});
    for (auto& fill : result.days[1].fills) {
        fill.instrument.value += 40;
    }
    for (auto& instrument : result.days[1].instruments) {
        instrument.id.value += 40;
    }
    const ResultSummary summary = summary_of(result);
    ASSERT_EQ(summary.symbols.size(), 2U);
    EXPECT_EQ(summary.symbols[0].fills + summary.symbols[1].fills, fill_count(result));
    EXPECT_EQ(summary.symbols[0].pnl() + summary.symbols[1].pnl(), pnl(result));
    EXPECT_GE(summary.symbols[0].turnover, summary.symbols[1].turnover);
}

TEST(ResultSummary, NamesEachOpenPosition) {
    BacktestResult result = support::synthetic_backtest({.days = 1});
    result.days[0].instruments[0].position = {-300};
    result.days[0].instruments[1].position = {};
    const ResultSummary summary = summary_of(result);
    ASSERT_EQ(summary.open_positions.size(), 1U);
    EXPECT_EQ(summary.open_positions[0].instrument.symbol.view(), "AAPL");
}

TEST(ResultSummary, TrialsGiveTheDeflatedRatio) {
    const BacktestResult result = support::synthetic_backtest({.days = 12, .orders = 50});
    const std::vector<std::vector<double>> trials{
        summary_of(result).daily_pnl,
        summary_of(support::synthetic_backtest({.days = 12, .orders = 50, .seed = 2})).daily_pnl};
    const ResultSummary summary = summary_of(result, {.trials = trials});
    EXPECT_TRUE(summary.deflated_sharpe);
    EXPECT_TRUE(summary.overfitting);
    EXPECT_FALSE(summary_of(result).deflated_sharpe);
}

/// A fill of 10 at 100, whose mid was 100 and became `after` a second later.
[[nodiscard]] FillRecord marked_fill(oms::Liquidity liquidity, std::int64_t after) {
    FillRecord fill{.at = {1},
                    .instrument = {1},
                    .side = Side::Buy,
                    .liquidity = liquidity,
                    .qty = {10},
                    .price = {1'000'000},
                    .mid = {1'000'000}};
    fill.mid_after.fill({after});
    return fill;
}

TEST(ResultSummary, MarkOutsAreApartByLiquidity) {
    DayResult day{.day = "a", .instruments = {{.id = {1}, .symbol = *Symbol::from("AAPL")}}};
    day.fills = {marked_fill(oms::Liquidity::Added, 999'900),
                 marked_fill(oms::Liquidity::Removed, 1'000'300)};
    const ResultSummary summary = summary_of({.days = {day}});
    ASSERT_TRUE(summary.mark_outs_added[0].from_price && summary.mark_outs_removed[0].from_price);
    EXPECT_LT(summary.mark_outs_added[0].from_price->basis_points, 0);
    EXPECT_GT(summary.mark_outs_removed[0].from_price->basis_points, 0);
    EXPECT_EQ(summary.mark_outs[0].fills, 2U);
    EXPECT_EQ(summary.mark_outs_added[0].fills, 1U);
    EXPECT_DOUBLE_EQ(summary.mark_outs[0].from_price->basis_points, 1);  // (-1 + 3) / 2
}

TEST(ResultSummary, APositionThatIsCarriedIsNotOpenYet) {
    DayResult day{.day = "a", .instruments = {{.id = {1}, .position = {5}}}};
    DayResult next = day;
    next.day = "b";
    EXPECT_EQ(summary_of({.days = {day, next}}).open_positions.size(), 2U);
    next.since_first = Nanos{1};
    const auto open = summary_of({.days = {day, next}}).open_positions;
    ASSERT_EQ(open.size(), 1U);
    EXPECT_EQ(open[0].day, 1U);
}

TEST(ResultSummary, TheLargestTurnoverIsFirstAndEqualOnesAreBySymbol) {
    DayResult day{.day = "a"};
    const char* const names[] = {"C", "B", "A", "D"};
    for (std::uint16_t n = 0; n < 4; ++n) {
        day.instruments.push_back(
            {.id = {static_cast<std::uint16_t>(n + 1)}, .symbol = *Symbol::from(names[n])});
        day.fills.push_back({.instrument = {static_cast<std::uint16_t>(n + 1)},
                             .qty = {n == 3 ? 2U : 1U},
                             .price = {100}});
    }
    std::string order;
    for (const SymbolSummary& symbol : summary_of({.days = {day}}).symbols) {
        order += symbol.symbol.str();
    }
    EXPECT_EQ(order, "DABC");
}

TEST(ResultSummary, OfNothingHasNothingThatIsNotANumber) {
    for (const BacktestResult& result : {BacktestResult{}, BacktestResult{.days = {{}}},
                                         support::synthetic_backtest({.days = 1, .orders = 0}),
                                         support::synthetic_backtest({.days = 3, .orders = 0})}) {
        const ResultSummary summary = summary_of(result);
        expect_finite(summary);
        EXPECT_FALSE(summary.sharpe);
        EXPECT_FALSE(summary.sortino);
        EXPECT_FALSE(summary.drawdown);
        EXPECT_FALSE(summary.fill_ratio.by_qty());
        EXPECT_EQ(summary.verdict.kind, VerdictKind::NoFills);
    }
}

}  // namespace
}  // namespace hotpath::backtest
