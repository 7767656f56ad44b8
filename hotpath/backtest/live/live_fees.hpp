#pragma once
/// Fees of the executions in a live session's journal, which has none: as the trader computed them.
///
/// Threads: any. Allocation: scratch. Complexity: n log n in executions.

#include "hotpath/backtest/comparison.hpp"
#include "hotpath/oms/orders.hpp"

namespace hotpath::backtest {

/// Sets SessionFill::fee of every fill: tiers and minimums go by the order of their reports.
void add_fees(SessionOrders& orders, const oms::OrdersOptions& options);

}  // namespace hotpath::backtest
