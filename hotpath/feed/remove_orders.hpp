#pragma once
/// remove_orders: empties one instrument's book, and reports each order that is gone.
///
/// For what discards a book as a whole: a snapshot, another session, a venue's reset. A listener
/// with state beside the books keeps it right. Threads: the feed's. Allocation: none. Complexity:
/// O(the instrument's orders).

#include <optional>

#include "hotpath/book/book_change.hpp"
#include "hotpath/book/order_books.hpp"
#include "hotpath/core/assert.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/feed/listener.hpp"

namespace hotpath::feed {

template <book::OrderBooks Books, FeedListener Listener>
void remove_order(Books& books, const book::OrderView& order, Listener& listener,
                  Time time) noexcept {
    const book::BookUpdate update = books.remove(order.id);
    HOTPATH_ASSERT(update.changed_book(), "removing an open order must change the book");
    if constexpr (ChangeListener<Listener>) {
        if (wants_changes(listener)) {
            book::OrderView gone = order;
            gone.leaves_qty = {};
            listener.on_change(
                {.verb = book::BookVerb::Remove, .before = order, .after = gone, .update = update},
                time);
        }
    }
    listener.on_book(update, time);
}

template <book::OrderBooks Books, FeedListener Listener>
void remove_orders(Books& books, InstrumentId instrument, Listener& listener, Time time) noexcept {
    for (const Side side : {Side::Buy, Side::Sell}) {
        for (auto order = books.front(instrument, side); order.has_value();
             order = books.front(instrument, side)) {
            remove_order(books, *order, listener, time);
        }
    }
}

}  // namespace hotpath::feed
