#pragma once
/// SparseOrders: slots of orders with any ids, found by a hash that is as large as what is open.
///
///   id -> bucket -> slot 40 -> slot 62 -> end     a pair of slots an order: its record,
///                                                 its id and the bucket's next slot
///
/// Linear hashing: a bucket more for each order above half as many as there are buckets, which
/// splits one bucket and moves nothing else; so three names take a corner of the memory that a
/// whole market would need, and no command pays for growth at once. Buckets of sixteen neighbouring
/// ids share a cache line. Slots are reused last in, first out. Threads: one owner. Allocation: none
/// after construction. Complexity: O(1). Source: Litwin, "Linear Hashing: A New Tool for File and
/// Table Addressing", 1980.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "hotpath/book/order_record.hpp"
#include "hotpath/core/arena.hpp"
#include "hotpath/core/prefetch.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::book {

class SparseOrders {
  public:
    /// Two records for each order, from `first_slot` on, are this table's; first_slot is even
    /// and above 0.
    SparseOrders(Arena& arena, std::span<OrderRecord> records, std::uint32_t first_slot,
                 std::uint32_t orders_max)
        : buckets_(arena.allocate<std::uint32_t>(bucket_count(orders_max))),
          records_(records),
          next_slot_(first_slot) {}

    /// The buckets' bytes; the records are the caller's.
    [[nodiscard]] static std::size_t arena_bytes(std::uint32_t orders_max) {
        return Arena::bytes_for<std::uint32_t>(bucket_count(orders_max));
    }
    [[nodiscard]] static std::size_t slot_count(std::uint32_t orders_max) {
        return std::size_t{orders_max} * kSlotsPerOrder;
    }

    [[nodiscard]] bool is_empty() const noexcept { return size_ == 0; }

    /// kNoSlot when absent.
    [[nodiscard]] std::uint32_t find(OrderId id) const noexcept {
        std::uint32_t slot = buckets_[bucket_of(id)];
        while (slot != kNoSlot && id_of(slot) != id) {
            slot = chained_after(slot);
        }
        return slot;
    }

    [[nodiscard]] OrderId id_of(std::uint32_t slot) const noexcept {
        std::uint64_t id = 0;
        std::memcpy(&id, &records_[slot + 1], sizeof(id));
        return {id};
    }

    /// A slot for an id that is absent; there is room.
    [[nodiscard]] std::uint32_t insert(OrderId id) noexcept {
        ++size_;
        if (used_buckets_ < std::size_t{2} * size_ && used_buckets_ < buckets_.size()) {
            split_next_bucket();
        }
        std::uint32_t slot = free_slot_;
        if (slot != kNoSlot) {
            free_slot_ = chained_after(slot);
        } else {
            slot = next_slot_;
            next_slot_ += kSlotsPerOrder;
        }
        std::uint32_t& bucket = buckets_[bucket_of(id)];
        std::memcpy(static_cast<void*>(&records_[slot + 1]), &id.value, sizeof(id.value));
        chain(slot, bucket);
        bucket = slot;
        return slot;
    }

    /// The slot of an id that is there.
    void erase(std::uint32_t slot) noexcept {
        --size_;
        std::uint32_t& bucket = buckets_[bucket_of(id_of(slot))];
        const std::uint32_t after = chained_after(slot);
        if (bucket == slot) {
            bucket = after;
        } else {
            std::uint32_t before = bucket;
            while (chained_after(before) != slot) {
                before = chained_after(before);
            }
            chain(before, after);
        }
        chain(slot, free_slot_);
        free_slot_ = slot;
    }

    void prefetch_bucket(OrderId id) const noexcept {
        prefetch_for_write(&buckets_[bucket_of(id)]);
    }
    /// The slot that insert() will give.
    void prefetch_free() const noexcept {
        const std::uint32_t slot = free_slot_ != kNoSlot ? free_slot_ : next_slot_;
        if (slot < records_.size()) {
            prefetch_for_write(&records_[slot]);
        }
    }
    /// Reads the bucket.
    void prefetch_record(OrderId id) const noexcept {
        prefetch_for_write(&records_[buckets_[bucket_of(id)]]);
    }

  private:
    static constexpr std::uint32_t kSlotsPerOrder = 2;
    static constexpr std::uint32_t kNeighbours = 16;  // ids whose buckets share a line

    /// At least two buckets an order.
    [[nodiscard]] static std::size_t bucket_count(std::uint32_t orders_max) {
        return std::size_t{orders_max} * 2 + kNeighbours;
    }

    /// 2^32 hashes. The highest bits of a product depend on the whole key: the swap makes them the
    /// lowest. Which bucket of its line a number has depends on the line, or all of even numbers
    /// would share half of them.
    [[nodiscard]] static std::uint32_t hash_of(OrderId id) noexcept {
        constexpr std::uint64_t kGoldenRatio = 0x9e37'79b9'7f4a'7c15ULL;
        const std::uint64_t line = std::byteswap((id.value / kNeighbours) * kGoldenRatio);
        const std::uint64_t in_line = (id.value + (line >> 28U)) % kNeighbours;
        return static_cast<std::uint32_t>(line * kNeighbours + in_line);
    }

    /// Buckets below used_buckets_ - half_ are split already: hashes that would be beyond the used
    /// ones are still in the lower half.
    [[nodiscard]] std::uint32_t bucket_of(OrderId id) const noexcept {
        const std::uint32_t hash = hash_of(id);
        const std::uint32_t bucket = hash & (2 * half_ - 1);
        return bucket < used_buckets_ ? bucket : bucket - half_;
    }

    [[nodiscard]] std::uint32_t chained_after(std::uint32_t slot) const noexcept {
        return records_[slot + 1].next;
    }
    void chain(std::uint32_t slot, std::uint32_t after) noexcept {
        records_[slot + 1].next = after;
    }

    void split_next_bucket() noexcept;

    std::span<std::uint32_t> buckets_;  // the first slot of each
    std::span<OrderRecord> records_;    // by slot
    std::uint32_t half_ = kNeighbours;  // a power of two: half_ <= used_buckets_ < 2 * half_
    std::uint32_t used_buckets_ = kNeighbours;
    std::uint32_t size_ = 0;
    std::uint32_t free_slot_ = kNoSlot;
    std::uint32_t next_slot_;  // never handed out yet: this one and all above
};

}  // namespace hotpath::book
