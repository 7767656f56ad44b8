#pragma once
/// QueuePlaces: the quantity in line ahead of each of our open orders, found by our ClOrdId.
///
///   reply   our record has a venue id for the order ──> its place is read from the books, once
///   feed    the order joins the books after the reply ─> the same, then
///           every change at its price ────────────────> the place follows (book::QueuePositions)
///   reply   the record closes, replaces or moves it ──> the old venue id is forgotten
///
/// An order of ours without a place is unknown, not first in line: it has no venue id yet, or its
/// venue id is not in the books (late, hidden, taken out for a snapshot). If a venue keeps the id of
/// an order that it replaces, the books may still have the original under it, and its place
/// is not the replacement's: unknown until the feed shows the replacement. There the engine's record
/// has the id of the books, not the venue's (engine/own_ids.hpp). The engine keeps one for a
/// QueueAwareStrategy and offers it through QueueContext. Threads: the engine's. Allocation: the
/// constructor; orders_max is the bound. Complexity: a look-up O(1); a change of the books that of
/// QueuePositions and a look-up for a new id; the first place of an order O(distance to the nearer
/// end of its queue). Twin: L3Books::queue_ahead_qty.

#include <cstddef>
#include <optional>

#include "hotpath/book/book_change.hpp"
#include "hotpath/book/l3_books.hpp"
#include "hotpath/book/queue_positions.hpp"
#include "hotpath/core/fixed_hash_map.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/oms/order.hpp"
#include "hotpath/oms/orders.hpp"

namespace hotpath::strategy {

class QueuePlaces {
  public:
    /// orders_max: of ours, open at one time; further ones have no place.
    explicit QueuePlaces(const book::QueuePositionsOptions& options);

    /// In the books as they are, which may be old or wrong: QueueContext answers only while they
    /// are current.
    [[nodiscard]] std::optional<TotalQty> queue_ahead_qty(ClOrdId id) const noexcept;
    /// Orders with a venue id, in the books or not.
    [[nodiscard]] std::size_t size() const noexcept { return followed_.size(); }

    /// After each reply of the venue about order `id`, when our record has it.
    void on_report(ClOrdId id, const oms::Orders& orders, const book::L3Books& books) noexcept;
    /// After each change of the books.
    void on_change(const book::BookChange& change, const book::L3Books& books) noexcept {
        positions_.on_change(change, books);  // with a replace of ours it goes on to the new id
        const bool is_new_id =
            change.verb == book::BookVerb::Add || change.verb == book::BookVerb::Replace;
        if (is_new_id && by_venue_id_.find(change.after.id) != nullptr) [[unlikely]] {
            static_cast<void>(positions_.watch(books, change.after.id));
        }
    }
    /// The feed's session has changed and the books are empty: ids in them are no longer ours.
    /// Orders that are open now have no place from here on, unless the venue gives them another id.
    void forget() noexcept;

  private:
    void follow(ClOrdId id, const oms::Orders& orders, const book::L3Books& books) noexcept;
    void leave_original(const oms::Order& order, const book::L3Books& books) noexcept;
    void start(ClOrdId id, OrderId venue_id, const book::L3Books& books) noexcept;
    void stop(ClOrdId id, OrderId venue_id) noexcept;
    [[nodiscard]] bool is_order_of(OrderId venue_id, ClOrdId id) const noexcept;

    FixedHashMap<ClOrdId, OrderId> followed_;     // the venue id of each open order of ours
    FixedHashMap<OrderId, ClOrdId> by_venue_id_;  // the same, of the feed's session
    book::QueuePositions positions_;              // of these, those in the books
};

}  // namespace hotpath::strategy
