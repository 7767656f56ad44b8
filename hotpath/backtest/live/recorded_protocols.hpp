#pragma once
/// The readers of each protocol in a trader's journal, found by its place in the list (protocols/all.hpp).
///
/// Threads: any. Allocation: none. Complexity: O(1).

#include <cstddef>

#include "hotpath/backtest/live/live_market.hpp"
#include "hotpath/backtest/live/live_order_entry.hpp"

namespace hotpath::backtest {

[[nodiscard]] const RecordedOrders& recorded_orders(std::size_t order_entry) noexcept;
[[nodiscard]] const RecordedMarket& recorded_market(std::size_t market_data) noexcept;

}  // namespace hotpath::backtest
