// What the commands of L2Books need now and then: pages that open and close, levels between the
// ticks, the next best level, refusals.

#include "hotpath/book/l2_books.hpp"

namespace hotpath::book {

/// A copy of the order, so that those that are not refused stay in registers.
BookUpdate L2Books::refuse(BookStatus status, OrderView order) noexcept {
    return counted(refused(status, order));
}

std::uint32_t L2Books::find_or_open_page(PageKey key) noexcept {
    PriceLadder& ladder = ladders_[key.side().index()].pages;
    const Rank rank = ladder_rank_of(key.number());
    const PriceLadder::Cursor cursor = ladder.find(rungs_, rank);
    const std::uint32_t page =
        cursor.level != kNoLevel ? cursor.level : open_page(ladder, cursor, rank, key);
    if (page != kNoLevel) {
        recent_[key.side().index()].at(key.number()) = page;
    }
    return page;
}

std::uint32_t L2Books::off_grid_place_of(BookSide side, Price price) noexcept {
    const Rank rank = side.rank_of(price);
    PriceLadder& ladder = ladders_[side.index()].off_grid;
    const PriceLadder::Cursor cursor = ladder.find(rungs_, rank);
    if (cursor.level != kNoLevel) {
        return cursor.level;
    }
    const std::uint32_t page = open_page(ladder, cursor, rank, PageKey::off_grid(side, rank));
    if (page == kNoLevel) {
        return kNoLevel;
    }
    has_off_grid_[side.index()] = true;
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

/// A level that has no order any more, whose bit is gone: its page's last, or the best, or both.
void L2Books::close_level(std::uint32_t level) noexcept {
    const PageHeader& page = pages_.header_of(level);
    const BookSide side = page.key.side();
    Rung& best = best_[side.index()];
    const bool was_best = level == best.level;
    const bool is_page_empty = page.occupied == 0;
    if (is_page_empty) {
        drop_page(level);
    }
    if (!was_best) {
        return;
    }
    best = is_page_empty ? best_level_of(side) : best_of_page(level / PricePages::kPageLevels);
    if (has_off_grid_[side.index()]) [[unlikely]] {
        const Rung between = ladders_[side.index()].off_grid.best();
        best = between.rank > best.rank ? between : best;
    }
}

void L2Books::drop_page(std::uint32_t level) noexcept {
    const PageKey key = pages_.header_of(level).key;
    auto& [pages, off_grid] = ladders_[key.side().index()];
    if (key.is_off_grid()) {
        off_grid.erase(rungs_, key.number());
        has_off_grid_[key.side().index()] = off_grid.size() != 0;
    } else {
        pages.erase(rungs_, ladder_rank_of(key.number()));
    }
    pages_.release(level / PricePages::kPageLevels);
}

/// On the grid, or of a page of one level.
Rung L2Books::best_of_page(std::uint32_t page) const noexcept {
    const std::uint32_t level = pages_.best_level(page);
    const BookSide side = pages_.header_of(level).key.side();
    return {.rank = side.rank_of(pages_.price_of(level)), .level = level};
}

/// On the grid.
Rung L2Books::best_level_of(BookSide side) const noexcept {
    const PriceLadder& pages = ladders_[side.index()].pages;
    return pages.size() == 0 ? Rung{} : best_of_page(pages.best_level());
}

}  // namespace hotpath::book
