// GatheringProducer: what is kept back and when it is handed over, what a full queue does, one
// random stream beside std::deque, and both ends at work at once.

#include "lab/gathering/gathering.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <thread>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::queue {
namespace {

using Record = std::array<std::uint64_t, 4>;
using Gathering = GatheringProducer<Record, 4>;

Record record(std::uint64_t seq) {
    return {seq, ~seq, seq, ~seq};
}

bool add(Gathering& producer, std::uint64_t seq) {
    Record* const place = producer.claim();
    if (place == nullptr) {
        return false;
    }
    *place = record(seq);
    producer.publish();
    return true;
}

TEST(Gathering, HandsOverWhenThereAreEnough) {
    PackedSpscQueue<Record> queue(16);
    Gathering producer(queue.producer());
    auto consumer = queue.consumer();
    for (std::uint64_t seq = 0; seq < 3; ++seq) {
        ASSERT_TRUE(add(producer, seq));
        EXPECT_EQ(consumer.front(), nullptr);
    }
    ASSERT_TRUE(add(producer, 3));
    Record received{};
    for (std::uint64_t seq = 0; seq < 4; ++seq) {
        ASSERT_TRUE(consumer.try_pop(received));
        EXPECT_EQ(received, record(seq));
    }
    EXPECT_EQ(consumer.front(), nullptr);
}

TEST(Gathering, FlushHandsOverWhatIsThere) {
    PackedSpscQueue<Record> queue(16);
    Gathering producer(queue.producer());
    auto consumer = queue.consumer();
    EXPECT_TRUE(producer.flush());
    EXPECT_EQ(consumer.front(), nullptr);
    ASSERT_TRUE(add(producer, 7));
    EXPECT_TRUE(producer.flush());
    ASSERT_NE(consumer.front(), nullptr);
    EXPECT_EQ(*consumer.front(), record(7));
}

TEST(Gathering, AClaimThatIsNotPublishedIsNotHandedOver) {
    PackedSpscQueue<Record> queue(16);
    Gathering producer(queue.producer());
    Record* const place = producer.claim();
    *place = record(666);
    EXPECT_TRUE(producer.flush());
    EXPECT_EQ(queue.consumer().front(), nullptr);
    EXPECT_EQ(producer.claim(), place);
}

TEST(Gathering, KeepsWhatAFullQueueDoesNotTake) {
    PackedSpscQueue<Record> queue(8);
    Gathering producer(queue.producer());
    auto consumer = queue.consumer();
    for (std::uint64_t seq = 0; seq < 12; ++seq) {
        ASSERT_TRUE(add(producer, seq));
    }
    EXPECT_EQ(producer.claim(), nullptr);
    EXPECT_FALSE(producer.flush());

    Record received{};
    ASSERT_TRUE(consumer.try_pop(received));
    EXPECT_FALSE(producer.flush());  // one more has gone, three have not
    EXPECT_EQ(producer.claim(), nullptr);
    for (std::uint64_t seq = 1; seq < 9; ++seq) {
        ASSERT_TRUE(consumer.try_pop(received));
        EXPECT_EQ(received, record(seq));
    }
    EXPECT_TRUE(producer.flush());
    for (std::uint64_t seq = 9; seq < 12; ++seq) {
        ASSERT_TRUE(consumer.try_pop(received));
        EXPECT_EQ(received, record(seq));
    }
    EXPECT_EQ(consumer.front(), nullptr);
}

TEST(Gathering, RandomStreamEqualsDeque) {
    Random random(support::seed_of_this_test(20'261'122));
    PackedSpscQueue<Record> queue(8);
    Gathering producer(queue.producer());
    auto consumer = queue.consumer();
    std::deque<std::uint64_t> twin;
    std::uint64_t next = 0;
    const auto steps = support::rounds_of_this_run({.usual = 200'000, .long_run = 10'000'000});
    for (std::uint64_t step = 0; step < steps; ++step) {
        switch (random.below(4)) {
            case 0:
            case 1:
                if (add(producer, next)) {
                    twin.push_back(next++);
                } else {
                    ASSERT_GE(twin.size(), 8U + 1U);
                }
                break;
            case 2:
                if (producer.flush()) {
                    ASSERT_EQ(queue.size_approximate(), twin.size());
                } else {
                    ASSERT_EQ(queue.size_approximate(), queue.slots());
                }
                break;
            default:
                if (const Record* const first = consumer.front()) {
                    ASSERT_EQ(*first, record(twin.front()));
                    twin.pop_front();
                    consumer.pop();
                }
        }
    }
}

TEST(Gathering, BothEndsAtOnce) {
    constexpr std::uint64_t kMessages = 200'000;
    PackedSpscQueue<Record> queue(64);
    std::thread sender([&] {
        Gathering producer(queue.producer());
        for (std::uint64_t seq = 0; seq < kMessages; ++seq) {
            while (!add(producer, seq)) {
                std::this_thread::yield();
            }
        }
        while (!producer.flush()) {
            std::this_thread::yield();
        }
    });
    auto consumer = queue.consumer();
    std::uint64_t seq = 0;
    std::uint64_t torn = 0;
    while (seq < kMessages) {
        const std::size_t count = consumer.poll(
            [&](const Record& received) { torn += received == record(seq++) ? 0U : 1U; }, 64);
        if (count == 0) {
            std::this_thread::yield();
        }
    }
    sender.join();
    EXPECT_EQ(torn, 0U);
}

}  // namespace
}  // namespace hotpath::queue
