#pragma once
/// The strategies of one trader, each with the symbols that it trades, and how they are made: one alone, or
/// several as a Portfolio.
///
/// Threads: set-up. Allocation: free. Complexity: that of the strategies' creation.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/strategy/any_legs.hpp"
#include "hotpath/strategy/any_strategy.hpp"
#include "hotpath/strategy/registration.hpp"

namespace hotpath::strategy {

/// A strategy with its options, and the symbols it trades.
struct StrategyPart {
    StrategyChoice choice{};
    std::vector<Symbol> symbols{};
};

/// "market_maker", "market_maker+pairs"
[[nodiscard]] std::string names_of(std::span<const StrategyPart> parts);

/// Several as one of one venue, each with its symbols. `instruments_max`: of the trader's books.
[[nodiscard]] Expected<AnyStrategy> make_portfolio(std::span<const StrategyPart> parts,
                                                   std::uint16_t instruments_max);

/// One of them or several, at one venue; or why there are none.
[[nodiscard]] Expected<AnyStrategy> make_strategies(std::span<const StrategyPart> parts,
                                                    std::uint16_t instruments_max);

/// The same, where a single strategy may trade at several venues.
[[nodiscard]] Expected<AnyLegs> make_legs_of(std::span<const StrategyPart> parts,
                                             std::uint16_t instruments_max);

}  // namespace hotpath::strategy
