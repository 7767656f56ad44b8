#pragma once
/// The strategies that `hotpath trade` compiles by their own type, in place of AnyStrategy, where the
/// build has HOTPATH_OWN_TYPES: a call less an event, and half a minute of compilation more.
///
///   auto made = make_own<std::unique_ptr<Run>>(OwnTypes{}, choice, [](auto strategy) { ... });
///
/// Threads: set-up. Allocation: the strategy's. Complexity: linear in the types.

#include <expected>
#include <optional>
#include <type_traits>
#include <utility>

#include "hotpath/core/error.hpp"
#include "hotpath/strategy/market_maker_entry.hpp"
#include "hotpath/strategy/registration.hpp"

namespace hotpath::strategy {

template <class... S>
struct TypeList {};

/// One venue: the market maker, whose latency is what is measured.
using OwnTypes = TypeList<MarketMaker>;

/// make(strategy), an Expected<Made>, when the chosen strategy is one of S; else nothing.
template <class Made, class... S, class Make>
[[nodiscard]] std::optional<Expected<Made>> make_own(TypeList<S...>, const StrategyChoice& choice,
                                                     Make&& make) {
    std::optional<Expected<Made>> made;
    const auto try_as = [&]<class One>(std::type_identity<One>) {
        if (const auto* options = choice.options_of<One>()) {
            auto strategy = StrategyEntry<One>::create(*options);
            made = strategy ? make(std::move(*strategy))
                            : Expected<Made>(std::unexpected(strategy.error()));
        }
    };
    (try_as(std::type_identity<S>{}), ...);
    return made;
}

}  // namespace hotpath::strategy
