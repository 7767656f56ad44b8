#pragma once
/// L2Book: one instrument by price only, for feeds that publish levels and for oracles that check
/// ours.
///
/// A level is set as a whole, or changed by what one order does to it. Sides are arrays, best price
/// last, searched linearly from the best. What cannot be done is refused and changes nothing.
/// Threads: one owner. Allocation: the constructor. Complexity: O(distance from the best).

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hotpath/book/types.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::book {

class L2Book {
  public:
    explicit L2Book(std::uint32_t levels_max_per_side);

    [[nodiscard]] std::size_t level_count(Side side) const noexcept {
        return levels_of(side).size();
    }
    [[nodiscard]] Level best(Side side) const noexcept;
    [[nodiscard]] Bbo bbo() const noexcept {
        return {.bid = best(Side::Buy), .ask = best(Side::Sell)};
    }
    /// Fills `levels` from the best; how many there were.
    [[nodiscard]] std::size_t depth(Side side, std::span<Level> levels) const noexcept;
    /// A level without orders when there is none at this price.
    [[nodiscard]] Level level(LevelKey key) const noexcept;

    /// Replaces the level at level.price; quantity 0 removes it. False when the side is full.
    [[nodiscard]] bool set_level(Side side, const Level& level) noexcept;
    /// One more order of this quantity, not 0. False when the side is full.
    [[nodiscard]] bool add(LevelKey key, Qty qty) noexcept;
    /// Quantity goes, its order stays. False when the level has not more than that.
    [[nodiscard]] bool reduce(LevelKey key, Qty qty) noexcept;
    /// Quantity goes and its order with it. False when the level has less than that, or would be
    /// left with orders and no quantity or the other way round.
    [[nodiscard]] bool remove(LevelKey key, Qty qty) noexcept;

  private:
    using Levels = std::vector<Level>;  // best last, never beyond the capacity reserved

    [[nodiscard]] const Levels& levels_of(Side side) const noexcept {
        return sides_[side_index(side)];
    }
    [[nodiscard]] Levels& levels_of(Side side) noexcept { return sides_[side_index(side)]; }
    [[nodiscard]] std::size_t position(LevelKey key) const noexcept;
    [[nodiscard]] bool has_level(LevelKey key, std::size_t at) const noexcept;

    std::size_t levels_max_;
    std::array<Levels, 2> sides_;  // by side_index()
};

}  // namespace hotpath::book
