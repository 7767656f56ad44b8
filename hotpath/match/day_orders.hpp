#pragma once
/// The orders of an instrument that end with the day: all except those good till canceled.
///
/// Threads: one owner. Allocation: none. Complexity: O(the instrument's open orders).

#include <cstddef>
#include <span>

#include "hotpath/match/venue_books.hpp"

namespace hotpath::match {

/// Writes down places, as many as there is room for, in the order they are to be canceled in:
/// displayed orders, hidden ones, stops, those that wait for a cross, pegs; each line from its
/// first.
template <book::OrderBooks Books>
class DayOrders {
  public:
    DayOrders(const VenueBooks<Books>& books, InstrumentId instrument, std::span<OrderId> places)
        : books_(books), places_(places) {
        note_line(books.displayed(), instrument);
        note_line(books.hidden(), instrument);
        note_line(books.stops().lines(), instrument);
        for (const CrossKind kind : {CrossKind::Opening, CrossKind::Halt, CrossKind::Closing}) {
            note_line(books.crossing(), VenueBooks<Books>::cross_line(instrument, kind));
        }
        for (const Side side : {Side::Buy, Side::Sell}) {
            books.pegs().for_each(books.held(), instrument, side, [this](std::uint32_t index) {
                static_cast<void>(note(books_.held()[index].place));
            });
        }
    }

    [[nodiscard]] std::size_t count() const noexcept { return count_; }

  private:
    void note_line(const Books& books, InstrumentId line) noexcept {
        for (const Side side : {Side::Buy, Side::Sell}) {
            books.for_each_order_while(line, side, [&](const book::OrderView& order) {
                return is_reserve(books, order.id) || note(order.id);
            });
        }
    }

    /// A reserve ends with what is displayed of it.
    [[nodiscard]] bool is_reserve(const Books& books, OrderId id) const noexcept {
        return &books == &books_.hidden() &&
               books_.held()[books_.held().find_place(id)].standing == Standing::Displayed;
    }

    /// False when there is no more room.
    [[nodiscard]] bool note(OrderId place) noexcept {
        const std::uint32_t index = books_.held().find_place(place);
        const bool ends =
            index == kNotHeld || books_.held()[index].conditions.lifetime == Lifetime::Day;
        if (ends && count_ < places_.size()) {
            places_[count_++] = place;
        }
        return count_ < places_.size();
    }

    const VenueBooks<Books>& books_;
    std::span<OrderId> places_;
    std::size_t count_ = 0;
};

template <book::OrderBooks Books>
[[nodiscard]] std::size_t note_day_orders(const VenueBooks<Books>& books, InstrumentId instrument,
                                          std::span<OrderId> places) noexcept {
    return DayOrders<Books>(books, instrument, places).count();
}

}  // namespace hotpath::match
