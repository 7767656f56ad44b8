// The commands of L2Books, hot: set-up and queries are in l2_books.cpp.

#include <algorithm>
#include <utility>

#include "hotpath/book/l2_books.hpp"

namespace hotpath::book {

BookUpdate L2Books::add(const OrderView& order) noexcept {
    BookUpdate update = insert(order);
    counters_.count(update);
    return update;
}

BookUpdate L2Books::execute(OrderId id, Qty qty) noexcept {
    BookUpdate update = take_if_known(id, qty);
    counters_.count(update);
    return update;
}

BookUpdate L2Books::reduce(OrderId id, Qty qty) noexcept {
    return execute(id, qty);  // of a level the same is taken
}

BookUpdate L2Books::remove(OrderId id) noexcept {
    OpenOrder* const order = orders_.find(id);
    BookUpdate update = order != nullptr ? take(id, *order, order->leaves_qty)
                                         : BookUpdate{.status = BookStatus::UnknownOrder};
    counters_.count(update);
    return update;
}

BookUpdate L2Books::replace(OrderId original, const Replacement& replacement) noexcept {
    BookUpdate update = exchange(original, replacement);
    counters_.count(update);
    return update;
}

void L2Books::prefetch(OrderId id, InstrumentId instrument, PrefetchStep step) const noexcept {
    if (step == PrefetchStep::Table) {
        orders_.prefetch(id);
        const InstrumentBook& book = book_of(instrument);
        prefetch_for_write(&book.best);
        prefetch_for_write(&book.recent);
    } else if (step == PrefetchStep::Order) {
        if (const OpenOrder* order = orders_.find(id)) {
            pages_.prefetch(order->level);
        }
    }
}

void L2Books::prefetch_add(const OrderView& order, PrefetchStep step) const noexcept {
    const std::uint64_t slot = slot_of({.side = order.side, .price = order.price});
    if (step == PrefetchStep::Order && grid_.is_slot(slot)) {
        const std::uint32_t page =
            book_of(order.instrument).recent_of(order.side, page_rank_of(slot));
        pages_.prefetch(page * PricePages::kPageLevels + slot % PricePages::kPageLevels);
    }
}

BookStatus L2Books::refusal(const OrderView& order) const noexcept {
    if (!is_known(order.instrument)) {
        return BookStatus::UnknownInstrument;
    }
    if (order.leaves_qty.value == 0) {
        return BookStatus::ZeroQty;
    }
    if (!is_in_range(order.price)) {
        return BookStatus::PriceOutOfRange;
    }
    if (orders_.find(order.id) != nullptr) {
        return BookStatus::DuplicateOrder;
    }
    return orders_.is_full() ? BookStatus::OrdersFull : BookStatus::Ok;
}

BookUpdate L2Books::insert(const OrderView& order) noexcept {
    if (const BookStatus status = refusal(order); status != BookStatus::Ok) [[unlikely]] {
        return refused(status, order);
    }
    InstrumentBook& book = books_[order.instrument.value];
    const std::uint32_t level = cursor_of(book, order);
    if (level == kNoLevel) [[unlikely]] {
        return refused(BookStatus::LevelsFull, order);
    }
    LevelTotals& totals = pages_.totals(level);
    const LevelTotals after = LevelChange::add(order.leaves_qty).applied_to(totals);
    if (!after.is_consistent()) [[unlikely]] {
        return refused(BookStatus::LevelsFull, order);
    }
    totals = after;
    pages_.header_of(level).occupied |= PricePages::bit_of(level);
    Rung& best = book.best[side_index(order.side)];
    const Rank rank = rank_of(order.side, order.price);
    if (rank > best.rank) {
        best = {.rank = rank, .level = level};
    }
    orders_.insert(order.id, {.leaves_qty = order.leaves_qty, .level = level});
    return {.status = BookStatus::Ok,
            .side = order.side,
            .instrument = order.instrument,
            .qty = order.leaves_qty,
            .price = order.price,
            .bbo_changed = level == best.level,
            .crossed = book.is_crossed()};
}

BookUpdate L2Books::take_if_known(OrderId id, Qty qty) noexcept {
    OpenOrder* const order = orders_.find(id);
    if (order == nullptr) [[unlikely]] {
        return {.status = BookStatus::UnknownOrder};
    }
    if (qty.value == 0) [[unlikely]] {
        return refused(BookStatus::ZeroQty, order_view(id, *order));
    }
    return take(id, *order, qty);
}

BookUpdate L2Books::take(OrderId id, OpenOrder& order, Qty qty) noexcept {
    const std::uint32_t level = order.level;
    const PageHeader& page = pages_.header_of(level);
    InstrumentBook& book = books_[page.key.instrument().value];
    const Qty taken = std::min(qty, order.leaves_qty);
    BookUpdate update{.status = qty > taken ? BookStatus::OverExecution : BookStatus::Ok,
                      .side = page.key.side(),
                      .instrument = page.key.instrument(),
                      .qty = taken,
                      .price = pages_.price_of(page, level),
                      .bbo_changed = level == book.best[side_index(page.key.side())].level};
    LevelTotals& totals = pages_.totals(level);
    if (taken < order.leaves_qty) {
        order.leaves_qty -= taken;
        totals = LevelChange::reduce(taken).applied_to(totals);
    } else {
        orders_.erase(id);
        totals = LevelChange::remove(taken).applied_to(totals);
        if (totals.is_empty()) {
            close_level(book, level);
        }
    }
    update.crossed = book.is_crossed();
    return update;
}

BookUpdate L2Books::exchange(OrderId original, const Replacement& replacement) noexcept {
    OpenOrder* const open = orders_.find(original);
    if (open == nullptr) [[unlikely]] {
        return {.status = BookStatus::UnknownOrder};
    }
    OrderView order = order_view(original, *open);
    const Qty original_qty = std::exchange(order.leaves_qty, replacement.qty);
    order.id = replacement.id;
    order.price = replacement.price;
    if (replacement.qty.value == 0) [[unlikely]] {
        return refused(BookStatus::ZeroQty, order);
    }
    if (!is_in_range(replacement.price)) [[unlikely]] {
        return refused(BookStatus::PriceOutOfRange, order);
    }
    if (replacement.id != original && orders_.find(replacement.id) != nullptr) [[unlikely]] {
        return refused(BookStatus::DuplicateOrder, order);
    }
    const BookUpdate removed = take(original, *open, original_qty);
    BookUpdate update = insert(order);
    update.bbo_changed |= removed.bbo_changed;
    return update;
}

std::uint32_t L2Books::cursor_of(InstrumentBook& book, const OrderView& order) noexcept {
    const std::uint64_t slot = slot_of({.side = order.side, .price = order.price});
    if (!grid_.is_slot(slot)) [[unlikely]] {
        return off_grid_place_of(book, order);
    }
    const auto at = static_cast<std::uint32_t>(slot % PricePages::kPageLevels);
    const Rank page_rank = page_rank_of(slot);
    const PageKey key(order.instrument, order.side,
                      pages_.first_price_of(order.side, order.price, at));
    std::uint32_t page = book.recent_of(order.side, page_rank);
    if (pages_.header_of(page * PricePages::kPageLevels).key != key) [[unlikely]] {
        page = find_or_open_page(book, key, page_rank);
    }
    return page == kNoLevel ? kNoLevel : page * PricePages::kPageLevels + at;
}

std::uint32_t L2Books::find_or_open_page(InstrumentBook& book, PageKey key,
                                         Rank page_rank) noexcept {
    PriceLadder& ladder = ladders_of(key.instrument(), key.side()).pages;
    const PriceLadder::Cursor cursor = ladder.find(rungs_, page_rank);
    const std::uint32_t page =
        cursor.level != kNoLevel ? cursor.level : open_page(ladder, cursor, page_rank, key);
    if (page != kNoLevel) {
        book.recent_of(key.side(), page_rank) = page;
    }
    return page;
}

std::uint32_t L2Books::off_grid_place_of(InstrumentBook& book, const OrderView& order) noexcept {
    const Rank rank = rank_of(order.side, order.price);
    PriceLadder& ladder = ladders_of(order.instrument, order.side).off_grid;
    const PriceLadder::Cursor cursor = ladder.find(rungs_, rank);
    if (cursor.level != kNoLevel) {
        return cursor.level;
    }
    const PageKey key =
        PageKey(order.instrument, order.side, pages_.first_price_of(order.side, order.price, 0))
            .off_grid();
    const std::uint32_t page = open_page(ladder, cursor, rank, key);
    if (page == kNoLevel) {
        return kNoLevel;
    }
    ++book.off_grid[side_index(order.side)];
    return page * PricePages::kPageLevels;
}

/// A page and its rung, or neither.
std::uint32_t L2Books::open_page(PriceLadder& ladder, PriceLadder::Cursor cursor, Rank rank,
                                 PageKey key) noexcept {
    const std::uint32_t page = pages_.acquire(key);
    if (page == PricePages::kNone) [[unlikely]] {
        return kNoLevel;
    }
    const std::uint32_t level = key.is_off_grid() ? page * PricePages::kPageLevels : page;
    if (!ladder.insert(rungs_, cursor, {.rank = rank, .level = level})) [[unlikely]] {
        pages_.release(page);
        return kNoLevel;
    }
    return page;
}

void L2Books::close_level(InstrumentBook& book, std::uint32_t level) noexcept {
    PageHeader& page = pages_.header_of(level);
    const PageKey key = page.key;
    page.occupied &= ~PricePages::bit_of(level);
    Rung& best = book.best[side_index(key.side())];
    const bool was_best = level == best.level;
    if (page.occupied == 0) [[unlikely]] {
        drop_page(book, level);
        best = was_best ? best_of_side(key.instrument(), key.side()) : best;
    } else if (was_best) {
        best = best_of_page(level / PricePages::kPageLevels);
    }
    if (was_best && book.off_grid[side_index(key.side())] != 0) [[unlikely]] {
        const Rung between = ladders_of(key.instrument(), key.side()).off_grid.best();
        best = between.rank > best.rank ? between : best;
    }
}

void L2Books::drop_page(InstrumentBook& book, std::uint32_t level) noexcept {
    const PageHeader& page = pages_.header_of(level);
    const LevelKey key{.side = page.key.side(), .price = pages_.price_of(page, level)};
    SideLadders& ladders = ladders_of(page.key.instrument(), key.side);
    if (page.key.is_off_grid()) {
        ladders.off_grid.erase(rungs_, rank_of(key.side, key.price));
        --book.off_grid[side_index(key.side)];
    } else {
        ladders.pages.erase(rungs_, page_rank_of(slot_of(key)));
    }
    pages_.release(level / PricePages::kPageLevels);
}

Rung L2Books::best_of_page(std::uint32_t page) const noexcept {
    const std::uint32_t level = pages_.best_level(page);
    const PageHeader& header = pages_.header_of(level);
    return {.rank = rank_of(header.key.side(), pages_.price_of(header, level)), .level = level};
}

/// On the grid.
Rung L2Books::best_of_side(InstrumentId instrument, Side side) const noexcept {
    const PriceLadder& pages = ladders_of(instrument, side).pages;
    return pages.size() == 0 ? Rung{} : best_of_page(pages.best_level());
}

}  // namespace hotpath::book
