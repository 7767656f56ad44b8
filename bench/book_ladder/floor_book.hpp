#pragma once
/// FloorBook: the least that any code must do for a level update: prices are array indices already,
/// every index is there, nothing is refused or counted. What a window that never has to move would
/// cost.
///
/// Threads: one owner. Allocation: the constructor. Complexity: O(1), and a word of the bitmap for
/// each 64 ticks to the next level when the best goes.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bench/book_ladder/level_flow.hpp"

namespace hotpath::bench {

/// The prices of a flow: indices from 1, higher nearer to the touch, on both sides.
struct DensePrices {
    explicit DensePrices(const LevelFlow& flow);

    [[nodiscard]] std::uint32_t index_of(const LevelUpdate& update) const {
        const std::int64_t rank = sign(update.side) * update.level.price.value;
        return static_cast<std::uint32_t>((rank - origin[side_index(update.side)]) / kTick);
    }
    [[nodiscard]] Price price_of(std::size_t side, std::uint64_t index) const {
        const std::int64_t rank = origin[side] + static_cast<std::int64_t>(index) * kTick;
        return {sign(static_cast<Side>(side)) * rank};
    }

    std::array<std::int64_t, 2> origin{};  // rank of index 0, where no level is
    std::uint32_t size = 0;                // of the longer side
};

struct DenseUpdate {
    std::uint32_t index = 0;
    std::uint32_t side = 0;
    std::uint64_t totals = 0;  // quantity << 20 | orders; 0: gone
};

[[nodiscard]] std::vector<DenseUpdate> to_dense(const DensePrices& prices,
                                                const std::vector<LevelUpdate>& updates);

class FloorBook {
  public:
    static constexpr unsigned kQtyShift = 20;

    explicit FloorBook(std::uint32_t size) {
        for (OneSide& side : sides_) {
            side.totals.resize(size);
            side.taken.resize(size / kWordBits + 1);
        }
        clear();
    }

    void clear() {
        for (OneSide& side : sides_) {
            std::ranges::fill(side.totals, 0);
            std::ranges::fill(side.taken, 0);
            side.taken[0] = 1;  // index 0, which has no level, ends every search
            side.best = 0;
        }
    }

    void apply(const DenseUpdate& update) {
        OneSide& side = sides_[update.side];
        std::uint64_t& totals = side.totals[update.index];
        const std::uint64_t before = totals;
        totals = update.totals;
        if (before == 0) {
            side.taken[update.index / kWordBits] |= bit(update.index);
            side.best = std::max(side.best, update.index);
        } else if (update.totals == 0) {
            side.taken[update.index / kWordBits] &= ~bit(update.index);
            if (side.best == update.index) {
                side.best = next_below(side, update.index);
            }
        }
    }

    [[nodiscard]] std::uint32_t best(std::uint32_t side) const { return sides_[side].best; }
    [[nodiscard]] std::uint64_t totals(std::uint32_t side, std::uint32_t index) const {
        return sides_[side].totals[index];
    }

  private:
    static constexpr std::uint32_t kWordBits = 64;

    struct OneSide {
        std::vector<std::uint64_t> totals;  // by index
        std::vector<std::uint64_t> taken;   // a bit an index
        std::uint32_t best = 0;
    };

    [[nodiscard]] static std::uint64_t bit(std::uint32_t index) {
        return std::uint64_t{1} << (index % kWordBits);
    }
    [[nodiscard]] static std::uint32_t next_below(const OneSide& side, std::uint32_t index) {
        std::uint32_t at = index / kWordBits;
        std::uint64_t word = side.taken[at] & (bit(index) - 1);
        while (word == 0) {
            word = side.taken[--at];
        }
        return at * kWordBits + kWordBits - 1 - static_cast<std::uint32_t>(std::countl_zero(word));
    }

    std::array<OneSide, 2> sides_;
};

}  // namespace hotpath::bench
