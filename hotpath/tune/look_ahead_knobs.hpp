#pragma once
/// The look-ahead of a replay, as candidates: its distances, each of which the same market is
/// replayed with; and the open orders from which on it looks ahead, over markets of few orders to
/// many.
///
/// The books are those of `hotpath replay`, by order, and books by price; a run's answer is a
/// checksum of every level (and of every order) at its end. Threads: one. Allocation: the books.
/// Complexity: a run is a replay of the market, or of each of the markets.

#include <cstdint>
#include <span>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/feed/look_ahead.hpp"
#include "hotpath/tune/choice.hpp"
#include "hotpath/tune/market.hpp"

namespace hotpath::tune {

/// One for each candidate of books by order; the first is the default.
[[nodiscard]] std::span<const feed::LookAheadDistances> look_ahead_candidates() noexcept;

/// The market outlives the knob.
[[nodiscard]] Expected<Knob> look_ahead_by_order(const Market& market);
[[nodiscard]] Expected<Knob> look_ahead_by_price(const Market& market);

/// A number of orders to look ahead from, and its candidates. The first is the default; of the
/// others there are those that the markets reach: what a larger number does they do not show.
struct OrdersMinKnob {
    Knob knob{};
    std::vector<std::uint32_t> orders_min{};  // by candidate
};
/// The markets, the largest first, outlive the knob. A run takes the mean of their times a message.
[[nodiscard]] Expected<OrdersMinKnob> orders_min_by_order(std::span<const Market> markets);
[[nodiscard]] Expected<OrdersMinKnob> orders_min_by_price(std::span<const Market> markets);

}  // namespace hotpath::tune
