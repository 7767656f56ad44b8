// Mark-outs: their sign, weights and units, and horizons without a mid.
#include "hotpath/backtest/statistics/mark_outs.hpp"

#include <gtest/gtest.h>

namespace hotpath::backtest {
namespace {

/// 100 shares at $10.00 with the mid at `mid` then, and at `later` 1 ms after.
FillRecord fill_of(Side side, Price mid, Price later,
                   oms::Liquidity liquidity = oms::Liquidity::Added) {
    FillRecord fill{.side = side, .liquidity = liquidity, .qty = {100}, .price = {100'000}};
    fill.mid = mid;
    fill.mid_after[0] = later;
    return fill;
}

MarkOut first_of(const std::vector<FillRecord>& fills,
                 std::optional<oms::Liquidity> kind = std::nullopt) {
    return mark_outs({.days = {{.fills = fills}}}, kind)[0];
}

TEST(MarkOut, IsPositiveWhenTheMarketMovesOurWay) {
    // Bought at 10.00 with the mid at 10.005; it is 10.02 later.
    const MarkOut bought = first_of({fill_of(Side::Buy, {100'050}, {100'200})});
    EXPECT_DOUBLE_EQ(bought.from_price->ticks, 2.0);
    EXPECT_DOUBLE_EQ(bought.from_price->basis_points, 20.0);
    EXPECT_DOUBLE_EQ(bought.from_mid->ticks, 1.5);
    const MarkOut sold = first_of({fill_of(Side::Sell, {99'950}, {99'800})});
    EXPECT_DOUBLE_EQ(sold.from_price->ticks, 2.0);
    EXPECT_DOUBLE_EQ(sold.from_mid->ticks, 1.5);
}

TEST(MarkOut, AgainstUsIsNegative) {
    EXPECT_DOUBLE_EQ(first_of({fill_of(Side::Sell, {99'950}, {100'100})}).from_price->ticks, -1.0);
}

TEST(MarkOut, IsWeightedByShares) {
    FillRecord large = fill_of(Side::Buy, {100'000}, {100'400});
    large.qty = {300};
    const MarkOut mean = first_of({large, fill_of(Side::Buy, {100'000}, {100'000})});
    EXPECT_DOUBLE_EQ(mean.from_price->ticks, 3.0);
    EXPECT_EQ(mean.fills, 2U);
}

TEST(MarkOut, AMissingMidIsLeftOut) {
    const MarkOut mark_out =
        first_of({fill_of(Side::Buy, {}, {100'200}), fill_of(Side::Buy, {100'000}, {})});
    EXPECT_EQ(mark_out.fills, 1U);
    EXPECT_DOUBLE_EQ(mark_out.from_price->ticks, 2.0);
    EXPECT_FALSE(mark_out.from_mid);
}

TEST(MarkOut, ByLiquidity) {
    const std::vector<FillRecord> fills{
        fill_of(Side::Buy, {100'000}, {100'100}),
        fill_of(Side::Buy, {100'000}, {99'500}, oms::Liquidity::Removed)};
    EXPECT_DOUBLE_EQ(first_of(fills, oms::Liquidity::Added).from_price->ticks, 1.0);
    EXPECT_DOUBLE_EQ(first_of(fills, oms::Liquidity::Removed).from_price->ticks, -5.0);
    EXPECT_FALSE(first_of(fills, oms::Liquidity::Other).from_price);
}

TEST(MarkOut, HasAHorizonADecadeAndOneOfAMinute) {
    const MarkOuts all = mark_outs({});
    EXPECT_EQ(all.front().horizon, Nanos{1'000'000});
    EXPECT_EQ(all.back().horizon, Nanos{60 * kNanosPerSecond});
    for (const MarkOut& mark_out : all) {
        EXPECT_FALSE(mark_out.from_price) << "no fill, no mark-out";
    }
}

}  // namespace
}  // namespace hotpath::backtest
