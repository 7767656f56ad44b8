// What the commands of L2Books need now and then: pages that open and close, levels between the
// ticks, the next best level, refusals.

#include <utility>

#include "hotpath/book/l2_books.hpp"

namespace hotpath::book {

/// A copy of the order, so that those that are not refused stay in registers.
BookUpdate L2Books::refuse(BookStatus status, OrderView order) noexcept {
    return counted(refused(status, order));
}

std::uint32_t L2Books::find_or_open_page(PageKey key) noexcept {
    SideLadders& ladders = ladders_[key.side().index()];
    PriceLadder& ladder = ladders.pages;
    const Rank rank = ladder_rank_of(key.number());
    PriceLadder::Cursor cursor = ladder.find(rungs_, rank);
    std::uint32_t page = cursor.level;
    if (page == kNoLevel) {
        // First, so that no side ever has more pages than at some time had levels.
        if (drop_left_page(ladders)) {
            cursor = ladder.find(rungs_, rank);
        }
        page = open_page(ladder, cursor, rank, key);
    }
    if (page != kNoLevel) {
        recent_[key.side().index()].at(key.number()) = page;
    }
    return page;
}

std::uint32_t L2Books::off_grid_place_of(BookSide side, Price price) noexcept {
    const Rank rank = side.rank_of(price);
    SideLadders& ladders = ladders_[side.index()];
    PriceLadder& ladder = ladders.off_grid;
    const PriceLadder::Cursor cursor = ladder.find(rungs_, rank);
    if (cursor.level != kNoLevel) {
        return cursor.level;
    }
    drop_left_page(ladders);
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
    if (page.occupied != 0) {
        best = pages_.next_below(best);
    } else {
        leave_page(level);
        best = was_best ? best_level_of(side) : best;
    }
    if (was_best && has_off_grid_[side.index()]) [[unlikely]] {
        const Rung between = ladders_[side.index()].off_grid.best();
        best = between.rank > best.rank ? between : best;
    }
}

/// A page whose last level is gone stays open, until another of its side is left: it is often the
/// next that is needed.
void L2Books::leave_page(std::uint32_t level) noexcept {
    const PageKey key = pages_.header_of(level).key;
    SideLadders& ladders = ladders_[key.side().index()];
    if (key.is_off_grid()) {
        ladders.off_grid.erase(rungs_, key.number());
        has_off_grid_[key.side().index()] = ladders.off_grid.size() != 0;
        pages_.release(level / PricePages::kPageLevels);
        return;
    }
    const std::uint32_t page = level / PricePages::kPageLevels;
    if (page != ladders.left_page) {
        drop_left_page(ladders);
        ladders.left_page = page;
    }
}

/// The page left last, unless it has levels again; whether there was one.
bool L2Books::drop_left_page(SideLadders& ladders) noexcept {
    const std::uint32_t page = std::exchange(ladders.left_page, PricePages::kNone);
    if (page == PricePages::kNone || pages_.has_levels(page)) {
        return false;
    }
    ladders.pages.erase(rungs_, ladder_rank_of(pages_.key_of_page(page).number()));
    pages_.release(page);
    return true;
}

/// On the grid. One page at most is without levels.
Rung L2Books::best_level_of(BookSide side) const noexcept {
    const PriceLadder& pages = ladders_[side.index()].pages;
    Rung best = pages.best();
    if (best.rank != kNoRank && !pages_.has_levels(best.level)) {
        best = pages.next_below(rungs_, best.rank);
    }
    if (best.rank == kNoRank) {
        return {};
    }
    const std::uint32_t level = pages_.best_level(best.level);
    return {.rank = side.rank_of(pages_.price_of(level)), .level = level};
}

}  // namespace hotpath::book
