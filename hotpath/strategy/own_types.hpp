#pragma once
/// The strategies that `hotpath trade` compiles by their own type, in place of AnyStrategy, where the
/// build has HOTPATH_OWN_TYPES: a call less an event, and half a minute of compilation more.
///
///   auto made = make_own<std::unique_ptr<Run>>(OwnTypes{}, choice,
///                                              []<class S>(std::type_identity<S>, auto make) { ... });
///
/// Threads: set-up. Allocation: the strategy's. Complexity: linear in the types.

#include <optional>
#include <type_traits>

#include "hotpath/core/error.hpp"
#include "hotpath/strategy/market_maker_entry.hpp"
#include "hotpath/strategy/registration.hpp"

namespace hotpath::strategy {

template <class... S>
struct TypeList {};

/// One venue: the market maker, whose latency is what is measured.
using OwnTypes = TypeList<MarketMaker>;

/// use(std::type_identity<One>, make), an Expected<Made>, when the chosen strategy is One of S; else
/// nothing. make() returns an Expected<One>, another one with each call.
template <class Made, class... S, class Use>
[[nodiscard]] std::optional<Expected<Made>> make_own(TypeList<S...>, const StrategyChoice& choice,
                                                     Use&& use) {
    std::optional<Expected<Made>> made;
    const auto try_as = [&]<class One>(std::type_identity<One> type) {
        if (choice.options_of<One>() != nullptr) {
            made = use(type, [&] { return StrategyEntry<One>::create(*choice.options_of<One>()); });
        }
    };
    (try_as(std::type_identity<S>{}), ...);
    return made;
}

}  // namespace hotpath::strategy
