#pragma once
/// BookView: the book of one instrument, as a strategy sees it: by order, with its price scale.
///
/// As cheap to copy and as current as the L3View it is. Threads: those of the books. Allocation:
/// none. Complexity: the L3View's.

#include <cstdint>

#include "hotpath/book/depth_view.hpp"
#include "hotpath/book/l3_books.hpp"
#include "hotpath/book/usual_tick.hpp"
#include "hotpath/book/views.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::book {

class BookView : public L3View {
  public:
    BookView(const L3Books& books, InstrumentId instrument, PriceScale scale = {}) noexcept
        : L3View(books, instrument), scale_(scale) {}

    [[nodiscard]] PriceScale scale() const noexcept { return scale_; }

    /// The smallest step between prices, in price units.
    [[nodiscard]] std::int64_t tick(Price price) const noexcept {
        return usual_tick(price, scale_);
    }

  private:
    PriceScale scale_;
};

static_assert(InstrumentView<BookView>);

}  // namespace hotpath::book
