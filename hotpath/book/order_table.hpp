#pragma once
/// OrderTable: every open order of the feed, found by its id.
///
///   id:    0 ............. dense_ids | dense_ids ..............
///          a ring of records         | SparseOrders
///          slot = id modulo its size |
///
/// A venue numbers its orders one after the other, so of a whole market the id is the place of the
/// record: one access, and four neighbours share a cache line. The ring has eight places for each
/// order that may be open, at most kRingMax: an id comes to a place that was another id's a turn ago,
/// which the record says, and an order whose place is still taken by one of an earlier turn is among
/// the sparse ones. The ids of a few instruments are sparse: then dense_ids is 0, and all orders are
/// there. An id above all before it is new: nothing is searched for. Threads: one owner. Allocation:
/// none after construction. Complexity: O(1).

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hotpath/book/order_record.hpp"
#include "hotpath/book/sparse_orders.hpp"
#include "hotpath/core/arena.hpp"
#include "hotpath/core/prefetch.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::book {

/// Where an order is: valid until it is released.
struct OrderCursor {
    std::uint32_t slot = kNoSlot;

    [[nodiscard]] explicit operator bool() const noexcept { return slot != kNoSlot; }
};

/// Places of a ring at most: 256 MiB.
inline constexpr std::uint32_t kRingMax = 1U << 24U;

/// Bounds of an order table. ring_max is another than kRingMax in tests.
struct OrderTableOptions {
    std::uint32_t orders_max = 0;  // open at one time
    std::uint32_t dense_ids = 0;   // ids below this have their place in the ring
    std::uint32_t ring_max = kRingMax;
};

class OrderTable {
  public:
    /// ring_max is a power of two.
    OrderTable(Arena& arena, const OrderTableOptions& options);

    [[nodiscard]] static std::size_t arena_bytes(const OrderTableOptions& options);
    /// Slots have 32 bits.
    static constexpr std::uint32_t kOrdersMax = 1U << 28U;

    [[nodiscard]] std::uint32_t size() const noexcept { return size_; }
    [[nodiscard]] bool is_full() const noexcept { return size_ == orders_max_; }

    [[nodiscard]] OrderCursor find(OrderId id) const noexcept {
        if (id > highest_id_) {
            return {};
        }
        if (is_dense(id)) {
            const std::uint32_t slot = dense_slot_of(id);
            const OrderRecord& record = records_[slot];
            if (record.leaves_qty.value != 0 && record.turn() == turn_of(id)) {
                return {slot};
            }
            if (sparse_.is_empty()) {
                return {};
            }
        }
        return {sparse_.find(id)};
    }

    /// Is the order of this id open, and in this slot, which it was once in?
    [[nodiscard, gnu::always_inline]] inline bool is_at(OrderCursor cursor,
                                                        OrderId id) const noexcept {
        const OrderRecord& record = records_[cursor.slot];
        if (record.leaves_qty.value == 0) {
            return false;
        }
        return cursor.slot >= sparse_begin_ ? sparse_.id_of(cursor.slot) == id
                                            : is_dense(id) && cursor.slot == dense_slot_of(id) &&
                                                  record.turn() == turn_of(id);
    }

    /// The id of the order in this slot.
    [[nodiscard]] OrderId id_of(std::uint32_t slot) const noexcept {
        if (slot < sparse_begin_) {
            return {(std::uint64_t{records_[slot].turn()} << ring_shift_) + (slot - kRingBegin)};
        }
        return sparse_.id_of(slot);
    }

    [[nodiscard]] OrderRecord& operator[](std::uint32_t slot) noexcept { return records_[slot]; }
    [[nodiscard]] const OrderRecord& operator[](std::uint32_t slot) const noexcept {
        return records_[slot];
    }

    /// The tag of the order in this slot; a dense id's has no place for one.
    [[nodiscard]] std::uint32_t tag_of(std::uint32_t slot) const noexcept {
        return slot < sparse_begin_ ? 0 : sparse_.tag_of(slot);
    }
    void set_tag(std::uint32_t slot, std::uint32_t tag) noexcept {
        if (slot >= sparse_begin_) {
            sparse_.set_tag(slot, tag);
        }
    }

    /// A slot for an id that is not in the table; the table is not full. The caller fills the
    /// record.
    [[nodiscard]] std::uint32_t acquire(OrderId id, std::uint32_t tag = 0) noexcept {
        ++size_;
        highest_id_ = std::max(highest_id_, id);
        if (is_dense(id)) {
            const std::uint32_t slot = dense_slot_of(id);
            if (records_[slot].leaves_qty.value == 0) [[likely]] {
                return slot;
            }
        }
        return sparse_.insert(id, tag);
    }
    /// OrderRecord::place of an order at this level.
    [[nodiscard]] std::uint32_t place_of(OrderId id, std::uint32_t level) const noexcept {
        return level | static_cast<std::uint32_t>(id.value >> ring_shift_)
                           << OrderRecord::kLevelBits;
    }

    void release(std::uint32_t slot) noexcept {
        records_[slot].leaves_qty = {};
        --size_;
        if (slot >= sparse_begin_) {
            sparse_.erase(slot);
        }
    }

    /// Brings the line that a search begins with into the cache: for a dense id the record's.
    void prefetch_entry(OrderId id) const noexcept {
        if (is_dense(id)) {
            prefetch_for_write(&records_[dense_slot_of(id)]);
        } else {
            sparse_.prefetch_chain(id);
        }
    }

    /// Brings the record into the cache; of a sparse id it reads the line of prefetch_entry().
    void prefetch_record(OrderId id) const noexcept {
        if (!is_dense(id)) {
            sparse_.prefetch_record(id);
        }
    }

    /// Brings the record of an order that is open, and what finds it, into the cache.
    void prefetch_slot(std::uint32_t slot) const noexcept {
        prefetch_for_write(&records_[slot]);
        if (slot >= sparse_begin_) {
            sparse_.prefetch_chain(sparse_.id_of(slot));
        }
    }
    /// Brings the places of the next new order into the cache: its id is probably the next.
    void prefetch_next() const noexcept {
        prefetch_entry({highest_id_.value + 1});
        sparse_.prefetch_free();
    }

    [[nodiscard]] bool is_dense(OrderId id) const noexcept { return id.value < dense_ids_; }
    /// The place of a dense id in the ring, whether or not its order is there.
    [[nodiscard]] std::uint32_t dense_slot_of(OrderId id) const noexcept {
        return kRingBegin + (static_cast<std::uint32_t>(id.value) & ring_mask_);
    }

  private:
    static constexpr std::uint32_t kTurns = 1U << (32 - OrderRecord::kLevelBits);
    /// A line's worth: four neighbours share one, and kNoSlot is in front.
    static constexpr std::uint32_t kRingBegin = 4;

    /// The places that an id is counted modulo: a power of two.
    [[nodiscard]] static std::uint32_t ring_period(const OrderTableOptions& options) noexcept {
        constexpr std::uint64_t kPlacesPerOrder = 8;
        const std::uint64_t wanted = std::bit_ceil(kPlacesPerOrder * options.orders_max);
        return static_cast<std::uint32_t>(std::min<std::uint64_t>(wanted, options.ring_max));
    }
    [[nodiscard]] static std::size_t ring_size(const OrderTableOptions& options) noexcept {
        return std::min(options.dense_ids, ring_period(options));
    }
    [[nodiscard]] static std::size_t sparse_begin(const OrderTableOptions& options) noexcept {
        return (kRingBegin + ring_size(options) + 1) / 2 * 2;
    }
    [[nodiscard]] static std::size_t slot_count(const OrderTableOptions& options) noexcept {
        return sparse_begin(options) + SparseOrders::slot_count(options.orders_max);
    }
    /// No id of the ring has more turns than a record can say.
    [[nodiscard]] static std::uint64_t dense_ids(const OrderTableOptions& options) noexcept {
        return std::min(std::uint64_t{options.dense_ids},
                        std::uint64_t{ring_period(options)} * kTurns);
    }

    [[nodiscard]] std::uint32_t turn_of(OrderId id) const noexcept {
        return static_cast<std::uint32_t>(id.value >> ring_shift_) % kTurns;
    }

    std::span<OrderRecord> records_;  // by slot
    std::uint64_t dense_ids_;
    OrderId highest_id_{};  // of all that were acquired
    std::uint32_t ring_mask_;
    std::uint32_t ring_shift_;
    std::uint32_t sparse_begin_;
    std::uint32_t orders_max_;
    std::uint32_t size_ = 0;
    SparseOrders sparse_;
};

}  // namespace hotpath::book
