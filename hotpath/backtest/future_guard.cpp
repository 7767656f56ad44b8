#include "hotpath/backtest/future_guard.hpp"

#include <algorithm>

namespace hotpath::backtest {

namespace {

/// As far as it was decided before the cut; nothing where no further order was sent by then.
[[nodiscard]] std::optional<OrderRecord> order_before(const DayResult& day, std::size_t index,
                                                      Time cut) {
    if (index >= day.orders.size() || day.orders[index].entered >= cut) {
        return std::nullopt;
    }
    OrderRecord order = day.orders[index];
    order.cancel_sent = order.cancel_sent < cut ? order.cancel_sent : kNever;
    return order;
}

[[nodiscard]] bool is_same_decision(const OrderRecord& a, const OrderRecord& b) {
    return a.id == b.id && a.instrument == b.instrument && a.side == b.side && a.qty == b.qty &&
           a.price == b.price && a.time_in_force == b.time_in_force &&
           a.is_post_only == b.is_post_only && a.entered == b.entered &&
           a.cancel_sent == b.cancel_sent;
}

}  // namespace

std::optional<FutureFault> future_fault(const DayResult& whole, const DayResult& other, Time cut) {
    for (std::size_t n = 0;; ++n) {
        const std::optional<OrderRecord> with = order_before(whole, n, cut);
        const std::optional<OrderRecord> without = order_before(other, n, cut);
        if (!with && !without) {
            return std::nullopt;
        }
        if (!with || !without || !is_same_decision(*with, *without)) {
            return FutureFault{.cut = cut, .whole = with, .alone = without};
        }
    }
}

std::size_t orders_before(const DayResult& day, Time cut) noexcept {
    return static_cast<std::size_t>(std::ranges::count_if(
        day.orders, [cut](const OrderRecord& order) { return order.entered < cut; }));
}

}  // namespace hotpath::backtest
