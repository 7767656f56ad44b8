#pragma once
/// SparseOrders: slots of orders with any ids, found by a hash that is as large as what is open.
///
///   id -> chain -> slot 40 -> slot 62 -> end     a pair of slots an order: its record,
///                                                its id, its tag and the chain's next slot
///
/// The chains are a growing index (core/growing_index.hpp): three names take a corner of the memory
/// that a whole market would need, and no command pays for growth at once. Chains of sixteen
/// neighbouring ids share a cache line. Slots are reused last in, first out. Threads: one owner.
/// Allocation: none after construction. Complexity: O(1).

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "hotpath/book/order_record.hpp"
#include "hotpath/core/arena.hpp"
#include "hotpath/core/growing_index.hpp"
#include "hotpath/core/prefetch.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::book {

class SparseOrders {
  public:
    /// Two records for each order, from `first_slot` on, are this table's; first_slot is even
    /// and above 0.
    SparseOrders(Arena& arena, std::span<OrderRecord> records, std::uint32_t first_slot,
                 std::uint32_t orders_max)
        : index_(arena, orders_max), records_(records), next_slot_(first_slot) {}

    /// The index's bytes; the records are the caller's.
    [[nodiscard]] static std::size_t arena_bytes(std::uint32_t orders_max) {
        return Index::arena_bytes(orders_max);
    }
    [[nodiscard]] static std::size_t slot_count(std::uint32_t orders_max) {
        return std::size_t{orders_max} * kSlotsPerOrder;
    }

    [[nodiscard]] bool is_empty() const noexcept { return index_.size() == 0; }

    /// kNoSlot when absent.
    [[nodiscard]] std::uint32_t find(OrderId id) const noexcept {
        return index_.find(hash_of(id), Chains{*this},
                           [&](std::uint32_t each) { return id_of(each) == id; });
    }

    [[nodiscard]] OrderId id_of(std::uint32_t slot) const noexcept {
        std::uint64_t id = 0;
        std::memcpy(&id, &records_[slot + 1], sizeof(id));
        return {id};
    }

    [[nodiscard]] std::uint32_t tag_of(std::uint32_t slot) const noexcept {
        return records_[slot + 1].prev;
    }
    void set_tag(std::uint32_t slot, std::uint32_t tag) noexcept { records_[slot + 1].prev = tag; }

    /// A slot for an id that is absent; there is room.
    [[nodiscard]] std::uint32_t insert(OrderId id, std::uint32_t tag = 0) noexcept {
        std::uint32_t slot = free_slot_;
        if (slot != kNoSlot) {
            free_slot_ = chain_link(slot);
        } else {
            slot = next_slot_;
            next_slot_ += kSlotsPerOrder;
        }
        std::memcpy(static_cast<void*>(&records_[slot + 1]), &id.value, sizeof(id.value));
        if (tag != 0) {
            set_tag(slot, tag);
        }
        index_.insert(slot, hash_of(id), Chains{*this});
        return slot;
    }

    /// The slot of an id that is there.
    void erase(std::uint32_t slot) noexcept {
        index_.erase(slot, Chains{*this});
        set_tag(slot, 0);  // here, so that an order without one is added as if there were none
        chain_link(slot) = free_slot_;
        free_slot_ = slot;
    }

    void prefetch_chain(OrderId id) const noexcept { index_.prefetch(hash_of(id)); }
    /// The slot that insert() will give.
    void prefetch_free() const noexcept {
        const std::uint32_t slot = free_slot_ != kNoSlot ? free_slot_ : next_slot_;
        if (slot < records_.size()) {
            prefetch_for_write(&records_[slot]);
        }
    }
    /// Reads the chain's head.
    void prefetch_record(OrderId id) const noexcept {
        prefetch_for_write(&records_[index_.first(hash_of(id))]);
    }

  private:
    using Index = BasicGrowingIndex<kNoSlot, IndexSize::GrowsOnly>;

    static constexpr std::uint32_t kSlotsPerOrder = 2;
    static constexpr std::uint32_t kNeighbours = 16;  // ids whose chains share a line

    /// For the index: where a slot's link and its id's hash are.
    template <class Orders>
    struct Chains {
        Orders& orders;

        [[nodiscard]] auto& next(std::uint32_t slot) const noexcept {
            return orders.chain_link(slot);
        }
        [[nodiscard]] std::uint32_t hash(std::uint32_t slot) const noexcept {
            return hash_of(orders.id_of(slot));
        }
    };

    /// 2^32 hashes. The highest bits of a product depend on the whole key: the swap makes them the
    /// lowest. Which chain of its line a number has depends on the line, or all of even numbers
    /// would share half of them.
    [[nodiscard]] static std::uint32_t hash_of(OrderId id) noexcept {
        constexpr std::uint64_t kGoldenRatio = 0x9e37'79b9'7f4a'7c15ULL;
        const std::uint64_t line = std::byteswap((id.value / kNeighbours) * kGoldenRatio);
        const std::uint64_t in_line = (id.value + (line >> 28U)) % kNeighbours;
        return static_cast<std::uint32_t>(line * kNeighbours + in_line);
    }

    [[nodiscard]] std::uint32_t& chain_link(std::uint32_t slot) noexcept {
        return records_[slot + 1].next;
    }
    [[nodiscard]] const std::uint32_t& chain_link(std::uint32_t slot) const noexcept {
        return records_[slot + 1].next;
    }

    Index index_;
    std::span<OrderRecord> records_;  // by slot
    std::uint32_t free_slot_ = kNoSlot;
    std::uint32_t next_slot_;  // never handed out yet: this one and all above
};

}  // namespace hotpath::book
