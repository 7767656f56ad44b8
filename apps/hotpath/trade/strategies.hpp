#pragma once
/// The strategies that a configuration names, as one, for templates over strategies.
///
///   return with_strategy<std::unique_ptr<TradeRun>>(config, [&](auto strategy) { ... });
///
/// Threads: set-up. Allocation: the strategies'. Complexity: their create()'s.

#include <cstdint>
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

/// The type of a strategy of one venue: its own, which is the fastest, or AnyStrategy, which is one
/// type to compile for all of them.
enum class StrategyType : std::uint8_t { Own, Any };

/// make(strategy), an Expected<Made>; or why there is no such strategy. Several strategies are a
/// Portfolio.
template <class Made, StrategyType Type = StrategyType::Own, class Make>
[[nodiscard]] Expected<Made> with_strategy(const TradeConfig& config, Make&& make) {
    const auto made_of = [&](auto strategy) -> Expected<Made> {
        if (!strategy) {
            return std::unexpected(strategy.error());
        }
        return make(std::move(*strategy));
    };
    if (config.strategies.size() > 1) {
        return made_of(make_portfolio(config));
    }
    const strategy::StrategyChoice& choice = config.strategies.front().choice;
    return strategy::visit_choice(choice, [&]<class S>(std::type_identity<S>, const auto& options) {
        if constexpr (Type == StrategyType::Own || strategy::MultiVenueStrategy<S>) {
            return made_of(strategy::StrategyEntry<S>::create(options));
        } else {
            return made_of(strategy::make_strategy(choice));
        }
    });
}

}  // namespace hotpath::app
