#pragma once
/// The generator's own books of all instruments: just enough to know what may happen next. Live
/// orders by slot, levels sorted by price, orders in a level in order of arrival, which is here the
/// order of their references.
///
/// The caller keeps the rules (no crossing, no over-execution); they are asserted where it is
/// cheap. Threads: one owner. Allocation: orders and levels in the constructor; an instrument's
/// array of prices doubles when it must, bounded by the live orders. Complexity: O(1) but for a new
/// level, which is inserted near the best end.

#include <cstdint>
#include <vector>

#include "hotpath/core/units.hpp"

namespace hotpath::sim::market {

using Slot = std::uint32_t;
inline constexpr Slot kNoSlot = 0xffff'ffffU;

struct NewLightOrder {
    OrderId id;
    InstrumentId instrument;
    Side side;
    Price price;
    Qty qty;
};

class LightBooks {
  public:
    struct Order {
        OrderId id;
        Qty qty;  // 0 when the slot is free
        std::uint32_t level;
        Slot next;
        Slot previous;
    };
    struct Level {
        Price price;
        Slot head;
        Slot tail;
        std::uint32_t orders;
        std::int64_t qty;  // of all its orders
        InstrumentId instrument;
        Side side;
    };

    LightBooks(std::uint32_t instruments, std::uint32_t orders_max);

    [[nodiscard]] std::uint32_t live() const noexcept { return live_; }
    [[nodiscard]] bool is_full() const noexcept { return free_orders_.empty(); }
    [[nodiscard]] bool is_live(Slot slot, OrderId id) const noexcept;
    [[nodiscard]] const Order& order(Slot slot) const noexcept { return orders_[slot]; }
    [[nodiscard]] const Level& level_of(Slot slot) const noexcept;
    [[nodiscard]] bool has(InstrumentId instrument, Side side) const noexcept;
    /// The best level; there is one: see has().
    [[nodiscard]] const Level& best(InstrumentId instrument, Side side) const noexcept;
    /// The last in queue `rank` levels behind the best (0 = the best), or as far as there are
    /// levels.
    [[nodiscard]] Slot last_in_queue(InstrumentId instrument, Side side,
                                     std::uint32_t rank) const noexcept;
    /// How many levels are better than a price.
    [[nodiscard]] std::uint32_t levels_before(InstrumentId instrument, Side side,
                                              Price price) const noexcept;
    /// The quantity of the best levels together.
    [[nodiscard]] std::int64_t depth(InstrumentId instrument, Side side,
                                     std::size_t levels_max) const noexcept;
    /// The first live order at or after slot `from`, kNoSlot when there is none.
    [[nodiscard]] Slot live_from(Slot from) const noexcept;

    Slot add(const NewLightOrder& order) noexcept;
    /// Takes off less than the whole.
    void reduce(Slot slot, Qty qty) noexcept;
    void remove(Slot slot) noexcept;

  private:
    struct PriceLevel {
        Price price;
        std::uint32_t level;
    };
    using SideLevels = std::vector<PriceLevel>;  // worst first: the best is at the back

    [[nodiscard]] SideLevels& levels(InstrumentId instrument, Side side) noexcept;
    [[nodiscard]] const SideLevels& levels(InstrumentId instrument, Side side) const noexcept;
    [[nodiscard]] std::uint32_t find_or_add_level(const NewLightOrder& order) noexcept;
    void remove_level(std::uint32_t index) noexcept;

    std::vector<Order> orders_;
    std::vector<Slot> free_orders_;
    std::vector<Level> levels_;
    std::vector<std::uint32_t> free_levels_;
    std::vector<SideLevels> sides_;
    std::uint32_t live_ = 0;
};

}  // namespace hotpath::sim::market
