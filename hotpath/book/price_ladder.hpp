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
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "hotpath/book/types.hpp"
#include "hotpath/core/arena.hpp"
#include "hotpath/core/cpu.hpp"
#include "hotpath/core/prefetch.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::book {

inline constexpr std::uint32_t kNoLevel = 0xffff'ffff;

/// A price as its side sees it: higher is nearer to the touch, for both sides.
using Rank = std::uint32_t;
inline constexpr Rank kNoRank = 0;

/// Rank of a price in range, modulo 2^32: price + 1 for bids, -(price + 1) for asks. Never kNoRank.
[[nodiscard]] constexpr Rank rank_of(Side side, Price price) {
    return static_cast<Rank>(sign(side) * (price.value + 1));
}

/// The other way round.
[[nodiscard]] constexpr Price price_of(Side side, Rank rank) {
    return {static_cast<std::uint32_t>(sign(side) * rank - 1)};
}

/// Is the bid of this rank at or above the ask of that one? False when either is kNoRank.
[[nodiscard]] constexpr bool is_crossing(Rank bid, Rank ask) {
    return std::uint64_t{bid} + ask > 0xffff'ffff;
}

struct Rung {
    Rank rank = kNoRank;
    std::uint32_t level = kNoLevel;  // in the level pool
};

/// Up to fifteen rungs in ascending rank: what happens near the touch, at their end, moves few.
struct alignas(kCacheLine) Section {
    static constexpr std::uint32_t kRungs = 15;

    std::uint32_t size = 0;
    std::array<Rank, kRungs> ranks{};  // of those beyond size: kNoRank
    std::array<std::uint32_t, kRungs> levels{};
    std::uint32_t next_free = 0;

    [[nodiscard]] bool is_full() const noexcept { return size == kRungs; }
    [[nodiscard]] Rung best() const noexcept {
        return size == 0 ? Rung{} : Rung{ranks[size - 1], levels[size - 1]};
    }

    /// How many rungs rank below this one.
    [[nodiscard]] std::uint32_t below(Rank rank) const noexcept {
        std::uint32_t not_below = 0;
        for (const Rank each : ranks) {
            not_below += each >= rank ? 1U : 0U;
        }
        return size - not_below;
    }

    // Both write all places, moved or not: a loop over those that move ends in a mispredicted branch.

    /// `at` is below(rung.rank); the section is not full.
    void insert(std::uint32_t at, Rung rung) noexcept {
        make_room(ranks, at);
        make_room(levels, at);
        ranks[at] = rung.rank;
        levels[at] = rung.level;
        ++size;
    }

    void erase(std::uint32_t at) noexcept {
        close_gap(ranks, at);
        close_gap(levels, at);
        ranks[kRungs - 1] = kNoRank;
        --size;
    }

    void erase_last() noexcept { ranks[--size] = kNoRank; }

    void prefetch() const noexcept {
        prefetch_for_write(&ranks);
        prefetch_for_write(&levels);
    }

  private:
    using Words = std::array<std::uint32_t, kRungs>;
    using Four [[gnu::vector_size(16)]] = std::uint32_t;
    using SignedFour [[gnu::vector_size(16)]] = std::int32_t;

    [[nodiscard]] static Four load(const std::uint32_t* from) noexcept {
        Four four;
        std::memcpy(&four, from, sizeof four);
        return four;
    }
    static void store(std::uint32_t* to, Four four) noexcept {
        std::memcpy(to, &four, sizeof four);
    }

    /// Four places from `first` on, those above `at` as `moved` has them, the others as `now`.
    [[nodiscard]] static Four moved_above(std::int32_t at, std::int32_t first, Four moved,
                                          Four now) noexcept {
        const SignedFour places{first, first + 1, first + 2, first + 3};
        return now ^ ((moved ^ now) & std::bit_cast<Four>(places > at));
    }

    /// Every place above `at` takes its lower neighbour's word. All are read before any is written.
    static void make_room(Words& words, std::uint32_t at) noexcept {
        std::uint32_t* const w = words.data();
        const auto above = static_cast<std::int32_t>(at);
        const std::uint32_t place_1 = at < 1 ? w[0] : w[1];
        const std::uint32_t place_2 = at < 2 ? w[1] : w[2];
        const Four from_3 = moved_above(above, 3, load(w + 2), load(w + 3));
        const Four from_7 = moved_above(above, 7, load(w + 6), load(w + 7));
        const Four from_11 = moved_above(above, 11, load(w + 10), load(w + 11));
        w[1] = place_1;
        w[2] = place_2;
        store(w + 3, from_3);
        store(w + 7, from_7);
        store(w + 11, from_11);
    }

    /// `at` and every place above it take their upper neighbour's word; the last keeps its own.
    static void close_gap(Words& words, std::uint32_t at) noexcept {
        std::uint32_t* const w = words.data();
        const auto above = static_cast<std::int32_t>(at) - 1;
        const Four from_0 = moved_above(above, 0, load(w + 1), load(w));
        const Four from_4 = moved_above(above, 4, load(w + 5), load(w + 4));
        const Four from_8 = moved_above(above, 8, load(w + 9), load(w + 8));
        const std::uint32_t place_12 = at <= 12 ? w[13] : w[12];
        const std::uint32_t place_13 = at <= 13 ? w[14] : w[13];
        store(w, from_0);
        store(w + 4, from_4);
        store(w + 8, from_8);
        w[12] = place_12;
        w[13] = place_13;
    }
};
static_assert(sizeof(Section) == 2 * kCacheLine);

/// Sections, and directories of 8, 16, 32, ... entries, from one arena. The memory is enough for
/// the sum over all sides of the most levels each ever has: two neighbouring sections hold six
/// rungs or more (see PriceLadder::shrink), a directory is at most twice its side's sections, and
/// the smaller ones it outgrew add up to no more.
class LadderMemory {
  public:
    static constexpr std::uint32_t kNone = 0xffff'ffff;
    static constexpr std::uint32_t kSmallestDirectory = 8;

    /// Ranks from `lowest` up to the next entry's are in `section`.
    struct Entry {
        Rank lowest = kNoRank;
        std::uint32_t section = 0;  // of a free directory's first entry: the next free directory
    };

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
    [[nodiscard]] bool insert(LadderMemory& memory, Cursor cursor, Rung rung) noexcept;

    /// A rank that is there.
    void erase(LadderMemory& memory, Rank rank) noexcept;

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

    [[nodiscard]] bool begin(LadderMemory& memory) noexcept;
    [[nodiscard]] bool split(LadderMemory& memory, Rank rank) noexcept;
    [[nodiscard]] bool make_room(LadderMemory& memory) noexcept;
    void erase_best(LadderMemory& memory) noexcept;
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
