#pragma once
/// The strategies that a configuration names, as one, for templates over strategies.
///
///   return with_strategy<std::unique_ptr<TradeRun>>(config, [&](auto strategy) { ... });
///
/// Threads: set-up. Allocation: the strategies'. Complexity: their create()'s.

#include <type_traits>
#include <utility>
#include <vector>

#include "apps/hotpath/trade/config.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/strategy/any_strategy.hpp"
#include "hotpath/strategy/multi_venue.hpp"
#include "hotpath/strategy/portfolio.hpp"
#include "hotpath/strategy/registry.hpp"

namespace hotpath::app {

/// Several strategies, each with its symbols.
[[nodiscard]] Expected<strategy::Portfolio> make_portfolio(const TradeConfig& config);

/// make(strategy), an Expected<Made>; or why there is no such strategy. One strategy is its own
/// type, several are a Portfolio.
template <class Made, class Make>
[[nodiscard]] Expected<Made> with_strategy(const TradeConfig& config, Make&& make) {
    const auto made_of = [&](auto strategy) -> Expected<Made> {
        return strategy ? make(std::move(*strategy)) : std::unexpected(strategy.error());
    };
    if (config.strategies.size() > 1) {
        return made_of(make_portfolio(config));
    }
    return strategy::visit_choice(config.strategies.front().choice,
                                  [&]<class S>(std::type_identity<S>, const auto& options) {
                                      return made_of(strategy::StrategyEntry<S>::create(options));
                                  });
}

/// The same with fewer types, for what is not in a hurry: any strategy of one venue is an AnyStrategy.
template <class Made, class Make>
[[nodiscard]] Expected<Made> with_any_strategy(const TradeConfig& config, Make&& make) {
    const auto made_of = [&](auto strategy) -> Expected<Made> {
        return strategy ? make(std::move(*strategy)) : std::unexpected(strategy.error());
    };
    if (config.strategies.size() > 1) {
        return made_of(make_portfolio(config));
    }
    const strategy::StrategyChoice& choice = config.strategies.front().choice;
    return strategy::visit_choice(choice, [&]<class S>(std::type_identity<S>, const auto& options) {
        if constexpr (strategy::MultiVenueStrategy<S>) {
            return made_of(strategy::StrategyEntry<S>::create(options));
        } else {
            return made_of(strategy::make_strategy(choice));
        }
    });
}

}  // namespace hotpath::app
