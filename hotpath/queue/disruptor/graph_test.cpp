// Graphs step by step in one thread, with poll(): order, batches, gating, halt and drain, wrap.

#include "hotpath/queue/disruptor/graph.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/no_alloc_scope.hpp"

namespace hotpath::queue::disruptor {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct Event {
    int value = 0;
};

template <class Layout>
using SmallGraphOf = Graph<Event, BusySpin, SingleProducer, Layout, std::uint8_t>;
using SmallGraph = SmallGraphOf<OwnLine>;

/// What one producer may rely on in every layout; of packed events with words of fewer events than
/// the ring has, and of more.
template <class Layout>
class DisruptorLayouts : public testing::Test {};
using Layouts = testing::Types<OwnLine, PackedBy<1>, PackedBy<2>, Packed>;
TYPED_TEST_SUITE(DisruptorLayouts, Layouts);

template <class GraphType>
void publish(GraphType& graph, int value) {
    auto producer = graph.producer();
    const auto claimed = producer.try_claim();
    ASSERT_TRUE(claimed);
    claimed->value = value;
    producer.publish(claimed);
}

TYPED_TEST(DisruptorLayouts, AStageSeesEachPublishedEventOnceAndInOrder) {
    SmallGraphOf<TypeParam> graph({.slots = 4});
    std::vector<int> seen;
    Stage stage(graph, [&](Event& event) { seen.push_back(event.value); });
    graph.seal();
    EXPECT_EQ(stage.poll(), 0U);
    publish(graph, 7);
    publish(graph, 8);
    EXPECT_EQ(stage.poll(), 2U);
    EXPECT_EQ(stage.poll(), 0U);
    EXPECT_THAT(seen, ElementsAre(7, 8));
}

TYPED_TEST(DisruptorLayouts, APollTakesNoMoreThanItIsAskedFor) {
    SmallGraphOf<TypeParam> graph({.slots = 8});
    Stage stage(graph, [](Event&) {});
    graph.seal();
    for (int i = 0; i < 5; ++i) {
        publish(graph, i);
    }
    EXPECT_EQ(stage.poll(2), 2U);
    EXPECT_EQ(stage.next(), 2);
    EXPECT_EQ(stage.poll(0), 0U);
    EXPECT_EQ(stage.poll(8), 3U);
}

TYPED_TEST(DisruptorLayouts, WorkMayAskForTheSequenceNumberAndTheEndOfTheBatch) {
    SmallGraphOf<TypeParam> graph({.slots = 4, .first = 254});
    std::vector<std::string> seen;
    Stage numbered(graph, [&](Event&, std::uint8_t seq) { seen.push_back(std::to_string(seq)); });
    Stage flushing(graph, [&](Event&, std::uint8_t seq, bool batch_end) {
        seen.push_back(std::to_string(seq) + (batch_end ? " end" : ""));
    });
    graph.first(numbered).then(flushing);
    graph.seal();
    for (int i = 0; i < 3; ++i) {
        publish(graph, i);
    }
    numbered.poll();
    flushing.poll();
    EXPECT_THAT(seen, ElementsAre("254", "255", "0", "254", "255", "0 end"));
}

TEST(DisruptorGraph, AnEventThatIsClaimedButNotPublishedHoldsThoseBehindIt) {
    SmallGraph graph({.slots = 8});
    std::vector<int> seen;
    Stage stage(graph, [&](Event& event) { seen.push_back(event.value); });
    graph.seal();
    auto producer = graph.producer();
    const auto early = producer.try_claim();
    publish(graph, 2);
    stage.poll();
    EXPECT_THAT(seen, IsEmpty());
    early->value = 1;
    producer.publish(early);
    stage.poll();
    EXPECT_THAT(seen, ElementsAre(1, 2));
}

TYPED_TEST(DisruptorLayouts, AClaimOfSeveralGivesAllOfThemOrNone) {
    SmallGraphOf<TypeParam> graph({.slots = 4});
    Stage stage(graph, [](Event&) {});
    graph.seal();
    auto producer = graph.producer();
    const auto three = producer.try_claim(3);
    ASSERT_EQ(three.size(), 3U);
    EXPECT_FALSE(producer.try_claim(2));
    EXPECT_TRUE(producer.try_claim(1));
}

TYPED_TEST(DisruptorLayouts, TwoSlotsAreEnoughForAnyNumberOfStages) {
    SmallGraphOf<TypeParam> graph({.slots = 2});
    Stage a(graph, [](Event& event) { event.value += 1; });
    Stage b(graph, [](Event& event) { event.value *= 2; });
    std::vector<int> seen;
    Stage c(graph, [&](Event& event) { seen.push_back(event.value); });
    graph.first(a).then(b).then(c);
    graph.seal();
    for (int i = 0; i < 300; ++i) {
        publish(graph, i);
        EXPECT_EQ(a.poll() + b.poll() + c.poll(), 3U);
        ASSERT_EQ(seen.back(), 2 * (i + 1));
    }
}

TYPED_TEST(DisruptorLayouts, ASecondStageWaitsForTheFirst) {
    SmallGraphOf<TypeParam> graph({.slots = 4});
    Stage decode(graph, [](Event& event) { event.value *= 10; });
    std::vector<int> seen;
    Stage book(graph, [&](Event& event) { seen.push_back(event.value); });
    graph.first(decode).then(book);
    graph.seal();
    publish(graph, 5);
    EXPECT_EQ(book.poll(), 0U);
    decode.poll();
    EXPECT_EQ(book.poll(), 1U);
    EXPECT_THAT(seen, ElementsAre(50));
}

TYPED_TEST(DisruptorLayouts, TheEndOfADiamondWaitsForBothItsSides) {
    SmallGraphOf<TypeParam> graph({.slots = 8});
    Stage decode(graph, [](Event&) {});
    Stage book_a(graph, [](Event&) {});
    Stage book_b(graph, [](Event&) {});
    Stage gateway(graph, [](Event&) {});
    graph.first(decode).then(book_a, book_b).then(gateway);
    graph.seal();
    publish(graph, 1);
    EXPECT_EQ(book_a.poll() + book_b.poll(), 0U);
    decode.poll();
    EXPECT_EQ(book_a.poll(), 1U);
    EXPECT_EQ(gateway.poll(), 0U);
    EXPECT_EQ(book_b.poll(), 1U);
    EXPECT_EQ(gateway.poll(), 1U);
}

TEST(DisruptorGraph, StagesCanStandBehindAnyOthersNotOnlyBehindWholeLayers) {
    SmallGraph graph({.slots = 8});
    Stage a(graph, [](Event&) {});
    Stage b(graph, [](Event&) {});
    Stage behind_a(graph, [](Event&) {});
    Stage last(graph, [](Event&) {});
    graph.after(a).then(behind_a);
    graph.after(behind_a, b).then(last);
    graph.seal();
    publish(graph, 1);
    b.poll();
    EXPECT_EQ(behind_a.poll(), 0U);
    a.poll();
    EXPECT_EQ(last.poll(), 0U);
    EXPECT_EQ(behind_a.poll(), 1U);
    EXPECT_EQ(last.poll(), 1U);
}

TYPED_TEST(DisruptorLayouts, TheSlowestOfAMulticastHoldsTheProducer) {
    SmallGraphOf<TypeParam> graph({.slots = 4});
    Stage fast(graph, [](Event&) {});
    Stage slow(graph, [](Event&) {});
    graph.first(fast, slow);
    graph.seal();
    for (int i = 0; i < 4; ++i) {
        publish(graph, i);
    }
    fast.poll();
    EXPECT_FALSE(graph.producer().try_claim());
    slow.poll(1);
    EXPECT_TRUE(graph.producer().try_claim());
    EXPECT_FALSE(graph.producer().try_claim());
}

TYPED_TEST(DisruptorLayouts, TheLastStageOfAPipelineHoldsTheProducer) {
    SmallGraphOf<TypeParam> graph({.slots = 4});
    Stage decode(graph, [](Event&) {});
    Stage gateway(graph, [](Event&) {});
    graph.first(decode).then(gateway);
    graph.seal();
    for (int i = 0; i < 4; ++i) {
        publish(graph, i);
    }
    decode.poll();
    EXPECT_FALSE(graph.producer().try_claim());
    gateway.poll(1);
    EXPECT_TRUE(graph.producer().try_claim());
}

TEST(DisruptorGraph, WithManyProducersSlotsArePublishedInAnyOrderAndSeenInTheirs) {
    Graph<Event, BusySpin, MultiProducer, OwnLine, std::uint8_t> graph({.slots = 4});
    std::vector<int> seen;
    Stage stage(graph, [&](Event& event) { seen.push_back(event.value); });
    graph.seal();
    auto first = graph.producer();
    auto second = graph.producer();
    const auto one = first.try_claim();
    const auto two = second.try_claim();
    two->value = 2;
    second.publish(two);
    EXPECT_EQ(stage.poll(), 0U);
    one->value = 1;
    first.publish(one);
    EXPECT_EQ(stage.poll(), 2U);
    EXPECT_THAT(seen, ElementsAre(1, 2));
}

TYPED_TEST(DisruptorLayouts, ADrainedGraphIsOverWhenEveryStageIsDoneWithEveryEvent) {
    SmallGraphOf<TypeParam> graph({.slots = 4});
    Stage decode(graph, [](Event&) {});
    Stage gateway(graph, [](Event&) {});
    graph.first(decode).then(gateway);
    graph.seal();
    publish(graph, 1);
    EXPECT_FALSE(gateway.is_over());
    graph.drain();
    EXPECT_FALSE(gateway.is_over());
    decode.run();
    EXPECT_TRUE(decode.is_over());
    EXPECT_FALSE(gateway.is_over());
    gateway.run();
    EXPECT_EQ(gateway.next(), 1);
}

TYPED_TEST(DisruptorLayouts, AHaltedGraphIsOverAtOnceAndKeepsItsEvents) {
    SmallGraphOf<TypeParam> graph({.slots = 4});
    int seen = 0;
    Stage stage(graph, [&](Event&) { ++seen; });
    graph.seal();
    publish(graph, 1);
    graph.halt();
    graph.drain();  // too late: a halt is stronger
    stage.run();
    EXPECT_EQ(seen, 0);
    graph.restart();
    graph.drain();
    stage.run();
    EXPECT_EQ(seen, 1);
}

TYPED_TEST(DisruptorLayouts, AHaltedGraphRefusesClaimsThatWouldWait) {
    SmallGraphOf<TypeParam> graph({.slots = 4});
    Stage stage(graph, [](Event&) {});
    graph.seal();
    auto producer = graph.producer();
    EXPECT_TRUE(producer.claim(4));
    graph.halt();
    EXPECT_FALSE(producer.claim());
}

TYPED_TEST(DisruptorLayouts, AnIndexOfEightBitsGoesRoundManyTimes) {
    SmallGraphOf<TypeParam> graph({.slots = 64});
    int expected = 0;
    Stage stage(graph, [&](Event& event) { EXPECT_EQ(event.value, expected++); });
    graph.seal();
    for (int i = 0; i < 2'000; ++i) {
        publish(graph, i);
        if (i % 50 == 49) {
            EXPECT_EQ(stage.poll(), 50U);
        }
    }
}

TEST(DisruptorGraph, WhatAnEventHoldsStaysInItsSlotForTheNextLap) {
    Graph<std::string, BusySpin> graph({.slots = 2});
    Stage stage(graph, [](std::string&) {});
    graph.seal();
    auto producer = graph.producer();
    const auto claimed = producer.try_claim();
    *claimed = std::string(100, 'x');
    producer.publish(claimed);
    producer.publish(producer.try_claim());
    stage.poll();
    EXPECT_EQ(*producer.try_claim(), std::string(100, 'x'));
}

template <class GraphType>
std::size_t allocations_of_a_diamond() {
    GraphType graph({.slots = 64});
    Stage a(graph, [](Event&) {});
    Stage b(graph, [](Event&) {});
    Stage c(graph, [](Event&) {});
    const NoAllocScope scope;
    graph.first(a, b).then(c);
    graph.seal();
    auto producer = graph.producer();
    for (int i = 0; i < 1'000; ++i) {
        producer.publish(producer.claim(1 + static_cast<std::size_t>(i % 32)));
        a.poll();
        b.poll();
        c.poll();
    }
    graph.drain();
    a.run();
    return scope.allocations();
}

TEST(DisruptorGraph, AllocatesNothingAfterItsConstruction) {
    EXPECT_EQ((allocations_of_a_diamond<Graph<Event, Phased, MultiProducer>>()), 0U);
    EXPECT_EQ((allocations_of_a_diamond<Graph<Event, Phased, SingleProducer, Packed>>()), 0U);
}

// Words of four events in a ring of eight: the claim begins in the word that it ends in.
TEST(DisruptorGraph, AClaimOfAWholePackedRingMayBeginAnywhere) {
    for (std::size_t before = 0; before < 8; ++before) {
        Graph<Event, BusySpin, SingleProducer, PackedBy<4>> graph({.slots = 8});
        std::vector<int> seen;
        Stage stage(graph, [&](Event& event) { seen.push_back(event.value); });
        graph.seal();
        for (std::size_t i = 0; i < before; ++i) {
            publish(graph, 0);
        }
        stage.poll();
        seen.clear();
        auto producer = graph.producer();
        const auto all = producer.try_claim(8);
        ASSERT_EQ(all.size(), 8U);
        for (int i = 0; i < 8; ++i) {
            all[static_cast<std::size_t>(i)].value = i;
        }
        EXPECT_EQ(stage.poll(), 0U);
        producer.publish(all);
        stage.poll();
        EXPECT_THAT(seen, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7)) << "from " << before << " on";
    }
}

TEST(DisruptorGraphDeathTest, RefusesToBeUsedBeforeItIsSealedAndChangedAfter) {
    SmallGraph graph({.slots = 4});
    Stage a(graph, [](Event&) {});
    Stage b(graph, [](Event&) {});
    EXPECT_DEATH(static_cast<void>(a.poll()), "sealed before its stages poll");
    EXPECT_DEATH(static_cast<void>(graph.producer()), "sealed before events flow");
    graph.seal();
    EXPECT_DEATH(graph.first(a).then(b), "connected before the graph is sealed");
    EXPECT_DEATH(graph.seal(), "sealed once");
}

TEST(DisruptorGraphDeathTest, RefusesRingsThatAreNoPowerOfTwoOrTooSmall) {
    EXPECT_DEATH(SmallGraph({.slots = 3}), "power of two");
    EXPECT_DEATH(SmallGraph({.slots = 1}), "power of two");
    EXPECT_DEATH(SmallGraph({.slots = 128}), "its index can count");
}

TEST(DisruptorGraphDeathTest, RefusesStagesOfAnotherGraph) {
    SmallGraph graph({.slots = 4});
    SmallGraph other({.slots = 4});
    Stage stage(other, [](Event&) {});
    EXPECT_DEATH(graph.first(stage), "belongs to one graph");
}

}  // namespace
}  // namespace hotpath::queue::disruptor
