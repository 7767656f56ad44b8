#pragma once
/// A small backtest without a configuration file: generated days of two instruments and a market maker whose
/// timer is a second and whose books are small. The days are those of tests/support/backtest_config.hpp.
///
/// Threads: any. Allocation: the configuration. Tests only.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hotpath/backtest/backtest_config.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/strategy/registry.hpp"

namespace hotpath::support {

struct SmallBacktest {
    std::size_t days = 3;
    std::uint64_t messages = 6'000;  // a day
    std::string_view strategy = "market_maker";
};

/// `registry` has the strategy.
[[nodiscard]] inline backtest::BacktestConfig small_backtest(const SmallBacktest& small,
                                                             const strategy::Registry& registry) {
    backtest::BacktestConfig config;
    engine::EngineOptions& engine = config.trade.trader.engine;
    engine.symbols = {*Symbol::from("AAPL"), *Symbol::from("MSFT")};
    engine.books = {.orders_max = 20'000, .levels_max = 20'000, .instruments_max = 16};
    config.trade.trader.timer_interval = {kNanosPerSecond};
    config.session.timer_interval = {kNanosPerSecond};
    strategy::StrategyPart part{.choice = *registry.choice_of(small.strategy),
                                .symbols = engine.symbols};
    part.choice.fit(
        {.instruments_max = engine.books.instruments_max, .symbols = part.symbols, .fees = {}});
    config.trade.strategies.push_back(std::move(part));
    config.market.messages = small.messages;
    config.market.instruments = 2;
    for (std::size_t n = 0; n < small.days; ++n) {
        config.days.push_back({.name = "seed " + std::to_string(n + 1), .seed = n + 1});
    }
    return config;
}
[[nodiscard]] inline backtest::BacktestConfig small_backtest(const SmallBacktest& small = {}) {
    static const strategy::Registry registry = *strategy::Registry::create();
    return small_backtest(small, registry);
}

}  // namespace hotpath::support
