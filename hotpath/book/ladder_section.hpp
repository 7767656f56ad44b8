#pragma once
/// A section of a price ladder: up to fifteen rungs of one side of one book, in two cache lines.
///
/// Rungs ascend in rank, so that what happens near the touch is at their end. Threads: one owner.
/// Allocation: none. Complexity: O(1).

#include <algorithm>
#include <array>
#include <cstdint>

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

/// The one of higher rank, as one number: of two fields GCC makes a branch, which is as good as
/// random.
[[nodiscard]] constexpr Rung better_of(Rung a, Rung b) {
    const auto number_of = [](Rung rung) { return std::uint64_t{rung.rank} << 32U | rung.level; };
    const std::uint64_t better = std::max(number_of(a), number_of(b));
    return {.rank = static_cast<Rank>(better >> 32U), .level = static_cast<std::uint32_t>(better)};
}

/// Up to fifteen rungs in ascending rank: what happens near the touch is at their end. Whole lines
/// are compared and moved at once: a loop that ends at the right rung ends in a mispredicted branch
/// every time, and words stored one by one and loaded together wait for all stores before them.
struct alignas(kCacheLine) Section {
    static constexpr std::uint32_t kRungs = 15;

    std::uint32_t size = 0;
    std::array<Rank, kRungs> ranks{};  // of those beyond size: kNoRank
    std::uint32_t next_free = 0;
    std::array<std::uint32_t, kRungs> levels{};

    [[nodiscard]] bool is_full() const noexcept { return size == kRungs; }
    [[nodiscard]] Rung best() const noexcept {
        return size == 0 ? Rung{} : Rung{ranks[size - 1], levels[size - 1]};
    }

    /// How many rungs rank below this one.
    [[nodiscard, gnu::always_inline]] inline std::uint32_t below(Rank rank) const noexcept {
        const Words* const line = words_of(&size);
        const Places lower = ordered(all(rank - 1));
        // The masks are all ones, -1; the first word is the size.
        const Places masks = ((ordered(line[0]) > lower) & Places{0, -1, -1, -1}) +
                             (ordered(line[1]) > lower) + (ordered(line[2]) > lower) +
                             (ordered(line[3]) > lower);
        const Places halves = masks + __builtin_shufflevector(masks, masks, 2, 3, 0, 1);
        return size + static_cast<std::uint32_t>(halves[0] + halves[1]);
    }

    /// `at` is below(rung.rank); the section is not full.
    [[gnu::always_inline]] inline void insert(std::uint32_t at, Rung rung) noexcept {
        const Places place = all_places(at + 1);
        insert_word(words_of(&size), place, all(rung.rank), Words{1, 0, 0, 0});
        insert_word(words_of(&next_free), place, all(rung.level), Words{});
    }

    [[gnu::always_inline]] inline void erase(std::uint32_t at) noexcept {
        const Places place = all_places(at + 1);
        erase_word(words_of(&size), place, Words{1, 0, 0, 0});
        erase_word(words_of(&next_free), place, Words{});
    }

    /// The last rung, of those that are there.
    void erase_last() noexcept { ranks[--size] = kNoRank; }

    /// Moves the better half of a full section to an empty one.
    void move_half_to(Section& other) noexcept {
        constexpr std::uint32_t kHalf = kRungs / 2;
        std::copy(ranks.begin() + kHalf, ranks.end(), other.ranks.begin());
        std::copy(levels.begin() + kHalf, levels.end(), other.levels.begin());
        std::fill(ranks.begin() + kHalf, ranks.end(), kNoRank);
        other.size = kRungs - kHalf;
        size = kHalf;
    }

    /// Copies the rungs of a better section; there is room.
    void append(const Section& better) noexcept {
        std::copy_n(better.ranks.begin(), better.size, ranks.begin() + size);
        std::copy_n(better.levels.begin(), better.size, levels.begin() + size);
        size += better.size;
    }

    void prefetch() const noexcept {
        prefetch_for_write(&ranks);
        prefetch_for_write(&levels);
    }

  private:
    using Words [[gnu::vector_size(16), gnu::may_alias]] = std::uint32_t;
    // Signed: without AVX there is no unsigned comparison.
    using Places [[gnu::vector_size(16), gnu::may_alias]] = std::int32_t;

    [[nodiscard, gnu::always_inline]] static inline Words all(std::uint32_t word) noexcept {
        return Words{word, word, word, word};
    }
    /// Signed words in the order of these.
    [[nodiscard, gnu::always_inline]] static inline Places ordered(Words words) noexcept {
        constexpr std::uint32_t kSign = 0x8000'0000;
        return reinterpret_cast<Places>(words ^ Words{kSign, kSign, kSign, kSign});
    }
    [[nodiscard, gnu::always_inline]] static inline Places all_places(std::uint32_t at) noexcept {
        const auto place = static_cast<std::int32_t>(at);
        return Places{place, place, place, place};
    }
    /// The four quarters of the line that begins with this word.
    [[nodiscard]] static Words* words_of(std::uint32_t* first) noexcept {
        return reinterpret_cast<Words*>(first);
    }
    [[nodiscard]] static const Words* words_of(const std::uint32_t* first) noexcept {
        return reinterpret_cast<const Words*>(first);
    }

    /// Rung n is word n + 1 of a line. The words after `place` move up by one, and there is `word`.
    [[gnu::always_inline]] static inline void insert_word(Words* line, Places place, Words word,
                                                          Words grown_by) noexcept {
        const Words first = line[0];
        const Words second = line[1];
        const Words third = line[2];
        const Words fourth = line[3];
        line[0] = placed(first, __builtin_shufflevector(first, first, 3, 0, 1, 2), place, word, 0) +
                  grown_by;
        line[1] =
            placed(second, __builtin_shufflevector(first, second, 3, 4, 5, 6), place, word, 4);
        line[2] = placed(third, __builtin_shufflevector(second, third, 3, 4, 5, 6), place, word, 8);
        line[3] =
            placed(fourth, __builtin_shufflevector(third, fourth, 3, 4, 5, 6), place, word, 12);
    }
    [[nodiscard, gnu::always_inline]] static inline Words placed(Words words, Words moved_up,
                                                                 Places place, Words word,
                                                                 std::int32_t first) noexcept {
        const Places index{first, first + 1, first + 2, first + 3};
        const Words moved = index == place ? word : moved_up;
        return index < place ? words : moved;
    }

    /// The words after `place` move down by one, kNoRank or no level into the last.
    [[gnu::always_inline]] static inline void erase_word(Words* line, Places place,
                                                         Words shrunk_by) noexcept {
        const Words first = line[0];
        const Words second = line[1];
        const Words third = line[2];
        const Words fourth = line[3];
        line[0] =
            closed(first, __builtin_shufflevector(first, second, 1, 2, 3, 4), place, 0) - shrunk_by;
        line[1] = closed(second, __builtin_shufflevector(second, third, 1, 2, 3, 4), place, 4);
        line[2] = closed(third, __builtin_shufflevector(third, fourth, 1, 2, 3, 4), place, 8);
        line[3] = closed(fourth, __builtin_shufflevector(fourth, Words{}, 1, 2, 3, 4), place, 12);
    }
    [[nodiscard, gnu::always_inline]] static inline Words closed(Words words, Words moved_down,
                                                                 Places place,
                                                                 std::int32_t first) noexcept {
        const Places index{first, first + 1, first + 2, first + 3};
        return index < place ? words : moved_down;
    }
};
static_assert(sizeof(Section) == 2 * kCacheLine);

}  // namespace hotpath::book
