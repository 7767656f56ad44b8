#pragma once
/// The strategy that a configuration names, for templates over strategies.
///
///   return with_strategy<std::unique_ptr<TradeRun>>(config.strategy, [&](auto strategy) { ... });
///
/// Threads: set-up. Allocation: the strategy's. Complexity: its create()'s.

#include <type_traits>
#include <utility>

#include "hotpath/core/error.hpp"
#include "hotpath/strategy/registry.hpp"

namespace hotpath::app {

/// make(strategy), an Expected<Made>; or why there is no such strategy.
template <class Made, class Make>
[[nodiscard]] Expected<Made> with_strategy(const strategy::StrategyChoice& chosen, Make&& make) {
    return strategy::visit_choice(
        chosen, [&]<class S>(std::type_identity<S>, const auto& options) -> Expected<Made> {
            auto strategy = strategy::StrategyEntry<S>::create(options);
            return strategy ? make(std::move(*strategy)) : std::unexpected(strategy.error());
        });
}

}  // namespace hotpath::app
