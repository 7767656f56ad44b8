#pragma once
/// OrderNames: the ClOrdID that each of our orders has at the venue now. It is the order's own id
/// until a reduction is sent: then it is the reduction's, as OrigClOrdID of the next request must
/// be the last id that was not refused.
///
/// A slot an id modulo the size, as oms::Orders keeps them: of two ids that share a slot one is
/// closed. Threads: one owner. Allocation: the constructor. Complexity: O(1).

#include <algorithm>
#include <bit>
#include <cstdint>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/protocols/fix/trader/request_id.hpp"

namespace hotpath::protocols::fix {

class OrderNames {
  public:
    /// orders_remembered: a power of two.
    explicit OrderNames(std::uint32_t orders_remembered) : slots_(orders_remembered) {
        HOTPATH_ASSERT(std::has_single_bit(orders_remembered),
                       "orders_remembered must be a power of two");
    }

    [[nodiscard]] RequestId of(ClOrdId order) const noexcept {
        const Slot& slot = slots_[slot_of(order)];
        const bool is_renamed = slot.order == order && slot.sent != 0;
        return is_renamed ? RequestId{order, RequestId::Kind::Reduce, slot.sent}
                          : RequestId{.order = order};
    }

    void on_sent(RequestId reduction) noexcept {
        Slot& slot = slots_[slot_of(reduction.order)];
        if (slot.order != reduction.order) {
            slot = {.order = reduction.order};
        }
        slot.sent = reduction.number;
    }
    /// Also of a reduction that an earlier process has sent. Reports may come twice: the same again
    /// changes nothing.
    void on_accepted(RequestId reduction) noexcept {
        Slot& slot = slots_[slot_of(reduction.order)];
        if (slot.order > reduction.order) {
            return;  // of an order that is closed
        }
        if (slot.order != reduction.order) {
            slot = {.order = reduction.order};
        }
        slot.accepted = std::max(slot.accepted, reduction.number);
        slot.sent = std::max(slot.sent, reduction.number);
    }
    void on_refused(RequestId reduction) noexcept {
        Slot& slot = slots_[slot_of(reduction.order)];
        if (slot.order == reduction.order && slot.sent == reduction.number) {
            slot.sent = slot.accepted;
        }
    }

  private:
    struct Slot {
        ClOrdId order{};
        std::uint32_t accepted = 0;  // number of the last reduction; 0: none
        std::uint32_t sent = 0;      // the same, or one in flight
    };
    [[nodiscard]] std::size_t slot_of(ClOrdId order) const noexcept {
        return order.value & (slots_.size() - 1);
    }

    FixedArray<Slot> slots_;
};

}  // namespace hotpath::protocols::fix
