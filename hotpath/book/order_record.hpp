#pragma once
/// OrderRecord: one open order of books by order, a quarter of a cache line.
///
/// Threads: the owner of its table. Allocation: none. Complexity: O(1).

#include <cstdint>

#include "hotpath/core/units.hpp"

namespace hotpath::book {

/// An order in its level's queue. next and prev are slots; kNoSlot ends the queue. Quantity 0 is an
/// empty slot.
struct OrderRecord {
    static constexpr unsigned kLevelBits = 27;

    Qty leaves_qty{};
    std::uint32_t place = 0;  // level, and above it the turn: see OrderTable::place_of
    std::uint32_t next = 0;
    std::uint32_t prev = 0;

    [[nodiscard]] std::uint32_t level() const noexcept { return place & ((1U << kLevelBits) - 1); }
    [[nodiscard]] std::uint32_t turn() const noexcept { return place >> kLevelBits; }
};
static_assert(sizeof(OrderRecord) == 16);

/// A slot that has a record, but never an order.
inline constexpr std::uint32_t kNoSlot = 0;

}  // namespace hotpath::book
