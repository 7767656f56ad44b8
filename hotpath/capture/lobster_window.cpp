#include "hotpath/capture/lobster_window.hpp"

#include <algorithm>
#include <utility>

namespace hotpath::capture {

namespace {

constexpr std::uint64_t kQtyMax = std::numeric_limits<std::uint32_t>::max();

Qty to_qty(std::uint64_t qty) {
    return {static_cast<std::uint32_t>(std::min(qty, kQtyMax))};
}

bool is_on_orders(LobsterType type) {
    return type <= LobsterType::Execution;
}

}  // namespace

void LobsterWindow::before(const LobsterEvent& event, const LobsterRow& row) {
    free_id(event.order_id);
    ids_.on_named(event.order_id);
    for (const Side side : {Side::Buy, Side::Sell}) {
        aim_at(row, side);
        if (is_on_orders(event.type) && event.side == side) {
            undo(event);
        }
        match_targets(side, limit_of(row, side));
    }
}

void LobsterWindow::after(const LobsterRow& row) {
    for (const Side side : {Side::Buy, Side::Sell}) {
        const Rank limit = limit_of(row, side);
        limits_[side_index(side)] = limit;
        aim_at(row, side);
        match_targets(side, limit);
        leave(side, limit);
    }
}

LobsterWindow::Rank LobsterWindow::limit_of(const LobsterRow& row, Side side) {
    return row.is_full(side) ? rank_of(side, row.side(side).back().price)
                             : std::numeric_limits<Rank>::max();
}

void LobsterWindow::aim_at(const LobsterRow& row, Side side) {
    targets_.clear();
    for (const LobsterLevel& level : row.side(side)) {
        targets_.push_back({.rank = rank_of(side, level.price), .qty = level.qty.value});
    }
}

/// The targets as they were before the event.
void LobsterWindow::undo(const LobsterEvent& event) {
    const Rank rank = rank_of(event.side, event.price);
    auto at = std::ranges::lower_bound(targets_, rank, {}, &Target::rank);
    if (at == targets_.end() || at->rank != rank) {
        at = targets_.insert(at, {.rank = rank, .qty = 0});
    }
    at->qty = event.type == LobsterType::Add
                  ? at->qty - std::min<std::uint64_t>(at->qty, event.size.value)
                  : at->qty + event.size.value;
    if (at->qty == 0) {
        targets_.erase(at);
    }
}

/// Makes the levels up to the limit those of the targets; those behind it stay.
void LobsterWindow::match_targets(Side side, Rank limit) {
    const Levels& levels = levels_[side_index(side)];
    auto ours = levels.begin();
    for (const Target& target : targets_) {
        while (ours != levels.end() && ours->first < target.rank) {
            clear(place_of(side, (ours++)->first));
        }
        if (ours != levels.end() && ours->first == target.rank) {
            ++ours;
        }
        fit(place_of(side, target.rank), target.qty);
    }
    while (ours != levels.end() && ours->first <= limit) {
        clear(place_of(side, (ours++)->first));
    }
}

void LobsterWindow::fit(Place place, std::uint64_t qty) {
    const Rank rank = rank_of(place.side, place.price);
    const Levels& levels = levels_[side_index(place.side)];
    const auto level = levels.find(rank);
    const std::uint64_t held = level == levels.end() ? 0 : level->second.qty;
    const bool is_entering = held == 0 && rank > limits_[side_index(place.side)];
    stats_.book_corrections += held != qty && !is_entering ? 1U : 0U;
    if (held < qty) {
        fill(place, qty - held);
    } else if (held > qty) {
        take(place, held - qty, {});
    }
}

void LobsterWindow::fill(Place place, std::uint64_t qty) {
    qty -= restore(place, qty);
    if (qty > 0) {
        put_unnamed(place, qty);
    }
}

/// Puts back what was remembered of this level, as far as it fits; how much it was.
std::uint64_t LobsterWindow::restore(Place place, std::uint64_t qty) {
    auto& outside = outside_[side_index(place.side)];
    const auto remembered = outside.extract(rank_of(place.side, place.price));
    if (remembered.empty()) {
        return 0;
    }
    std::uint64_t left = qty;
    for (const bool is_named : {true, false}) {
        for (const auto& [id, order] : remembered.mapped()) {
            const bool fits = order.leaves_qty.value <= left || (!is_named && left > 0);
            if (is_named == (order.known != Known::Unnamed) && fits && !is_live(id)) {
                const Qty restored = std::min(order.leaves_qty, to_qty(left));
                left -= restored.value;
                put(place, {id}, {restored, is_named ? Known::Restored : Known::Unnamed},
                    Origin::Implied);
            }
        }
    }
    return qty - left;
}

/// Takes quantity off the level's orders: those least certain to be there first, and of these the
/// youngest.
void LobsterWindow::take(Place place, std::uint64_t qty, OrderId except) {
    std::vector<std::pair<OrderId, Qty>> taken;
    const Level& level = level_at(place);
    for (const Known known : {Known::Unnamed, Known::Restored, Known::Seen}) {
        for (auto each = level.orders.rbegin(); each != level.orders.rend() && qty > 0; ++each) {
            if (each->second.known == known && each->first != except.value) {
                const Qty part = std::min(each->second.leaves_qty, to_qty(qty));
                taken.emplace_back(OrderId{each->first}, part);
                qty -= part.value;
            }
        }
    }
    for (const auto& [id, part] : taken) {
        take_off(id, part, Origin::Implied);
    }
}

/// The row shows no level where ours has one.
void LobsterWindow::clear(Place place) {
    ++stats_.book_corrections;
    take(place, level_at(place).qty, {});
}

/// The levels beyond the limit: the file no longer shows their changes.
void LobsterWindow::leave(Side side, Rank limit) {
    auto& outside = outside_[side_index(side)];
    outside.erase(outside.begin(), outside.upper_bound(limit));
    Levels& levels = levels_[side_index(side)];
    for (auto level = levels.upper_bound(limit); level != levels.end();) {
        for (const auto& [id, order] : level->second.orders) {
            out_.remove({id}, Origin::Implied);
            places_.erase(id);
        }
        outside.insert_or_assign(level->first, std::move(level->second.orders));
        level = levels.erase(level);
    }
}

void LobsterWindow::apply(const LobsterEvent& event) {
    if (event.size.value == 0) {
        out_.skip("events of no shares", event.order_id);
        return;
    }
    switch (event.type) {
        case LobsterType::Add:
            return add(event);
        case LobsterType::PartialCancel:
            return cancel(event);
        case LobsterType::Delete:
            return remove(event);
        default:
            return execute(event);
    }
}

void LobsterWindow::add(const LobsterEvent& event) {
    if (const Order* old = find(event.order_id)) {
        take_off(event.order_id, old->leaves_qty, Origin::Implied);
    }
    put({event.side, event.price}, event.order_id, {event.size, Known::Seen}, Origin::Event);
}

/// A partial cancel of all that is known of an order takes it away: what it has left is unnamed.
void LobsterWindow::cancel(const LobsterEvent& event) {
    name(event);
    take_off(event.order_id, event.size, Origin::Event);
}

void LobsterWindow::remove(const LobsterEvent& event) {
    name(event);
    const Order* order = find(event.order_id);
    if (order->leaves_qty > event.size) {
        const Qty others = order->leaves_qty - event.size;
        put_unnamed({event.side, event.price}, others.value);
        take_off(event.order_id, others, Origin::Implied);
    }
    take_off(event.order_id, event.size, Origin::Event);
}

void LobsterWindow::execute(const LobsterEvent& event) {
    name(event);
    bring_to_front(event);
    out_.execute(event.order_id, event.size);
    drop(event.order_id, event.size);
}

/// Sees to it that the event's order rests at the event's price with at least the event's size. Its
/// quantity is part of the level's already.
void LobsterWindow::name(const LobsterEvent& event) {
    const Place place{event.side, event.price};
    Order* order = find(event.order_id);
    if (order != nullptr && places_.at(event.order_id.value) != place) {
        put_unnamed(places_.at(event.order_id.value), order->leaves_qty.value);
        take_off(event.order_id, order->leaves_qty, Origin::Implied);
        order = nullptr;
    }
    if (order != nullptr && order->leaves_qty >= event.size) {
        return;  // a restored one stays so: of what it has left now the event says nothing
    }
    if (order != nullptr) {
        const Qty held = order->leaves_qty;
        take(place, event.size.value - held.value, event.order_id);
        take_off(event.order_id, held, Origin::Implied);
        put(place, event.order_id, {event.size, Known::Seen}, Origin::Implied);
        return;
    }
    // Added before it is taken from the others: the level is never empty between the two.
    put(place, event.order_id, {event.size, Known::Seen}, Origin::Implied);
    take(place, event.size.value, event.order_id);
}

/// An execution hits the first in the queue: orders before it that were not added in view must
/// stand behind it.
void LobsterWindow::bring_to_front(const LobsterEvent& event) {
    const Place place{event.side, event.price};
    std::vector<std::pair<OrderId, Qty>> moved;
    std::uint64_t qty = 0;
    for (const auto& [id, order] : level_at(place).orders) {
        if (id >= event.order_id.value) {
            break;
        }
        if (order.known != Known::Seen) {
            moved.emplace_back(OrderId{id}, order.leaves_qty);
            qty += order.leaves_qty.value;
        }
    }
    if (qty > 0) {
        put_unnamed(place, qty, event.order_id);
    }
    for (const auto& [id, leaves_qty] : moved) {
        take_off(id, leaves_qty, Origin::Implied);
    }
}

/// An event names an id that was given to an unnamed order: that order gets another.
void LobsterWindow::free_id(OrderId id) {
    const Order* order = find(id);
    if (order != nullptr && order->known == Known::Unnamed) {
        put_unnamed(places_.at(id.value), order->leaves_qty.value, id);
        take_off(id, order->leaves_qty, Origin::Implied);
    }
}

LobsterWindow::Order* LobsterWindow::find(OrderId id) {
    const auto place = places_.find(id.value);
    return place == places_.end() ? nullptr : &level_at(place->second).orders.at(id.value);
}

LobsterWindow::Level& LobsterWindow::level_at(Place place) {
    return levels_[side_index(place.side)][rank_of(place.side, place.price)];
}

void LobsterWindow::put(Place place, OrderId id, Order order, Origin origin) {
    Level& level = level_at(place);
    level.orders.insert_or_assign(id.value, order);
    level.qty += order.leaves_qty.value;
    places_.insert_or_assign(id.value, place);
    out_.add({.id = id, .side = place.side, .price = place.price, .leaves_qty = order.leaves_qty},
             origin);
}

void LobsterWindow::put_unnamed(Place place, std::uint64_t qty, OrderId behind) {
    while (qty > 0) {
        const OrderId id = ids_.next(behind, [this](std::uint64_t each) { return is_live(each); });
        const Qty part = to_qty(qty);
        put(place, id, {part, Known::Unnamed}, Origin::Implied);
        qty -= part.value;
    }
}

void LobsterWindow::take_off(OrderId id, Qty qty, Origin origin) {
    if (qty < find(id)->leaves_qty) {
        out_.reduce(id, qty, origin);
    } else {
        out_.remove(id, origin);
    }
    drop(id, qty);
}

/// In our levels alone.
void LobsterWindow::drop(OrderId id, Qty qty) {
    const Place place = places_.at(id.value);
    Level& level = level_at(place);
    Order& order = level.orders.at(id.value);
    level.qty -= qty.value;
    order.leaves_qty -= qty;
    if (order.leaves_qty.value == 0) {
        places_.erase(id.value);
        level.orders.erase(id.value);
    }
    if (level.orders.empty()) {
        levels_[side_index(place.side)].erase(rank_of(place.side, place.price));
    }
}

}  // namespace hotpath::capture
