#include "hotpath/risk/limits.hpp"

#include <array>
#include <limits>
#include <string>

#include "hotpath/core/price_distance.hpp"

namespace hotpath::risk {

namespace {

/// A limit by name, and whether it is set and can bind.
struct Rule {
    std::string_view name;
    bool holds;
};

template <std::size_t N>
Expected<void> first_broken(const std::array<Rule, N>& rules) {
    for (const Rule& rule : rules) {
        if (!rule.holds) {
            return fail("risk limits: " + std::string(rule.name));
        }
    }
    return {};
}

bool can_bind(Money limit) noexcept {
    return limit > Money{};
}

bool is_set(const RateLimit& limit) noexcept {
    return limit.messages_max > 0 && limit.window.value > 0;
}

}  // namespace

Expected<void> validate(const Limits& limits) {
    constexpr SignedQty kHalf{std::numeric_limits<std::int64_t>::max() / 2};
    return first_broken(std::array<Rule, 9>{{
        {"order_qty_max must be at least 1", limits.order_qty_max.value > 0},
        {"order_notional_max must be above 0 and below 2^63", can_bind(limits.order_notional_max)},
        {"tick must be at least 1", limits.tick > 0},
        {"fine_below must be 0 or a price", limits.fine_below.value >= 0},
        {"collar_bps must be 1..9,999", can_bind(limits.collar_bps)},
        {"drift_bps must be 1..9,999", can_bind(limits.drift_bps)},
        // Position and open orders are added up in 64 bits.
        {"position_max must be above 0 and below 2^62",
         limits.position_max > SignedQty{} && limits.position_max <= kHalf},
        {"open_orders_max must be at least 1", limits.open_orders_max > 0},
        {"messages_max must be at least 1", limits.messages_max > 0},
    }});
}

Expected<void> validate(const AccountLimits& limits) {
    return first_broken(std::array<Rule, 6>{{
        {"gross_max must be above 0 and below 2^63", can_bind(limits.gross_max)},
        {"net_max must be above 0 and below 2^63", can_bind(limits.net_max)},
        {"traded_max must be above 0 and below 2^63", can_bind(limits.traded_max)},
        {"loss_max must be above 0 and below 2^63", can_bind(limits.loss_max)},
        {"the account's open_orders_max must be at least 1", limits.open_orders_max > 0},
        {"messages_per_fill_max must be at least 1", limits.messages_per_fill_max > 0},
    }});
}

Expected<void> validate(const PaceLimits& limits) {
    return first_broken(std::array<Rule, 6>{{
        {"orders: rate and window must be above 0", is_set(limits.orders)},
        {"cancels: rate and window must be above 0", is_set(limits.cancels)},
        {"duplicates: number and window must be above 0", is_set(limits.duplicates)},
        // So that no more orders can be alike than the session may send.
        {"duplicates_window_ms must be at most orders_window_ms",
         limits.duplicates.window <= limits.orders.window},
        {"repeated_executions: number and window must be above 0",
         is_set(limits.repeated_executions)},
        {"instrument_window_ms must be above 0", limits.instrument_window.value > 0},
    }});
}

std::string_view reason_name(RejectReason reason) noexcept {
    static constexpr std::array<std::string_view, kRejectReasons> kNames{"none",
                                                                         "kill switch",
                                                                         "no limits",
                                                                         "order quantity",
                                                                         "price tick",
                                                                         "order notional",
                                                                         "no reference price",
                                                                         "price collar",
                                                                         "short sale",
                                                                         "self match",
                                                                         "position",
                                                                         "open orders",
                                                                         "reducing only",
                                                                         "traded value",
                                                                         "order to trade",
                                                                         "gross exposure",
                                                                         "net exposure",
                                                                         "instrument rate",
                                                                         "price drift",
                                                                         "duplicate",
                                                                         "message rate",
                                                                         "firm gross exposure",
                                                                         "firm net exposure",
                                                                         "firm open orders",
                                                                         "firm open value",
                                                                         "firm messages"};
    const auto index = static_cast<std::size_t>(reason);
    return index < kNames.size() ? kNames[index] : "unknown";
}

std::string_view mode_name(TradingMode mode) noexcept {
    return mode == TradingMode::Open           ? "open"
           : mode == TradingMode::ReducingOnly ? "reducing only"
                                               : "killed";
}

std::string_view stop_name(StopReason reason) noexcept {
    static constexpr std::array<std::string_view, kStopReasons> kNames{
        "none", "operator", "heartbeat", "disagreement", "repeated executions",
        "loss", "journal",  "shut down"};
    const auto index = static_cast<std::size_t>(reason);
    return index < kNames.size() ? kNames[index] : "unknown";
}

}  // namespace hotpath::risk
