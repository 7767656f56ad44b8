#pragma once
/// PagedLevels: one side's levels indexed by price: pages of 64 ticks that exist where there are
/// levels, and a bitmap that finds the next level when the best goes. No search, nothing moves.
///
///   rank ──> slot ──> directory ──> page:  | .. | 99.80 | 99.81 | .. | 99.90 | .. |  totals
///                └──> bitmap                 0      1       1     0      1     0
/// A window of prices around the touch would have to follow it; here the directory spans all
/// prices, untouched memory costs nothing, and there is no window to move: a large price move makes
/// no update slower. Levels without a slot (between two ticks, beyond price_max) are in an extra
/// sorted vector, usually empty. Threads: one owner. Allocation: one arena at create(). Complexity:
/// O(1), at most ten words of the bitmap when the best level goes. Bounds: levels_max pages of 512
/// bytes; 12 bytes of directory and bitmap for each 64 ticks, resident only where touched, or all
/// of it with `prefault`.

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

#include "hotpath/book/level_container.hpp"
#include "hotpath/book/tick_grid.hpp"
#include "hotpath/core/arena.hpp"
#include "lab/levels/level_bitmap.hpp"
#include "lab/levels/level_vector.hpp"

namespace hotpath::book {

class PagedLevels {
  public:
    struct Cursor {
        std::uint64_t slot = 0;        // kInRest and its place there: it has no slot
        LevelTotals* level = nullptr;  // where there is none: zeros that are not to be written
        // From the bitmap, which is asked at once; the level's address waits for the directory, and
        // a mispredicted "is it there?" would wait with it.
        bool is_there = false;
    };

    [[nodiscard]] static Expected<PagedLevels> create(const LevelBounds& bounds);

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] LevelEntry best() const noexcept {
        return {.rank = best_rank_, .totals = *best_};
    }
    [[nodiscard]] LevelTotals level(std::int64_t rank) const noexcept {
        const std::uint64_t slot = grid_.slot_of(rank);
        return grid_.is_slot(slot) ? at(slot) : rest_.level(rank);
    }
    template <class Visitor>
    void visit_from_best(Visitor&& visit) const;

    [[nodiscard]] Cursor find(std::int64_t rank) noexcept {
        const std::uint64_t slot = grid_.slot_of(rank);
        if (grid_.is_slot(slot)) [[likely]] {
            return {.slot = slot, .level = &at(slot), .is_there = occupied_.has(slot)};
        }
        return find_in_rest(rank);
    }
    [[nodiscard]] LevelTotals totals(Cursor cursor) const noexcept { return *cursor.level; }
    [[nodiscard]] bool insert(Cursor cursor, const LevelEntry& entry) noexcept {
        if (size_ == levels_max_) [[unlikely]] {
            return false;
        }
        ++size_;
        if (cursor.slot >= kInRest) [[unlikely]] {
            insert_in_rest(entry.rank, entry.totals);
            return true;
        }
        if (occupied_.set(cursor.slot)) {
            directory_[cursor.slot / kPageSlots] = acquire_page();
            cursor.level = &at(cursor.slot);
        }
        *cursor.level = entry.totals;
        if (entry.rank > best_rank_) {
            best_rank_ = entry.rank;
            best_ = cursor.level;
        }
        return true;
    }
    void set(Cursor cursor, LevelTotals totals) noexcept { *cursor.level = totals; }
    void erase(Cursor cursor) noexcept {
        --size_;
        if (cursor.slot >= kInRest) [[unlikely]] {
            return erase_from_rest(cursor.slot);
        }
        *cursor.level = {};
        if (occupied_.clear(cursor.slot)) {
            release_page(cursor.slot);
        }
        if (cursor.level == best_) {
            find_best(cursor.slot);
        }
    }

  private:
    static constexpr std::uint64_t kPageSlots = LevelBitmap::kWordBits;
    static constexpr std::uint64_t kInRest = std::uint64_t{1} << 63U;
    static constexpr std::int64_t kNoRank = std::numeric_limits<std::int64_t>::min();
    /// Where the directory points when nothing is there: it is read and never written.
    static constexpr std::uint32_t kPageOfZeros = 0;
    using Page = std::array<LevelTotals, kPageSlots>;
    using Rest = LinearLevels;

    PagedLevels(Arena arena, Rest rest, const LevelBounds& bounds)
        : arena_(std::move(arena)),
          grid_(bounds.tick, bounds.price_max),
          occupied_(arena_, grid_.slot_max() + 2),
          directory_(arena_.allocate<std::uint32_t>(directory_size(grid_))),
          pages_(arena_.allocate<Page>(bounds.levels_max + std::size_t{1})),
          free_pages_(arena_.allocate<std::uint32_t>(bounds.levels_max)),
          best_(&pages_[kPageOfZeros][0]),
          levels_max_(bounds.levels_max),
          rest_(std::move(rest)) {}

    [[nodiscard]] static std::size_t directory_size(const TickGrid& grid) {
        return grid.slot_max() / kPageSlots + 1;
    }
    [[nodiscard]] LevelTotals& at(std::uint64_t slot) const noexcept {
        return pages_[directory_[slot / kPageSlots]][slot % kPageSlots];
    }

    /// There is no better level than those below this slot and those in the rest.
    void find_best(std::uint64_t slot) noexcept {
        const std::uint64_t best_slot = occupied_.next_below(slot);
        best_ = &at(best_slot);  // of slot 0: zeros
        best_rank_ = best_slot == 0 ? kNoRank : grid_.rank_of(best_slot);
        if (rest_.size() != 0) [[unlikely]] {
            compare_best_with_rest();
        }
    }
    // Out of line, and nothing by reference, which would keep it in memory on the hot path.
    [[nodiscard]] Cursor find_in_rest(std::int64_t rank) noexcept;
    void insert_in_rest(std::int64_t rank, LevelTotals totals) noexcept;
    void erase_from_rest(std::uint64_t slot) noexcept;
    void compare_best_with_rest() noexcept;

    /// There is one: no more pages are in use than levels.
    [[nodiscard]] std::uint32_t acquire_page() noexcept {
        return free_count_ > 0 ? free_pages_[--free_count_] : ++pages_used_;
    }

    void release_page(std::uint64_t slot) noexcept {
        std::uint32_t& page = directory_[slot / kPageSlots];
        free_pages_[free_count_++] = page;
        page = kPageOfZeros;
    }

    Arena arena_;
    TickGrid grid_;
    LevelBitmap occupied_;
    std::span<std::uint32_t> directory_;  // of pages, by slot / kPageSlots
    std::span<Page> pages_;               // one that is free is all zeros
    std::span<std::uint32_t> free_pages_;
    std::int64_t best_rank_ = kNoRank;
    LevelTotals* best_;  // in a page or in the rest; without levels: zeros
    std::uint32_t size_ = 0;
    std::uint32_t levels_max_;
    std::uint32_t free_count_ = 0;
    std::uint32_t pages_used_ = 0;  // ever
    Rest rest_;                     // levels without a slot
};

template <class Visitor>
void PagedLevels::visit_from_best(Visitor&& visit) const {
    std::uint64_t slot = occupied_.next_below(grid_.slot_max() + 1);
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
    visit_slots_above(kNoRank);
}

static_assert(LevelContainer<PagedLevels>);

}  // namespace hotpath::book
