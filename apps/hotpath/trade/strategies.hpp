#pragma once
/// The strategies that a configuration names, as one, for templates over strategies.
///
///   return with_strategy<std::unique_ptr<TradeRun>>(config, [&](auto strategy) { ... });
///
/// The template is compiled for AnyPlainStrategy, AnyStrategy and the types of own_types.hpp; every
/// other strategy, and several of them, are inside one of the first two. Threads: set-up.
/// Allocation: the strategies'. Complexity: their create()'s.

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "apps/hotpath/trade/config.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/strategy/any_strategy.hpp"
#include "hotpath/strategy/own_types.hpp"
#include "hotpath/strategy/portfolio.hpp"
#include "hotpath/strategy/registration.hpp"

namespace hotpath::app {

/// The type of a strategy of one venue: its own where own_types.hpp has it, which is the fastest,
/// or AnyStrategy, which is one type to compile for all of them.
enum class StrategyType : std::uint8_t { Own, Any };

/// Several strategies, each with its symbols.
template <class Any>
[[nodiscard]] Expected<strategy::BasicPortfolio<Any>> make_portfolio(const TradeConfig& config) {
    using Portfolio = strategy::BasicPortfolio<Any>;
    std::vector<typename Portfolio::Part> parts;
    for (const StrategyPart& part : config.strategies) {
        auto made = strategy::make_strategy<Any>(part.choice);
        if (!made) {
            return std::unexpected(made.error());
        }
        parts.push_back({.strategy = std::move(*made), .symbols = part.symbols});
    }
    return Portfolio::create(std::move(parts), config.trader.engine.books.instruments_max);
}

/// make(Any(strategy)), or why there is no such strategy.
template <class Made, class Any, class S, class Make>
[[nodiscard]] Expected<Made> made_as(Expected<S> strategy, Make& make) {
    return strategy ? make(Any(std::move(*strategy)))
                    : Expected<Made>(std::unexpected(strategy.error()));
}

/// make(strategy), an Expected<Made>, of a strategy of one venue; or why there is none.
template <class Made, StrategyType Type = StrategyType::Own, class Make>
[[nodiscard]] Expected<Made> with_one_venue(const strategy::StrategyChoice& choice, Make&& make) {
    if constexpr (Type == StrategyType::Own) {
        if (auto made = strategy::make_own<Made>(strategy::OwnTypes{}, choice, make)) {
            return std::move(*made);
        }
    }
    using strategy::AnyPlainStrategy;
    using strategy::AnyStrategy;
    return choice.follows_queue()
               ? made_as<Made, AnyStrategy>(strategy::make_strategy(choice), make)
               : made_as<Made, AnyPlainStrategy>(strategy::make_strategy<AnyPlainStrategy>(choice),
                                                 make);
}

/// The same of several strategies.
template <class Made, class Make>
[[nodiscard]] Expected<Made> with_portfolio(const TradeConfig& config, Make&& make) {
    using strategy::AnyPlainStrategy;
    using strategy::AnyStrategy;
    const bool follows_queue = std::ranges::any_of(
        config.strategies, [](const StrategyPart& part) { return part.choice.follows_queue(); });
    return follows_queue
               ? made_as<Made, AnyStrategy>(make_portfolio<AnyStrategy>(config), make)
               : made_as<Made, AnyPlainStrategy>(make_portfolio<AnyPlainStrategy>(config), make);
}

/// The same of the strategies of a configuration, none of them of several venues.
template <class Made, class Make>
[[nodiscard]] Expected<Made> with_strategies_of_one_venue(const TradeConfig& config, Make&& make) {
    return config.strategies.size() > 1
               ? with_portfolio<Made>(config, make)
               : with_one_venue<Made, StrategyType::Any>(config.strategies.front().choice, make);
}

/// The same of the strategies of a configuration, at one venue or several.
template <class Made, StrategyType Type = StrategyType::Own, class Make>
[[nodiscard]] Expected<Made> with_strategy(const TradeConfig& config, Make&& make) {
    if (config.strategies.size() > 1) {
        return with_portfolio<Made>(config, make);
    }
    const strategy::StrategyChoice& choice = config.strategies.front().choice;
    if (auto made = strategy::make_own<Made>(strategy::MultiVenueTypes{}, choice, make)) {
        return std::move(*made);
    }
    return with_one_venue<Made, Type>(choice, make);
}

}  // namespace hotpath::app
