#pragma once
/// The terms of a new order: its price by distance from the touch, its quantity, and how long its
/// owner leaves it.
///
/// A quarter improves the best price or joins it, most others stand within a spread or two, a fifth
/// far away until the evening. A gap wider than usual is closed by the next order. An order never
/// reaches the other side. Threads: one owner. Allocation: none. Complexity: O(1). Source: the
/// quantiles in quoting.cpp are from real files, see docs/design/market-generator.md.

#include <cstdint>
#include <optional>

#include "hotpath/core/units.hpp"
#include "hotpath/sim/market/market_state.hpp"

namespace hotpath::sim::market {

struct Quote {
    Price price;
    Qty qty;
    std::optional<Nanos> lifetime;  // none: it rests until the evening
};

/// Empty if the other side leaves no room: its best price is the lowest possible.
[[nodiscard]] std::optional<Quote> draw_quote(MarketState& market, InstrumentId id, Side side);

/// No order stands near the usual place on this side: the next one there will.
[[nodiscard]] bool is_bare(MarketState& market, InstrumentId id, Side side);

/// The quantity of a resting or incoming order.
[[nodiscard]] Qty draw_qty(Dice& dice, Price price);

/// A lifetime of those that end while the market is open.
[[nodiscard]] Nanos draw_lifetime(Dice& dice);

/// How far the value lies above the mid, in 1/1024 of the usual spread, from -1,024 to 1,024; 0
/// when a side is empty.
[[nodiscard]] std::int64_t value_signal(MarketState& market, InstrumentId id);

}  // namespace hotpath::sim::market
