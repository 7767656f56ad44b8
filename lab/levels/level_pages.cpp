#include "lab/levels/level_pages.hpp"

#include "hotpath/core/assert.hpp"

namespace hotpath::book {

Expected<PagedLevels> PagedLevels::create(const LevelBounds& bounds) {
    if (bounds.tick <= 0 || bounds.price_max < bounds.tick) {
        return fail("levels by price: tick must be above 0 and price_max at least one tick");
    }
    if (bounds.price_max / bounds.tick >= static_cast<std::int64_t>(LevelBitmap::kSlotsMax / 2)) {
        return fail(
            "levels by price: price_max must be at most 2^30 ticks: raise tick or lower price_max");
    }
    const TickGrid grid(bounds.tick, bounds.price_max);
    const std::size_t bytes = LevelBitmap::arena_bytes(grid.slot_max() + 2) +
                              Arena::bytes_for<std::uint32_t>(directory_size(grid)) +
                              Arena::bytes_for<Page>(bounds.levels_max + std::size_t{1}) +
                              Arena::bytes_for<std::uint32_t>(bounds.levels_max);
    auto arena = Arena::create(bytes, HugePages::Never);
    auto rest = Rest::create(bounds);
    if (!arena || !rest) {
        return std::unexpected(arena ? rest.error() : arena.error());
    }
    if (bounds.prefault) {
        arena->prefault();
    }
    return PagedLevels(std::move(*arena), std::move(*rest), bounds);
}

PagedLevels::Cursor PagedLevels::find_in_rest(std::int64_t rank) noexcept {
    const Rest::Cursor cursor = rest_.find(rank);
    return {.slot = kInRest + cursor.at,
            .level = cursor.is_there ? rest_.totals_at(cursor) : &pages_[kPageOfZeros][0],
            .is_there = cursor.is_there};
}

void PagedLevels::insert_in_rest(std::int64_t rank, LevelTotals totals) noexcept {
    const bool has_room = rest_.insert(rest_.find(rank), {.rank = rank, .totals = totals});
    HOTPATH_ASSERT(has_room, "the remainder must have room for every level of the side");
    find_best(grid_.slot_max() + 1);
}

void PagedLevels::erase_from_rest(std::uint64_t slot) noexcept {
    rest_.erase({.at = slot - kInRest, .is_there = true});
    find_best(grid_.slot_max() + 1);
}

void PagedLevels::compare_best_with_rest() noexcept {
    const LevelEntry best = rest_.best();
    if (best.rank > best_rank_) {
        best_rank_ = best.rank;
        best_ = rest_.totals_at(rest_.find(best.rank));
    }
}

}  // namespace hotpath::book
