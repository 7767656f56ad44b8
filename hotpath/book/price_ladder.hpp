#pragma once
/// The sorted prices of one side of one book, and the memory all sides share.
///
/// A ladder is an array of rungs in ascending rank (see rank_of), so that the best price is last:
/// what happens near the touch moves few rungs. A search compares the best kLinearRungs, where
/// nearly all updates fall, and goes by bisection below, so that five hundred levels
/// at the open cost ten steps. Arrays double when full; RungMemory keeps outgrown ones for other
/// sides and never returns memory. Threads: one owner. Allocation: none after construction.
/// Complexity: O(1) at the best price, O(log n) to find, O(distance from the best) to move.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "hotpath/core/arena.hpp"
#include "hotpath/core/cpu.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::book {

inline constexpr std::uint32_t kNoLevel = 0xffff'ffff;

/// Higher is nearer to the touch, for both sides.
[[nodiscard]] constexpr std::int64_t rank_of(Side side, Price price) {
    return sign(side) * price.value;
}

/// The rank of the best price of an empty side. Half the range, so that two of them can be added.
inline constexpr std::int64_t kNoRank = std::numeric_limits<std::int64_t>::min() / 2;

struct Rung {
    std::int64_t rank = 0;
    std::uint32_t level =
        0;  // in the level pool; of a free array's first rung: the next free array
};

/// Arrays of rungs of 8, 16, 32, ... from one span. The memory is enough for the sum over all sides
/// of the most levels each ever has: an array is at most twice that for its side, and the smaller
/// ones it outgrew add up to no more.
class RungMemory {
  public:
    static constexpr std::uint32_t kNone = 0xffff'ffff;
    static constexpr std::uint32_t kSmallest = 8;

    RungMemory(Arena& arena, std::size_t levels_max, std::size_t sides)
        : rungs_(arena.allocate<Rung>(rung_count(levels_max, sides))) {
        free_.fill(kNone);
    }

    [[nodiscard]] static std::size_t arena_bytes(std::size_t levels_max, std::size_t sides) {
        return Arena::bytes_for<Rung>(rung_count(levels_max, sides));
    }

    [[nodiscard]] Rung* at(std::uint32_t offset) noexcept { return rungs_.data() + offset; }
    [[nodiscard]] const Rung* at(std::uint32_t offset) const noexcept {
        return rungs_.data() + offset;
    }

    /// The offset of an array of `capacity` rungs (a size class), or kNone when the memory is used
    /// up.
    [[nodiscard]] std::uint32_t acquire(std::uint32_t capacity) noexcept;
    void release(std::uint32_t offset, std::uint32_t capacity) noexcept;

  private:
    static constexpr std::size_t kClasses = 28;

    /// 32-bit offsets address 2^32 rungs: 64 GiB.
    [[nodiscard]] static std::size_t rung_count(std::size_t levels_max, std::size_t sides) {
        return 4 * levels_max + kSmallest * sides;
    }
    [[nodiscard]] static std::size_t class_of(std::uint32_t capacity) noexcept;

    std::span<Rung> rungs_;
    std::size_t used_ = 0;
    std::array<std::uint32_t, kClasses> free_{};
};

/// The best price is repeated here, beside the array's place, because most updates need no more.
class PriceLadder {
  public:
    [[nodiscard]] std::uint32_t size() const noexcept { return size_; }
    [[nodiscard]] std::int64_t best_rank() const noexcept { return best_rank_; }
    [[nodiscard]] std::uint32_t best_level() const noexcept { return best_level_; }

    /// Where a rank is, or would be: found once, then read or inserted at.
    struct Place {
        std::uint32_t at = 0;  // rungs below it
        std::uint32_t level = kNoLevel;
    };

    [[nodiscard]] Place find(const RungMemory& memory, std::int64_t rank) const noexcept {
        const Rung* rungs = memory.at(offset_);
        const std::uint32_t at = position(rungs, rank);
        return {.at = at,
                .level = at < size_ && rungs[at].rank == rank ? rungs[at].level : kNoLevel};
    }

    /// The n-th level from the best, n < size().
    [[nodiscard]] std::uint32_t level_from_best(const RungMemory& memory,
                                                std::uint32_t n) const noexcept {
        return memory.at(offset_)[size_ - 1 - n].level;
    }

    /// A rank that is not there yet, at the place find() gave. False when the memory is used up:
    /// nothing has changed then.
    [[nodiscard]] bool insert(RungMemory& memory, Place place, const Rung& rung) noexcept;

    /// A rank that is there.
    void erase(RungMemory& memory, std::int64_t rank) noexcept;

    /// The end of the array, where nearly all searches end.
    void prefetch(const RungMemory& memory) const noexcept {
        for (const std::uint32_t from_end : {kRungsPerLine, 2 * kRungsPerLine}) {
            __builtin_prefetch(memory.at(offset_ + size_ - std::min(size_, from_end)), 1);
        }
    }

  private:
    static constexpr std::uint32_t kLinearRungs = 8;
    static constexpr std::uint32_t kRungsPerLine = kCacheLine / sizeof(Rung);

    /// How many rungs rank below this one.
    [[nodiscard]] std::uint32_t position(const Rung* rungs, std::int64_t rank) const noexcept;
    [[nodiscard]] std::uint32_t position_by_bisection(const Rung* rungs,
                                                      std::int64_t rank) const noexcept;
    [[nodiscard]] bool grow(RungMemory& memory) noexcept;
    void note_best(const Rung* rungs) noexcept;

    std::int64_t best_rank_ = kNoRank;
    std::uint32_t best_level_ = kNoLevel;
    std::uint32_t offset_ = 0;
    std::uint32_t size_ = 0;
    std::uint32_t capacity_ = 0;
};
static_assert(sizeof(PriceLadder) == 24);

}  // namespace hotpath::book
