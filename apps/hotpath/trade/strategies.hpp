#pragma once
/// The strategies that a configuration names, as one type: every command is compiled once for it.
///
/// Threads: set-up. Allocation: the strategies'. Complexity: their create()'s.

#include "apps/hotpath/trade/config.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/strategy/any_legs.hpp"
#include "hotpath/strategy/any_strategy.hpp"

namespace hotpath::app {

/// Its strategies, at one venue or several; or why there are none.
[[nodiscard]] Expected<strategy::AnyLegs> make_strategies(const TradeConfig& config);

/// Its strategies as one of one venue, each with its symbols.
[[nodiscard]] Expected<strategy::AnyStrategy> make_portfolio(const TradeConfig& config);

/// The same of a configuration with one venue, of one strategy or several.
[[nodiscard]] Expected<strategy::AnyStrategy> make_strategies_of_one_venue(
    const TradeConfig& config);

}  // namespace hotpath::app
