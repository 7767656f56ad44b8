#pragma once
/// OrderIds: maps a session's order id to its slot, and a slot's id to the session's. Each slot
/// numbers its orders itself, so that it can refer to one before the gateway has seen it; the
/// session's ids are assigned in the order of sending. Both tables are indexed by id modulo their
/// size, like oms::Orders: a new id overwrites an old one. Threads: the gateway stage's.
/// Allocation: at construction. Complexity: O(1).

#include <cstddef>
#include <cstdint>

#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/units.hpp"
#include "lab/pipelined/event.hpp"

namespace hotpath::engine::pipelined {

class OrderIds {
  public:
    struct Owner {
        SlotNumber slot = kNoSlot;
        ClOrdId id{};  // the slot's own
    };
    struct Sizes {
        std::size_t slots;
        std::uint32_t session_orders;  // a power of two
        std::uint32_t slot_orders;     // a power of two
    };

    explicit OrderIds(const Sizes& sizes)
        : owners_(sizes.session_orders),
          session_ids_(sizes.slots * sizes.slot_orders),
          slot_orders_(sizes.slot_orders) {}

    void bind(ClOrdId session_id, const Owner& owner) noexcept {
        owners_[session_id.value & (owners_.size() - 1)] = {session_id, owner};
        session_ids_[place(owner)] = {owner.id, session_id};
    }

    /// kNoSlot when unknown or overwritten.
    [[nodiscard]] Owner owner(ClOrdId session_id) const noexcept {
        const Owned& owned = owners_[session_id.value & (owners_.size() - 1)];
        return owned.session_id == session_id ? owned.owner : Owner{};
    }
    /// 0 when never sent or overwritten.
    [[nodiscard]] ClOrdId session_id(const Owner& owner) const noexcept {
        const Sent& sent = session_ids_[place(owner)];
        return sent.id == owner.id ? sent.session_id : ClOrdId{};
    }

  private:
    struct Owned {
        ClOrdId session_id{};
        Owner owner{};
    };
    struct Sent {
        ClOrdId id{};
        ClOrdId session_id{};
    };

    [[nodiscard]] std::size_t place(const Owner& owner) const noexcept {
        return std::size_t{owner.slot} * slot_orders_ + (owner.id.value & (slot_orders_ - 1));
    }

    FixedArray<Owned> owners_;
    FixedArray<Sent> session_ids_;
    std::uint32_t slot_orders_;
};

}  // namespace hotpath::engine::pipelined
