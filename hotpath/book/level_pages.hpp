#pragma once
/// PagedLevels: one side's levels indexed by price: pages of 64 ticks that exist where there are
/// levels, and a bitmap that finds the next level when the best goes. No search, nothing moves.
///
///   rank ──> slot ──> directory ──> page:  | .. | 99.80 | 99.81 | .. | 99.90 | .. |  totals
///                └──> bitmap                 0      1       1     0      1     0
///
/// A window of such prices around the touch would have to follow it; here the directory spans all
/// prices, untouched memory costs nothing, and there is no window to move: no update costs more
/// because the price has run away. What has no slot (between two ticks, beyond price_max) is kept
/// in a sorted vector beside it, empty as a rule. Threads: one owner. Allocation: one arena at
/// create(). Complexity: O(1), at most ten words of the bitmap when the best level goes. Bounds:
/// levels_max pages of 512 bytes; 12 bytes of directory and bitmap for each 64 ticks, resident only
/// where touched.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "hotpath/book/level_bitmap.hpp"
#include "hotpath/book/level_container.hpp"
#include "hotpath/book/level_vector.hpp"
#include "hotpath/book/tick_grid.hpp"
#include "hotpath/core/arena.hpp"

namespace hotpath::book {

class PagedLevels {
  public:
    struct Place {
        std::uint64_t slot = 0;   // kNoSlot: in the rest
        std::uint64_t index = 0;  // of the page; in the rest: of the level
        bool is_in_rest_there = false;
    };

    [[nodiscard]] static Expected<PagedLevels> create(const LevelBounds& bounds);

    [[nodiscard]] std::size_t size() const noexcept { return size_ + rest_.size(); }

    [[nodiscard]] LevelEntry best() const noexcept {
        const LevelEntry best{.rank = grid_.rank_of(best_slot_), .totals = at(best_slot_)};
        return rest_.size() == 0 ? best : better_of(best, rest_.best());
    }
    [[nodiscard]] LevelTotals level(std::int64_t rank) const noexcept {
        const std::uint64_t slot = grid_.slot_of(rank);
        return grid_.is_slot(slot) ? at(slot) : rest_.level(rank);
    }
    template <class Visitor>
    void visit_from_best(Visitor&& visit) const;

    [[nodiscard]] Place find(std::int64_t rank) noexcept {
        const std::uint64_t slot = grid_.slot_of(rank);
        if (grid_.is_slot(slot)) [[likely]] {
            return {.slot = slot, .index = directory_[slot / kPageSlots]};
        }
        const Rest::Place place = rest_.find(rank);
        return {.slot = kNoSlot, .index = place.at, .is_in_rest_there = place.is_there};
    }
    [[nodiscard]] LevelTotals totals(const Place& place) const noexcept {
        if (place.slot != kNoSlot) [[likely]] {
            return pages_[place.index][place.slot % kPageSlots];
        }
        return rest_.totals(in_rest(place));
    }
    [[nodiscard]] bool insert(const Place& place, const LevelEntry& entry) noexcept {
        if (size() == levels_max_) [[unlikely]] {
            return false;
        }
        if (place.slot == kNoSlot) [[unlikely]] {
            return rest_.insert(in_rest(place), entry);
        }
        std::uint64_t page = place.index;
        if (occupied_.set(place.slot)) {
            page = directory_[place.slot / kPageSlots] = acquire_page();
        }
        pages_[page][place.slot % kPageSlots] = entry.totals;
        ++size_;
        best_slot_ = std::max(best_slot_, place.slot);
        return true;
    }
    void set(const Place& place, LevelTotals totals) noexcept {
        if (place.slot == kNoSlot) [[unlikely]] {
            return rest_.set(in_rest(place), totals);
        }
        pages_[place.index][place.slot % kPageSlots] = totals;
    }
    void erase(const Place& place) noexcept {
        if (place.slot == kNoSlot) [[unlikely]] {
            return rest_.erase(in_rest(place));
        }
        pages_[place.index][place.slot % kPageSlots] = {};
        --size_;
        if (occupied_.clear(place.slot)) {
            directory_[place.slot / kPageSlots] = kPageOfZeros;
            free_pages_[free_count_++] = static_cast<std::uint32_t>(place.index);
        }
        if (place.slot == best_slot_) {
            best_slot_ = occupied_.next_below(place.slot);
        }
    }

  private:
    static constexpr std::uint64_t kPageSlots = LevelBitmap::kWordBits;
    static constexpr std::uint64_t kNoSlot = ~std::uint64_t{0};
    /// Where the directory points when nothing is there: it is read and never written.
    static constexpr std::uint32_t kPageOfZeros = 0;
    using Page = std::array<LevelTotals, kPageSlots>;
    using Rest = LinearLevels;

    PagedLevels(Arena arena, Rest rest, const LevelBounds& bounds)
        : arena_(std::move(arena)),
          grid_(bounds.tick, bounds.price_max),
          occupied_(arena_, grid_.slot_max() + 1),
          directory_(arena_.allocate<std::uint32_t>(directory_size(grid_))),
          pages_(arena_.allocate<Page>(bounds.levels_max + std::size_t{1})),
          free_pages_(arena_.allocate<std::uint32_t>(bounds.levels_max)),
          levels_max_(bounds.levels_max),
          rest_(std::move(rest)) {}

    [[nodiscard]] static std::size_t directory_size(const TickGrid& grid) {
        return grid.slot_max() / kPageSlots + 1;
    }
    [[nodiscard]] static Rest::Place in_rest(const Place& place) noexcept {
        return {.at = place.index, .is_there = place.is_in_rest_there};
    }
    [[nodiscard]] static LevelEntry better_of(const LevelEntry& a, const LevelEntry& b) noexcept {
        return a.totals.is_empty() || b.rank > a.rank ? b : a;
    }

    [[nodiscard]] LevelTotals at(std::uint64_t slot) const noexcept {
        return pages_[directory_[slot / kPageSlots]][slot % kPageSlots];
    }

    /// There is one: no more pages are in use than levels.
    [[nodiscard]] std::uint32_t acquire_page() noexcept {
        return free_count_ > 0 ? free_pages_[--free_count_] : ++pages_used_;
    }

    Arena arena_;
    TickGrid grid_;
    LevelBitmap occupied_;
    std::span<std::uint32_t> directory_;  // of pages, by slot / kPageSlots
    std::span<Page> pages_;               // one that is free is all zeros
    std::span<std::uint32_t> free_pages_;
    std::uint64_t best_slot_ = 0;  // 0: none
    std::uint32_t size_ = 0;       // without the rest
    std::uint32_t levels_max_;
    std::uint32_t free_count_ = 0;
    std::uint32_t pages_used_ = 0;  // ever
    Rest rest_;                     // what has no slot
};

template <class Visitor>
void PagedLevels::visit_from_best(Visitor&& visit) const {
    std::uint64_t slot = best_slot_;
    bool goes_on = true;
    const auto visit_slots_above = [&](std::int64_t rank) {
        for (; goes_on && slot != 0 && grid_.rank_of(slot) > rank;
             slot = occupied_.next_below(slot)) {
            goes_on = visit(LevelEntry{.rank = grid_.rank_of(slot), .totals = at(slot)});
        }
    };
    rest_.visit_from_best([&](const LevelEntry& entry) {
        visit_slots_above(entry.rank);
        goes_on = goes_on && visit(entry);
        return goes_on;
    });
    visit_slots_above(std::numeric_limits<std::int64_t>::min());
}

static_assert(LevelContainer<PagedLevels>);

}  // namespace hotpath::book
