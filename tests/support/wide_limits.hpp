#pragma once
/// Risk limits so wide that they never refuse, for tests about something else.
///
/// Threads: values. Allocation: none.

#include "hotpath/core/units.hpp"
#include "hotpath/risk/risk_gate.hpp"

namespace hotpath::support {

inline constexpr std::uint64_t kPlentyOfMoney = 1ULL << 60U;

[[nodiscard]] inline risk::Limits wide_limits() {
    return {.order_qty_max = {500'000},
            .order_notional_max = {1ULL << 50U},
            .tick = 1,
            .collar_bps = {100},
            .drift_bps = {9'999},
            .position_max = {1'000'000},
            .open_orders_max = 10'000,
            .messages_max = 10'000,
            .may_sell_short = true};
}

[[nodiscard]] inline risk::RiskOptions wide_risk(std::uint16_t instruments_max) {
    constexpr risk::RateLimit kPlenty{.messages_max = 1'000, .window = {1}};
    return {.instruments_max = instruments_max,
            .account = {.gross_max = {kPlentyOfMoney},
                        .net_max = {kPlentyOfMoney},
                        .traded_max = {kPlentyOfMoney},
                        .loss_max = {kPlentyOfMoney},
                        .open_orders_max = 10'000,
                        .messages_per_fill_max = 1,
                        .messages_free = 100'000'000},
            .pace = {.orders = kPlenty,
                     .cancels = kPlenty,
                     .duplicates = kPlenty,
                     .repeated_executions = kPlenty,
                     .instrument_window = {1}}};
}

/// An order within the wide limits: 100 shares at $10.00, where the market's mid is, too.
[[nodiscard]] inline risk::OrderCheck order_within(InstrumentId instrument) {
    return {.instrument = instrument,
            .side = Side::Buy,
            .qty = {100},
            .price = {100'000},
            .reference_price = {100'000},
            .open_qty_added = {100},
            .open_value_added = {10'000'000}};
}

}  // namespace hotpath::support
