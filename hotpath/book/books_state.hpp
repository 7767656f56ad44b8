#pragma once
/// The orders and trading states of books, to bytes and back: the books' part of a venue's
/// snapshot. One definition for every implementation of OrderBooks.
///
/// Orders go by instrument, side and priority, so equal books give equal bytes. Counters are not
/// part of it. Threads: one owner. Allocation: the writer's. Complexity: O(orders + instruments).

#include <cstdint>

#include "hotpath/book/types.hpp"
#include "hotpath/core/state_bytes.hpp"

namespace hotpath::book {

template <class Books>
void save_side(StateWriter& writer, const Books& books, InstrumentId instrument, Side side) {
    std::uint64_t count = 0;
    books.for_each_order(instrument, side, [&](const OrderView&) { ++count; });
    writer.put(count);
    books.for_each_order(instrument, side, [&](const OrderView& order) {
        writer.put(order.id.value);
        writer.put(order.price);
        writer.put(order.leaves_qty.value);
    });
}

template <class Books>
void save_books(StateWriter& writer, const Books& books) {
    writer.put(books.instruments_max());
    for (std::uint32_t id = 1; id <= books.instruments_max(); ++id) {
        const InstrumentId instrument{static_cast<std::uint16_t>(id)};
        writer.put(static_cast<std::uint8_t>(books.trading_state(instrument)));
        save_side(writer, books, instrument, Side::Buy);
        save_side(writer, books, instrument, Side::Sell);
    }
}

/// add(const OrderView&) adds an order at the back of its level and returns whether it could.
template <class Add>
void load_side(StateReader& reader, InstrumentId instrument, Side side, Add&& add) {
    const auto count = reader.get<std::uint64_t>();
    for (std::uint64_t n = 0; n < count && reader.is_ok(); ++n) {
        const OrderView order{.id = {reader.get<std::uint64_t>()},
                              .instrument = instrument,
                              .side = side,
                              .price = reader.get_price(),
                              .leaves_qty = {reader.get<std::uint32_t>()}};
        if (reader.is_ok() && !add(order)) {
            reader.refuse();
        }
    }
}

/// Into empty books with room for as many instruments; what does not fit refuses the reader.
/// set_state(InstrumentId, TradingState), add(const OrderView&).
template <class SetState, class Add>
void load_books(StateReader& reader, std::uint16_t instruments_max, SetState&& set_state,
                Add&& add) {
    if (reader.get<std::uint16_t>() != instruments_max) {
        reader.refuse();
    }
    for (std::uint32_t id = 1; id <= instruments_max && reader.is_ok(); ++id) {
        const InstrumentId instrument{static_cast<std::uint16_t>(id)};
        const auto state = reader.get<std::uint8_t>();
        if (state > static_cast<std::uint8_t>(TradingState::Trading)) {
            return reader.refuse();
        }
        set_state(instrument, static_cast<TradingState>(state));
        load_side(reader, instrument, Side::Buy, add);
        load_side(reader, instrument, Side::Sell, add);
    }
}

/// Into empty books.
template <class Books>
void load_books(StateReader& reader, Books& books) {
    load_books(
        reader, books.instruments_max(),
        [&](InstrumentId instrument, TradingState state) {
            books.set_trading_state(instrument, state);
        },
        [&](const OrderView& order) { return books.add(order).status == BookStatus::Ok; });
}

}  // namespace hotpath::book
