#include "hotpath/core/object_pool.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/core/units.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath {
namespace {

struct Order {
    OrderId id;
    Side side = Side::Sell;
    Qty leaves_qty{100};
};

TEST(ObjectPool, GivesEveryObjectOnceAndThenRefuses) {
    ObjectPool<Order> pool(3);
    std::set<std::uint32_t> indexes;
    for (int i = 0; i < 3; ++i) {
        indexes.insert(pool.acquire());
    }
    EXPECT_EQ(indexes.size(), 3U);
    EXPECT_FALSE(indexes.contains(ObjectPool<Order>::kNone));
    EXPECT_EQ(pool.in_use(), 3U);
    EXPECT_EQ(pool.acquire(), ObjectPool<Order>::kNone);
    EXPECT_EQ(pool.in_use(), 3U);
}

TEST(ObjectPool, AnAcquiredObjectIsAFreshOne) {
    ObjectPool<Order> pool(1);
    const std::uint32_t first = pool.acquire();
    pool[first] = {.id = {9}, .side = Side::Buy, .leaves_qty = {5}};
    pool.release(first);
    const Order& again = pool[pool.acquire()];
    EXPECT_EQ(again.id, OrderId{});
    EXPECT_EQ(again.side, Side::Sell);
    EXPECT_EQ(again.leaves_qty, Qty{100});
}

TEST(ObjectPool, TheLastReleasedComesBackFirst) {
    ObjectPool<Order> pool(3);
    const std::uint32_t a = pool.acquire();
    const std::uint32_t b = pool.acquire();
    pool.release(a);
    pool.release(b);
    EXPECT_EQ(pool.acquire(), b);
    EXPECT_EQ(pool.acquire(), a);
}

TEST(ObjectPool, ObjectsSmallerThanAnIndexWork) {
    ObjectPool<std::uint8_t> pool(2);
    const std::uint32_t a = pool.acquire();
    const std::uint32_t b = pool.acquire();
    pool[a] = 1;
    pool[b] = 2;
    EXPECT_EQ(pool[a], 1);
    EXPECT_EQ(pool[b], 2);
}

TEST(ObjectPool, LivesInAnArenaOfItsSize) {
    const std::size_t bytes = ObjectPool<Order>::arena_bytes(1000);
    Arena arena = Arena::create(bytes, HugePages::Never).value();
    const std::size_t before = arena.remaining();
    ObjectPool<Order> pool(arena, 1000);
    EXPECT_EQ(before - arena.remaining(), bytes);
    const NoAllocScope scope;
    while (pool.acquire() != ObjectPool<Order>::kNone) {
    }
    EXPECT_EQ(scope.allocations(), 0U);
    EXPECT_EQ(pool.in_use(), pool.capacity());
}

TEST(ObjectPool, EightBitIndexesReachAllButTheLast) {
    ObjectPool<int, std::uint8_t> pool(255);
    std::set<int> indexes;
    for (std::uint8_t index = pool.acquire(); index != pool.kNone; index = pool.acquire()) {
        indexes.insert(index);
    }
    EXPECT_EQ(indexes.size(), 255U);
}

// Each object in use holds a number of its own: an index given twice, or a free list that runs
// through an object in use, would destroy one.
TEST(ObjectPool, ObjectsInUseKeepTheirContentsThroughAnyOrderOfReleases) {
    Random random(support::seed_of_this_test(1));
    ObjectPool<std::uint64_t> pool(200);
    std::vector<std::pair<std::uint32_t, std::uint64_t>> in_use;
    for (std::uint64_t event = 0; event < 300'000; ++event) {
        if (random.one_in(2)) {
            const std::uint32_t index = pool.acquire();
            ASSERT_EQ(index == pool.kNone, in_use.size() == 200);
            if (index != pool.kNone) {
                pool[index] = event;
                in_use.emplace_back(index, event);
            }
        } else if (!in_use.empty()) {
            std::swap(in_use[random.below(in_use.size())], in_use.back());
            const auto [index, number] = in_use.back();
            ASSERT_EQ(pool[index], number);
            pool.release(index);
            in_use.pop_back();
        }
        ASSERT_EQ(pool.in_use(), in_use.size());
    }
}

TEST(ObjectPoolDeathTest, StopsAtWrongReleases) {
    ObjectPool<Order> pool(3);
    EXPECT_DEATH(pool.release(0), "release of an object in use");
    const std::uint32_t index = pool.acquire();
    EXPECT_DEATH(pool.release(2), "release of an object in use");
    pool.release(index);
    EXPECT_DEATH(pool.release(index), "release of an object in use");
}

}  // namespace
}  // namespace hotpath
