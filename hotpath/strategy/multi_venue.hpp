#pragma once
/// The MultiVenueStrategy concept: one strategy that trades at several venues. Each venue's engine
/// has a leg of it, a Strategy like any other; what the legs share is behind them.
///
///   strategy.leg(0) ──> engine of venue 0 ─┐   after each event of any of them:
///   strategy.leg(1) ──> engine of venue 1 ─┴─> for_each_turn(strategy, [&](VenueTurn turn) {
///                                                  engines[turn.venue].act(turn.instrument, now);
///                                              });
///
/// A leg that wants the strategy to look at another venue's book asks for a turn there. Threads:
/// one, of all engines. Allocation: none after construction. Complexity: kTurnsMax an event.

#include <concepts>
#include <cstddef>
#include <optional>

#include "hotpath/core/units.hpp"
#include "hotpath/strategy/strategy.hpp"

namespace hotpath::strategy {

/// The venue whose leg acts next, by its index, and the instrument there.
struct VenueTurn {
    std::size_t venue = 0;
    InstrumentId instrument{};
};

/// The most turns of one event; remaining ones follow the next event.
inline constexpr int kTurnsMax = 16;

template <class S>
concept MultiVenueStrategy = requires(S strategy, std::size_t venue) {
    typename S::Leg;
    requires Strategy<typename S::Leg>;
    { strategy.venues() } -> std::same_as<std::size_t>;
    { strategy.leg(venue) } -> std::same_as<typename S::Leg>;
    { strategy.next_turn() } noexcept -> std::same_as<std::optional<VenueTurn>>;
};

/// The strategy of one venue's engine: a leg of S, or S itself.
template <class S>
struct LegOf {
    using Type = S;
};
template <MultiVenueStrategy S>
struct LegOf<S> {
    using Type = typename S::Leg;
};

template <class S, class Act>
void for_each_turn(S& strategy, Act&& act) {
    for (int n = 0; n < kTurnsMax; ++n) {
        const std::optional<VenueTurn> turn = strategy.next_turn();
        if (!turn) {
            return;
        }
        act(*turn);
    }
}

}  // namespace hotpath::strategy
