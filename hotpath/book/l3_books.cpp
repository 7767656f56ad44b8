#include "hotpath/book/l3_books.hpp"

#include <algorithm>
#include <utility>

#include "hotpath/book/book_checksum.hpp"
#include "hotpath/book/order_books.hpp"
#include "hotpath/core/assert.hpp"

namespace hotpath::book {

static_assert(OrderBooks<L3Books>);

namespace {

/// An order's record has so many bits for its level.
constexpr std::uint32_t kLevelsMax = 1U << OrderRecord::kLevelBits;

OrderTableOptions table_options(const BooksOptions& options) {
    return {.orders_max = options.orders_max, .dense_ids = options.dense_ids};
}

}  // namespace

Expected<L3Books> L3Books::create(const BooksOptions& options) {
    if (options.orders_max == 0 || options.orders_max > OrderTable::kOrdersMax) {
        return fail("books: orders_max must be 1..268,435,456");
    }
    if (options.levels_max == 0 || options.levels_max > kLevelsMax) {
        return fail("books: levels_max must be 1..134,217,728");
    }
    if (options.instruments_max == 0) {
        return fail("books: instruments_max must be at least 1");
    }
    Expected<Arena> arena = Arena::create(memory_bytes(options), options.huge_pages);
    if (!arena) {
        return std::unexpected(std::move(arena.error()));
    }
    if (options.prefault) {
        arena->prefault();
    }
    return L3Books(options, std::move(*arena));
}

L3Books::L3Books(const BooksOptions& options, Arena arena)
    : arena_(std::move(arena)),
      orders_(arena_, table_options(options)),
      levels_(arena_, options.levels_max),
      rungs_(arena_, options.levels_max, std::size_t{options.instruments_max} * 2),
      books_(arena_.allocate<InstrumentBook>(std::size_t{options.instruments_max} + 1)),
      instruments_max_(options.instruments_max) {
    std::ranges::fill(books_, InstrumentBook{});
}

std::size_t L3Books::memory_bytes(const BooksOptions& options) {
    return OrderTable::arena_bytes(table_options(options)) +
           LevelPool<std::uint32_t>::arena_bytes(options.levels_max) +
           LadderMemory::arena_bytes(options.levels_max, std::size_t{options.instruments_max} * 2) +
           Arena::bytes_for<InstrumentBook>(std::size_t{options.instruments_max} + 1);
}

Level L3Books::level(InstrumentId instrument, LevelKey key) const noexcept {
    const PriceLadder& ladder = ladder_of(instrument, key.side);
    if (!is_in_range(key.price)) {
        return {.price = key.price};
    }
    const PriceLadder::Cursor cursor = ladder.find(rungs_, rank_of(key.side, key.price));
    return cursor.level == kNoLevel ? Level{.price = key.price} : level_view(cursor.level);
}

std::size_t L3Books::depth(InstrumentId instrument, Side side,
                           std::span<Level> levels) const noexcept {
    std::size_t count = 0;
    ladder_of(instrument, side).for_each_from_best(rungs_, [&](std::uint32_t level) {
        if (count == levels.size()) {
            return false;
        }
        // Field by field: a level made first and copied whole waits for its own stores
        // (docs/techniques/store-forwarding.md).
        const LevelRecord& record = levels_[level];
        levels[count].price = record.price;
        levels[count].qty = record.qty;
        levels[count].orders = record.orders;
        ++count;
        return true;
    });
    return count;
}

std::size_t L3Books::level_count(InstrumentId instrument, Side side) const noexcept {
    return ladder_of(instrument, side).size();
}

std::optional<OrderView> L3Books::front(InstrumentId instrument, Side side) const noexcept {
    const std::uint32_t level = ladder_of(instrument, side).best_level();
    return level == kNoLevel ? std::nullopt : std::optional(order_view(levels_[level].head));
}

std::optional<OrderView> L3Books::back(InstrumentId instrument, LevelKey key) const noexcept {
    if (!is_in_range(key.price)) {
        return std::nullopt;
    }
    const std::uint32_t level =
        ladder_of(instrument, key.side).find(rungs_, rank_of(key.side, key.price)).level;
    return level == kNoLevel ? std::nullopt : std::optional(order_view(levels_[level].tail));
}

std::optional<OrderView> L3Books::next_after(const OrderView& order) const noexcept {
    const PriceLadder& ladder = ladder_of(order.instrument, order.side);
    const Rank rank = rank_of(order.side, order.price);
    const std::uint32_t level = ladder.find(rungs_, rank).level;
    std::uint32_t next = kNoSlot;
    if (level != kNoLevel) {
        const OrderCursor cursor = orders_.find(order.id);
        const bool is_there = cursor && orders_[cursor.slot].level() == level;
        next = is_there ? orders_[cursor.slot].next : levels_[level].head;
    }
    if (next == kNoSlot) {
        const std::uint32_t worse = ladder.next_below(rungs_, rank).level;
        next = worse == kNoLevel ? kNoSlot : levels_[worse].head;
    }
    return next == kNoSlot ? std::nullopt : std::optional(order_view(next));
}

Level L3Books::next_level(InstrumentId instrument, LevelKey key) const noexcept {
    if (!is_in_range(key.price)) {
        return {};
    }
    const std::uint32_t level =
        ladder_of(instrument, key.side).next_below(rungs_, rank_of(key.side, key.price)).level;
    return level == kNoLevel ? Level{} : level_view(level);
}

OrderCursor L3Books::first_in_line(InstrumentId instrument, LevelKey key) const noexcept {
    const std::uint32_t level =
        is_in_range(key.price)
            ? ladder_of(instrument, key.side).find(rungs_, rank_of(key.side, key.price)).level
            : kNoLevel;
    return level == kNoLevel ? OrderCursor{} : OrderCursor{levels_[level].head};
}

void L3Books::prefetch_near(InstrumentId instrument, Side side) const noexcept {
    const InstrumentBook& book = book_of(instrument);
    prefetch_for_write(&book);
    book.ladders[side_index(side)].prefetch_best(rungs_);
    prefetch_levels(book.ladders[side_index(side)], 0, kNearLevels);
    orders_.prefetch_next();
    levels_.prefetch_next();
}

void L3Books::prefetch_far(InstrumentId instrument, Side side, std::uint64_t turn) const noexcept {
    const auto first = kNearLevels + static_cast<std::uint32_t>(turn % kFarTurns) * kFarLevels;
    prefetch_levels(book_of(instrument).ladders[side_index(side)], first, kFarLevels);
}

void L3Books::prefetch_levels(const PriceLadder& ladder, std::uint32_t first,
                              std::uint32_t count) const noexcept {
    std::uint32_t n = 0;
    ladder.for_each_from_best(rungs_, [&](std::uint32_t level) {
        if (n >= first) {
            prefetch_queue(level);
        }
        return ++n < first + count;
    });
}

void L3Books::prefetch_queue(std::uint32_t level) const noexcept {
    levels_.prefetch(level);
    std::uint32_t slot = levels_[level].head;
    for (std::uint32_t n = 0; n < kNearOrders && slot != kNoSlot; ++n) {
        orders_.prefetch_slot(slot);
        slot = orders_[slot].next;
    }
    orders_.prefetch_slot(levels_[level].tail);
}

TotalQty L3Books::queue_ahead_qty(OrderId id) const noexcept {
    const OrderCursor cursor = orders_.find(id);
    if (!cursor) {
        return {};
    }
    // Both ways at once: who has just joined is last, who executes next is first, and neither end
    // is far then.
    const OrderRecord& own = orders_[cursor.slot];
    TotalQty ahead;
    TotalQty behind;
    std::uint32_t before = own.prev;
    std::uint32_t after = own.next;
    while (before != kNoSlot && after != kNoSlot) {
        ahead += orders_[before].leaves_qty;
        behind += orders_[after].leaves_qty;
        before = orders_[before].prev;
        after = orders_[after].next;
    }
    if (before == kNoSlot) {
        return ahead;
    }
    return {levels_[own.level()].qty.value - own.leaves_qty.value - behind.value};
}

std::uint64_t L3Books::checksum() const {
    return checksum_of(*this);
}

std::uint64_t L3Books::checksum(InstrumentId instrument) const {
    return checksum_of(*this, instrument);
}

void L3Books::set_trading_state(InstrumentId instrument, TradingState state) noexcept {
    if (is_known(instrument)) {
        books_[instrument.value].trading_state = state;
    }
}

}  // namespace hotpath::book
