// Fees of a session's executions, by tier and with a minimum, in the order of their reports.

#include "hotpath/backtest/live/live_fees.hpp"

#include <gtest/gtest.h>

namespace hotpath::backtest {
namespace {

SessionFill added(std::int64_t at, std::uint32_t qty) {
    return {.at = {at}, .qty = {qty}, .price = {100'000}, .liquidity = oms::Liquidity::Added};
}

TEST(LiveFees, GoByTheOrderOfReportsAcrossOrders) {
    oms::OrdersOptions options;
    options.fees = {.added = {10}};
    options.fee_rules.tiers[0] = {.from = {100}, .fees = {.added = {4}}};
    SessionOrders orders{{.id = {1}, .fills = {added(10, 60), added(30, 50)}},
                         {.id = {2}, .fills = {added(20, 40)}}};
    add_fees(orders, options);
    EXPECT_EQ(orders[0].fills[0].fee, Money{600});
    EXPECT_EQ(orders[1].fills[0].fee, Money{400}) << "60 shares came before it";
    EXPECT_EQ(orders[0].fills[1].fee, Money{200}) << "100 shares came before it";
}

TEST(LiveFees, AnOrderPaysItsMinimumOnce) {
    oms::OrdersOptions options;
    options.fees = {.added = {10}};
    options.fee_rules.order_min = Money{1'000};
    SessionOrders orders{{.id = {1}, .fills = {added(10, 60), added(30, 50)}}};
    add_fees(orders, options);
    EXPECT_EQ(orders[0].fills[0].fee, Money{1'000});
    EXPECT_EQ(orders[0].fills[1].fee, Money{100}) << "110 shares cost more than the minimum";
}

}  // namespace
}  // namespace hotpath::backtest
