#pragma once
/// OrderIds: our ids against the venue's, both ways. In iLink 3 a replacement keeps the OrderID of the
/// order that it replaces, and every request but the first names it.
///
///   ours -> OrderID    a slot an id modulo the size, as oms::Orders keeps them: of two ids that
///                      share a slot one is closed
///   OrderID -> ours    of open orders: the order that has it now, and its price
///
/// A cancel of an order whose OrderID has not come waits here until it comes. Threads: one owner.
/// Allocation: the constructor. Complexity: O(1).

#include <bit>
#include <cstdint>
#include <utility>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/fixed_hash_map.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::protocols::cme {

/// Which of our orders has an OrderID now.
struct Holder {
    ClOrdId id{};
    Price price{};
};

class OrderIds {
  public:
    /// orders_remembered: a power of two.
    explicit OrderIds(std::uint32_t orders_remembered)
        : slots_(orders_remembered), holders_(orders_remembered) {
        HOTPATH_ASSERT(std::has_single_bit(orders_remembered),
                       "orders_remembered must be a power of two");
    }

    /// 0: not known yet.
    [[nodiscard]] OrderId of(ClOrdId id) const noexcept {
        const Slot& slot = slots_[slot_of(id)];
        return slot.id == id ? slot.order_id : OrderId{};
    }
    /// nullptr: no open order of ours has it.
    [[nodiscard]] const Holder* holder_of(OrderId order_id) const noexcept {
        return holders_.find(order_id);
    }

    void on_entered(ClOrdId id) noexcept { slots_[slot_of(id)] = {.id = id}; }
    /// The replacement is on its way; whether or not the venue takes it, the OrderID is the same.
    void on_replacing(ClOrdId original, ClOrdId id) noexcept {
        slots_[slot_of(id)] = {.id = id, .order_id = of(original)};
    }
    /// The order, or the replacement, has this OrderID from now on.
    void on_held(OrderId order_id, const Holder& holder) noexcept {
        Slot& slot = slots_[slot_of(holder.id)];
        if (slot.id > holder.id) {
            return;  // of an order that is closed
        }
        if (slot.id != holder.id) {
            slot = {.id = holder.id};  // an earlier process has sent it
        }
        slot.order_id = order_id;
        if (std::exchange(slot.is_cancel_waiting, false)) {
            cancelable_ = holder.id;
        }
        if (Holder* const known = holders_.find(order_id)) {
            *known = holder;
        } else {
            static_cast<void>(holders_.try_insert(order_id, holder));
        }
    }
    void on_closed(OrderId order_id) noexcept { holders_.erase(order_id); }

    /// The id has no OrderID yet.
    void defer_cancel(ClOrdId id) noexcept {
        Slot& slot = slots_[slot_of(id)];
        slot.is_cancel_waiting = slot.id == id;
    }
    /// The order whose cancel has waited and can be sent now, once; 0: none.
    [[nodiscard]] ClOrdId take_cancelable() noexcept { return std::exchange(cancelable_, {}); }

  private:
    struct Slot {
        ClOrdId id{};
        bool is_cancel_waiting = false;
        OrderId order_id{};
    };
    [[nodiscard]] std::size_t slot_of(ClOrdId id) const noexcept {
        return id.value & (slots_.size() - 1);
    }

    FixedArray<Slot> slots_;
    FixedHashMap<OrderId, Holder> holders_;
    ClOrdId cancelable_{};
};

}  // namespace hotpath::protocols::cme
