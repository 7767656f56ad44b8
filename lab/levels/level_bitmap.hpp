#pragma once
/// LevelBitmap: which of many slots are taken, as a tree of 64-bit words, so that the next taken
/// slot below any other is found in a few steps however far it is.
///
///   height 2   |........ ........|      bit i: word i of height 1 is not 0
///   height 1   |........|........|...   bit i: word i of height 0 is not 0
///   height 0   |........|........|...   bit i: slot i is taken
///
/// Slot 0 is never taken: it is the answer when there is none. Threads: one owner. Allocation: the
/// words are handed in, zero; those never touched cost no memory. Complexity: at most 2 x kHeights
/// steps, one where the neighbour is in the same word.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hotpath/core/arena.hpp"

namespace hotpath::book {

class LevelBitmap {
  public:
    static constexpr std::uint64_t kWordBits = 64;
    /// 64^5: the highest word is one.
    static constexpr std::uint64_t kSlotsMax = std::uint64_t{1} << 30U;

    LevelBitmap(Arena& arena, std::uint64_t slots) {
        for (std::span<std::uint64_t>& words : heights_) {
            slots = words_for(slots);
            words = arena.allocate<std::uint64_t>(slots);
        }
    }

    [[nodiscard]] static std::size_t arena_bytes(std::uint64_t slots) {
        std::size_t bytes = 0;
        for (std::size_t height = 0; height < kHeights; ++height) {
            slots = words_for(slots);
            bytes += Arena::bytes_for<std::uint64_t>(slots);
        }
        return bytes;
    }

    [[nodiscard]] bool has(std::uint64_t slot) const noexcept {
        return (heights_[0][slot / kWordBits] >> (slot % kWordBits) & 1U) != 0;
    }

    /// True when no slot of its word was taken before.
    bool set(std::uint64_t slot) noexcept {
        for (std::size_t height = 0; height < kHeights; ++height) {
            std::uint64_t& word = heights_[height][slot / kWordBits];
            const bool was_empty = word == 0;
            word |= bit(slot);
            if (!was_empty) {
                return height != 0;
            }
            slot /= kWordBits;
        }
        return true;
    }

    /// True when no slot of its word is taken any more.
    bool clear(std::uint64_t slot) noexcept {
        for (std::size_t height = 0; height < kHeights; ++height) {
            std::uint64_t& word = heights_[height][slot / kWordBits];
            word &= ~bit(slot);
            if (word != 0) {
                return height != 0;
            }
            slot /= kWordBits;
        }
        return true;
    }

    /// The next taken slot below, 0 when there is none.
    [[nodiscard]] std::uint64_t next_below(std::uint64_t slot) const noexcept {
        for (std::size_t height = 0; height < kHeights; ++height) {
            const std::uint64_t below = heights_[height][slot / kWordBits] & (bit(slot) - 1);
            slot /= kWordBits;
            if (below != 0) {
                return highest_under(slot * kWordBits + highest(below), height);
            }
        }
        return 0;
    }

  private:
    static constexpr std::size_t kHeights = 5;

    [[nodiscard]] static constexpr std::uint64_t words_for(std::uint64_t slots) {
        return (slots + kWordBits - 1) / kWordBits;
    }
    [[nodiscard]] static constexpr std::uint64_t bit(std::uint64_t slot) {
        return std::uint64_t{1} << (slot % kWordBits);
    }
    [[nodiscard]] static constexpr std::uint64_t highest(std::uint64_t word) {
        return kWordBits - 1 - static_cast<std::uint64_t>(std::countl_zero(word));
    }

    /// From a bit of this height down to the highest slot it stands for.
    [[nodiscard]] std::uint64_t highest_under(std::uint64_t at, std::size_t height) const noexcept {
        for (; height > 0; --height) {
            at = at * kWordBits + highest(heights_[height - 1][at]);
        }
        return at;
    }

    std::array<std::span<std::uint64_t>, kHeights> heights_;
};

}  // namespace hotpath::book
