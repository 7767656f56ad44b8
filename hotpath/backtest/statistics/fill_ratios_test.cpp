// Turnover, and fill ratios in all, by age and by place in the queue.
#include "hotpath/backtest/statistics/fill_ratios.hpp"

#include <gtest/gtest.h>

namespace hotpath::backtest {
namespace {

constexpr std::int64_t kMs = 1'000'000;

OrderRecord order_of(std::uint32_t id, std::uint32_t qty, std::uint32_t filled,
                     std::optional<TotalQty> ahead = std::nullopt) {
    return {.id = {id}, .qty = {qty}, .filled = {filled}, .queue_ahead = ahead};
}

TEST(Turnover, CountsBothSidesAndHowTheyTraded) {
    const DayResult day{
        .fills = {
            {.side = Side::Buy, .liquidity = oms::Liquidity::Added, .qty = {10}, .price = {500}},
            {.side = Side::Sell, .liquidity = oms::Liquidity::Removed, .qty = {4}, .price = {700}},
            {.side = Side::Sell, .qty = {1}, .price = {100}}}};
    const Turnover traded = turnover({.days = {day, day}});
    EXPECT_EQ(traded.value, Money{2 * (5'000 + 2'800 + 100)});
    EXPECT_EQ(traded.qty, TotalQty{30});
    EXPECT_EQ(traded.added, TotalQty{20});
    EXPECT_EQ(traded.removed, TotalQty{8});
    EXPECT_EQ(traded.fills, 6U);
}

TEST(FillRatio, IsBySharesAndByOrders) {
    const DayResult day{
        .orders = {order_of(1, 100, 100), order_of(2, 100, 25), order_of(3, 50, 0)}};
    const FillRatio ratio = fill_ratio({.days = {day}});
    EXPECT_DOUBLE_EQ(*ratio.by_qty(), 0.5);
    EXPECT_DOUBLE_EQ(*ratio.by_order(), 2.0 / 3);
}

TEST(FillRatio, WithoutOrdersIsNotDefined) {
    EXPECT_FALSE(fill_ratio({}).by_qty());
    EXPECT_FALSE(fill_ratio({}).by_order());
}

/// Entered at 0: one filled 40 of 100 at 0.5 ms and 60 at 5 ms, one canceled at 20 ms, one open at
/// the end of a day of 50 ms.
TEST(FillRatioByAge, CountsWhatReachedEachAge) {
    DayResult day{.begin = {0}, .end = {50 * kMs}};
    day.orders = {order_of(1, 100, 100), order_of(2, 100, 0), order_of(3, 100, 0)};
    day.orders[0].closed = {5 * kMs};
    day.orders[1].closed = {20 * kMs};
    day.fills = {{.at = {kMs / 2}, .order = {1}, .qty = {40}},
                 {.at = {5 * kMs}, .order = {1}, .qty = {60}}};
    const auto rows = fill_ratio_by_age({.days = {day}});
    ASSERT_EQ(rows.size(), 7U);
    EXPECT_EQ(rows[0].open, TotalQty{300});
    EXPECT_EQ(rows[0].filled, TotalQty{40});
    EXPECT_EQ(rows[1].from, Nanos{kMs});
    EXPECT_EQ(rows[1].orders, 3U);
    EXPECT_EQ(rows[1].open, TotalQty{260});
    EXPECT_EQ(rows[1].filled, TotalQty{60});
    EXPECT_EQ(rows[2].orders, 2U) << "one canceled at 20 ms, one open when the day ended";
    EXPECT_EQ(rows[2].filled, TotalQty{0});
    EXPECT_EQ(rows[3].orders, 0U);
    EXPECT_FALSE(rows[3].ratio());
    EXPECT_EQ(rows[6].to, kForever);
}

TEST(FillRatioByAge, IdsOfDifferentDaysAreDifferentOrders) {
    DayResult filled{.begin = {0}, .end = {50 * kMs}, .orders = {order_of(1, 10, 10)}};
    filled.fills = {{.at = {1}, .order = {1}, .qty = {10}}};
    const DayResult unfilled{.begin = {0}, .end = {50 * kMs}, .orders = {order_of(1, 10, 0)}};
    const auto rows = fill_ratio_by_age({.days = {filled, unfilled}});
    EXPECT_EQ(rows[0].open, TotalQty{20});
    EXPECT_EQ(rows[0].filled, TotalQty{10});
}

TEST(FillRatioByPlace, QuartersHoldTheNearestOrdersFirst) {
    DayResult day;
    for (std::uint32_t i = 1; i <= 8; ++i) {
        day.orders.push_back(order_of(i, 10, i <= 2 ? 10 : 0, TotalQty{i * 100}));
    }
    day.orders.push_back(order_of(9, 10, 5));
    const auto rows = fill_ratio_by_place({.days = {day}});
    ASSERT_EQ(rows.size(), 5U);
    EXPECT_EQ(rows[0].ahead_min, TotalQty{100});
    EXPECT_EQ(rows[0].ahead_max, TotalQty{200});
    EXPECT_DOUBLE_EQ(*rows[0].ratio.by_qty(), 1.0);
    EXPECT_EQ(rows[3].ahead_min, TotalQty{700});
    EXPECT_EQ(rows[3].ratio.orders, 2U);
    EXPECT_FALSE(rows[4].ahead_min) << "orders that had no place";
    EXPECT_DOUBLE_EQ(*rows[4].ratio.by_qty(), 0.5);
}

TEST(FillRatioByPlace, EqualPlacesStayTogether) {
    DayResult day;
    for (std::uint32_t i = 1; i <= 6; ++i) {
        day.orders.push_back(order_of(i, 10, 0, TotalQty{0}));
    }
    day.orders.push_back(order_of(7, 10, 0, TotalQty{300}));
    const auto rows = fill_ratio_by_place({.days = {day}});
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0].ratio.orders, 6U);
    EXPECT_EQ(rows[1].ahead_min, TotalQty{300});
}

TEST(FillRatioByPlace, WithoutOrdersHasNoRow) {
    EXPECT_TRUE(fill_ratio_by_place({}).empty());
}

}  // namespace
}  // namespace hotpath::backtest
