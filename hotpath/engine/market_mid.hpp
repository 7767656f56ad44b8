#pragma once
/// The mid of a tradable market: the middle of its best prices.
///
/// Threads: that of the books. Allocation: none. Complexity: that of the best prices.

#include "hotpath/book/book_view.hpp"
#include "hotpath/book/depth_view.hpp"
#include "hotpath/book/l3_books.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::engine {

/// 0 when the market is locked or crossed.
[[nodiscard]] constexpr Price mid_between(Price bid, Price ask) noexcept {
    return bid < ask ? bid + (ask - bid) / 2 : Price{};
}

/// 0 also when a side is empty.
[[nodiscard]] inline Price mid_of(const book::BookView& book) noexcept {
    if (!book.has_orders(Side::Buy) || !book.has_orders(Side::Sell)) {
        return {};
    }
    return mid_between(book.best_price(Side::Buy), book.best_price(Side::Sell));
}
[[nodiscard]] inline Price mid_of(const book::L3Books& books, InstrumentId instrument) noexcept {
    return mid_of(book::BookView(books, instrument));
}

[[nodiscard]] inline Price mid_of(const book::Depth& depth) noexcept {
    if (depth.counts[0] == 0 || depth.counts[1] == 0) {
        return {};
    }
    return mid_between(depth.levels[side_index(Side::Buy)][0].price,
                       depth.levels[side_index(Side::Sell)][0].price);
}

}  // namespace hotpath::engine
