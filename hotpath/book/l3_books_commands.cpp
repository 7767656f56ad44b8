// The commands of L3Books, hot: set-up and queries are in l3_books.cpp.

#include <algorithm>
#include <utility>

#include "hotpath/book/l3_books.hpp"

namespace hotpath::book {

namespace {

[[nodiscard]] constexpr std::uint64_t order_word(BookStatus status, Side side,
                                                 InstrumentId instrument, Qty qty) noexcept {
    return std::uint64_t{static_cast<std::uint8_t>(status)} |
           std::uint64_t{static_cast<std::uint8_t>(side)} << 8U |
           std::uint64_t{instrument.value} << 16U | std::uint64_t{qty.value} << 32U;
}
[[nodiscard]] constexpr std::uint64_t level_word(Price price, bool bbo_changed,
                                                 bool crossed) noexcept {
    return static_cast<std::uint32_t>(price.value) | std::uint64_t{bbo_changed} << 32U |
           std::uint64_t{crossed} << 33U;
}

}  // namespace

FrontExecution L3Books::execute_front(InstrumentId instrument, Side side, Qty qty) noexcept {
    InstrumentBook& book = books_[instrument.value];
    PriceLadder& ladder = book.ladders[side_index(side)];
    const std::uint32_t level_index = ladder.best_level();
    LevelRecord& level = levels_[level_index];
    const std::uint32_t slot = level.head;
    OrderRecord& record = orders_[slot];
    const OrderId id = orders_.id_of(slot);
    const std::uint32_t tag = orders_.tag_of(slot);
    const Qty before = record.leaves_qty;
    const Qty taken = std::min(qty, before);
    if (taken < before) {
        record.leaves_qty = before - taken;
        level.qty -= taken;
    } else if (level.orders == 1) {
        orders_.release(slot);
        ladder.erase_best(rungs_);
        levels_.release(level_index);
    } else {
        level.head = record.next;
        orders_[record.next].prev = kNoSlot;
        --level.orders;
        orders_.release(slot);
        level.qty -= taken;
    }
    ++book.best_changes;
    ++counters_.applied;
    counters_.crossed += book.is_crossed() ? 1U : 0U;
    return {.id = id, .qty = taken, .leaves_qty = before - taken, .tag = tag};
}

void L3Books::reduce_at(Cursor cursor, Qty qty) noexcept {
    counted(take(cursor.slot, qty));
}

void L3Books::remove_at(Cursor cursor) noexcept {
    counted(take(cursor.slot, orders_[cursor.slot].leaves_qty));
}

L3Books::Outcome L3Books::enter(OrderId id, InstrumentId instrument, Side side, Price price,
                                Qty qty) noexcept {
    return enter_at(id, qty, {.instrument = instrument, .side = side, .price = price});
}

L3Books::Outcome L3Books::enter_tagged(OrderId id, InstrumentId instrument, Side side, Price price,
                                       Tagged tagged) noexcept {
    return enter_at(id, tagged.qty,
                    {.instrument = instrument, .side = side, .tag = tagged.tag, .price = price});
}

L3Books::Outcome L3Books::enter_at(OrderId id, Qty qty, const Place& at) noexcept {
    BookStatus status = BookStatus::Ok;
    if (!is_known(at.instrument)) [[unlikely]] {
        status = BookStatus::UnknownInstrument;
    } else if (qty.value == 0) [[unlikely]] {
        status = BookStatus::ZeroQty;
    } else if (!is_in_range(at.price)) [[unlikely]] {
        status = BookStatus::PriceOutOfRange;
    } else if (orders_.find(id)) [[unlikely]] {
        status = BookStatus::DuplicateOrder;
    } else if (orders_.is_full()) [[unlikely]] {
        status = BookStatus::OrdersFull;
    } else {
        return counted(place(id, qty, at));
    }
    return refuse(status, kNoSlot);
}

L3Books::Outcome L3Books::take_part(OrderId id, Qty qty) noexcept {
    const OrderCursor cursor = orders_.find(id);
    if (!cursor) [[unlikely]] {
        return refuse(BookStatus::UnknownOrder, kNoSlot);
    }
    if (qty.value == 0) [[unlikely]] {
        return refuse(BookStatus::ZeroQty, cursor.slot);
    }
    return counted(take(cursor.slot, qty));
}

L3Books::Outcome L3Books::take_all(OrderId id) noexcept {
    const OrderCursor cursor = orders_.find(id);
    if (!cursor) [[unlikely]] {
        return refuse(BookStatus::UnknownOrder, kNoSlot);
    }
    return counted(take(cursor.slot, orders_[cursor.slot].leaves_qty));
}

L3Books::Outcome L3Books::exchange(OrderId original, OrderId id, Qty qty, Price price) noexcept {
    const OrderCursor cursor = orders_.find(original);
    if (!cursor) [[unlikely]] {
        return refuse(BookStatus::UnknownOrder, kNoSlot);
    }
    if (qty.value == 0) [[unlikely]] {
        return refuse(BookStatus::ZeroQty, cursor.slot);
    }
    if (!is_in_range(price)) [[unlikely]] {
        return refuse(BookStatus::PriceOutOfRange, cursor.slot);
    }
    if (id != original && orders_.find(id)) [[unlikely]] {
        return refuse(BookStatus::DuplicateOrder, cursor.slot);
    }
    const LevelRecord& level = levels_[orders_[cursor.slot].level()];
    const Place at{.instrument = level.instrument, .side = level.side, .price = price};
    const Outcome removed = take(cursor.slot, orders_[cursor.slot].leaves_qty);
    Outcome outcome = place(id, qty, at);
    outcome.level |= removed.level & (std::uint64_t{1} << 32U);
    return counted(outcome);
}

void L3Books::tag_order(OrderId id, std::uint32_t tag) noexcept {
    set_tag(orders_.find(id), tag);
}

/// A refusal of the order in this slot, or of none.
L3Books::Outcome L3Books::refuse(BookStatus status, std::uint32_t slot) noexcept {
    counters_.count({.status = status});
    if (slot == kNoSlot) {
        return {.order = order_word(status, Side::Buy, {}, {})};
    }
    const OrderView order = order_view(slot);
    return {.order = order_word(status, order.side, order.instrument, {}),
            .level = level_word(order.price, false, false)};
}

L3Books::Outcome L3Books::counted(Outcome outcome) noexcept {
    if (outcome.status() == BookStatus::Ok) [[likely]] {
        ++counters_.applied;
        if (outcome.crossed()) [[unlikely]] {
            ++counters_.crossed;
        }
    } else {
        counters_.count(outcome.update());
    }
    return outcome;
}

/// An id that is not open, in a table with room.
L3Books::Outcome L3Books::place(OrderId id, Qty qty, const Place& at) noexcept {
    InstrumentBook& book = books_[at.instrument.value];
    PriceLadder& ladder = book.ladders[side_index(at.side)];
    const Rank rank = rank_of(at.side, at.price);
    const PriceLadder::Cursor cursor = ladder.find(rungs_, rank);
    std::uint32_t level = cursor.level;
    if (level != kNoLevel) {
        append(orders_.acquire(id, at.tag), level, id, qty);
    } else {
        level = levels_.acquire();
        const bool is_room =
            level != kNoLevel && ladder.insert(rungs_, cursor, {.rank = rank, .level = level});
        if (!is_room) [[unlikely]] {
            if (level != kNoLevel) {
                levels_.release(level);
            }
            return {.order = order_word(BookStatus::LevelsFull, at.side, at.instrument, {})};
        }
        open_level(level, orders_.acquire(id, at.tag), id, qty, at);
    }
    const bool bbo_changed = level == ladder.best_level();
    book.best_changes += bbo_changed ? 1U : 0U;
    return {.order = order_word(BookStatus::Ok, at.side, at.instrument, qty),
            .level = level_word(at.price, bbo_changed, book.is_crossed())};
}

L3Books::Outcome L3Books::take(std::uint32_t slot, Qty qty) noexcept {
    OrderRecord& record = orders_[slot];
    const std::uint32_t level_index = record.level();
    LevelRecord& level = levels_[level_index];
    const InstrumentId instrument = level.instrument;
    const Side side = level.side;
    const Price price = level.price;
    InstrumentBook& book = books_[instrument.value];
    PriceLadder& ladder = book.ladders[side_index(side)];
    const Qty leaves_qty = record.leaves_qty;
    const Qty taken = std::min(qty, leaves_qty);
    const bool bbo_changed = level_index == ladder.best_level();
    if (taken < leaves_qty) {
        record.leaves_qty = leaves_qty - taken;
        level.qty -= taken;
    } else if (level.orders == 1) {
        orders_.release(slot);
        bbo_changed ? ladder.erase_best(rungs_) : ladder.erase(rungs_, rank_of(side, price));
        levels_.release(level_index);
    } else {
        unlink(record, level);
        orders_.release(slot);
        level.qty -= taken;
    }
    const BookStatus status = qty > taken ? BookStatus::OverExecution : BookStatus::Ok;
    book.best_changes += bbo_changed ? 1U : 0U;  // here, where the word below has it in a register
    return {.order = order_word(status, side, instrument, taken),
            .level = level_word(price, bbo_changed, book.is_crossed())};
}

/// With its first order. Field by field: a record made elsewhere and copied whole waits for its own
/// narrow stores.
void L3Books::open_level(std::uint32_t level, std::uint32_t slot, OrderId id, Qty qty,
                         const Place& at) noexcept {
    LevelRecord& record = levels_[level];
    record.price = at.price;
    record.qty = {qty.value};
    record.id_max = id;
    record.orders = 1;
    record.head = slot;
    record.tail = slot;
    record.instrument = at.instrument;
    record.side = at.side;
    orders_[slot] = {
        .leaves_qty = qty, .place = orders_.place_of(id, level), .next = kNoSlot, .prev = kNoSlot};
}

/// To a level with orders; to the end of its queue, nearly always: ids ascend. The queue is not read
/// then, and its tail, likely in no cache, only written.
void L3Books::append(std::uint32_t slot, std::uint32_t level_index, OrderId id, Qty qty) noexcept {
    LevelRecord& level = levels_[level_index];
    Neighbours place{.prev = level.tail, .next = kNoSlot};
    if (id >= level.id_max) [[likely]] {
        orders_[place.prev].next = slot;
        level.tail = slot;
        level.id_max = id;
    } else {
        place = make_way(slot, level, id);
    }
    // Apart, or GCC makes a vector of the four first.
    OrderRecord& record = orders_[slot];
    record.leaves_qty = qty;
    level.qty += qty;
    record.place = orders_.place_of(id, level_index);
    record.next = place.next;
    ++level.orders;
    record.prev = place.prev;
}

/// Between the orders of lower and of higher ids; of the latter there is one, or was.
L3Books::Neighbours L3Books::make_way(std::uint32_t slot, LevelRecord& level, OrderId id) noexcept {
    Neighbours place{.prev = level.tail, .next = kNoSlot};
    while (place.prev != kNoSlot && orders_.id_of(place.prev) > id) {
        place = {.prev = orders_[place.prev].prev, .next = place.prev};
    }
    (place.prev == kNoSlot ? level.head : orders_[place.prev].next) = slot;
    (place.next == kNoSlot ? level.tail : orders_[place.next].prev) = slot;
    return place;
}

/// From a level with other orders.
void L3Books::unlink(const OrderRecord& record, LevelRecord& level) noexcept {
    // Addresses are selected: a branch would be as good as random.
    std::uint32_t* before = &orders_[record.prev].next;
    before = record.prev == kNoSlot ? &level.head : before;
    std::uint32_t* after = &orders_[record.next].prev;
    after = record.next == kNoSlot ? &level.tail : after;
    *before = record.next;
    *after = record.prev;
    --level.orders;
}

}  // namespace hotpath::book
