#pragma once
/// The strategy that a configuration names, for templates over strategies.
///
///   return with_strategy<std::unique_ptr<TradeRun>>(config.strategy, [&](auto strategy) { ... });
///
/// Threads: set-up. Allocation: the strategy's. Complexity: its create()'s.

#include <utility>

#include "apps/hotpath/trade/config.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/strategy/strategy.hpp"

namespace hotpath::app {

/// make(strategy), an Expected<Made>; or why there is no such strategy. Of one venue.
template <class Made, class Make>
[[nodiscard]] Expected<Made> with_strategy(const StrategyConfig& chosen, Make&& make) {
    const auto made_of = [&](auto strategy) -> Expected<Made> {
        return strategy ? make(std::move(*strategy)) : std::unexpected(strategy.error());
    };
    switch (chosen.kind) {
        case StrategyKind::Null:
            break;
        case StrategyKind::MarketMaker:
            return make(strategy::MarketMaker(chosen.market_maker));
        case StrategyKind::PairsTrading:
            return made_of(strategy::PairsTrading::create(chosen.pairs));
        case StrategyKind::Momentum:
            return made_of(strategy::Momentum::create(chosen.momentum));
        case StrategyKind::TrendFollowing:
            return made_of(strategy::TrendFollowing::create(chosen.trend));
        case StrategyKind::LatencyArbitrage:
            return fail("latency_arbitrage trades between two venues");
    }
    return make(strategy::NullStrategy{});
}

}  // namespace hotpath::app
