#pragma once
/// The look-ahead distances of a replay, as candidates: the same market is replayed with each.
///
/// The books are those of `hotpath replay`, by order, and books by price; a run's answer is a
/// checksum of every level (and of every order) at its end. Threads: one. Allocation: the books.
/// Complexity: a run is a replay of the market.

#include <span>

#include "apps/hotpath/tune/choice.hpp"
#include "apps/hotpath/tune/market.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/feed/look_ahead.hpp"

namespace hotpath::app::tune {

/// By candidate of books by order; the first is the default.
[[nodiscard]] std::span<const feed::LookAheadDistances> look_ahead_candidates() noexcept;

/// The market outlives the knob.
[[nodiscard]] Expected<Knob> look_ahead_by_order(const Market& market);
[[nodiscard]] Expected<Knob> look_ahead_by_price(const Market& market);

}  // namespace hotpath::app::tune
