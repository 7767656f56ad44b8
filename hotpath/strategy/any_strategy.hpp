#pragma once
/// AnyStrategy: any registered strategy of one venue, chosen at run time, as one type.
///
/// For a trader whose strategies are not known when it is compiled: several at once
/// (portfolio.hpp), the simulated world. A trader of one strategy is compiled for it, and saves
/// the choice in every event. Threads: the engine's. Allocation: the strategy's. Complexity: the
/// strategy's, and one jump an event.

#include <concepts>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include "hotpath/strategy/registry.hpp"
#include "hotpath/strategy/strategy.hpp"

namespace hotpath::strategy {

template <class... S>
class BasicAnyStrategy;

namespace detail {

template <class List, class... Found>
struct OneVenue;
template <class... Found>
struct OneVenue<std::tuple<>, Found...> {
    using Any = BasicAnyStrategy<Found...>;
};
template <class S, class... More, class... Found>
struct OneVenue<std::tuple<S, More...>, Found...>
    : std::conditional_t<MultiVenueStrategy<S>, OneVenue<std::tuple<More...>, Found...>,
                         OneVenue<std::tuple<More...>, Found..., S>> {};

}  // namespace detail

/// One of S. When one of them follows the queue, places are kept whichever is chosen.
template <class... S>
class BasicAnyStrategy {
  public:
    using Kinds = std::variant<S...>;
    static constexpr bool kFollowsQueue = (FollowsQueue<S> || ...);
    using Context = std::conditional_t<kFollowsQueue, QueueContext, strategy::Context>;

    template <class Chosen>
        requires std::constructible_from<Kinds, Chosen>
    explicit BasicAnyStrategy(Chosen strategy) : strategy_(std::move(strategy)) {}

    void on_instrument(const Instrument& instrument) noexcept {
        std::visit([&](auto& s) { s.on_instrument(instrument); }, strategy_);
    }
    void on_book(const book::BookView& book, const Context& context,
                 oms::Intents& intents) noexcept {
        std::visit([&](auto& s) { s.on_book(book, context, intents); }, strategy_);
    }
    void rehearse(const book::BookView& book, const Context& context,
                  oms::Intents& intents) const noexcept {
        std::visit(
            [&]<class Chosen>(const Chosen& s) {
                if constexpr (RehearsingStrategy<Chosen>) {
                    s.rehearse(book, context, intents);
                }
            },
            strategy_);
    }
    void on_timer(const Context& context, oms::Intents& intents) noexcept {
        std::visit([&](auto& s) { s.on_timer(context, intents); }, strategy_);
    }
    void on_trade(const Trade& trade, const Context& context) noexcept {
        std::visit([&](auto& s) { s.on_trade(trade, context); }, strategy_);
    }
    void on_fill(const oms::Fill& fill, const Context& context) noexcept {
        std::visit([&](auto& s) { s.on_fill(fill, context); }, strategy_);
    }
    void on_reject(const oms::Rejection& rejection, const Context& context) noexcept {
        std::visit([&](auto& s) { s.on_reject(rejection, context); }, strategy_);
    }
    void on_books_state(BooksState state, const Context& context) noexcept {
        std::visit([&](auto& s) { s.on_books_state(state, context); }, strategy_);
    }

  private:
    Kinds strategy_;
};

/// One of the registry's.
using AnyStrategy = detail::OneVenue<Strategies>::Any;

static_assert(RehearsingStrategy<AnyStrategy>);

/// The chosen strategy; fails when it trades at several venues or refuses its options.
[[nodiscard]] inline Expected<AnyStrategy> make_strategy(const StrategyChoice& choice) {
    return visit_choice(
        choice, []<class S>(std::type_identity<S>, const auto& options) -> Expected<AnyStrategy> {
            auto strategy = StrategyEntry<S>::create(options);
            if (!strategy) {
                return std::unexpected(strategy.error());
            }
            if constexpr (MultiVenueStrategy<S>) {
                return fail(std::string(StrategyEntry<S>::kName) + " trades at several venues");
            } else {
                return AnyStrategy(std::move(*strategy));
            }
        });
}

}  // namespace hotpath::strategy
