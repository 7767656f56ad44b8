// LevelPool with an index of eight bits: to the end of its range and around again.

#include "hotpath/book/level_pool.hpp"

#include <cstdint>
#include <set>

#include <gtest/gtest.h>

namespace hotpath::book {
namespace {

using SmallPool = LevelPool<std::uint8_t>;

TEST(LevelPool, HandsOutEveryIndexOfASmallTypeOnceAndThenNone) {
    Arena arena = *Arena::create(SmallPool::arena_bytes(255), HugePages::Never);
    SmallPool pool(arena, 255);
    std::set<std::uint8_t> seen;
    for (int i = 0; i < 255; ++i) {
        const std::uint8_t level = pool.acquire();
        ASSERT_NE(level, SmallPool::kNone);
        seen.insert(level);
    }
    EXPECT_EQ(seen.size(), 255U);
    EXPECT_EQ(pool.acquire(), SmallPool::kNone);
    EXPECT_EQ(pool.in_use(), 255);
}

TEST(LevelPool, GivesTheLastReleasedLevelFirst) {
    Arena arena = *Arena::create(SmallPool::arena_bytes(3), HugePages::Never);
    SmallPool pool(arena, 3);
    for (int i = 0; i < 3; ++i) {
        static_cast<void>(pool.acquire());
    }
    pool.release(0);
    pool.release(2);
    EXPECT_EQ(pool.acquire(), 2);
    EXPECT_EQ(pool.acquire(), 0);
    EXPECT_EQ(pool.acquire(), SmallPool::kNone);
}

TEST(LevelPool, CyclesMoreOftenThanItsIndexCanCount) {
    Arena arena = *Arena::create(SmallPool::arena_bytes(2), HugePages::Never);
    SmallPool pool(arena, 2);
    for (int i = 0; i < 10'000; ++i) {
        const std::uint8_t first = pool.acquire();
        const std::uint8_t second = pool.acquire();
        ASSERT_NE(first, second);
        ASSERT_EQ(pool.acquire(), SmallPool::kNone);
        pool.release(i % 2 == 0 ? first : second);
        pool.release(i % 2 == 0 ? second : first);
    }
    EXPECT_EQ(pool.in_use(), 0);
}

}  // namespace
}  // namespace hotpath::book
