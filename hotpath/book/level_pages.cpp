#include "hotpath/book/level_pages.hpp"

namespace hotpath::book {

Expected<PagedLevels> PagedLevels::create(const LevelBounds& bounds) {
    if (bounds.tick <= 0 || bounds.price_max < bounds.tick) {
        return fail("levels by price need a tick above 0 and a highest price of at least one tick");
    }
    if (bounds.price_max / bounds.tick >= static_cast<std::int64_t>(LevelBitmap::kSlotsMax / 2)) {
        return fail("levels by price span at most 2^30 ticks: raise the tick or lower price_max");
    }
    const TickGrid grid(bounds.tick, bounds.price_max);
    const std::size_t bytes = LevelBitmap::arena_bytes(grid.slot_max() + 1) +
                              Arena::bytes_for<std::uint32_t>(directory_size(grid)) +
                              Arena::bytes_for<Page>(bounds.levels_max + std::size_t{1}) +
                              Arena::bytes_for<std::uint32_t>(bounds.levels_max);
    auto arena = Arena::create(bytes, HugePages::Never);
    auto rest = Rest::create(bounds);
    if (!arena || !rest) {
        return std::unexpected(arena ? rest.error() : arena.error());
    }
    return PagedLevels(std::move(*arena), std::move(*rest), bounds);
}

}  // namespace hotpath::book
