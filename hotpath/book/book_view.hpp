#pragma once
/// BookView: the book of one instrument, as a strategy sees it.
///
/// A pair of a reference and an id: copy it freely, it is as current as the books behind it.
/// Threads: those of the books. Allocation: none. Complexity: best() and bbo() O(1), depth()
/// O(levels asked for).

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/book/types.hpp"

namespace hotpath::book {

class BookView {
  public:
    BookView(const L3Books& books, InstrumentId instrument, PriceScale scale = {}) noexcept
        : books_(&books), instrument_(instrument), scale_(scale) {}

    [[nodiscard]] InstrumentId instrument() const noexcept { return instrument_; }
    [[nodiscard]] PriceScale scale() const noexcept { return scale_; }
    [[nodiscard]] Level best(Side side) const noexcept { return books_->best(instrument_, side); }
    [[nodiscard]] Level best_bid() const noexcept { return best(Side::Buy); }
    [[nodiscard]] Level best_ask() const noexcept { return best(Side::Sell); }
    [[nodiscard]] Bbo bbo() const noexcept { return books_->bbo(instrument_); }
    [[nodiscard]] TradingState trading_state() const noexcept {
        return books_->trading_state(instrument_);
    }
    [[nodiscard]] std::size_t level_count(Side side) const noexcept {
        return books_->level_count(instrument_, side);
    }
    [[nodiscard]] std::size_t depth(Side side, std::span<Level> levels) const noexcept {
        return books_->depth(instrument_, side, levels);
    }
    [[nodiscard]] std::optional<OrderView> find(OrderId id) const noexcept {
        return books_->find(id);
    }
    [[nodiscard]] TotalQty queue_ahead_qty(OrderId id) const noexcept {
        return books_->queue_ahead_qty(id);
    }

    /// The smallest step between prices, in price units: a cent from one dollar up, 1/100 cent
    /// below (SEC Rule 612).
    [[nodiscard]] std::int64_t tick(Price price) const noexcept {
        return price.value >= std::int64_t{scale_.units_per_currency}
                   ? scale_.units_per_currency / 100
                   : 1;
    }

  private:
    const L3Books* books_;
    InstrumentId instrument_;
    PriceScale scale_;
};

}  // namespace hotpath::book
