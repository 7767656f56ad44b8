// Graphs with a thread a stage: every wait strategy, every shape, gating, several producers, halt
// and drain at any moment. Built with ThreadSanitizer, too.

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <type_traits>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/queue/disruptor/graph.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::queue::disruptor {
namespace {

std::uint64_t event_count() {
    return support::is_long_run() ? 5'000'000 : 30'000;
}

/// Plain fields: a stage that reads them too early or too late is a data race for ThreadSanitizer
/// and a wrong check here.
struct Event {
    std::uint64_t number = 0;
    std::uint64_t producer = 0;
    std::array<std::uint64_t, 4> check{};

    void fill(std::uint64_t n) {
        number = n;
        check.fill(n * 0x9e37'79b9'7f4a'7c15ULL);
    }
    [[nodiscard]] bool is_whole() const {
        return std::ranges::all_of(
            check, [&](std::uint64_t word) { return word == number * 0x9e37'79b9'7f4a'7c15ULL; });
    }
};

/// What a stage with a thread of its own has seen.
struct Seen {
    std::uint64_t events = 0;
    bool is_in_order = true;
    bool is_whole = true;

    void operator()(const Event& event) {
        is_in_order &= event.number == events++;
        is_whole &= event.is_whole();
    }
};

void expect_all(const Seen& seen, std::uint64_t events) {
    EXPECT_EQ(seen.events, events);
    EXPECT_TRUE(seen.is_in_order);
    EXPECT_TRUE(seen.is_whole);
}

template <class GraphType>
void publish_numbers(GraphType& graph, std::uint64_t events, std::uint64_t batch_max) {
    auto producer = graph.producer();
    for (std::uint64_t n = 0; n < events;) {
        const auto claimed =
            producer.claim(static_cast<std::size_t>(std::min(events - n, 1 + n % batch_max)));
        for (std::size_t i = 0; i < claimed.size(); ++i) {
            claimed[i].fill(n++);
        }
        producer.publish(claimed);
    }
}

template <class Wait>
class DisruptorThreads : public testing::Test {};

using Strategies = testing::Types<BusySpin, PauseSpin, Yield, Sleep, Block, Phased>;
TYPED_TEST_SUITE(DisruptorThreads, Strategies);

/// Spinning threads that share a core go on a time slice and a few slots at a time: fewer events.
template <class Wait>
constexpr bool kOnlySpins = std::is_same_v<Wait, BusySpin> || std::is_same_v<Wait, PauseSpin>;
template <class Wait>
std::uint64_t events_for() {
    return kOnlySpins<Wait> ? event_count() / 100 : event_count();
}
template <class Wait>
constexpr int kRounds = kOnlySpins<Wait> ? 5 : 50;

TYPED_TEST(DisruptorThreads, OneStageSeesEverythingOnceWholeAndInOrder) {
    Graph<Event, TypeParam> graph({.slots = 8});
    Stage stage(graph, Seen{});
    graph.seal();
    const std::uint64_t events = events_for<TypeParam>();
    std::thread thread([&] { stage.run(); });
    publish_numbers(graph, events, 3);
    graph.drain();
    thread.join();
    expect_all(stage.work(), events);
}

TYPED_TEST(DisruptorThreads, ADiamondSeesEverythingOnceWholeAndInOrder) {
    Graph<Event, TypeParam> graph({.slots = 64});
    Stage decode(graph, [](Event& event) { event.producer = event.number; });
    Stage book_a(graph, Seen{});
    Stage book_b(graph, Seen{});
    Stage gateway(graph, Seen{});
    graph.first(decode).then(book_a, book_b).then(gateway);
    graph.seal();
    const std::uint64_t events = events_for<TypeParam>();
    std::thread decode_thread([&] { decode.run(); });
    std::thread book_a_thread([&] { book_a.run(); });
    std::thread book_b_thread([&] { book_b.run(); });
    std::thread gateway_thread([&] { gateway.run(); });
    publish_numbers(graph, events, 5);
    graph.drain();
    decode_thread.join();
    book_a_thread.join();
    book_b_thread.join();
    gateway_thread.join();
    expect_all(book_a.work(), events);
    expect_all(book_b.work(), events);
    expect_all(gateway.work(), events);
}

TYPED_TEST(DisruptorThreads, AMulticastHoldsTheProducerForTheSlowest) {
    Graph<Event, TypeParam> graph({.slots = 4});
    std::atomic<std::uint64_t> published{0};
    std::uint64_t ahead_max = 0;
    std::uint64_t slow_seen = 0;
    Stage fast(graph, Seen{});
    Stage slow(graph, [&](Event&) {
        ahead_max = std::max(ahead_max, published.load(std::memory_order_acquire) - slow_seen);
        ++slow_seen;
    });
    graph.first(fast, slow);
    graph.seal();
    const std::uint64_t events = events_for<TypeParam>() / 2;
    std::thread fast_thread([&] { fast.run(); });
    std::thread slow_thread([&] { slow.run(); });
    auto producer = graph.producer();
    for (std::uint64_t n = 0; n < events; ++n) {
        const auto claimed = producer.claim();
        claimed->fill(n);
        published.store(n + 1, std::memory_order_release);
        producer.publish(claimed);
    }
    graph.drain();
    fast_thread.join();
    slow_thread.join();
    expect_all(fast.work(), events);
    EXPECT_EQ(slow_seen, events);
    EXPECT_LE(ahead_max, 4U);
}

template <class GraphType>
void publish_as(std::uint64_t me, GraphType& graph, std::uint64_t events) {
    auto producer = graph.producer();
    for (std::uint64_t n = 0; n < events;) {
        const auto claimed =
            producer.claim(static_cast<std::size_t>(std::min(events - n, 1 + (n + me) % 4)));
        for (std::size_t i = 0; i < claimed.size(); ++i) {
            claimed[i].fill(n++);
            claimed[i].producer = me;
        }
        producer.publish(claimed);
    }
}

TYPED_TEST(DisruptorThreads, ThreeProducersLoseNothingAndKeepTheirOrder) {
    constexpr std::uint64_t kProducers = 3;
    Graph<Event, TypeParam, MultiProducer> graph({.slots = 16});
    std::array<std::uint64_t, kProducers> next{};
    bool is_right = true;
    Stage stage(graph, [&](Event& event) {
        is_right &= event.is_whole() && event.number == next[event.producer]++;
    });
    graph.seal();
    const std::uint64_t events = events_for<TypeParam>() / kProducers;
    std::thread stage_thread([&] { stage.run(); });
    std::array<std::thread, kProducers> threads;
    for (std::uint64_t me = 0; me < kProducers; ++me) {
        threads[me] = std::thread([&, me] { publish_as(me, graph, events); });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    graph.drain();
    stage_thread.join();
    EXPECT_TRUE(is_right);
    for (const std::uint64_t seen : next) {
        EXPECT_EQ(seen, events);
    }
}

TYPED_TEST(DisruptorThreads, AHaltReachesStagesThatWaitForEvents) {
    for (int round = 0; round < kRounds<TypeParam>; ++round) {
        Graph<Event, TypeParam> graph({.slots = 4});
        Stage first(graph, Seen{});
        Stage second(graph, Seen{});
        graph.first(first).then(second);
        graph.seal();
        std::thread first_thread([&] { first.run(); });
        std::thread second_thread([&] { second.run(); });
        if (round % 2 == 1) {
            publish_numbers(graph, 3, 1);
        }
        graph.halt();
        first_thread.join();
        second_thread.join();
        EXPECT_LE(second.next(), first.next());
    }
}

TYPED_TEST(DisruptorThreads, AHaltReachesAProducerThatWaitsForASlot) {
    for (int round = 0; round < kRounds<TypeParam>; ++round) {
        Graph<Event, TypeParam> graph({.slots = 4});
        Stage stage(graph, Seen{});
        graph.seal();
        std::atomic<bool> has_filled{false};
        bool was_refused = false;
        std::thread producing([&] {
            auto producer = graph.producer();
            producer.publish(producer.claim(4));
            has_filled.store(true, std::memory_order_release);
            was_refused = !producer.claim();
        });
        while (!has_filled.load(std::memory_order_acquire)) {
            std::this_thread::yield();
        }
        graph.halt();
        producing.join();
        EXPECT_TRUE(was_refused);
    }
}

TYPED_TEST(DisruptorThreads, ADrainAtAnyMomentLosesNothing) {
    Random random(support::seed_of_this_test(31));
    for (int round = 0; round < kRounds<TypeParam>; ++round) {
        Graph<Event, TypeParam> graph({.slots = 8});
        Stage first(graph, Seen{});
        Stage second(graph, Seen{});
        graph.first(first).then(second);
        graph.seal();
        const std::uint64_t events = random.below(40);
        std::thread first_thread([&] { first.run(); });
        std::thread second_thread([&] { second.run(); });
        publish_numbers(graph, events, 2);
        graph.drain();
        first_thread.join();
        second_thread.join();
        expect_all(first.work(), events);
        expect_all(second.work(), events);
    }
}

TEST(DisruptorThreadsOfManyProducers, AnIndexOf32BitsWrapsUnnoticed) {
    constexpr std::uint32_t kNearEnd = 0U - 1'000U;
    Graph<Event, Phased, MultiProducer, std::uint32_t> graph({.slots = 32, .first = kNearEnd});
    std::array<std::uint64_t, 2> next{};
    bool is_right = true;
    Stage stage(graph, [&](Event& event) {
        is_right &= event.is_whole() && event.number == next[event.producer]++;
    });
    graph.seal();
    std::thread stage_thread([&] { stage.run(); });
    const auto produce = [&](std::uint64_t me) {
        auto producer = graph.producer();
        for (std::uint64_t n = 0; n < 20'000; ++n) {
            const auto claimed = producer.claim();
            claimed->fill(n);
            claimed->producer = me;
            producer.publish(claimed);
        }
    };
    std::thread other([&] { produce(1); });
    produce(0);
    other.join();
    graph.drain();
    stage_thread.join();
    EXPECT_TRUE(is_right);
    EXPECT_EQ(next[0] + next[1], 40'000U);
}

TEST(DisruptorThreadsShared, StagesOfAGraphMayShareAThreadByPolling) {
    Graph<Event, Yield> graph({.slots = 16});
    Stage a(graph, Seen{});
    Stage b(graph, Seen{});
    Stage c(graph, Seen{});
    graph.first(a, b).then(c);
    graph.seal();
    std::thread thread([&] {
        while (!c.is_over()) {
            if (a.poll() + b.poll() + c.poll() == 0) {
                std::this_thread::yield();
            }
        }
    });
    publish_numbers(graph, event_count(), 4);
    graph.drain();
    thread.join();
    expect_all(a.work(), event_count());
    expect_all(b.work(), event_count());
    expect_all(c.work(), event_count());
}

}  // namespace
}  // namespace hotpath::queue::disruptor
