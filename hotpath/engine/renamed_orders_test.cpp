// The ids of orders that keep their OrderID: by examples, and against a map that is searched.

#include "hotpath/engine/renamed_orders.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>

#include <gtest/gtest.h>

#include "tests/support/seeds.hpp"

namespace hotpath::engine {
namespace {

TEST(RenamedOrders, AnOrderIsFoundUnderTheIdOfItsLastReplacement) {
    RenamedOrders orders(4);
    EXPECT_TRUE(orders.is_empty());
    ASSERT_NE(orders.follow({7}), nullptr);
    EXPECT_EQ(orders.follow({7})->id, OrderId{7});
    EXPECT_EQ(orders.rename({7}, {12}), OrderId{7});
    EXPECT_EQ(orders.rename({12}, {15}), OrderId{7});
    EXPECT_EQ(orders.follow({7})->id, OrderId{15});
    EXPECT_EQ(orders.rename({12}, {16}), OrderId{}) << "it has another id";
    EXPECT_EQ(orders.rename({99}, {100}), OrderId{}) << "another's";
}

TEST(RenamedOrders, AClosedOrderIsForgottenUnderItsLastId) {
    RenamedOrders orders(4);
    static_cast<void>(orders.follow({7}));
    static_cast<void>(orders.rename({7}, {12}));
    orders.forget({7});
    orders.forget({7});
    EXPECT_TRUE(orders.is_empty());
    EXPECT_EQ(orders.rename({12}, {15}), OrderId{});
}

TEST(RenamedOrders, BeyondTheirNumberNoneIsFollowed) {
    RenamedOrders orders(1);
    ASSERT_NE(orders.follow({7}), nullptr);
    EXPECT_EQ(orders.follow({8}), nullptr);
    orders.clear();
    EXPECT_TRUE(orders.is_empty());
    EXPECT_NE(orders.follow({8}), nullptr);
    EXPECT_EQ(orders.rename({7}, {9}), OrderId{});
}

/// The twin keeps OrderID -> id and searches it.
TEST(RenamedOrders, AreThoseOfAMapThatIsSearched) {
    std::mt19937_64 random(support::seed_of_this_test(1));
    constexpr std::uint64_t kOrdersMax = 32;
    RenamedOrders orders(kOrdersMax);
    std::map<std::uint64_t, std::uint64_t> twin;
    std::uint64_t last_id = 0;
    std::uint64_t renamed = 0;
    for (int n = 0; n < 1'000'000; ++n) {
        const std::uint64_t any = random() % (last_id + 2);
        const std::uint64_t recent = last_id - std::min(last_id, random() % 64);
        switch (random() % 4) {
            case 0: {
                const auto* const followed = orders.follow({++last_id});
                ASSERT_EQ(followed != nullptr, twin.size() < kOrdersMax);
                if (followed != nullptr) {
                    twin[last_id] = last_id;
                }
                break;
            }
            case 1: {
                const std::uint64_t closed =
                    twin.empty() ? any
                                 : std::next(twin.begin(),
                                             static_cast<std::ptrdiff_t>(random() % twin.size()))
                                       ->first;
                orders.forget({closed});
                twin.erase(closed);
                break;
            }
            default: {
                const auto found = std::ranges::find_if(
                    twin, [&](const auto& entry) { return entry.second == recent; });
                const OrderId order_id = orders.rename({recent}, {++last_id});
                ASSERT_EQ(order_id.value, found == twin.end() ? 0 : found->first);
                if (found != twin.end()) {
                    found->second = last_id;
                    ++renamed;
                }
            }
        }
        if (!twin.empty()) {
            const auto& [order_id, id] = *twin.begin();
            ASSERT_EQ(orders.follow({order_id})->id.value, id);
        }
        ASSERT_EQ(orders.is_empty(), twin.empty());
    }
    EXPECT_GT(renamed, 1'000U);
}

}  // namespace
}  // namespace hotpath::engine
