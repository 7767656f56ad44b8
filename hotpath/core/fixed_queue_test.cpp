#include "hotpath/core/fixed_queue.hpp"

#include <cstdint>
#include <deque>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath {
namespace {

TEST(FixedQueue, GivesBackInTheOrderOfPushing) {
    FixedQueue<int> queue(3);
    EXPECT_TRUE(queue.empty());
    EXPECT_TRUE(queue.try_push(1));
    EXPECT_TRUE(queue.try_push(2));
    EXPECT_EQ(queue.front(), 1);
    queue.pop();
    EXPECT_EQ(queue.front(), 2);
    queue.pop();
    EXPECT_TRUE(queue.empty());
}

TEST(FixedQueue, HoldsExactlyTheCapacityAskedFor) {
    for (std::size_t capacity = 1; capacity <= 20; ++capacity) {
        FixedQueue<std::size_t> queue(capacity);
        std::size_t pushed = 0;
        while (queue.try_push(pushed)) {
            ++pushed;
        }
        EXPECT_EQ(pushed, capacity);
        EXPECT_TRUE(queue.full());
        EXPECT_EQ(queue.capacity(), capacity);
    }
}

TEST(FixedQueue, AFullQueueRefusesAndKeepsItsItems) {
    FixedQueue<int> queue(2);
    EXPECT_TRUE(queue.try_push(1));
    EXPECT_TRUE(queue.try_push(2));
    EXPECT_FALSE(queue.try_push(3));
    EXPECT_EQ(queue[0], 1);
    EXPECT_EQ(queue[1], 2);
    queue.pop();
    EXPECT_TRUE(queue.try_push(3));
    EXPECT_EQ(queue[1], 3);
}

TEST(FixedQueue, TheFrontCanBeChangedInPlace) {
    FixedQueue<int> queue(2);
    EXPECT_TRUE(queue.try_push(1));
    queue.front() = 5;
    EXPECT_EQ(queue.front(), 5);
}

TEST(FixedQueue, ClearForgetsAll) {
    FixedQueue<int> queue(2);
    EXPECT_TRUE(queue.try_push(1));
    EXPECT_TRUE(queue.try_push(2));
    queue.clear();
    EXPECT_TRUE(queue.empty());
    EXPECT_TRUE(queue.try_push(3));
    EXPECT_EQ(queue.front(), 3);
}

TEST(FixedQueue, LivesInAnArenaOfItsSize) {
    const std::size_t bytes = FixedQueue<std::uint64_t>::arena_bytes(100);
    Arena arena = Arena::create(bytes, HugePages::Never).value();
    const std::size_t before = arena.remaining();
    FixedQueue<std::uint64_t> queue(arena, 100);
    EXPECT_EQ(before - arena.remaining(), bytes);
    const NoAllocScope scope;
    while (queue.try_push(7)) {
    }
    EXPECT_EQ(scope.allocations(), 0U);
    EXPECT_EQ(queue.size(), 100U);
}

// 8-bit counters wrap after 256 pushes; the capacities are around the most that they can tell
// apart.
template <class Queue>
void compare_with_deque(std::size_t capacity, std::uint64_t seed) {
    Random random(seed);
    Queue queue(capacity);
    std::deque<std::uint32_t> twin;
    for (std::uint32_t event = 0; event < 200'000; ++event) {
        // Runs of pushes and of pops, so that it is often full and often empty.
        if ((event >> 8U) % 2 == 0 ? !random.one_in(4) : random.one_in(4)) {
            const bool is_room = twin.size() < capacity;
            ASSERT_EQ(queue.try_push(event), is_room);
            if (is_room) {
                twin.push_back(event);
            }
        } else if (!twin.empty()) {
            ASSERT_EQ(queue.front(), twin.front());
            ASSERT_EQ(queue[twin.size() - 1], twin.back());
            queue.pop();
            twin.pop_front();
        }
        ASSERT_EQ(queue.size(), twin.size());
        ASSERT_EQ(queue.empty(), twin.empty());
    }
}

TEST(FixedQueue, EqualsADequeWhileItsCountersWrap) {
    const std::uint64_t seed = support::seed_of_this_test(1);
    for (const std::size_t capacity : {1U, 2U, 3U, 7U, 8U, 100U, 127U, 128U}) {
        SCOPED_TRACE(capacity);
        compare_with_deque<FixedQueue<std::uint32_t, std::uint8_t>>(capacity, seed);
    }
    compare_with_deque<FixedQueue<std::uint32_t>>(100, seed);
}

TEST(FixedQueueDeathTest, StopsAtWhatIsNotThere) {
    FixedQueue<int> queue(2);
    EXPECT_DEATH(queue.pop(), "empty queue");
    EXPECT_DEATH(std::ignore = queue.front(), "empty queue");
    EXPECT_DEATH(std::ignore = queue[0], "index in queue");
    EXPECT_DEATH(FixedQueue<int>(0), "positive");
    EXPECT_DEATH((FixedQueue<int, std::uint8_t>(129)), "half its counters' range");
}

}  // namespace
}  // namespace hotpath
