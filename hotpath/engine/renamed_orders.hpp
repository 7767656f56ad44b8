#pragma once
/// RenamedOrders: the id in the books of each open order of ours that keeps its OrderID through
/// replacements, where the feed gives every replacement another id.
///
///   reply   OrderID 7 is ours ─────────> it is in the books as 7
///   feed    Order Replace 7 -> 12 ─────> as 12, whichever of report and feed comes first
///   reply   no order of ours has 7 ────> forgotten
///
/// The feed names only numbers, so an id is followed from the entry on without a gap. Where that
/// failed (an order of an earlier process, a replace that was lost, a replacement that traded when it
/// arrived and is added as a new order) the id found here is in the books no longer, and the order is
/// unknown. Threads: one owner. Allocation: the constructor; further orders than orders_max are not
/// followed. Complexity: O(1).

#include <cstdint>

#include "hotpath/core/fixed_hash_map.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::engine {

class RenamedOrders {
  public:
    struct Shown {
        OrderId id{};  // in the books
        ClOrdId to{};  // our order that it is known to be; 0: not known yet
    };

    explicit RenamedOrders(std::uint32_t orders_max)
        : by_order_id_(orders_max), by_id_(orders_max) {}

    [[nodiscard]] bool is_empty() const noexcept { return by_order_id_.empty(); }

    /// An order of ours has this OrderID: followed from here on. nullptr: there is no room. Valid
    /// until the next call that is not const.
    [[nodiscard]] Shown* follow(OrderId order_id) noexcept {
        if (Shown* const known = by_order_id_.find(order_id)) {
            return known;
        }
        Shown* const added = by_order_id_.try_insert(order_id, Shown{.id = order_id});
        if (added != nullptr) {
            static_cast<void>(by_id_.try_insert(order_id, order_id));
        }
        return added;
    }
    /// The feed has replaced an order. Its OrderID when it is one of these, else 0.
    [[nodiscard]] OrderId rename(OrderId from, OrderId to) noexcept {
        const OrderId* const found = by_id_.find(from);
        if (found == nullptr) {
            return {};
        }
        const OrderId order_id = *found;
        by_id_.erase(from);
        static_cast<void>(by_id_.try_insert(to, order_id));
        by_order_id_.find(order_id)->id = to;
        return order_id;
    }
    /// It is closed.
    void forget(OrderId order_id) noexcept {
        if (const Shown* const known = by_order_id_.find(order_id)) {
            by_id_.erase(known->id);
            by_order_id_.erase(order_id);
        }
    }
    /// The ids are of another session of the feed.
    void clear() noexcept {
        by_order_id_.clear();
        by_id_.clear();
    }

  private:
    FixedHashMap<OrderId, Shown> by_order_id_;
    FixedHashMap<OrderId, OrderId> by_id_;  // the id in the books -> OrderID
};

}  // namespace hotpath::engine
