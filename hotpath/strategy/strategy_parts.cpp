#include "hotpath/strategy/strategy_parts.hpp"

#include <utility>

#include "hotpath/strategy/portfolio.hpp"

namespace hotpath::strategy {

std::string names_of(std::span<const StrategyPart> parts) {
    std::string names;
    for (const StrategyPart& part : parts) {
        names += (names.empty() ? "" : "+") + std::string(part.choice.name());
    }
    return names;
}

Expected<AnyStrategy> make_portfolio(std::span<const StrategyPart> parts,
                                     std::uint16_t instruments_max) {
    std::vector<Portfolio::Part> made;
    for (const StrategyPart& part : parts) {
        auto one = make_strategy(part.choice);
        if (!one) {
            return std::unexpected(one.error());
        }
        made.push_back({.strategy = std::move(*one), .symbols = part.symbols});
    }
    auto portfolio = Portfolio::create(std::move(made), instruments_max);
    return portfolio ? Expected<AnyStrategy>(AnyStrategy(std::move(*portfolio)))
                     : std::unexpected(portfolio.error());
}

Expected<AnyStrategy> make_strategies(std::span<const StrategyPart> parts,
                                      std::uint16_t instruments_max) {
    return parts.size() == 1 ? make_strategy(parts.front().choice)
                             : make_portfolio(parts, instruments_max);
}

Expected<AnyLegs> make_legs_of(std::span<const StrategyPart> parts, std::uint16_t instruments_max) {
    if (parts.size() == 1) {
        return make_legs(parts.front().choice);
    }
    auto portfolio = make_portfolio(parts, instruments_max);
    return portfolio ? Expected<AnyLegs>(AnyLegs(std::move(*portfolio)))
                     : std::unexpected(portfolio.error());
}

}  // namespace hotpath::strategy
