#pragma once
/// The commands of L2Books, hot; included by l2_books.hpp alone. Set-up and queries are in
/// l2_books.cpp, pages that open and close in l2_books_pages.cpp.
///
/// Inlined, so that the fields of a BookUpdate that the caller does not read cost nothing: behind a
/// feed whose listener wants no updates, price and bbo_changed are never worked out. Whether an
/// order or its level is gone is as good as random, and known only when their lines have come from
/// memory: both are arithmetic here, not branches. A branch is left for what is rare: a page that
/// opens or closes, a best level that goes. Threads, allocation, complexity: those of L2Books.

#include <algorithm>

#include "hotpath/book/l2_books.hpp"

namespace hotpath::book {

[[gnu::always_inline]] inline BookUpdate L2Books::add(const OrderView& order) noexcept {
    if (const BookStatus status = refusal(order); status != BookStatus::Ok) [[unlikely]] {
        return refuse(status, order);
    }
    return counted(place(BookSide(order.instrument, order.side), order));
}

[[gnu::always_inline]] inline BookUpdate L2Books::execute(OrderId id, Qty qty) noexcept {
    OpenOrder* const order = orders_.find(id);
    if (order == nullptr) [[unlikely]] {
        return refuse(BookStatus::UnknownOrder);
    }
    if (qty.value == 0) [[unlikely]] {
        return refuse(BookStatus::ZeroQty, order_view(id, *order));
    }
    return counted(take(id, *order, qty));
}

[[gnu::always_inline]] inline BookUpdate L2Books::reduce(OrderId id, Qty qty) noexcept {
    return execute(id, qty);  // of a level the same is taken
}

[[gnu::always_inline]] inline BookUpdate L2Books::remove(OrderId id) noexcept {
    OpenOrder* const order = orders_.find(id);
    if (order == nullptr) [[unlikely]] {
        return refuse(BookStatus::UnknownOrder);
    }
    return counted(take(id, *order, order->leaves_qty));
}

[[gnu::always_inline]] inline BookUpdate L2Books::replace(OrderId original,
                                                          const Replacement& terms) noexcept {
    OpenOrder* const open = orders_.find(original);
    if (open == nullptr) [[unlikely]] {
        return refuse(BookStatus::UnknownOrder);
    }
    const BookSide side = pages_.header_of(open->level).key.side();
    const OrderView order{.id = terms.id,
                          .instrument = side.instrument(),
                          .side = side.side(),
                          .price = terms.price,
                          .leaves_qty = terms.qty};
    if (terms.qty.value == 0) [[unlikely]] {
        return refuse(BookStatus::ZeroQty, order);
    }
    if (!is_in_range(terms.price)) [[unlikely]] {
        return refuse(BookStatus::PriceOutOfRange, order);
    }
    if (terms.id != original && orders_.find(terms.id) != nullptr) [[unlikely]] {
        return refuse(BookStatus::DuplicateOrder, order);
    }
    const BookUpdate removed = take(original, *open, open->leaves_qty);
    BookUpdate update = place(side, order);
    update.bbo_changed |= removed.bbo_changed;
    return counted(update);
}

[[gnu::always_inline]] inline void L2Books::prefetch(OrderId id, InstrumentId instrument,
                                                     PrefetchStep step) const noexcept {
    if (step == PrefetchStep::Table) {
        // An unknown instrument's lie beyond the tables: any address will do.
        orders_.prefetch(id);
        const std::uint32_t bids = BookSide(instrument, Side::Buy).index();
        prefetch_for_write(best_.data() + bids);
        prefetch_for_write(recent_.data() + bids);
    } else if (step == PrefetchStep::Order) {
        pages_.prefetch(orders_.level_hint(id));
    }
}

[[gnu::always_inline]] inline void L2Books::prefetch_add(const OrderView& order,
                                                         PrefetchStep step) const noexcept {
    if (step == PrefetchStep::Order && pages_.is_on_grid(order.price)) {
        const BookSide side = side_of(order.instrument, order.side);
        const std::uint32_t slot = pages_.slot_of(side, order.price);
        const std::uint32_t page = recent_[side.index()].at(PricePages::number_of(slot));
        pages_.prefetch(PricePages::level_at(page, slot));
    }
}

[[gnu::always_inline]] inline BookStatus L2Books::refusal(const OrderView& order) const noexcept {
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

/// An order that is not to be refused, unless there is no room for its level.
[[gnu::always_inline]] inline BookUpdate L2Books::place(BookSide side,
                                                        const OrderView& order) noexcept {
    const std::uint32_t level = cursor_of(side, order.price);
    if (level == kNoLevel) [[unlikely]] {
        return refused(BookStatus::LevelsFull, order);
    }
    LevelTotals& totals = pages_.totals(level);
    const LevelTotals after = LevelChange::add(order.leaves_qty).applied_to(totals);
    if (!after.is_within_bounds()) [[unlikely]] {
        return refused(BookStatus::LevelsFull, order);
    }
    totals = after;
    pages_.header_of(level).occupied |= PricePages::bit_of(level);
    Rung& best = best_[side.index()];
    const Rank rank = side.rank_of(order.price);
    // True for about every third add, at random: a branch would be mispredicted.
    const bool is_best = rank > best.rank;
    best = {.rank = is_best ? rank : best.rank, .level = is_best ? level : best.level};
    orders_.insert(order.id, {.leaves_qty = order.leaves_qty, .level = level});
    return {.status = BookStatus::Ok,
            .side = order.side,
            .instrument = order.instrument,
            .qty = order.leaves_qty,
            .price = order.price,
            .bbo_changed = level == best.level,
            .crossed = is_crossed(side)};
}

[[gnu::always_inline]] inline BookUpdate L2Books::take(OrderId id, OpenOrder& order,
                                                       Qty qty) noexcept {
    const std::uint32_t level = order.level;
    const Qty taken = std::min(qty, order.leaves_qty);
    const Qty left = order.leaves_qty - taken;
    PageHeader& page = pages_.header_of(level);
    const BookSide side = page.key.side();
    BookUpdate update{.status = qty > taken ? BookStatus::OverExecution : BookStatus::Ok,
                      .side = side.side(),
                      .instrument = side.instrument(),
                      .qty = taken,
                      .price = pages_.price_of(level),
                      .bbo_changed = level == best_[side.index()].level};
    LevelTotals& totals = pages_.totals(level);
    totals = LevelChange::take(taken, left.value == 0).applied_to(totals);
    const bool is_level_gone = totals.is_empty();
    page.occupied &= ~(std::uint64_t{is_level_gone} << level % PricePages::kPageLevels);
    orders_.set_leaves(id, order, left);
    // One branch: the page is empty, or the best level is gone.
    const bool is_best_gone = is_level_gone & update.bbo_changed;
    if ((page.occupied & (std::uint64_t{is_best_gone} - 1)) == 0) [[unlikely]] {
        close_level(level);
    }
    update.crossed = is_crossed(side);
    return update;
}

[[gnu::always_inline]] inline BookUpdate L2Books::counted(BookUpdate update) noexcept {
    counters_.count(update);
    return update;
}

[[gnu::always_inline]] inline std::uint32_t L2Books::cursor_of(BookSide side,
                                                               Price price) noexcept {
    if (!pages_.is_on_grid(price)) [[unlikely]] {
        return off_grid_place_of(side, price);
    }
    const std::uint32_t slot = pages_.slot_of(side, price);
    const std::uint32_t number = PricePages::number_of(slot);
    const PageKey key(side, number);
    std::uint32_t page = recent_[side.index()].at(number);
    if (pages_.key_of_page(page) != key) [[unlikely]] {
        page = find_or_open_page(key);
        if (page == kNoLevel) {
            return kNoLevel;
        }
    }
    return PricePages::level_at(page, slot);
}

}  // namespace hotpath::book
