#include "hotpath/book/order_table.hpp"

#include <utility>

#include "hotpath/core/assert.hpp"

namespace hotpath::book {

OrderTable::OrderTable(Arena& arena, const OrderTableOptions& options)
    : records_(arena.allocate<OrderRecord>(slot_count(options))),
      dense_ids_(dense_ids(options)),
      ring_mask_(ring_period(options) - 1),
      ring_shift_(static_cast<std::uint32_t>(std::countr_zero(ring_period(options)))),
      sparse_begin_(static_cast<std::uint32_t>(sparse_begin(options))),
      orders_max_(options.orders_max),
      sparse_(arena, records_, sparse_begin_, options.orders_max) {
    HOTPATH_ASSERT(options.orders_max <= kOrdersMax,
                   "orders_max must be at most kOrdersMax: slots have 32 bits");
    HOTPATH_ASSERT(std::has_single_bit(options.ring_max) && options.ring_max <= 1U << 30U,
                   "ring_max must be a power of two of at most 2^30: slots have 32 bits");
}

std::size_t OrderTable::arena_bytes(const OrderTableOptions& options) {
    return Arena::bytes_for<OrderRecord>(slot_count(options)) +
           SparseOrders::arena_bytes(options.orders_max);
}

void SparseOrders::split_next_bucket() noexcept {
    const std::uint32_t upper = used_buckets_++;
    std::uint32_t rest = std::exchange(buckets_[upper - half_], kNoSlot);
    // Bit half_ of the hash says in which of the two an order is now.
    while (rest != kNoSlot) {
        const std::uint32_t slot = std::exchange(rest, chained_after(rest));
        std::uint32_t& bucket =
            buckets_[(hash_of(id_of(slot)) & half_) == 0 ? upper - half_ : upper];
        chain(slot, bucket);
        bucket = slot;
    }
    if (used_buckets_ == 2 * half_) {
        half_ *= 2;
    }
}

}  // namespace hotpath::book
