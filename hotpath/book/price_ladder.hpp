#pragma once
/// The sorted prices of one side of one book, and the memory all sides share.
///
/// A ladder is made of sections of up to fifteen rungs, a B+tree of two storeys:
///
///   directory, when there is more than one      section 9: two cache lines, the best rung last
///     | from 0 | from 71 | from 90 |              size 3 | ranks   90  93  97  -  - ...
///     | sec. 4 | sec. 2  | sec. 9  |------------>        | levels  12   7  31  -  - ...
///
/// The best section, where nearly all updates fall, is found without the directory; its ranks are
/// all compared, because a loop that stops at the right one ends in a mispredicted branch every
/// time. What happens a thousand prices away costs the directory's search on top and moves no more
/// than fifteen rungs either. Threads: one owner. Allocation: none after construction. Complexity:
/// O(1) in the best section, O(log n) to find elsewhere; a section that fills or empties, every
/// seventh update at most, moves the directory's entries above it.
/// Source: Bayer and McCreight, "Organization and Maintenance of Large Ordered Indexes", 1972.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hotpath/book/ladder_section.hpp"
#include "hotpath/core/arena.hpp"
#include "hotpath/core/assert.hpp"
#include "hotpath/core/cpu.hpp"
#include "hotpath/core/prefetch.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::book {

/// Sections, and directories of 8, 16, 32, ... entries, from one arena. The memory is enough for
/// the sum over all sides of the most levels each ever has: two neighbouring sections hold six
/// rungs or more (see PriceLadder::shrink), a directory is at most twice its side's sections, and
/// the smaller ones it outgrew add up to no more.
class LadderMemory {
  public:
    static constexpr std::uint32_t kNone = 0xffff'ffff;
    static constexpr std::uint32_t kSmallestDirectory = 8;

    /// Ranks from `lowest` up to the next entry's are in `section`. A directory's unused entries
    /// begin at kUnused.
    struct Entry {
        Rank lowest = kNoRank;
        std::uint32_t section = 0;  // of a free directory's first entry: the next free directory
    };

    static constexpr Rank kUnused = 0xffff'ffff;

    LadderMemory(Arena& arena, std::size_t levels_max, std::size_t sides)
        : sections_(arena.allocate<Section>(section_count(levels_max, sides))),
          entries_(arena.allocate<Entry>(entry_count(levels_max, sides))) {
        free_directories_.fill(kNone);
    }

    [[nodiscard]] static std::size_t arena_bytes(std::size_t levels_max, std::size_t sides) {
        return Arena::bytes_for<Section>(section_count(levels_max, sides)) +
               Arena::bytes_for<Entry>(entry_count(levels_max, sides));
    }

    [[nodiscard]] Section& section(std::uint32_t index) noexcept { return sections_[index]; }
    [[nodiscard]] const Section& section(std::uint32_t index) const noexcept {
        return sections_[index];
    }
    [[nodiscard]] Entry* directory(std::uint32_t offset) noexcept {
        return entries_.data() + offset;
    }
    [[nodiscard]] const Entry* directory(std::uint32_t offset) const noexcept {
        return entries_.data() + offset;
    }

    /// An empty section, or kNone when all are in use.
    [[nodiscard]] std::uint32_t acquire_section() noexcept;
    void release_section(std::uint32_t index) noexcept;

    /// The offset of a directory for 8 << size_class entries, or kNone when the memory is used up.
    [[nodiscard]] std::uint32_t acquire_directory(std::uint32_t size_class) noexcept;
    void release_directory(std::uint32_t offset, std::uint32_t size_class) noexcept;

  private:
    static constexpr std::size_t kSizeClasses = 28;

    [[nodiscard]] static std::size_t section_count(std::size_t levels_max, std::size_t sides) {
        return levels_max / 3 + sides;
    }
    [[nodiscard]] static std::size_t entry_count(std::size_t levels_max, std::size_t sides) {
        return 4 * section_count(levels_max, sides) + kSmallestDirectory * sides;
    }

    std::span<Section> sections_;
    std::span<Entry> entries_;
    std::uint32_t sections_used_ = 0;  // never handed out yet: this one and all above
    std::uint32_t free_section_ = kNone;
    std::size_t entries_used_ = 0;
    std::array<std::uint32_t, kSizeClasses> free_directories_{};
};

/// The best price is repeated here, next to its section, because most updates need no more.
class PriceLadder {
  public:
    /// Levels.
    [[nodiscard]] std::uint32_t size() const noexcept { return size_; }
    [[nodiscard]] Rank best_rank() const noexcept { return best_.rank; }
    [[nodiscard]] std::uint32_t best_level() const noexcept { return best_.level; }
    [[nodiscard]] Rung best() const noexcept { return best_; }

    /// Where a rank is, or would be: found once, then read or inserted at.
    struct Cursor {
        std::uint32_t section = 0;
        std::uint32_t below = 0;  // rungs of the section, the unused counted
        std::uint32_t level = kNoLevel;
    };

    // Inlined, so that a cursor stays in registers: returned through memory it is written in three
    // parts and read in two, which waits (docs/techniques/store-forwarding.md).
    [[nodiscard, gnu::always_inline]] inline Cursor find(const LadderMemory& memory,
                                                         Rank rank) const noexcept {
        if (sections_ == 0) [[unlikely]] {
            return {};
        }
        const std::uint32_t index = section_of(memory, rank);
        const Section& section = memory.section(index);
        const std::uint32_t below = section.below(rank);
        // Two branches here would be as good as random: beyond size no rank is the one wanted.
        const std::uint32_t at = std::min(below, Section::kRungs - 1);
        return {.section = index,
                .below = below,
                .level = section.ranks[at] == rank ? section.levels[at] : kNoLevel};
    }

    /// The nearest rung of a lower rank than this; without one, kNoRank.
    [[nodiscard]] Rung next_below(const LadderMemory& memory, Rank rank) const noexcept;

    /// visit(level) from the best, until it returns false.
    template <class Visit>
    void for_each_from_best(const LadderMemory& memory, Visit&& visit) const {
        for (std::uint32_t n = sections_; n-- > 0;) {
            const Section& section = memory.section(section_at(memory, n));
            for (std::uint32_t at = section.size; at-- > 0;) {
                if (!visit(section.levels[at])) {
                    return;
                }
            }
        }
    }

    /// A rank that is not there yet, at the cursor find() gave. False when the memory is used up:
    /// nothing has changed then.
    [[nodiscard]] bool insert(LadderMemory& memory, Cursor cursor, Rung rung) noexcept {
        const bool has_room = sections_ != 0 && !memory.section(cursor.section).is_full();
        if (!has_room) [[unlikely]] {
            if (!make_place(memory, rung.rank)) {
                return false;
            }
            cursor = find(memory, rung.rank);
        }
        memory.section(cursor.section).insert(cursor.below, rung);
        ++size_;
        best_ = better_of(best_, rung);
        return true;
    }

    /// A rank that is there.
    void erase(LadderMemory& memory, Rank rank) noexcept {
        const Cursor cursor = find(memory, rank);
        HOTPATH_ASSERT(cursor.level != kNoLevel, "the level must be in its side's ladder");
        Section& section = memory.section(cursor.section);
        section.erase(cursor.below);
        --size_;
        if (may_shrink(section)) [[unlikely]] {
            shrink(memory, rank);
            best_ = memory.section(best_section_).best();
        } else if (cursor.section == best_section_) {
            best_ = section.best();
        }
    }

    /// The best rung, which is there: the last of its section, so that nothing is searched or moved.
    void erase_best(LadderMemory& memory) noexcept {
        Section& section = memory.section(best_section_);
        section.erase_last();
        --size_;
        if (may_shrink(section)) [[unlikely]] {
            shrink(memory, best_.rank);
            best_ = memory.section(best_section_).best();
        } else {
            best_ = section.best();
        }
    }

    /// The section where a rank is, or would be.
    void prefetch(const LadderMemory& memory, Rank rank) const noexcept {
        memory.section(section_of(memory, rank)).prefetch();
    }
    /// The best section, where nearly all searches end.
    void prefetch_best(const LadderMemory& memory) const noexcept {
        memory.section(best_section_).prefetch();
    }

  private:
    /// A section that is left with so few rungs looks for a neighbour to be joined with, and joins
    /// one with at most this many.
    static constexpr std::uint32_t kFewRungs = 4;
    static constexpr std::uint32_t kJoinableRungs = 8;

    [[nodiscard]] std::uint32_t section_of(const LadderMemory& memory, Rank rank) const noexcept {
        return rank >= best_lowest_ ? best_section_
                                    : memory.directory(directory_)[entry_of(memory, rank)].section;
    }
    /// The n-th section from the worst.
    [[nodiscard]] std::uint32_t section_at(const LadderMemory& memory,
                                           std::uint32_t n) const noexcept {
        return n + 1 == sections_ ? best_section_ : memory.directory(directory_)[n].section;
    }
    [[nodiscard]] std::uint32_t entry_of(const LadderMemory& memory, Rank rank) const noexcept;
    [[nodiscard]] std::uint32_t capacity() const noexcept {
        return LadderMemory::kSmallestDirectory << size_class_;
    }

    /// Room for a rank whose section is full, or not there.
    [[nodiscard]] bool make_place(LadderMemory& memory, Rank rank) noexcept;
    [[nodiscard]] bool begin(LadderMemory& memory) noexcept;
    [[nodiscard]] bool split(LadderMemory& memory, Rank rank) noexcept;
    [[nodiscard]] bool make_room(LadderMemory& memory) noexcept;
    /// After an erase: between kFewRungs and none nothing is joined or dropped.
    [[nodiscard]] bool may_shrink(const Section& section) const noexcept {
        return (section.size == kFewRungs || section.size == 0) && sections_ > 1;
    }
    void shrink(LadderMemory& memory, Rank rank) noexcept;
    [[nodiscard]] bool is_joinable(const LadderMemory& memory, std::uint32_t entry) const noexcept;
    void join_with_next(LadderMemory& memory, std::uint32_t entry) noexcept;
    void drop(LadderMemory& memory, std::uint32_t entry) noexcept;
    void note_best_section(const LadderMemory& memory) noexcept;

    Rung best_;
    std::uint32_t best_section_ = 0;
    Rank best_lowest_ = kNoRank;  // of the best section's entry
    std::uint32_t directory_ = LadderMemory::kNone;
    std::uint32_t sections_ : 27 = 0;
    std::uint32_t size_class_ : 5 = 0;  // of the directory
    std::uint32_t size_ = 0;
};
static_assert(sizeof(PriceLadder) == 28);

}  // namespace hotpath::book
