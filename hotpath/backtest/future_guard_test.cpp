// The guard against the future compares each term of an order before the cut, its cancel if that was
// before the cut, and nothing after it.
#include "hotpath/backtest/future_guard.hpp"

#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace hotpath::backtest {
namespace {

constexpr Time kCut{1'000};

[[nodiscard]] OrderRecord order_at(std::int64_t entered, std::uint32_t id = 1) {
    return {.id = {id},
            .instrument = {7},
            .side = Side::Buy,
            .qty = {100},
            .price = {500},
            .entered = {entered}};
}

[[nodiscard]] DayResult day_with(std::vector<OrderRecord> orders) {
    return {.orders = std::move(orders)};
}

TEST(FutureGuard, EqualDecisionsHaveNoFault) {
    EXPECT_FALSE(future_fault({}, {}, kCut));
    const DayResult day = day_with({order_at(10), order_at(20, 2)});
    EXPECT_FALSE(future_fault(day, day, kCut));
}

TEST(FutureGuard, EveryTermOfADecisionCounts) {
    struct Row {
        std::string_view term;
        void (*change)(OrderRecord& order);
    };
    const Row rows[] = {
        {"id", [](OrderRecord& order) { order.id = {9}; }},
        {"instrument", [](OrderRecord& order) { order.instrument = {8}; }},
        {"side", [](OrderRecord& order) { order.side = Side::Sell; }},
        {"quantity", [](OrderRecord& order) { order.qty = {99}; }},
        {"price", [](OrderRecord& order) { order.price = {501}; }},
        {"time in force", [](OrderRecord& order) { order.time_in_force = TimeInForce::Ioc; }},
        {"post-only", [](OrderRecord& order) { order.is_post_only = true; }},
        {"time", [](OrderRecord& order) { order.entered = {11}; }},
        {"cancel", [](OrderRecord& order) { order.cancel_sent = {999}; }}};
    for (const Row& row : rows) {
        OrderRecord changed = order_at(10);
        row.change(changed);
        const auto fault = future_fault(day_with({order_at(10)}), day_with({changed}), kCut);
        ASSERT_TRUE(fault) << row.term;
        EXPECT_EQ(fault->cut, kCut);
        EXPECT_EQ(fault->whole->price, Price{500}) << row.term;
        EXPECT_EQ(fault->alone->id, changed.id) << row.term;
    }
}

TEST(FutureGuard, WhatBecameOfAnOrderIsNoDecision) {
    OrderRecord filled = order_at(10);
    filled.filled = {100};
    filled.closed = {500};
    filled.queue_ahead = TotalQty{300};
    filled.is_rejected = true;
    EXPECT_FALSE(future_fault(day_with({order_at(10)}), day_with({filled}), kCut));
}

TEST(FutureGuard, OrdersAndCancelsFromTheCutOnAreNotCompared) {
    OrderRecord later_cancel = order_at(10);
    later_cancel.cancel_sent = kCut;
    EXPECT_FALSE(future_fault(day_with({order_at(10)}), day_with({later_cancel}), kCut));
    EXPECT_FALSE(
        future_fault(day_with({order_at(10), order_at(1'000, 2)}), day_with({order_at(10)}), kCut))
        << "an order at the cut is after it";
    const auto fault =
        future_fault(day_with({order_at(10), order_at(999, 2)}), day_with({order_at(10)}), kCut);
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->whole->id, ClOrdId{2});
    EXPECT_FALSE(fault->alone) << "nothing was sent without the later market";
}

TEST(FutureGuard, AFaultHasTheFirstOrderThatDiffersWithoutLaterCancels) {
    OrderRecord canceled_later = order_at(20, 2);
    canceled_later.cancel_sent = {5'000};
    OrderRecord other = order_at(20, 2);
    other.price = {600};
    const auto fault = future_fault(day_with({order_at(10), canceled_later, order_at(30, 3)}),
                                    day_with({order_at(10), other}), kCut);
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->whole->id, ClOrdId{2});
    EXPECT_EQ(fault->whole->cancel_sent, kNever);
    EXPECT_EQ(fault->alone->price, Price{600});
}

TEST(FutureGuard, OrdersBeforeTheCutAreCounted) {
    EXPECT_EQ(orders_before({}, kCut), 0U);
    EXPECT_EQ(orders_before(day_with({order_at(10), order_at(999, 2), order_at(1'000, 3)}), kCut),
              2U);
}

}  // namespace
}  // namespace hotpath::backtest
