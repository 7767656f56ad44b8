// Specific to mpsc: a producer that stops between claim and publish, what it gives up, and many
// producers at work at once.

#include "hotpath/queue/mpsc.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::queue {
namespace {

using Queue = MpscQueue<std::uint64_t>;

std::vector<std::uint64_t> drain(MpscConsumer<std::uint64_t>& consumer) {
    std::vector<std::uint64_t> seen;
    consumer.poll([&](std::uint64_t value) { seen.push_back(value); }, 1'000);
    return seen;
}

TEST(Mpsc, AProducerStoppedMidClaimHoldsTheConsumerAndNotTheOtherProducers) {
    Queue queue(8);
    auto consumer = queue.consumer();
    auto other = queue.producer();
    auto stopped = queue.producer();
    ASSERT_TRUE(other.try_push(1));
    std::uint64_t* const place = stopped.claim();
    // The others go on until the ring is full ...
    std::uint64_t pushed = 1;
    while (other.try_push(pushed + 1)) {
        ++pushed;
    }
    EXPECT_EQ(pushed, 7U);
    // ... the consumer takes what is before the hole, and nothing behind it however often it asks.
    EXPECT_EQ(drain(consumer), std::vector<std::uint64_t>{1});
    EXPECT_EQ(consumer.front(), nullptr);
    EXPECT_TRUE(other.try_push(8)) << "the place popped before the hole is free";
    EXPECT_FALSE(other.try_push(99));
    EXPECT_TRUE(drain(consumer).empty());
    // The one that was stopped goes on, and everything flows in the order of the claims.
    *place = 100;
    stopped.publish();
    EXPECT_EQ(drain(consumer), (std::vector<std::uint64_t>{100, 2, 3, 4, 5, 6, 7, 8}));
}

TEST(Mpsc, AThreadSuspendedMidClaimDoesNotKeepAnotherFromPushing) {
    Queue queue(1'024);
    std::atomic<bool> claimed{false};
    std::atomic<bool> resume{false};
    std::thread suspended([&] {
        auto producer = queue.producer();
        *producer.claim() = 7;
        claimed = true;
        claimed.notify_one();
        resume.wait(false);
        producer.publish();
    });
    claimed.wait(false);
    auto other = queue.producer();
    auto consumer = queue.consumer();
    std::uint64_t pushed = 0;
    while (other.try_push(pushed)) {
        ++pushed;
    }
    EXPECT_EQ(pushed, 1'023U) << "all slots but the claimed one";
    EXPECT_EQ(consumer.front(), nullptr) << "the queue as a whole is blocking";
    resume = true;
    resume.notify_one();
    suspended.join();
    EXPECT_EQ(drain(consumer).size(), 1'000U);
    EXPECT_EQ(drain(consumer).size(), 24U);
}

TEST(Mpsc, AClaimWhoseProducerGoesIsSkipped) {
    Queue queue(8);
    auto consumer = queue.consumer();
    auto other = queue.producer();
    {
        auto going = queue.producer();
        ASSERT_EQ(going.claim(3).size(), 3U);
        ASSERT_TRUE(other.try_push(1));
        EXPECT_EQ(consumer.front(), nullptr);
    }
    EXPECT_EQ(drain(consumer), std::vector<std::uint64_t>{1});
    EXPECT_EQ(queue.size_approximate(), 0U);
    EXPECT_EQ(other.claim(100).size(), 8U) << "given-up places are free again";
}

TEST(Mpsc, OnlyGivenUpClaimsLookLikeAnEmptyQueue) {
    Queue queue(4);
    auto consumer = queue.consumer();
    for (int i = 0; i < 10; ++i) {
        {
            auto going = queue.producer();
            ASSERT_EQ(going.claim(4).size(), 4U);
        }
        EXPECT_EQ(consumer.front(), nullptr);
    }
    EXPECT_EQ(queue.size_approximate(), 0U);
}

TEST(Mpsc, TheRestOfABatchIsGivenUp) {
    Queue queue(8);
    auto consumer = queue.consumer();
    auto producer = queue.producer();
    const auto batch = producer.claim(5);
    batch[0] = 10;
    batch[1] = 11;
    producer.publish(2);
    ASSERT_TRUE(producer.try_push(12));
    EXPECT_EQ(drain(consumer), (std::vector<std::uint64_t>{10, 11, 12}));
}

TEST(Mpsc, AGivenUpPlaceIsFreedInItsTurnAndNotBefore) {
    Queue queue(4);
    auto consumer = queue.consumer();
    auto producer = queue.producer();
    ASSERT_TRUE(producer.try_push(1));
    {
        auto going = queue.producer();
        ASSERT_EQ(going.claim(3).size(), 3U);
    }
    EXPECT_EQ(producer.claim(4).size(), 0U) << "the message before the given-up places is there";
    EXPECT_EQ(drain(consumer), std::vector<std::uint64_t>{1});
    EXPECT_EQ(consumer.front(), nullptr);
    EXPECT_EQ(producer.claim(4).size(), 4U);
}

TEST(Mpsc, ACopyOfAProducerHasNoPartInItsClaim) {
    Queue queue(8);
    auto consumer = queue.consumer();
    std::optional<MpscProducer<std::uint64_t>> first(queue.producer());
    std::uint64_t* const place = first->claim();
    MpscProducer second(*first);
    EXPECT_NE(second.claim(), place);
    *place = 1;
    first->publish();
    *second.claim() = 2;
    second.publish();
    first.reset();
    EXPECT_EQ(drain(consumer), (std::vector<std::uint64_t>{1, 2}));
}

TEST(Mpsc, ANewConsumerGoesOnBehindGivenUpPlaces) {
    Queue queue(8);
    auto producer = queue.producer();
    {
        auto going = queue.producer();
        ASSERT_EQ(going.claim(2).size(), 2U);
    }
    ASSERT_TRUE(producer.try_push(5));
    {
        auto dying = queue.consumer();
        ASSERT_EQ(*dying.front(), 5U);
    }
    auto consumer = queue.consumer();
    EXPECT_EQ(drain(consumer), std::vector<std::uint64_t>{5});
}

TEST(MpscDeath, PublishingMoreThanWasClaimedIsABug) {
    Queue queue(4);
    auto producer = queue.producer();
    static_cast<void>(producer.claim(2));
    EXPECT_DEATH(producer.publish(3), "only claimed slots may be published");
}

struct Message {
    std::uint64_t producer = 0;
    std::uint64_t seq = 0;
    std::uint64_t check = 0;
};

constexpr std::uint64_t kProducers = 3;
constexpr std::uint64_t kMessages = 10'000;  // of each producer; tests/stress sends many more

// Pushes, claims, claims batches and gives some of them up, at random.
void produce(MpscProducer<Message> producer, std::uint64_t id, Random random) {
    for (std::uint64_t seq = 0; seq < kMessages;) {
        const std::uint64_t before = seq;
        if (random.one_in(2)) {
            const bool pushed = producer.try_push({.producer = id, .seq = seq, .check = ~seq});
            seq += pushed ? 1U : 0U;
        } else {
            const auto batch = producer.claim(random.below(6));
            const auto used = random.below(batch.size() + 1);
            const auto published = std::min<std::uint64_t>(used, kMessages - seq);
            for (std::size_t i = 0; i < published; ++i) {
                batch[i] = {.producer = id, .seq = seq, .check = ~seq};
                ++seq;
            }
            producer.publish(published);
        }
        if (seq == before || random.one_in(16)) {
            std::this_thread::yield();
        }
    }
}

void expect_all_in_order(std::size_t slots) {
    Random random(support::seed_of_this_test(slots));
    MpscQueue<Message> queue(slots);
    std::vector<std::thread> threads;
    threads.reserve(kProducers);
    for (std::uint64_t id = 0; id < kProducers; ++id) {
        threads.emplace_back(
            [&queue, id, own = Random(random.next())] { produce(queue.producer(), id, own); });
    }
    auto consumer = queue.consumer();
    std::array<std::uint64_t, kProducers> next{};
    std::uint64_t wrong = 0;
    for (std::uint64_t received = 0; received < kProducers * kMessages;) {
        const std::size_t polled = consumer.poll(
            [&](const Message& m) {
                wrong += m.seq != next.at(m.producer)++ || m.check != ~m.seq ? 1U : 0U;
            },
            64);
        received += polled;
        if (polled == 0) {
            std::this_thread::yield();
        }
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(wrong, 0U);
    EXPECT_EQ(consumer.front(), nullptr);
}

TEST(MpscThreads, EveryMessageArrivesOnceWholeAndInItsProducersOrder) {
    expect_all_in_order(1'024);
}

TEST(MpscThreads, AlsoThroughTheSmallestRing) {
    expect_all_in_order(4);
}

}  // namespace
}  // namespace hotpath::queue
