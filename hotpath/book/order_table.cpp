#include "hotpath/book/order_table.hpp"

#include "hotpath/core/assert.hpp"

namespace hotpath::book {

namespace {

// As many as orders, since in the worst case each order is alone in its block, and the one that is
// unused. Pages that are not touched cost nothing.
std::size_t block_count(const OrderTableOptions& options) {
    return std::size_t{options.orders_max} + 1;
}

}  // namespace

OrderTable::OrderTable(Arena& arena, const OrderTableOptions& options)
    : blocks_(arena, options.orders_max, dense_keys(options)),
      records_(arena.allocate<OrderRecord>(block_count(options) * kBlockOrders)),
      keys_(arena.allocate<std::uint64_t>(block_count(options))),
      orders_max_(options.orders_max) {
    HOTPATH_ASSERT(options.orders_max <= kOrdersMax,
                   "orders_max must be at most kOrdersMax: slots have 32 bits");
}

std::size_t OrderTable::arena_bytes(const OrderTableOptions& options) {
    return BlockIndex::arena_bytes(options.orders_max, dense_keys(options)) +
           Arena::bytes_for<OrderRecord>(block_count(options) * kBlockOrders) +
           Arena::bytes_for<std::uint64_t>(block_count(options));
}

std::uint32_t OrderTable::take_block(std::uint64_t key) noexcept {
    std::uint32_t block = free_block_;
    if (block != BlockIndex::kNone) {
        free_block_ = static_cast<std::uint32_t>(keys_[block]);
    } else {
        block = blocks_used_++;
    }
    keys_[block] = key;
    return block;
}

void OrderTable::return_block(std::uint32_t block) noexcept {
    keys_[block] = free_block_;
    free_block_ = block;
}

void OrderTable::prefetch_next() const noexcept {
    const std::uint32_t block = free_block_ != BlockIndex::kNone ? free_block_ : blocks_used_;
    if (block < keys_.size()) {
        prefetch_for_write(&keys_[block]);
        const OrderRecord* const first = &records_[std::size_t{block} * kBlockOrders];
        prefetch_for_write(first);
        prefetch_for_write(first + kBlockOrders / 2);  // the block's second line
    }
    blocks_.prefetch_entry(last_entry_);
}

}  // namespace hotpath::book
