#pragma once
/// The registry of strategies: what every command offers by name. A new strategy is one line here,
/// in Strategies; its name, parameters and create() are its StrategyEntry (entry.hpp).
///
///   StrategyChoice chosen = *choice_of("momentum");     the options, with their defaults
///   visit_choice(chosen, [&]<class S>(std::type_identity<S>, auto& options) {
///       StrategyEntry<S>::visit(options, reader);        reads the parameters
///       auto strategy = StrategyEntry<S>::create(options);
///   });
///
/// Threads: set-up. Allocation: the options'. Complexity: linear in the strategies.

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include "hotpath/strategy/entry.hpp"
#include "hotpath/strategy/latency_arbitrage_entry.hpp"
#include "hotpath/strategy/market_maker_entry.hpp"
#include "hotpath/strategy/taker_entries.hpp"

namespace hotpath::strategy {

struct NullOptions {};

template <>
struct StrategyEntry<NullStrategy> {
    using Options = NullOptions;
    static constexpr std::string_view kName = "null";
    static constexpr std::string_view kSummary = "keeps books and an account, and sends nothing";

    static void fit(Options&, const Surroundings&) {}
    static void visit(Options&, auto&) {}
    static Expected<NullStrategy> create(const Options&) { return NullStrategy{}; }
};

using Strategies =
    std::tuple<NullStrategy, MarketMaker, PairsTrading, Momentum, TrendFollowing, ArbitrageLegs>;

inline constexpr std::size_t kStrategies = std::tuple_size_v<Strategies>;

namespace detail {

template <class List>
struct Choice;
template <class... S>
struct Choice<std::tuple<S...>> {
    using Options = std::variant<typename StrategyEntry<S>::Options...>;
    static constexpr std::array<std::string_view, sizeof...(S)> kNames{StrategyEntry<S>::kName...};
    static constexpr std::array<std::string_view, sizeof...(S)> kSummaries{
        StrategyEntry<S>::kSummary...};
    /// Venues that each trades at.
    static constexpr std::array<std::size_t, sizeof...(S)> kVenues{[] {
        if constexpr (MultiVenueStrategy<S>) {
            return S::kVenues;
        } else {
            return std::size_t{1};
        }
    }()...};
    /// Each with its defaults.
    [[nodiscard]] static std::array<Options, sizeof...(S)> defaults() {
        return {Options(typename StrategyEntry<S>::Options{})...};
    }
};

}  // namespace detail

/// The options of one strategy, which are of different types.
using StrategyChoice = detail::Choice<Strategies>::Options;
/// In the order of Strategies.
inline constexpr auto kStrategyNames = detail::Choice<Strategies>::kNames;
inline constexpr auto kStrategySummaries = detail::Choice<Strategies>::kSummaries;

/// The strategy with this index, its options at their defaults.
[[nodiscard]] inline StrategyChoice choice_at(std::size_t index) {
    return detail::Choice<Strategies>::defaults()[index];
}
[[nodiscard]] inline std::optional<StrategyChoice> choice_of(std::string_view name) {
    for (std::size_t n = 0; n < kStrategies; ++n) {
        if (kStrategyNames[n] == name) {
            return choice_at(n);
        }
    }
    return std::nullopt;
}
[[nodiscard]] inline std::string_view name(const StrategyChoice& choice) noexcept {
    return kStrategyNames[choice.index()];
}
[[nodiscard]] inline std::size_t venues_of(const StrategyChoice& choice) noexcept {
    return detail::Choice<Strategies>::kVenues[choice.index()];
}

/// visit(std::type_identity<S>, options) for the chosen strategy.
template <class Chosen, class Visit>
decltype(auto) visit_choice(Chosen& choice, Visit&& visit) {
    return std::visit(
        [&]<class Options>(Options& options) -> decltype(auto) {
            return [&]<std::size_t... N>(std::index_sequence<N...>) -> decltype(auto) {
                constexpr std::size_t kIndex = [] {
                    std::size_t index = 0;
                    ((std::is_same_v<
                          typename StrategyEntry<std::tuple_element_t<N, Strategies>>::Options,
                          std::remove_const_t<Options>>
                          ? index = N
                          : index),
                     ...);
                    return index;
                }();
                return visit(std::type_identity<std::tuple_element_t<kIndex, Strategies>>{},
                             options);
            }(std::make_index_sequence<kStrategies>{});
        },
        choice);
}

}  // namespace hotpath::strategy
