#pragma once
/// Mdp3Orders: where in the books an order of CME is.
///
///   id in the books:  | instrument: 16 bits | MDOrderPriority: 48 bits |
///
/// The books rank the orders of a level by their id, CME by MDOrderPriority, which changes when an
/// order loses its place, and the order's OrderID does not. So the priority is the id in the books,
/// and this map has it by OrderID. Priorities are unique within an instrument. Threads: one owner.
/// Allocation: the constructor. Complexity: O(1) an order.

#include <cstddef>
#include <cstdint>
#include <optional>

#include "hotpath/core/fixed_hash_map.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::feed {

class Mdp3Orders {
  public:
    static constexpr unsigned kPriorityBits = 48;

    explicit Mdp3Orders(std::uint32_t orders_max) : ids_(orders_max) {}

    /// Empty: the priority is beyond 48 bits.
    [[nodiscard]] static constexpr std::optional<OrderId> place_of(
        InstrumentId instrument, std::uint64_t priority) noexcept {
        if (priority >> kPriorityBits != 0) {
            return std::nullopt;
        }
        return OrderId{std::uint64_t{instrument.value} << kPriorityBits | priority};
    }

    [[nodiscard]] std::size_t size() const noexcept { return ids_.size(); }
    /// nullptr: there is no such order.
    [[nodiscard]] OrderId* find(OrderId venue_id) noexcept { return ids_.find(venue_id); }
    [[nodiscard]] const OrderId* find(OrderId venue_id) const noexcept {
        return ids_.find(venue_id);
    }
    /// False: it is there already, or there are too many.
    [[nodiscard]] bool try_add(OrderId venue_id, OrderId place) noexcept {
        return ids_.try_insert(venue_id, place) != nullptr;
    }
    void remove(OrderId venue_id) noexcept { ids_.erase(venue_id); }
    void remove_all() noexcept { ids_.clear(); }
    /// Removes those of one instrument. O(orders_max): for what hardly ever happens.
    void remove_all(InstrumentId instrument) noexcept {
        ids_.erase_if([&](OrderId, OrderId place) {
            return place.value >> kPriorityBits == instrument.value;
        });
    }

  private:
    FixedHashMap<OrderId, OrderId> ids_;
};

}  // namespace hotpath::feed
