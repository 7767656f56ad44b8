// Graphs with a thread a stage: every wait strategy, every shape, gating, several producers, halt
// and drain at any moment. Built with ThreadSanitizer, too.

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <ostream>
#include <string_view>
#include <thread>
#include <type_traits>
#include <vector>

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

struct Publishing {
    std::uint64_t events = 0;
    std::uint64_t batch_max = 1;
    std::uint64_t producer = 0;
};

/// Numbers from 0 on, in batches of changing length; `filled` says how many before each is handed
/// over. Returns how many: fewer than asked for when the graph is halted.
template <class GraphType>
std::uint64_t publish_to(GraphType& graph, const Publishing& what,
                         std::atomic<std::uint64_t>& filled) {
    auto producer = graph.producer();
    std::uint64_t n = 0;
    while (n < what.events) {
        const std::uint64_t batch = 1 + (n + what.producer) % what.batch_max;
        const auto claimed =
            producer.claim(static_cast<std::size_t>(std::min(what.events - n, batch)));
        if (!claimed) {
            break;
        }
        for (std::size_t i = 0; i < claimed.size(); ++i) {
            claimed[i].fill(n++);
            claimed[i].producer = what.producer;
        }
        filled.store(n, std::memory_order_release);
        producer.publish(claimed);
    }
    return n;
}

using Work = std::function<void(Event&)>;
using Layers = std::vector<std::vector<Work>>;

/// A graph with a thread for each stage, behind virtual calls: a test is compiled once, not for
/// each wait strategy.
class ThreadedGraph {
  public:
    virtual ~ThreadedGraph() = default;
    /// Stages in layers, each behind all of the layer before.
    virtual void build(const Layers& layers) = 0;
    virtual void start() = 0;
    virtual std::uint64_t publish(const Publishing& what) = 0;
    virtual void halt() = 0;
    virtual void drain() = 0;
    virtual void join() = 0;
    /// The next event of a stage, by the order in which build() got them.
    virtual std::uint64_t next(std::size_t stage) const = 0;

    std::atomic<std::uint64_t> filled{0};  // by one producer, at least as many as are published
};

template <class Wait, template <class> class Sequencer, RingLayout Layout>
class ThreadedGraphOf final : public ThreadedGraph {
  public:
    explicit ThreadedGraphOf(std::size_t slots) : graph_({.slots = slots}) {}

    void build(const Layers& layers) override {
        std::size_t before = 0;
        for (const std::vector<Work>& layer : layers) {
            const std::size_t first = stages_.size();
            for (const Work& work : layer) {
                stages_.emplace_back(graph_, work);
                for (std::size_t i = before; i < first; ++i) {
                    graph_.after(stages_[i]).then(stages_.back());
                }
            }
            before = first;
        }
        graph_.seal();
    }
    void start() override {
        for (auto& stage : stages_) {
            threads_.emplace_back([&stage] { stage.run(); });
        }
    }
    std::uint64_t publish(const Publishing& what) override {
        return publish_to(graph_, what, filled);
    }
    void halt() override { graph_.halt(); }
    void drain() override { graph_.drain(); }
    void join() override {
        for (std::thread& thread : threads_) {
            thread.join();
        }
        threads_.clear();
    }
    std::uint64_t next(std::size_t stage) const override { return stages_[stage].next(); }

  private:
    using GraphType = Graph<Event, Wait, Sequencer, Layout>;

    GraphType graph_;
    std::deque<Stage<GraphType, Work>> stages_;
    std::vector<std::thread> threads_;
};

struct Strategy {
    std::string_view name;
    std::unique_ptr<ThreadedGraph> (*graph)(std::size_t slots) = nullptr;
    /// Spinning threads that share a core go on a time slice and a few slots at a time: fewer
    /// events.
    bool only_spins = false;

    [[nodiscard]] std::uint64_t events() const {
        return only_spins ? event_count() / 100 : event_count();
    }
    [[nodiscard]] int rounds() const { return only_spins ? 5 : 50; }

    friend void PrintTo(const Strategy& strategy, std::ostream* out) { *out << strategy.name; }
};

template <class Wait, template <class> class Sequencer = SingleProducer,
          RingLayout Layout = OwnLine>
Strategy strategy(std::string_view name) {
    return {.name = name,
            .graph = [](std::size_t slots) -> std::unique_ptr<ThreadedGraph> {
                return std::make_unique<ThreadedGraphOf<Wait, Sequencer, Layout>>(slots);
            },
            .only_spins = std::is_same_v<Wait, BusySpin> || std::is_same_v<Wait, PauseSpin>};
}

const Strategy kStrategies[] = {strategy<BusySpin>("BusySpin"), strategy<PauseSpin>("PauseSpin"),
                                strategy<Yield>("Yield"),       strategy<Sleep>("Sleep"),
                                strategy<Block>("Block"),       strategy<Phased>("Phased")};

class DisruptorThreads : public testing::TestWithParam<Strategy> {};
INSTANTIATE_TEST_SUITE_P(EachWaitStrategy, DisruptorThreads, testing::ValuesIn(kStrategies));

// Of packed events a strategy knows as little. Two a word: the rings here have several words.
const Strategy kPacked[] = {strategy<PauseSpin, SingleProducer, PackedBy<2>>("PauseSpin"),
                            strategy<Yield, SingleProducer, Packed>("YieldOneWord"),
                            strategy<Sleep, SingleProducer, PackedBy<4>>("Sleep"),
                            strategy<Block, SingleProducer, PackedBy<2>>("Block"),
                            strategy<Phased, SingleProducer, PackedBy<1>>("PhasedAWordEach")};
INSTANTIATE_TEST_SUITE_P(Packed, DisruptorThreads, testing::ValuesIn(kPacked));

// Producers side by side know of a strategy only how it waits: one that spins, one that naps, one
// that must be woken. The test of 32-bit indices has Phased.
const Strategy kManyProducers[] = {strategy<PauseSpin, MultiProducer>("PauseSpin"),
                                   strategy<Sleep, MultiProducer>("Sleep"),
                                   strategy<Block, MultiProducer>("Block")};

class DisruptorManyProducers : public testing::TestWithParam<Strategy> {};
INSTANTIATE_TEST_SUITE_P(EachKindOfWait, DisruptorManyProducers, testing::ValuesIn(kManyProducers));

TEST_P(DisruptorThreads, OneStageSeesEverythingOnceWholeAndInOrder) {
    const auto graph = GetParam().graph(8);
    Seen seen;
    graph->build({{std::ref(seen)}});
    graph->start();
    graph->publish({.events = GetParam().events(), .batch_max = 3});
    graph->drain();
    graph->join();
    expect_all(seen, GetParam().events());
}

TEST_P(DisruptorThreads, ADiamondSeesEverythingOnceWholeAndInOrder) {
    const auto graph = GetParam().graph(64);
    const auto decode = [](Event& event) { event.producer = event.number; };
    Seen book_a;
    Seen book_b;
    Seen gateway;
    graph->build({{decode}, {std::ref(book_a), std::ref(book_b)}, {std::ref(gateway)}});
    graph->start();
    graph->publish({.events = GetParam().events(), .batch_max = 5});
    graph->drain();
    graph->join();
    expect_all(book_a, GetParam().events());
    expect_all(book_b, GetParam().events());
    expect_all(gateway, GetParam().events());
}

TEST_P(DisruptorThreads, AMulticastHoldsTheProducerForTheSlowest) {
    const auto graph = GetParam().graph(4);
    std::uint64_t ahead_max = 0;
    std::uint64_t slow_seen = 0;
    Seen fast;
    const auto slow = [&](Event&) {
        ahead_max = std::max(ahead_max, graph->filled.load(std::memory_order_acquire) - slow_seen);
        ++slow_seen;
    };
    graph->build({{std::ref(fast), slow}});
    graph->start();
    const std::uint64_t events = GetParam().events() / 2;
    graph->publish({.events = events});
    graph->drain();
    graph->join();
    expect_all(fast, events);
    EXPECT_EQ(slow_seen, events);
    EXPECT_LE(ahead_max, 4U);
}

TEST_P(DisruptorManyProducers, ThreeProducersLoseNothingAndKeepTheirOrder) {
    constexpr std::uint64_t kProducers = 3;
    const auto graph = GetParam().graph(16);
    std::array<std::uint64_t, kProducers> next{};
    bool is_right = true;
    graph->build({{[&](Event& event) {
        is_right &= event.is_whole() && event.number == next[event.producer]++;
    }}});
    graph->start();
    const std::uint64_t events = GetParam().events() / kProducers;
    std::array<std::thread, kProducers> threads;
    for (std::uint64_t me = 0; me < kProducers; ++me) {
        threads[me] = std::thread([&graph, events, me] {
            graph->publish({.events = events, .batch_max = 4, .producer = me});
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    graph->drain();
    graph->join();
    EXPECT_TRUE(is_right);
    for (const std::uint64_t seen : next) {
        EXPECT_EQ(seen, events);
    }
}

TEST_P(DisruptorThreads, AHaltReachesStagesThatWaitForEvents) {
    for (int round = 0; round < GetParam().rounds(); ++round) {
        const auto graph = GetParam().graph(4);
        graph->build({{Seen{}}, {Seen{}}});
        graph->start();
        if (round % 2 == 1) {
            graph->publish({.events = 3});
        }
        graph->halt();
        graph->join();
        EXPECT_LE(graph->next(1), graph->next(0));
    }
}

TEST_P(DisruptorThreads, AHaltReachesAProducerThatWaitsForASlot) {
    for (int round = 0; round < GetParam().rounds(); ++round) {
        const auto graph = GetParam().graph(4);
        graph->build({{Seen{}}});
        std::uint64_t published = 0;
        std::thread producing([&] { published = graph->publish({.events = 5}); });
        while (graph->filled.load(std::memory_order_acquire) < 4) {
            std::this_thread::yield();
        }
        graph->halt();
        producing.join();
        EXPECT_EQ(published, 4U) << "and the fifth was refused";
    }
}

TEST_P(DisruptorThreads, ADrainAtAnyMomentLosesNothing) {
    Random random(support::seed_of_this_test(31));
    for (int round = 0; round < GetParam().rounds(); ++round) {
        const auto graph = GetParam().graph(8);
        Seen first;
        Seen second;
        graph->build({{std::ref(first)}, {std::ref(second)}});
        const std::uint64_t events = random.below(40);
        graph->start();
        graph->publish({.events = events, .batch_max = 2});
        graph->drain();
        graph->join();
        expect_all(first, events);
        expect_all(second, events);
    }
}

TEST(DisruptorThreadsOfManyProducers, AnIndexOf32BitsWrapsUnnoticed) {
    constexpr std::uint32_t kNearEnd = 0U - 1'000U;
    Graph<Event, Phased, MultiProducer, OwnLine, std::uint32_t> graph(
        {.slots = 32, .first = kNearEnd});
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
    Seen seen_a;
    Stage a(graph, Work(std::ref(seen_a)));
    Seen seen_b;
    Stage b(graph, Work(std::ref(seen_b)));
    Seen seen_c;
    Stage c(graph, Work(std::ref(seen_c)));
    graph.first(a, b).then(c);
    graph.seal();
    std::thread thread([&] {
        while (!c.is_over()) {
            if (a.poll() + b.poll() + c.poll() == 0) {
                std::this_thread::yield();
            }
        }
    });
    std::atomic<std::uint64_t> filled{0};
    publish_to(graph, {.events = event_count(), .batch_max = 4}, filled);
    graph.drain();
    thread.join();
    expect_all(seen_a, event_count());
    expect_all(seen_b, event_count());
    expect_all(seen_c, event_count());
}

}  // namespace
}  // namespace hotpath::queue::disruptor
