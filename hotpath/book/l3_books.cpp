#include "hotpath/book/l3_books.hpp"

#include <algorithm>
#include <utility>

#include "hotpath/book/book_checksum.hpp"
#include "hotpath/book/order_books.hpp"
#include "hotpath/core/assert.hpp"

namespace hotpath::book {

static_assert(OrderBooks<L3Books>);

namespace {

/// Offsets of rungs and slots have 32 bits.
constexpr std::uint32_t kLevelsMax = 1U << 28U;

constexpr std::size_t side_index(Side side) {
    return static_cast<std::size_t>(side);
}

BookUpdate refused(BookStatus status, const OrderView& order) {
    return {.status = status,
            .side = order.side,
            .instrument = order.instrument,
            .qty = {},
            .price = order.price};
}

}  // namespace

Expected<L3Books> L3Books::create(const BooksOptions& options) {
    if (options.orders_max == 0 || options.orders_max > OrderTable::kOrdersMax) {
        return fail("books: orders_max must be from 1 to 268435456");
    }
    if (options.levels_max == 0 || options.levels_max > kLevelsMax) {
        return fail("books: levels_max must be from 1 to 268435456");
    }
    if (options.instruments_max == 0) {
        return fail("books: instruments_max must be at least 1");
    }
    Expected<Arena> arena = Arena::create(arena_bytes(options), options.huge_pages);
    if (!arena) {
        return std::unexpected(std::move(arena.error()));
    }
    return L3Books(options, std::move(*arena));
}

L3Books::L3Books(const BooksOptions& options, Arena arena)
    : arena_(std::move(arena)),
      orders_(arena_, options.orders_max),
      levels_(arena_, options.levels_max),
      rungs_(arena_, options.levels_max, std::size_t{options.instruments_max} * 2),
      books_(arena_.allocate<InstrumentBook>(std::size_t{options.instruments_max} + 1)),
      instruments_max_(options.instruments_max) {
    std::ranges::fill(books_, InstrumentBook{});
}

std::size_t L3Books::arena_bytes(const BooksOptions& options) {
    return OrderTable::arena_bytes(options.orders_max) +
           LevelPool<std::uint32_t>::arena_bytes(options.levels_max) +
           RungMemory::arena_bytes(options.levels_max, std::size_t{options.instruments_max} * 2) +
           Arena::bytes_for<InstrumentBook>(std::size_t{options.instruments_max} + 1);
}

bool L3Books::is_known(InstrumentId instrument) const noexcept {
    return instrument.value != 0 && instrument.value <= instruments_max_;
}

const L3Books::InstrumentBook& L3Books::book_of(InstrumentId instrument) const noexcept {
    return books_[is_known(instrument) ? instrument.value : 0];
}

const PriceLadder& L3Books::ladder_of(InstrumentId instrument, Side side) const noexcept {
    return book_of(instrument).ladders[side_index(side)];
}

Level L3Books::level_view(std::uint32_t level) const noexcept {
    const LevelRecord& record = levels_[level];
    return {.price = record.price, .qty = record.qty, .orders = record.orders};
}

OrderView L3Books::order_view(std::uint32_t slot) const noexcept {
    const OrderRecord& record = orders_[slot];
    const LevelRecord& level = levels_[record.level];
    return {.id = orders_.id_of(slot),
            .instrument = level.instrument,
            .side = level.side,
            .price = level.price,
            .leaves_qty = record.leaves_qty};
}

TradingState L3Books::trading_state(InstrumentId instrument) const noexcept {
    return book_of(instrument).trading_state;
}

Level L3Books::best(InstrumentId instrument, Side side) const noexcept {
    const std::uint32_t level = ladder_of(instrument, side).best_level();
    return level == kNoLevel ? Level{} : level_view(level);
}

Bbo L3Books::bbo(InstrumentId instrument) const noexcept {
    return {.bid = best(instrument, Side::Buy), .ask = best(instrument, Side::Sell)};
}

std::size_t L3Books::depth(InstrumentId instrument, Side side,
                           std::span<Level> levels) const noexcept {
    const PriceLadder& ladder = ladder_of(instrument, side);
    const auto count =
        static_cast<std::uint32_t>(std::min<std::size_t>(levels.size(), ladder.size()));
    for (std::uint32_t n = 0; n < count; ++n) {
        levels[n] = level_view(ladder.level_from_best(rungs_, n));
    }
    return count;
}

std::size_t L3Books::level_count(InstrumentId instrument, Side side) const noexcept {
    return ladder_of(instrument, side).size();
}

std::optional<OrderView> L3Books::find(OrderId id) const noexcept {
    const OrderPlace place = orders_.find(id);
    return place ? std::optional(order_view(place.slot)) : std::nullopt;
}

std::optional<OrderView> L3Books::front(InstrumentId instrument, Side side) const noexcept {
    const std::uint32_t level = ladder_of(instrument, side).best_level();
    return level == kNoLevel ? std::nullopt : std::optional(order_view(levels_[level].head));
}

TotalQty L3Books::queue_ahead_qty(OrderId id) const noexcept {
    TotalQty ahead;
    const OrderPlace place = orders_.find(id);
    if (place) {
        for (std::uint32_t at = orders_[place.slot].prev; at != kNoSlot; at = orders_[at].prev) {
            ahead += orders_[at].leaves_qty;
        }
    }
    return ahead;
}

std::uint64_t L3Books::checksum() const {
    return checksum_of(*this);
}

std::uint64_t L3Books::checksum(InstrumentId instrument) const {
    return checksum_of(*this, instrument);
}

BookUpdate L3Books::add(const OrderView& order) noexcept {
    return counted(insert(order));
}

BookUpdate L3Books::execute(OrderId id, Qty qty) noexcept {
    return counted(take_if_known(id, qty));
}

BookUpdate L3Books::reduce(OrderId id, Qty qty) noexcept {
    return counted(take_if_known(id, qty));
}

BookUpdate L3Books::remove(OrderId id) noexcept {
    const OrderPlace place = orders_.find(id);
    if (!place) [[unlikely]] {
        return counted({.status = BookStatus::UnknownOrder});
    }
    return counted(take(place, orders_[place.slot].leaves_qty));
}

BookUpdate L3Books::replace(OrderId original, const Replacement& replacement) noexcept {
    return counted(exchange(original, replacement));
}

void L3Books::set_trading_state(InstrumentId instrument, TradingState state) noexcept {
    if (is_known(instrument)) {
        books_[instrument.value].trading_state = state;
    }
}

void L3Books::prefetch(OrderId id, PrefetchStep step) const noexcept {
    if (step == PrefetchStep::Table) {
        orders_.prefetch_entry(id);
    } else if (step == PrefetchStep::Order) {
        orders_.prefetch_record(id);
    } else if (const OrderPlace place = orders_.find(id)) {
        levels_.prefetch(orders_[place.slot].level);
    }
}

void L3Books::prefetch(const OrderView& order, PrefetchStep step) const noexcept {
    const InstrumentBook& book = book_of(order.instrument);
    const PriceLadder& ladder = book.ladders[side_index(order.side)];
    if (step == PrefetchStep::Table) {
        orders_.prefetch_entry(order.id);
        __builtin_prefetch(&book, 1);
    } else if (step == PrefetchStep::Order) {
        ladder.prefetch(rungs_);
    } else if (const std::uint32_t level = ladder.find(rungs_, rank_of(order.side, order.price));
               level != kNoLevel) {
        levels_.prefetch(level);
    }
}

BookStatus L3Books::refusal(const OrderView& order) const noexcept {
    if (!is_known(order.instrument)) {
        return BookStatus::UnknownInstrument;
    }
    if (order.leaves_qty.value == 0) {
        return BookStatus::ZeroQty;
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
    std::uint32_t level = ladder.find(rungs_, rank_of(order.side, order.price));
    if (level == kNoLevel) {
        level = open_level(ladder, order);
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
    const OrderPlace place = orders_.find(id);
    if (!place) [[unlikely]] {
        return {.status = BookStatus::UnknownOrder};
    }
    if (qty.value == 0) [[unlikely]] {
        return refused(BookStatus::ZeroQty, order_view(place.slot));
    }
    return take(place, qty);
}

BookUpdate L3Books::take(OrderPlace place, Qty qty) noexcept {
    OrderRecord& record = orders_[place.slot];
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
        orders_.release(place);
        if (level.orders == 0) {
            close_level(ladder, level_index);
        }
    }
    update.crossed = book.is_crossed();
    return update;
}

BookUpdate L3Books::exchange(OrderId original, const Replacement& replacement) noexcept {
    const OrderPlace place = orders_.find(original);
    if (!place) [[unlikely]] {
        return {.status = BookStatus::UnknownOrder};
    }
    OrderView order = order_view(place.slot);
    const Qty original_qty = std::exchange(order.leaves_qty, replacement.qty);
    order.id = replacement.id;
    order.price = replacement.price;
    if (replacement.qty.value == 0) [[unlikely]] {
        return refused(BookStatus::ZeroQty, order);
    }
    if (replacement.id != original && orders_.find(replacement.id)) [[unlikely]] {
        return refused(BookStatus::DuplicateOrder, order);
    }
    const BookUpdate removed = take(place, original_qty);
    BookUpdate update = insert(order);
    update.bbo_changed |= removed.bbo_changed;
    return update;
}

std::uint32_t L3Books::open_level(PriceLadder& ladder, const OrderView& order) noexcept {
    const std::uint32_t level = levels_.acquire();
    if (level == kNoLevel) [[unlikely]] {
        return kNoLevel;
    }
    if (!ladder.insert(rungs_, {.rank = rank_of(order.side, order.price), .level = level}))
        [[unlikely]] {
        levels_.release(level);
        return kNoLevel;
    }
    levels_[level] = {.price = order.price,
                      .qty = {},
                      .id_max = {},
                      .orders = 0,
                      .head = kNoSlot,
                      .tail = kNoSlot,
                      .instrument = order.instrument,
                      .side = order.side};
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

BookUpdate L3Books::counted(const BookUpdate& update) noexcept {
    counters_.count(update);
    return update;
}

}  // namespace hotpath::book
