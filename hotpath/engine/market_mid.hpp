#pragma once
/// What a market is worth that one may trade on: the middle of its best prices.
///
/// Threads: that of the books. Allocation: none. Complexity: that of the best prices.

#include "hotpath/book/l3_books.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::engine {

/// 0 when a side is empty, or the market locked or crossed.
[[nodiscard]] inline Price mid_of(const book::L3Books& books, InstrumentId instrument) noexcept {
    if (!books.has_orders(instrument, Side::Buy) || !books.has_orders(instrument, Side::Sell)) {
        return {};
    }
    const Price bid = books.best_price(instrument, Side::Buy);
    const Price ask = books.best_price(instrument, Side::Sell);
    return bid < ask ? bid + (ask - bid) / 2 : Price{};
}

}  // namespace hotpath::engine
