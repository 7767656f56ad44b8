#include "hotpath/book/order_table.hpp"

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

}  // namespace hotpath::book
