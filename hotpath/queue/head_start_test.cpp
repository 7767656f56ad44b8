// Pauses that give the producer a head start: when there are some, how many, and in which graphs.

#include "hotpath/queue/head_start.hpp"

#include <gtest/gtest.h>

#include "hotpath/queue/disruptor/graph.hpp"

namespace hotpath::queue {
namespace {

constexpr HeadStartOptions kOptions{.messages_few = 8, .pauses_max = 5};

TEST(HeadStart, FewMessagesARoundDoubleThePausesUpToTheirMaximum) {
    HeadStart head_start(kOptions);
    for (const std::uint32_t pauses : {1U, 3U, 5U, 5U}) {
        head_start.give(7);
        EXPECT_EQ(head_start.pauses(), pauses);
    }
}

TEST(HeadStart, ASingleMessageAndNoneAreNotWaitedFor) {
    for (const std::size_t found : {0U, 1U}) {
        HeadStart head_start(kOptions);
        head_start.give(2);
        EXPECT_EQ(head_start.pauses(), 1U);
        head_start.give(found);
        EXPECT_EQ(head_start.pauses(), 0U);
    }
}

TEST(HeadStart, EnoughMessagesKeepThePausesAndTwiceAsManyHalveThem) {
    HeadStart head_start(kOptions);
    head_start.give(2);
    head_start.give(2);
    head_start.give(8);
    head_start.give(15);
    EXPECT_EQ(head_start.pauses(), 3U);
    head_start.give(16);
    EXPECT_EQ(head_start.pauses(), 1U);
    head_start.give(1'000);
    EXPECT_EQ(head_start.pauses(), 0U);
}

TEST(HeadStart, WithoutPausesThereIsNone) {
    HeadStart head_start({.messages_few = 8, .pauses_max = 0});
    head_start.give(2);
    head_start.give(2);
    EXPECT_EQ(head_start.pauses(), 0U);
}

TEST(HeadStart, AGraphOfPackedEventsTakesItsOptions) {
    using Graph = disruptor::Graph<int, disruptor::BusySpin, disruptor::SingleProducer, Packed>;
    Graph graph({.slots = 16, .head_start = kOptions});
    EXPECT_EQ(graph.head_start().messages_few, kOptions.messages_few);
    EXPECT_EQ(graph.head_start().pauses_max, kOptions.pauses_max);
    int sum = 0;
    disruptor::Stage stage(graph, [&](int& event) { sum += event; });
    graph.seal();
    auto producer = graph.producer();
    for (int round = 0; round < 10; ++round) {
        for (int i = 0; i < 3; ++i) {
            const auto claimed = producer.claim();
            *claimed = i;
            producer.publish(claimed);
        }
        EXPECT_EQ(stage.poll(), 3U) << "round " << round;
    }
    EXPECT_EQ(sum, 30);
}

}  // namespace
}  // namespace hotpath::queue
