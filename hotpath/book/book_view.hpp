#pragma once
/// BookView: the book of one instrument, as a strategy sees it: by order, with its price scale.
///
/// As cheap to copy and as current as an L3View. The instrument's touch and state are found once,
/// when the view is created. Threads: those of the books. Allocation: none. Complexity: the
/// L3View's.

#include <concepts>
#include <cstdint>

#include "hotpath/book/depth_view.hpp"
#include "hotpath/book/l3_books.hpp"
#include "hotpath/book/usual_tick.hpp"
#include "hotpath/book/views.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::book {

class BookView : public L3View {
  public:
    /// Views one instrument of `books`, which must outlive the view.
    BookView(const L3Books& books, InstrumentId instrument, PriceScale scale = {}) noexcept
        : L3View(books, instrument), touch_(&books.book_of(instrument)), scale_(scale) {}

    // The same as in L3View, without a look-up.
    [[nodiscard]] TradingState trading_state() const noexcept { return touch_->trading_state; }
    [[nodiscard]] std::uint32_t best_changes() const noexcept { return touch_->best_changes; }
    [[nodiscard]] Level best(Side side) const noexcept { return books().best(*touch_, side); }
    [[nodiscard]] bool has_orders(Side side) const noexcept { return touch_->has_orders(side); }
    /// Returns the best price of a side, which must have orders.
    [[nodiscard]] Price best_price(Side side) const noexcept { return touch_->best_price(side); }

    [[nodiscard]] PriceScale scale() const noexcept { return scale_; }

    /// Returns the smallest step between prices at this price, in price units.
    [[nodiscard]] std::int64_t tick(Price price) const noexcept {
        return usual_tick(price, scale_);
    }

  private:
    const L3Books::InstrumentBook* touch_;
    PriceScale scale_;
};

/// A view as current as its books, not a copy of them: it says whether the best levels have changed
/// since, and finds an order again without a search.
template <class View>
concept LiveView =
    InstrumentView<View> && requires(const View& view, OrderCursor cursor, OrderId id) {
        { view.best_changes() } -> std::same_as<std::uint32_t>;
        { view.cursor_of(id) } -> std::same_as<OrderCursor>;
        { view.is_at(cursor, id) } -> std::same_as<bool>;
        { view.at(cursor) } -> std::same_as<OrderView>;
    };
static_assert(LiveView<BookView> && !LiveView<DepthView>);

}  // namespace hotpath::book
