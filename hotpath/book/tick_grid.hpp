#pragma once
/// TickGrid: from a rank to the number of its tick and back, and whether it is on a tick at all, by
/// one multiplication and no division.
/// A price that is no multiple of the tick becomes a number too large for a slot, so one comparison
/// detects both "not on the grid" and "beyond its ends". Slots are 1 to slot_max(); 0 is unused.
/// Threads: a value. Allocation: none.

#include <cstdint>

#include "hotpath/core/exact_division.hpp"

namespace hotpath::book {

class TickGrid {
  public:
    /// Ranks from -rank_max to rank_max that are multiples of `tick`; both above 0.
    constexpr TickGrid(std::int64_t tick, std::int64_t rank_max)
        : tick_(static_cast<std::uint64_t>(tick)),
          division_(tick_),
          origin_((static_cast<std::uint64_t>(rank_max) / tick_ + 1) * tick_),
          slot_max_(2 * (static_cast<std::uint64_t>(rank_max) / tick_) + 1) {}

    [[nodiscard]] constexpr std::uint64_t slot_max() const { return slot_max_; }
    [[nodiscard]] constexpr bool is_slot(std::uint64_t slot) const {
        return slot - 1 < slot_max_;  // 0 wraps around
    }

    /// Not a slot when the rank has none.
    [[nodiscard]] constexpr std::uint64_t slot_of(std::int64_t rank) const {
        return division_.quotient(static_cast<std::uint64_t>(rank) + origin_);
    }
    [[nodiscard]] constexpr std::int64_t rank_of(std::uint64_t slot) const {
        return static_cast<std::int64_t>(slot * tick_ - origin_);
    }

  private:
    std::uint64_t tick_;
    ExactDivision division_;
    std::uint64_t origin_;
    std::uint64_t slot_max_;
};

}  // namespace hotpath::book
