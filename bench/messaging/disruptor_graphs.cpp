// The question: what does an event cost through LMAX's own graphs, in ours and in theirs? One to
// one, a pipeline of three stages, a diamond, three producers to one stage. A regression means that
// handing events from stage to stage, or claiming beside other producers, got slower. It does not
// show as many cores as there are threads: this machine has two.
//
// Producers run on the runner's core, stages on core 0. In `hotpath` and `lmax_disruptor` a stage
// is a thread, which spins when there is a core for each and yields when there is not. In `polled`
// and `lmax_polled` one thread polls all stages in turn, the design for fewer cores than stages.
// In `hotpath_packed` and `packed_polled` the events of one producer lie packed
// (hotpath/queue/layout.hpp). Each has the number of slots that is its best; the suffix says where
// it has the other's.

#include <algorithm>
#include <array>
#include <atomic>
#include <concepts>
#include <iterator>
#include <memory>
#include <numeric>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "bench/messaging/disruptor_tests.hpp"
#include "bench/messaging/payload.hpp"
#include "bench/messaging/two_cores.hpp"
#include "bench/peers/children.hpp"
#include "hotpath/queue/disruptor/graph.hpp"

namespace hotpath::bench {
namespace {

namespace disruptor = queue::disruptor;

// The best of 4,096 to 65,536 for Hotpath and for LMAX; each also runs with the other's.
constexpr std::size_t kSlots = 16'384;
constexpr std::size_t kSlotsLmax = 65'536;
// As in LmaxGraphs.java.
constexpr std::uint64_t kWarm = 3 * kSlots;
constexpr std::uint64_t kEvents = 600'000;
constexpr std::uint64_t kEventsQuick = 120'000;

struct Sum {
    std::uint64_t* sum;
    void operator()(const Message& event) const noexcept {
        // Once an event: the sum may be one of the words, for all that the compiler knows.
        *sum += std::accumulate(event.words.begin(), event.words.end(), std::uint64_t{0});
    }
};

/// On its own cache line: each stage writes its sum for each event.
struct alignas(kCacheLine) StageSum {
    std::uint64_t value = 0;
};

enum class Shape : std::uint8_t { OneToOne, Pipeline, Diamond };
enum class Threads : std::uint8_t { OneAStage, OneForAll };

template <class Wait, template <class> class Sequencer, queue::RingLayout Layout>
class GraphRun {
  public:
    GraphRun(Shape shape, std::size_t slots) : graph_({.slots = slots}) {
        const std::size_t stages = shape == Shape::OneToOne ? 1 : 3;
        for (std::size_t i = 0; i < stages; ++i) {
            stages_.push_back(std::make_unique<Stage>(graph_, Sum{&sums_[i].value}));
        }
        if (shape == Shape::Pipeline) {
            graph_.first(*stages_[0]).then(*stages_[1]).then(*stages_[2]);
        } else if (shape == Shape::Diamond) {
            graph_.first(*stages_[0], *stages_[1]).then(*stages_[2]);
        }
        graph_.seal();
    }

    struct Work {
        std::uint64_t events;
        unsigned producers;
        Threads threads;
    };

    Measurement run(Work work, const timing::TscClock& clock) {
        Measurement measured{.items = work.events - kWarm};
        std::vector<std::unique_ptr<OtherThread>> threads = start_stages(work.threads);
        publish(0, kWarm);
        wait_for(kWarm);
        const std::uint64_t begin = clock.ticks();
        publish_by_all(work);
        wait_for(work.events);
        measured.elapsed_ticks = clock.ticks() - begin;
        graph_.drain();
        threads.clear();
        for (const StageSum& sum : sums_) {
            measured.answer += sum.value;
        }
        return measured;
    }

  private:
    using Graph = disruptor::Graph<Message, Wait, Sequencer, Layout>;
    using Stage = disruptor::Stage<Graph, Sum>;

    std::vector<std::unique_ptr<OtherThread>> start_stages(Threads how) {
        std::vector<std::unique_ptr<OtherThread>> threads;
        if (how == Threads::OneForAll) {
            threads.push_back(std::make_unique<OtherThread>([this] { poll_all(); }));
        } else {
            for (const auto& stage : stages_) {
                threads.push_back(std::make_unique<OtherThread>([&stage] { stage->run(); }));
                threads.back()->start();
            }
        }
        threads.back()->start();
        return threads;
    }

    void poll_all() {
        while (!stages_.back()->is_over()) {
            for (const auto& stage : stages_) {
                stage->poll();
            }
        }
    }

    void publish(std::uint64_t begin, std::uint64_t end) noexcept {
        auto producer = graph_.producer();
        for (std::uint64_t k = begin; k < end; ++k) {
            const auto claimed = producer.claim();
            *claimed = message_of(k);
            producer.publish(claimed);
        }
    }

    /// Each producer its share; the caller is one of them.
    void publish_by_all(Work work) {
        const std::uint64_t share = (work.events - kWarm) / work.producers;
        std::vector<std::jthread> others;
        std::uint64_t begin = kWarm;
        for (unsigned i = 1; i < work.producers; ++i, begin += share) {
            others.emplace_back([this, begin, share] { publish(begin, begin + share); });
        }
        publish(begin, work.events);
    }

    void wait_for(std::uint64_t events) const noexcept {
        while (stages_.back()->next() != events) {
        }
    }

    Graph graph_;
    std::array<StageSum, 3> sums_{};
    std::vector<std::unique_ptr<Stage>> stages_;
};

struct GraphTest {
    const char* name;
    Shape shape;
    unsigned producers;
    std::uint64_t events;
};

/// How a subject goes about it.
struct How {
    Threads threads;
    std::size_t slots;
};

template <class Wait, template <class> class Sequencer, queue::RingLayout Layout>
Subject subject(const char* name, GraphTest test, How how, const timing::TscClock& clock) {
    return {name, "events", [=] {
                auto graph =
                    std::make_unique<GraphRun<Wait, Sequencer, Layout>>(test.shape, how.slots);
                return graph->run(
                    {.events = test.events, .producers = test.producers, .threads = how.threads},
                    clock);
            }};
}

void add_lmax(Test& test, const GraphTest& graph) {
    constexpr std::array kKinds{
        std::tuple{"disruptor_graph", "lmax_disruptor", kSlotsLmax},
        std::tuple{"disruptor_graph_polled", "lmax_polled", kSlotsLmax},
        std::tuple{"disruptor_graph", "lmax_disruptor_16384", kSlots},
        std::tuple{"disruptor_graph_polled", "lmax_polled_16384", kSlots},
    };
    for (const auto& [kind, name, slots] : kKinds) {
        const std::string parameter = std::string(graph.name) + " " + std::to_string(slots);
        std::ranges::move(peers::lmax({kind, name, "events", graph.events, parameter}),
                          std::back_inserter(test.subjects));
    }
}

template <class Wait, template <class> class Sequencer>
Test graph_test(const GraphTest& graph, const timing::TscClock& clock) {
    const auto ours = [&](const char* name, How how) {
        return subject<Wait, Sequencer, queue::OwnLine>(name, graph, how, clock);
    };
    Test test{.name = std::string("f_disruptor_graph_") + graph.name,
              .unit = "ns/event",
              .subjects = {ours("hotpath", {Threads::OneAStage, kSlots}),
                           ours("polled", {Threads::OneForAll, kSlots}),
                           ours("hotpath_65536", {Threads::OneAStage, kSlotsLmax}),
                           ours("polled_65536", {Threads::OneForAll, kSlotsLmax})}};
    if constexpr (std::same_as<Sequencer<std::uint64_t>,
                               disruptor::SingleProducer<std::uint64_t>>) {
        const auto packed = [&](const char* name, Threads threads) {
            test.subjects.push_back(
                subject<Wait, Sequencer, queue::Packed>(name, graph, {threads, kSlots}, clock));
        };
        packed("hotpath_packed", Threads::OneAStage);
        packed("packed_polled", Threads::OneForAll);
    }
    add_lmax(test, graph);
    return test;
}

}  // namespace

std::vector<Test> disruptor_graph_tests(const Scale& scale, const timing::TscClock& clock) {
    using disruptor::BusySpin;
    using disruptor::MultiProducer;
    using disruptor::SingleProducer;
    using disruptor::Yield;
    const std::uint64_t events = scale.quick ? kEventsQuick : kEvents;
    return {
        graph_test<BusySpin, SingleProducer>({"1_1", Shape::OneToOne, 1, events}, clock),
        graph_test<Yield, SingleProducer>({"pipeline_3", Shape::Pipeline, 1, events}, clock),
        graph_test<Yield, SingleProducer>({"diamond", Shape::Diamond, 1, events}, clock),
        graph_test<Yield, MultiProducer>({"3_1", Shape::OneToOne, 3, events}, clock),
    };
}

}  // namespace hotpath::bench
