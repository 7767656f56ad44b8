#include "apps/hotpath/trade/strategies.hpp"

#include <utility>
#include <vector>

#include "hotpath/strategy/portfolio.hpp"
#include "hotpath/strategy/registration.hpp"

namespace hotpath::app {

using strategy::AnyLegs;
using strategy::AnyStrategy;
using strategy::Portfolio;

Expected<AnyStrategy> make_portfolio(const TradeConfig& config) {
    std::vector<Portfolio::Part> parts;
    for (const StrategyPart& part : config.strategies) {
        auto made = strategy::make_strategy(part.choice);
        if (!made) {
            return std::unexpected(made.error());
        }
        parts.push_back({.strategy = std::move(*made), .symbols = part.symbols});
    }
    auto portfolio =
        Portfolio::create(std::move(parts), config.trader.engine.books.instruments_max);
    return portfolio ? Expected<AnyStrategy>(AnyStrategy(std::move(*portfolio)))
                     : std::unexpected(portfolio.error());
}

Expected<AnyLegs> make_strategies(const TradeConfig& config) {
    if (config.strategies.size() == 1) {
        return strategy::make_legs(config.strategies.front().choice);
    }
    auto portfolio = make_portfolio(config);
    return portfolio ? Expected<AnyLegs>(AnyLegs(std::move(*portfolio)))
                     : std::unexpected(portfolio.error());
}

Expected<AnyStrategy> make_strategies_of_one_venue(const TradeConfig& config) {
    return config.strategies.size() == 1 ? strategy::make_strategy(config.strategies.front().choice)
                                         : make_portfolio(config);
}

}  // namespace hotpath::app
