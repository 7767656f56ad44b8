#pragma once
/// The checksum of books, defined once for every implementation of OrderBooks: equal checksums mean
/// equal books, order by order and in priority order. README.md of this folder states it in words.
///
/// Threads: one owner. Allocation: none. Complexity: O(orders + levels + instruments).

#include <cstdint>

#include "hotpath/book/types.hpp"
#include "hotpath/core/checksum.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::book {

inline void add_level(Checksum& checksum, const Level& level) noexcept {
    checksum.add(static_cast<std::uint64_t>(level.price.value));
    checksum.add(level.qty.value);
    checksum.add(level.orders);
}

inline void add_order(Checksum& checksum, const OrderView& order) noexcept {
    checksum.add(order.id.value);
    checksum.add(order.leaves_qty.value);
}

/// One side: how many levels; each level, best first; each order, best level first and in priority
/// order.
template <class Books>
void add_side(Checksum& checksum, const Books& books, InstrumentId instrument, Side side) {
    checksum.add(books.level_count(instrument, side));
    books.for_each_level(instrument, side, [&](const Level& level) { add_level(checksum, level); });
    books.for_each_order(instrument, side,
                         [&](const OrderView& order) { add_order(checksum, order); });
}

/// One instrument: its id, its bids, its asks. An instrument without open orders adds nothing.
template <class Books>
void add_instrument(Checksum& checksum, const Books& books, InstrumentId instrument) {
    if (books.level_count(instrument, Side::Buy) + books.level_count(instrument, Side::Sell) == 0) {
        return;
    }
    checksum.add(instrument.value);
    add_side(checksum, books, instrument, Side::Buy);
    add_side(checksum, books, instrument, Side::Sell);
}

/// The checksum of one instrument's book.
template <class Books>
[[nodiscard]] std::uint64_t checksum_of(const Books& books, InstrumentId instrument) {
    Checksum checksum;
    add_instrument(checksum, books, instrument);
    return checksum.value();
}

/// The checksum of all books, instruments ascending.
template <class Books>
[[nodiscard]] std::uint64_t checksum_of(const Books& books) {
    Checksum checksum;
    for (std::uint32_t id = 1; id <= books.instruments_max(); ++id) {
        add_instrument(checksum, books, InstrumentId{static_cast<std::uint16_t>(id)});
    }
    return checksum.value();
}

}  // namespace hotpath::book
