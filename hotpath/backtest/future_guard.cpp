#include "hotpath/backtest/future_guard.hpp"

#include <cstddef>

namespace hotpath::backtest {

namespace {

/// nullptr where no further order was sent before the cut.
[[nodiscard]] const OrderRecord* order_before(const DayResult& day, std::size_t index, Time cut) {
    const bool is_there = index < day.orders.size() && day.orders[index].entered < cut;
    return is_there ? &day.orders[index] : nullptr;
}

[[nodiscard]] bool is_same_decision(const OrderRecord& a, const OrderRecord& b) {
    return a.id == b.id && a.instrument == b.instrument && a.side == b.side && a.qty == b.qty &&
           a.price == b.price && a.entered == b.entered && a.time_in_force == b.time_in_force &&
           a.is_post_only == b.is_post_only;
}

[[nodiscard]] std::optional<OrderRecord> copy_of(const OrderRecord* order) {
    return order == nullptr ? std::nullopt : std::optional(*order);
}

}  // namespace

std::optional<FutureFault> future_fault(const DayResult& whole, const DayResult& cut) {
    for (std::size_t n = 0;; ++n) {
        const OrderRecord* const with = order_before(whole, n, cut.end);
        const OrderRecord* const without = order_before(cut, n, cut.end);
        if (with == nullptr && without == nullptr) {
            return std::nullopt;
        }
        if (with == nullptr || without == nullptr || !is_same_decision(*with, *without)) {
            return FutureFault{.cut = cut.end, .whole = copy_of(with), .alone = copy_of(without)};
        }
    }
}

}  // namespace hotpath::backtest
