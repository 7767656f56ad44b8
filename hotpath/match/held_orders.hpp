#pragma once
/// Orders with more data than their place in the books: conditions, or an id that differs from
/// their place.
///
/// Found by id and by place; both come out of one space of ids, so one table serves, of which no
/// more is touched than the orders held. Threads: one owner. Allocation: in the constructor; full,
/// it refuses. Complexity: O(1) expected.

#include <cstdint>

#include "hotpath/core/growing_hash_map.hpp"
#include "hotpath/core/object_pool.hpp"
#include "hotpath/match/conditions.hpp"
#include "hotpath/match/venue_events.hpp"

namespace hotpath::match {

inline constexpr std::uint32_t kNotHeld = 0xffff'ffff;

struct HeldRecord {
    NewOrder order;  // as entered
    Conditions conditions;
    OrderId place;
    Standing standing = Standing::Displayed;
    Qty leaves_qty;                 // of an order being processed or pegged; otherwise in the books
    std::uint32_t next = kNotHeld;  // in its line of pegs
    std::uint32_t prev = kNotHeld;
};

class HeldOrders {
  public:
    explicit HeldOrders(std::uint32_t orders_max)
        : records_(orders_max), by_id_(std::size_t{orders_max} * 2) {}

    [[nodiscard]] bool empty() const noexcept { return records_.in_use() == 0; }
    [[nodiscard]] bool is_full() const noexcept { return records_.in_use() == records_.capacity(); }
    [[nodiscard]] std::uint32_t size() const noexcept { return records_.in_use(); }

    /// The order with this client-visible id, or kNotHeld.
    [[nodiscard]] std::uint32_t find(OrderId id) const noexcept {
        const std::uint32_t index = find_place(id);
        return index == kNotHeld || records_[index].order.id != id ? kNotHeld : index;
    }
    /// The order at this place (or with this id), or kNotHeld.
    [[nodiscard]] std::uint32_t find_place(OrderId place) const noexcept {
        const std::uint32_t* index = by_id_.find(place);
        return index == nullptr ? kNotHeld : *index;
    }

    [[nodiscard]] HeldRecord& operator[](std::uint32_t index) noexcept { return records_[index]; }
    [[nodiscard]] const HeldRecord& operator[](std::uint32_t index) const noexcept {
        return records_[index];
    }

    /// Not full, and neither id nor place in use.
    std::uint32_t add(const HeldRecord& record) noexcept {
        const std::uint32_t index = records_.acquire();
        records_[index] = record;
        insert(record.order.id, index);
        if (record.place != record.order.id) {
            insert(record.place, index);
        }
        return index;
    }

    void move_to(std::uint32_t index, OrderId place) noexcept {
        forget_place(index);
        records_[index].place = place;
        insert(place, index);
    }

    void remove(std::uint32_t index) noexcept {
        forget_place(index);
        by_id_.erase(records_[index].order.id);
        records_.release(index);
    }

  private:
    void insert(OrderId id, std::uint32_t index) noexcept {
        const bool is_new = by_id_.try_insert(id, index) != nullptr;
        HOTPATH_ASSERT(is_new, "the id and its place must be new");
    }
    void forget_place(std::uint32_t index) noexcept {
        const HeldRecord& record = records_[index];
        if (record.place != record.order.id) {
            by_id_.erase(record.place);
        }
    }

    ObjectPool<HeldRecord> records_;
    GrowingHashMap<OrderId, std::uint32_t> by_id_;
};

}  // namespace hotpath::match
