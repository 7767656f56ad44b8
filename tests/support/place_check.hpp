#pragma once
/// PlaceCheck: compares the queue places that a strategy sees with a walk of each queue.
///
/// Threads: the strategy's. Allocation: none. Complexity: O(open orders x their queues) a call.

#include <cstdint>

#include "hotpath/book/book_view.hpp"
#include "hotpath/strategy/strategy.hpp"

namespace hotpath::support {

struct PlaceCheck {
    std::uint64_t wrong = 0;
    std::uint64_t known = 0;  // answers that were not empty

    /// A place is known for exactly the orders that are in the books, and is that of the walk.
    void check(const book::BookView& book, const strategy::QueueContext& context) noexcept {
        for (const ClOrdId id : context.orders.open_orders()) {
            const OrderId venue_id = context.orders.find(id)->venue_id;
            const auto place = context.queue_ahead_qty(id);
            const bool is_in_book = venue_id.value != 0 && book.find(venue_id).has_value();
            const bool is_right = place.has_value() == is_in_book &&
                                  (!place || *place == book.queue_ahead_qty(venue_id));
            wrong += is_right ? 0U : 1U;
            known += place.has_value() ? 1U : 0U;
        }
    }
};

}  // namespace hotpath::support
