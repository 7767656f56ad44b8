#include "hotpath/backtest/live/live_fees.hpp"

#include <algorithm>
#include <vector>

namespace hotpath::backtest {

namespace {

struct OrderFill {
    ClOrdId order{};
    SessionFill* fill = nullptr;
};

[[nodiscard]] std::vector<OrderFill> fills_by_time(SessionOrders& orders) {
    std::vector<OrderFill> fills;
    for (SessionOrder& order : orders) {
        for (SessionFill& fill : order.fills) {
            fills.push_back({.order = order.id, .fill = &fill});
        }
    }
    std::ranges::stable_sort(fills, {}, [](const OrderFill& each) { return each.fill->at; });
    return fills;
}

}  // namespace

void add_fees(SessionOrders& orders, const oms::OrdersOptions& options) {
    const oms::FeeSchedule schedule(options.fees, options.fee_rules);
    oms::OrderMinimums minimums(options.fee_rules.order_min, options.orders_remembered);
    TotalQty executed;
    for (const auto& [order, fill] : fills_by_time(orders)) {
        const Money fee =
            schedule.fee({.liquidity = fill->liquidity, .qty = fill->qty, .price = fill->price},
                         schedule.tier(executed));
        fill->fee = fee + minimums.on_executed(order, fee);
        executed += fill->qty;
    }
}

}  // namespace hotpath::backtest
