#pragma once
/// OpenOrders: the data of an order in books by price: its level and open quantity.
///
///   id:    0 ............. dense_ids | dense_ids .....................
///          array, indexed by the id  | FixedHashMap, for ids at and above
///
/// A venue hands its ids out one after the other, so of a whole market eight neighbours share a
/// line, and an order costs one access. Of a few instruments ids are sparse, and an array would
/// cost a page an order: then dense_ids is 0, all orders go to the map, and orders_max, which sizes
/// it, must fit these instruments, or the map outgrows the caches needlessly. Threads: one owner.
/// Allocation: the arena's. Complexity: O(1).

#include <cstddef>
#include <cstdint>
#include <span>

#include "hotpath/core/arena.hpp"
#include "hotpath/core/assert.hpp"
#include "hotpath/core/fixed_hash_map.hpp"
#include "hotpath/core/prefetch.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::book {

/// Quantity 0 is no order.
struct OpenOrder {
    Qty leaves_qty{};
    std::uint32_t level = 0;
};
static_assert(sizeof(OpenOrder) == 8);

class OpenOrders {
  public:
    OpenOrders(Arena& arena, std::uint32_t orders_max, std::uint32_t dense_ids)
        : dense_(arena.allocate<OpenOrder>(dense_ids)),
          sparse_(arena, orders_max),
          orders_max_(orders_max) {}

    [[nodiscard]] static std::size_t arena_bytes(std::uint32_t orders_max,
                                                 std::uint32_t dense_ids) {
        return Arena::bytes_for<OpenOrder>(dense_ids) + SparseOrders::arena_bytes(orders_max);
    }

    [[nodiscard]] std::uint32_t size() const noexcept { return size_; }
    [[nodiscard]] bool is_full() const noexcept { return size_ == orders_max_; }

    /// nullptr when not open. Good until the next insert or erase.
    [[nodiscard, gnu::always_inline]] OpenOrder* find(OrderId id) noexcept {
        if (id.value < dense_.size()) {
            OpenOrder& order = dense_[id.value];
            return order.leaves_qty.value == 0 ? nullptr : &order;
        }
        return sparse_.find(id);
    }
    [[nodiscard, gnu::always_inline]] const OpenOrder* find(OrderId id) const noexcept {
        if (id.value < dense_.size()) {
            const OpenOrder& order = dense_[id.value];
            return order.leaves_qty.value == 0 ? nullptr : &order;
        }
        return sparse_.find(id);
    }

    /// An id that is not open; there is room.
    [[gnu::always_inline]] void insert(OrderId id, OpenOrder order) noexcept {
        ++size_;
        if (id.value < dense_.size()) {
            dense_[id.value] = order;
            return;
        }
        [[maybe_unused]] const OpenOrder* const added = sparse_.try_insert(id, order);
        HOTPATH_ASSERT_HOT(added != nullptr, "the id must be unused and the table must have room");
    }

    /// `order` is what find(id) gave; without quantity it is no longer open.
    [[gnu::always_inline]] void set_leaves(OrderId id, OpenOrder& order, Qty leaves_qty) noexcept {
        const bool is_gone = leaves_qty.value == 0;
        order.leaves_qty = leaves_qty;
        size_ -= is_gone ? 1U : 0U;
        if (id.value >= dense_.size() && is_gone) {
            sparse_.erase(id);
        }
    }

    /// For a prefetch: the level that the order has, if it is open, and any otherwise.
    [[nodiscard]] std::uint32_t level_hint(OrderId id) const noexcept {
        if (id.value < dense_.size()) {
            return dense_[id.value].level;
        }
        const OpenOrder* const order = sparse_.find(id);
        return order == nullptr ? 0 : order->level;
    }

    void prefetch(OrderId id) const noexcept {
        if (id.value < dense_.size()) {
            prefetch_for_write(&dense_[id.value]);
        } else {
            sparse_.prefetch(id);
        }
    }

  private:
    using SparseOrders = FixedHashMap<OrderId, OpenOrder>;

    std::span<OpenOrder> dense_;
    SparseOrders sparse_;
    std::uint32_t orders_max_;
    std::uint32_t size_ = 0;
};

}  // namespace hotpath::book
