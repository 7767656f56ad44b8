#include "hotpath/risk/duplicates.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::risk {
namespace {

constexpr RateLimit kTwoInTen{.messages_max = 2, .window = {10}};
constexpr OrderLikeness kOrder({1}, Side::Buy, {100}, {5});

bool send(Duplicates& duplicates, const OrderLikeness& order, Time now) {
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

TEST(Duplicates, ManyOfOtherKindsTakeNoRoom) {
    Duplicates duplicates({.messages_max = 1, .window = {1'000}}, 64);
    for (std::int64_t now = 0; now < 100'000; now += 20) {
        const OrderLikeness other({1}, Side::Buy, {now}, {1});
        EXPECT_TRUE(send(duplicates, other, {now}));
        EXPECT_FALSE(send(duplicates, other, {now}));
    }
}

/// No more than `rate` orders a window, so dense that buckets are shared and turns pass.
void expect_agreement_with_a_list(Duplicates& duplicates, const RateLimit& limit,
                                  std::uint32_t rate) {
    Random random(support::seed_of_this_test(3'011));
    std::vector<std::pair<std::int64_t, OrderLikeness>> sent;
    std::int64_t now = 0;
    int refused = 0;
    sent.reserve(100'000);
    const NoAllocScope scope;
    for (int i = 0; i < 100'000; ++i) {
        now += static_cast<std::int64_t>(random.below(random.one_in(100) ? 30 : 3));
        const OrderLikeness order({1}, Side::Buy, {static_cast<std::int64_t>(random.below(6))},
                                  {1});
        std::uint32_t alike = 0;
        std::uint32_t all = 0;
        for (std::size_t k = sent.size(); k-- > 0 && now - sent[k].first < limit.window.value;
             ++all) {
            alike += sent[k].second == order ? 1U : 0U;
        }
        if (all >= rate) {
            continue;  // the session's rate refuses it
        }
        ASSERT_EQ(duplicates.has_room(order, {now}), alike < limit.messages_max) << "order " << i;
        if (alike < limit.messages_max) {
            duplicates.note(order, {now});
            sent.emplace_back(now, order);
        } else {
            ++refused;
        }
    }
    EXPECT_EQ(scope.allocations(), 0U);
    EXPECT_GT(refused, 30);
}

TEST(Duplicates, AgreeWithAListOfAllThatWasSent) {
    for (const std::uint32_t messages_max : {1U, 2U, 3U, 5U}) {
        for (const std::uint32_t rate : {9U, 40U}) {
            const RateLimit limit{.messages_max = messages_max, .window = {10 * messages_max}};
            Duplicates duplicates(limit, rate);
            SCOPED_TRACE(messages_max);
            expect_agreement_with_a_list(duplicates, limit, rate);
        }
    }
}

}  // namespace
}  // namespace hotpath::risk
