#pragma once
/// OrderTable: every open order of the feed, found by its id.
///
/// Records of 16 bytes lie in blocks of eight consecutive ids (two cache lines), because venues
/// number orders one after the other and an order's neighbours live about as long. A BlockIndex
/// finds the block; the block of the last add is remembered, so that most adds search nothing.
/// Sparse ids (a few instruments of a day) cost one block an order.
///
///   id = key * 8 + 5      BlockIndex: key -> block 71      records_: | 71*8 | .. | 71*8+5 | ..
///                                                          slot = 71*8+5 ────────┘
///
/// Threads: one owner. Allocation: none after construction; blocks are reused last in, first out.
/// Complexity: O(1).

#include <cstddef>
#include <cstdint>
#include <span>

#include "hotpath/book/block_index.hpp"
#include "hotpath/core/arena.hpp"
#include "hotpath/core/prefetch.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::book {

/// An order in its level's queue. next and prev are slots; kNoSlot ends the queue. Quantity 0 is an
/// empty slot.
struct OrderRecord {
    Qty leaves_qty{};
    std::uint32_t level = 0;
    std::uint32_t next = 0;
    std::uint32_t prev = 0;
};
static_assert(sizeof(OrderRecord) == 16);

inline constexpr std::uint32_t kNoSlot = 0xffff'ffff;

/// Where an order is: valid until the next acquire or release.
struct OrderCursor {
    std::uint32_t slot = kNoSlot;
    std::uint32_t entry = 0;  // of the block index

    [[nodiscard]] explicit operator bool() const noexcept { return slot != kNoSlot; }
};

/// Bounds of an order table.
struct OrderTableOptions {
    std::uint32_t orders_max = 0;  // open at one time
    std::uint32_t dense_ids = 0;   // ids below this are found through an array
};

class OrderTable {
  public:
    OrderTable(Arena& arena, const OrderTableOptions& options);

    [[nodiscard]] static std::size_t arena_bytes(const OrderTableOptions& options);
    /// Slots have 32 bits.
    static constexpr std::uint32_t kOrdersMax = 1U << 28U;

    [[nodiscard]] std::uint32_t size() const noexcept { return size_; }
    [[nodiscard]] bool is_full() const noexcept { return size_ == orders_max_; }

    [[nodiscard]] OrderCursor find(OrderId id) const noexcept {
        const auto [block, entry] = blocks_.cursor_of(key_of(id));
        const std::uint32_t slot = slot_of(block, id);
        return records_[slot].leaves_qty.value == 0 ? OrderCursor{} : OrderCursor{slot, entry};
    }

    /// Id of the order in this slot.
    [[nodiscard]] OrderCursor cursor_of(std::uint32_t slot) const noexcept {
        const std::uint64_t key = keys_[slot / kBlockOrders];
        return {slot, blocks_.is_dense(key) ? static_cast<std::uint32_t>(key) : find_entry(key)};
    }

    /// The id of the order in this slot.
    [[nodiscard]] OrderId id_of(std::uint32_t slot) const noexcept {
        return {keys_[slot / kBlockOrders] * kBlockOrders + slot % kBlockOrders};
    }

    [[nodiscard]] OrderRecord& operator[](std::uint32_t slot) noexcept { return records_[slot]; }
    [[nodiscard]] const OrderRecord& operator[](std::uint32_t slot) const noexcept {
        return records_[slot];
    }

    /// A slot for an id that is not in the table; the table is not full. The caller fills the
    /// record.
    [[nodiscard]] OrderCursor acquire(OrderId id) noexcept {
        const std::uint64_t key = key_of(id);
        const std::uint32_t known = find_entry(key);
        const bool is_known = known != BlockIndex::kNone;
        const std::uint32_t entry = is_known ? known : blocks_.insert(key, take_block(key));
        BlockRef& block = blocks_[entry];
        block.open_orders += is_known ? 1U : 0U;
        last_entry_ = entry;
        ++size_;
        return {slot_of(block.block, id), entry};
    }

    void release(OrderCursor cursor) noexcept {
        records_[cursor.slot].leaves_qty = {};
        --size_;
        if (--blocks_[cursor.entry].open_orders == 0) {
            return_block(blocks_[cursor.entry].block);
            blocks_.erase(cursor.entry);
        }
    }

    /// Brings the index's line for this id into the cache.
    void prefetch_entry(OrderId id) const noexcept { blocks_.prefetch(key_of(id)); }

    /// Brings the record into the cache; reads the index's line.
    void prefetch_record(OrderId id) const noexcept {
        const std::uint32_t entry = blocks_.find(key_of(id));
        if (entry != BlockIndex::kNone) {
            prefetch_for_write(&records_[slot_of(blocks_[entry].block, id)]);
        }
    }

    /// Brings the record of an order that is open, and what finds it, into the cache.
    void prefetch_slot(std::uint32_t slot) const noexcept {
        prefetch_for_write(&records_[slot]);
        blocks_.prefetch(keys_[slot / kBlockOrders]);
    }
    /// Brings the places of the next new order into the cache.
    void prefetch_next() const noexcept;

  private:
    static constexpr std::uint32_t kBlockOrders = 8;

    [[nodiscard]] static std::uint64_t key_of(OrderId id) noexcept {
        return id.value / kBlockOrders;
    }
    [[nodiscard]] static std::uint32_t slot_of(std::uint32_t block, OrderId id) noexcept {
        return block * kBlockOrders + static_cast<std::uint32_t>(id.value % kBlockOrders);
    }

    [[nodiscard]] std::uint32_t find_entry(std::uint64_t key) const noexcept {
        return blocks_.holds(last_entry_, key) ? last_entry_ : blocks_.find(key);
    }

    [[nodiscard]] static std::uint32_t dense_keys(const OrderTableOptions& options) noexcept {
        return options.dense_ids / kBlockOrders;
    }
    [[nodiscard]] std::uint32_t take_block(std::uint64_t key) noexcept;
    void return_block(std::uint32_t block) noexcept;

    BlockIndex blocks_;
    std::span<OrderRecord> records_;
    std::span<std::uint64_t> keys_;  // by block; of a free block: the next free block
    std::uint32_t orders_max_;
    std::uint32_t size_ = 0;
    std::uint32_t blocks_used_ =
        BlockIndex::kNoBlock + 1;  // never handed out yet: this one and all above
    std::uint32_t free_block_ = BlockIndex::kNone;
    std::uint32_t last_entry_ = 0;  // of the last add
};

}  // namespace hotpath::book
