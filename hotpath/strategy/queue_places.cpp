#include "hotpath/strategy/queue_places.hpp"

namespace hotpath::strategy {

QueuePlaces::QueuePlaces(const book::QueuePositionsOptions& options)
    : followed_(options.orders_max), by_venue_id_(options.orders_max), positions_(options) {}

std::optional<TotalQty> QueuePlaces::queue_ahead_qty(ClOrdId id) const noexcept {
    const OrderId* const venue_id = followed_.find(id);
    if (venue_id == nullptr || !is_order_of(*venue_id, id)) {
        return std::nullopt;
    }
    const auto position = positions_.find(*venue_id);
    return position ? std::optional(position->queue_ahead_qty) : std::nullopt;
}

void QueuePlaces::on_report(ClOrdId id, const oms::Orders& orders,
                            const book::L3Books& books) noexcept {
    const oms::Order* const order = orders.find(id);
    if (order == nullptr) {
        return;
    }
    OrderId kept{};
    if (order->predecessor.value != 0) {
        const OrderId* const of_original = followed_.find(order->predecessor);
        kept = of_original == nullptr ? OrderId{} : *of_original;
        follow(order->predecessor, orders, books);  // closed when the venue has replaced it
    }
    follow(id, orders, books);
    if (kept.value != 0 && kept == order->venue_id) [[unlikely]] {
        leave_original(*order, books);
    }
}

void QueuePlaces::forget() noexcept {
    by_venue_id_.clear();
}

// As our record says, whatever the report was.
void QueuePlaces::follow(ClOrdId id, const oms::Orders& orders,
                         const book::L3Books& books) noexcept {
    const oms::Order* const order = orders.find(id);
    const bool is_open = order != nullptr && oms::is_open(order->state);
    const OrderId venue_id = is_open ? order->venue_id : OrderId{};
    const OrderId* const followed = followed_.find(id);
    const OrderId before = followed == nullptr ? OrderId{} : *followed;
    if (before == venue_id) {
        return;
    }
    if (before.value != 0) {
        stop(id, before);
    }
    if (venue_id.value != 0) {
        start(id, venue_id, books);
    }
}

// The place in the books is the replacement's if the order there has become it.
void QueuePlaces::leave_original(const oms::Order& order, const book::L3Books& books) noexcept {
    const auto shown = books.find(order.venue_id);
    const bool is_it =
        shown && shown->price == order.price && shown->leaves_qty == order.leaves_qty;
    if (!is_it && is_order_of(order.venue_id, order.id)) {
        positions_.unwatch(order.venue_id);
    }
}

void QueuePlaces::start(ClOrdId id, OrderId venue_id, const book::L3Books& books) noexcept {
    const bool is_new = followed_.try_insert(id, venue_id) != nullptr &&
                        by_venue_id_.try_insert(venue_id, id) != nullptr;
    if (is_new) {
        static_cast<void>(positions_.watch(books, venue_id));
    }
}

void QueuePlaces::stop(ClOrdId id, OrderId venue_id) noexcept {
    if (is_order_of(venue_id, id)) {
        positions_.unwatch(venue_id);
        by_venue_id_.erase(venue_id);
    }
    followed_.erase(id);
}

// The venue id of an order of the session before may be another's in this one.
bool QueuePlaces::is_order_of(OrderId venue_id, ClOrdId id) const noexcept {
    const ClOrdId* const owner = by_venue_id_.find(venue_id);
    return owner != nullptr && *owner == id;
}

}  // namespace hotpath::strategy
