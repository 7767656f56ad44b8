#include "hotpath/risk/duplicates.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/no_alloc_scope.hpp"
#include "hotpath/core/random.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::risk {
namespace {

constexpr RateLimit kTwoInTen{.messages_max = 2, .window = {10}};
constexpr OrderLikeness kOrder({1}, Side::Buy, {100}, {5});

bool send(Duplicates& duplicates, const OrderLikeness& order, Nanos now) {
    const bool has_room = duplicates.has_room(order, now);
    if (has_room) {
        duplicates.note(order, now);
    }
    return has_room;
}

TEST(Duplicates, RefusesTheOneAfterTheLastAllowedUntilTheWindowIsOver) {
    Duplicates duplicates(kTwoInTen, 8);
    EXPECT_TRUE(send(duplicates, kOrder, {0}));
    EXPECT_TRUE(send(duplicates, kOrder, {4}));
    EXPECT_FALSE(send(duplicates, kOrder, {9}));
    EXPECT_TRUE(send(duplicates, kOrder, {10}));
    EXPECT_FALSE(send(duplicates, kOrder, {13}));
    EXPECT_TRUE(send(duplicates, kOrder, {14}));
}

TEST(Duplicates, AreAlikeInAllFour) {
    Duplicates duplicates({.messages_max = 1, .window = {10}}, 8);
    EXPECT_TRUE(send(duplicates, kOrder, {0}));
    EXPECT_FALSE(send(duplicates, kOrder, {0}));
    for (const OrderLikeness& other :
         {OrderLikeness({2}, Side::Buy, {100}, {5}), OrderLikeness({1}, Side::Sell, {100}, {5}),
          OrderLikeness({1}, Side::Buy, {101}, {5}), OrderLikeness({1}, Side::Buy, {100}, {6})}) {
        EXPECT_TRUE(send(duplicates, other, {0}));
    }
}

TEST(Duplicates, AgreeWithAListOfAllThatWasSent) {
    constexpr std::uint32_t kRate = 40;
    Random random(support::seed_of_this_test(3'011));
    Duplicates duplicates(kTwoInTen, kRate);
    std::vector<std::pair<std::int64_t, OrderLikeness>> sent;
    std::int64_t now = 0;
    int refused = 0;
    sent.reserve(200'000);
    const NoAllocScope scope;
    for (int i = 0; i < 200'000; ++i) {
        now += static_cast<std::int64_t>(random.below(3));
        const OrderLikeness order({1}, Side::Buy, {static_cast<std::int64_t>(random.below(6))},
                                  {1});
        std::uint32_t alike = 0;
        std::uint32_t all = 0;
        for (std::size_t k = sent.size(); k-- > 0 && now - sent[k].first < 10; ++all) {
            alike += sent[k].second == order ? 1U : 0U;
        }
        if (all >= kRate) {
            continue;  // the session's rate refuses it
        }
        ASSERT_EQ(duplicates.has_room(order, {now}), alike < 2) << "order " << i;
        if (alike < 2) {
            duplicates.note(order, {now});
            sent.emplace_back(now, order);
        } else {
            ++refused;
        }
    }
    EXPECT_EQ(scope.allocations(), 0U);
    EXPECT_GT(refused, 1'000);
}

}  // namespace
}  // namespace hotpath::risk
