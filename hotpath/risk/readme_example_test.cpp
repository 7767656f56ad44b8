#include <gtest/gtest.h>

#include "hotpath/risk/risk_gate.hpp"

namespace hotpath {
namespace {

TEST(RiskReadme, ItsExampleMakesAGateThatLetsAnOrderThrough) {
    constexpr Money kMillionDollars{10'000'000'000};  // ITCH counts 1/10,000 of a dollar
    constexpr Nanos kSecond{kNanosPerSecond};
    auto gate = risk::RiskGate::create(
        {.instruments_max = 100,
         .account = {.gross_max = 10 * kMillionDollars,
                     .net_max = 5 * kMillionDollars,
                     .traded_max = 100 * kMillionDollars,
                     .loss_max = {1'000'000'000},
                     .open_orders_max = 200,
                     .messages_per_fill_max = 100,
                     .messages_free = 10'000},
         .pace = {.orders = {.messages_max = 100, .window = kSecond},
                  .cancels = {.messages_max = 200, .window = kSecond},
                  .duplicates = {.messages_max = 5, .window = kSecond},
                  .repeated_executions = {.messages_max = 20, .window = kSecond},
                  .instrument_window = kSecond}});
    ASSERT_TRUE(gate);
    const auto set = gate->set_limits({7}, {.order_qty_max = {1'000},
                                            .order_notional_max = {5'000'000'000},
                                            .tick = 100,
                                            .fine_below = {10'000},
                                            .collar_bps = {500},
                                            .drift_bps = {300},
                                            .position_max = {5'000},
                                            .open_orders_max = 20,
                                            .messages_max = 50,
                                            .may_sell_short = false});
    ASSERT_TRUE(set);
    const risk::OrderCheck order{.instrument = {7},
                                 .qty = {100},
                                 .price = {1'000'000},
                                 .reference_price = {1'000'100},
                                 .open_qty_added = {100},
                                 .open_value_added = {100'000'000}};
    EXPECT_EQ(gate->check(order, {}, {}, {kNanosPerSecond}), risk::RejectReason::None);
}

}  // namespace
}  // namespace hotpath
