#include "hotpath/sim/market/due_orders.hpp"

#include <gtest/gtest.h>

namespace hotpath::sim::market {
namespace {

TEST(DueOrders, TheLongestWaitingOrderGoesFirst) {
    DueOrders due(2);
    EXPECT_TRUE(due.is_empty({1}));
    for (std::uint64_t round = 0; round < 5; ++round) {
        for (std::uint32_t i = 0; i < DueOrders::kDueMax; ++i) {
            EXPECT_FALSE(due.is_full({1}));
            due.push({1}, {.id = {round * 100 + i}, .slot = i});
        }
        EXPECT_TRUE(due.is_full({1}));
        EXPECT_TRUE(due.is_empty({2})) << "each instrument has a ring of its own";
        for (std::uint32_t i = 0; i < DueOrders::kDueMax; ++i) {
            const DueOrder order = due.pop({1});
            EXPECT_EQ(order.id.value, round * 100 + i);
            EXPECT_EQ(order.slot, i);
        }
        EXPECT_TRUE(due.is_empty({1}));
    }
}

TEST(DueOrdersDeathTest, AFullRingTakesNoOther) {
    DueOrders due(1);
    for (std::uint32_t i = 0; i < DueOrders::kDueMax; ++i) {
        due.push({1}, {.id = {i}, .slot = i});
    }
    EXPECT_DEATH(due.push({1}, {.id = {9}, .slot = 9}), "call is_full\\(\\) first");
}

}  // namespace
}  // namespace hotpath::sim::market
