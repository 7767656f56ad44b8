// The commands of L3Books, hot: set-up and queries are in l3_books.cpp.

#include <algorithm>
#include <utility>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/core/prefetch.hpp"

namespace hotpath::book {

// Each answer is made where the caller wants it and counted there: one that is copied waits for its
// own narrow stores, and they for every cold line written before (docs/techniques/
// store-forwarding.md).

BookUpdate L3Books::add(const OrderView& order) noexcept {
    BookUpdate update = insert(order);
    counters_.count(update);
    return update;
}

BookUpdate L3Books::execute(OrderId id, Qty qty) noexcept {
    BookUpdate update = take_if_known(id, qty);
    counters_.count(update);
    return update;
}

BookUpdate L3Books::reduce(OrderId id, Qty qty) noexcept {
    BookUpdate update = take_if_known(id, qty);
    counters_.count(update);
    return update;
}

BookUpdate L3Books::remove(OrderId id) noexcept {
    const OrderCursor cursor = orders_.find(id);
    BookUpdate update = cursor ? take(cursor, orders_[cursor.slot].leaves_qty)
                               : BookUpdate{.status = BookStatus::UnknownOrder};
    counters_.count(update);
    return update;
}

FrontExecution L3Books::execute_front(InstrumentId instrument, Side side, Qty qty) noexcept {
    const std::uint32_t slot = levels_[ladder_of(instrument, side).best_level()].head;
    const OrderId id = orders_.id_of(slot);
    const Qty before = orders_[slot].leaves_qty;
    const Qty taken = std::min(qty, before);
    counters_.count(take(orders_.cursor_of(slot), taken));
    return {.id = id, .qty = taken, .leaves_qty = before - taken};
}

void L3Books::reduce_at(Cursor cursor, Qty qty) noexcept {
    counters_.count(take(cursor, qty));
}

void L3Books::remove_at(Cursor cursor) noexcept {
    counters_.count(take(cursor, orders_[cursor.slot].leaves_qty));
}

BookUpdate L3Books::replace(OrderId original, const Replacement& replacement) noexcept {
    BookUpdate update = exchange(original, replacement);
    counters_.count(update);
    return update;
}

void L3Books::prefetch(OrderId id, InstrumentId instrument, PrefetchStep step) const noexcept {
    const InstrumentBook& book = book_of(instrument);
    if (step == PrefetchStep::Table) {
        orders_.prefetch_entry(id);
        prefetch_for_write(&book);
    } else if (step == PrefetchStep::Order) {
        orders_.prefetch_record(id);
        book.ladders[0].prefetch_best(rungs_);
        book.ladders[1].prefetch_best(rungs_);
    } else if (const OrderCursor cursor = orders_.find(id)) {
        levels_.prefetch(orders_[cursor.slot].level);
    }
}

void L3Books::prefetch_add(const OrderView& order, PrefetchStep step) const noexcept {
    const PriceLadder& ladder = ladder_of(order.instrument, order.side);
    const Rank rank = rank_of(order.side, order.price);
    if (step == PrefetchStep::Order) {
        ladder.prefetch(rungs_, rank);
    } else if (step == PrefetchStep::Level) {
        if (const auto cursor = ladder.find(rungs_, rank); cursor.level != kNoLevel) {
            levels_.prefetch(cursor.level);
        }
    }
}

BookStatus L3Books::refusal(const OrderView& order) const noexcept {
    if (!is_known(order.instrument)) {
        return BookStatus::UnknownInstrument;
    }
    if (order.leaves_qty.value == 0) {
        return BookStatus::ZeroQty;
    }
    if (!is_in_range(order.price)) {
        return BookStatus::PriceOutOfRange;
    }
    if (orders_.find(order.id)) {
        return BookStatus::DuplicateOrder;
    }
    return orders_.is_full() ? BookStatus::OrdersFull : BookStatus::Ok;
}

BookUpdate L3Books::insert(const OrderView& order) noexcept {
    if (const BookStatus status = refusal(order); status != BookStatus::Ok) [[unlikely]] {
        return refused(status, order);
    }
    InstrumentBook& book = books_[order.instrument.value];
    PriceLadder& ladder = book.ladders[side_index(order.side)];
    const PriceLadder::Cursor cursor = ladder.find(rungs_, rank_of(order.side, order.price));
    std::uint32_t level = cursor.level;
    if (level == kNoLevel) {
        level = open_level(ladder, cursor, order);
        if (level == kNoLevel) [[unlikely]] {
            return refused(BookStatus::LevelsFull, order);
        }
    }
    link(orders_.acquire(order.id).slot, level, order);
    return {.status = BookStatus::Ok,
            .side = order.side,
            .instrument = order.instrument,
            .qty = order.leaves_qty,
            .price = order.price,
            .bbo_changed = level == ladder.best_level(),
            .crossed = book.is_crossed()};
}

BookUpdate L3Books::take_if_known(OrderId id, Qty qty) noexcept {
    const OrderCursor cursor = orders_.find(id);
    if (!cursor) [[unlikely]] {
        return {.status = BookStatus::UnknownOrder};
    }
    if (qty.value == 0) [[unlikely]] {
        return refused(BookStatus::ZeroQty, order_view(cursor.slot));
    }
    return take(cursor, qty);
}

BookUpdate L3Books::take(OrderCursor cursor, Qty qty) noexcept {
    OrderRecord& record = orders_[cursor.slot];
    const std::uint32_t level_index = record.level;
    LevelRecord& level = levels_[level_index];
    InstrumentBook& book = books_[level.instrument.value];
    PriceLadder& ladder = book.ladders[side_index(level.side)];
    const Qty taken = std::min(qty, record.leaves_qty);

    BookUpdate update{.status = qty > taken ? BookStatus::OverExecution : BookStatus::Ok,
                      .side = level.side,
                      .instrument = level.instrument,
                      .qty = taken,
                      .price = level.price,
                      .bbo_changed = level_index == ladder.best_level()};
    level.qty -= taken;
    if (taken < record.leaves_qty) {
        record.leaves_qty -= taken;
    } else {
        unlink(record, level);
        orders_.release(cursor);
        if (level.orders == 0) {
            close_level(ladder, level_index);
        }
    }
    update.crossed = book.is_crossed();
    return update;
}

BookUpdate L3Books::exchange(OrderId original, const Replacement& replacement) noexcept {
    const OrderCursor cursor = orders_.find(original);
    if (!cursor) [[unlikely]] {
        return {.status = BookStatus::UnknownOrder};
    }
    OrderView order = order_view(cursor.slot);
    const Qty original_qty = std::exchange(order.leaves_qty, replacement.qty);
    order.id = replacement.id;
    order.price = replacement.price;
    if (replacement.qty.value == 0) [[unlikely]] {
        return refused(BookStatus::ZeroQty, order);
    }
    if (!is_in_range(replacement.price)) [[unlikely]] {
        return refused(BookStatus::PriceOutOfRange, order);
    }
    if (replacement.id != original && orders_.find(replacement.id)) [[unlikely]] {
        return refused(BookStatus::DuplicateOrder, order);
    }
    const BookUpdate removed = take(cursor, original_qty);
    BookUpdate update = insert(order);
    update.bbo_changed |= removed.bbo_changed;
    return update;
}

std::uint32_t L3Books::open_level(PriceLadder& ladder, PriceLadder::Cursor cursor,
                                  const OrderView& order) noexcept {
    const std::uint32_t level = levels_.acquire();
    if (level == kNoLevel) [[unlikely]] {
        return kNoLevel;
    }
    const Rung rung{.rank = rank_of(order.side, order.price), .level = level};
    if (!ladder.insert(rungs_, cursor, rung)) [[unlikely]] {
        levels_.release(level);
        return kNoLevel;
    }
    // Field by field: a record made elsewhere and copied whole waits for its own narrow stores.
    LevelRecord& record = levels_[level];
    record.price = order.price;
    record.qty = {};
    record.id_max = {};
    record.orders = 0;
    record.head = kNoSlot;
    record.tail = kNoSlot;
    record.instrument = order.instrument;
    record.side = order.side;
    return level;
}

void L3Books::close_level(PriceLadder& ladder, std::uint32_t level) noexcept {
    ladder.erase(rungs_, rank_of(levels_[level].side, levels_[level].price));
    levels_.release(level);
}

void L3Books::link(std::uint32_t slot, std::uint32_t level_index, const OrderView& order) noexcept {
    LevelRecord& level = levels_[level_index];
    const Neighbours place = place_in_queue(order.id, level);
    orders_[slot] = {.leaves_qty = order.leaves_qty,
                     .level = level_index,
                     .next = place.next,
                     .prev = place.prev};
    (place.prev == kNoSlot ? level.head : orders_[place.prev].next) = slot;
    (place.next == kNoSlot ? level.tail : orders_[place.next].prev) = slot;
    level.id_max = std::max(level.id_max, order.id);
    level.qty += order.leaves_qty;
    ++level.orders;
}

void L3Books::unlink(const OrderRecord& record, LevelRecord& level) noexcept {
    (record.prev == kNoSlot ? level.head : orders_[record.prev].next) = record.next;
    (record.next == kNoSlot ? level.tail : orders_[record.next].prev) = record.prev;
    --level.orders;
}

L3Books::Neighbours L3Books::place_in_queue(OrderId id, const LevelRecord& level) const noexcept {
    // Ids nearly always ascend: then the queue is not read at all, and its tail, likely in no
    // cache, only written.
    if (id >= level.id_max) [[likely]] {
        return {.prev = level.tail, .next = kNoSlot};
    }
    Neighbours place{.prev = level.tail, .next = kNoSlot};
    while (place.prev != kNoSlot && orders_.id_of(place.prev) > id) {
        place = {.prev = orders_[place.prev].prev, .next = place.prev};
    }
    return place;
}

}  // namespace hotpath::book
