// A backtest at another size: what scales, and what has no such size.
#include "hotpath/backtest/sweep/order_size.hpp"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "hotpath/strategy/registry.hpp"

namespace hotpath::backtest {
namespace {

BacktestConfig config_of(const std::string& name) {
    static const strategy::Registry registry = *strategy::Registry::create();
    BacktestConfig config;
    config.trade.strategies.push_back({.choice = *registry.choice_of(name)});
    return config;
}

std::int64_t value_of(const BacktestConfig& config, std::string_view key) {
    const auto all = config.trade.strategies.front().choice.parameters();
    return std::ranges::find(all, key, &strategy::Parameter::key)->value;
}

TEST(OrderSize, ScalesOrdersAndPositionsAndNothingElse) {
    const BacktestConfig config = config_of("market_maker");
    const auto fivefold = with_size(config, 500);
    ASSERT_TRUE(fivefold);
    for (const auto& parameter : config.trade.strategies.front().choice.parameters()) {
        const bool is_size = parameter.key == "quote_qty" || parameter.key == "inventory_max";
        EXPECT_EQ(value_of(*fivefold, parameter.key), parameter.value * (is_size ? 5 : 1))
            << parameter.key;
    }
}

TEST(OrderSize, ScalesTheLimitsSoThatTheyDoNotBind) {
    BacktestConfig config = config_of("market_maker");
    engine::EngineOptions& before = config.trade.trader.engine;
    before.limits.order_qty_max = {1'000};
    const engine::EngineOptions after = with_size(config, 200)->trade.trader.engine;
    EXPECT_EQ(after.limits.order_qty_max, Qty{2'000});
    EXPECT_EQ(after.limits.order_notional_max, 2 * before.limits.order_notional_max);
    EXPECT_EQ(after.limits.position_max, 2 * before.limits.position_max);
    EXPECT_EQ(after.account.gross_max, 2 * before.account.gross_max);
    EXPECT_EQ(after.account.net_max, 2 * before.account.net_max);
    EXPECT_EQ(after.account.traded_max, 2 * before.account.traded_max);
    EXPECT_EQ(after.account.loss_max, 2 * before.account.loss_max);
    EXPECT_EQ(after.limits.open_orders_max, before.limits.open_orders_max);
    EXPECT_EQ(after.limits.messages_max, before.limits.messages_max);
    EXPECT_EQ(after.limits.collar_bps, before.limits.collar_bps);
    EXPECT_TRUE(engine::validate(after));
}

TEST(OrderSize, AnOrderIsNeverLargerThanTheVenueTakes) {
    BacktestConfig config = config_of("market_maker");
    config.trade.trader.engine.limits.order_qty_max = {900'000};
    EXPECT_EQ(with_size(config, 200)->trade.trader.engine.limits.order_qty_max, Qty{999'999});
}

TEST(OrderSize, ASizeOutsideTheRangeIsNone) {
    BacktestConfig config = config_of("market_maker");
    auto parameters = config.trade.strategies.front().choice.parameters();
    parameters[0].value = 1;
    config.trade.strategies.front().choice.assign(parameters);
    EXPECT_FALSE(with_size(config, 50)) << "half a share";
    parameters[0].value = 600'000;
    config.trade.strategies.front().choice.assign(parameters);
    EXPECT_FALSE(with_size(config, 200)) << "above quote_qty's range";
    EXPECT_TRUE(with_size(config, 50));
}

TEST(OrderSize, AStrategyWithoutASizeHasNone) {
    EXPECT_FALSE(with_size(config_of("null"), 200));
    for (const char* name : {"momentum", "trend_following"}) {
        EXPECT_TRUE(with_size(config_of(name), 200)) << name;
    }
}

}  // namespace
}  // namespace hotpath::backtest
