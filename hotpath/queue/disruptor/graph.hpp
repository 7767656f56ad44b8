#pragma once
/// A ring of events, the stages that process them, and the order of the stages: the whole disruptor
/// as one object. It starts no thread.
///
///   Graph<Event, PauseSpin> graph({.slots = 1'024});
///   Stage decode(graph, [](Event& event) { ... });
///   Stage book_a(graph, ...), book_b(graph, ...), gateway(graph, ...);
///   graph.first(decode).then(book_a, book_b).then(gateway);
///   graph.seal();
///   std::jthread thread([&] { decode.run(); });   // and so on, a thread a stage or by poll()
///   auto producer = graph.producer();
///   auto claimed = producer.claim();              // waits while the slowest stage is a lap behind
///   claimed->price = 7;
///   producer.publish(claimed);
///
/// Graph<Event, Wait, SingleProducer, Packed> is for a flow of many small events (layout.hpp).
///
/// Memory order: ring.hpp (publication), sequence.hpp (stages), sequencer.hpp (producers).
/// Threads: set up by one, before any other starts; then one thread a stage, one producer
/// (SingleProducer) or any number (MultiProducer); halt() and drain() by any. Allocation: at
/// construction. Complexity: O(1) an event and stage. Source: Thompson et al., "Disruptor".

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "hotpath/core/assert.hpp"
#include "hotpath/queue/disruptor/barrier.hpp"
#include "hotpath/queue/disruptor/event_processor.hpp"
#include "hotpath/queue/disruptor/producer.hpp"
#include "hotpath/queue/disruptor/ring.hpp"
#include "hotpath/queue/disruptor/run_state.hpp"
#include "hotpath/queue/disruptor/sequence.hpp"
#include "hotpath/queue/disruptor/sequencer.hpp"
#include "hotpath/queue/disruptor/topology.hpp"
#include "hotpath/queue/disruptor/wait_strategy.hpp"
#include "hotpath/queue/head_start.hpp"
#include "hotpath/queue/layout.hpp"
#include "hotpath/queue/slot.hpp"

namespace hotpath::queue::disruptor {

template <RingEvent T, WaitStrategy Wait = Phased,
          template <class> class Sequencer = SingleProducer, RingLayout EventLayout = OwnLine,
          PositionIndex Index = std::uint64_t>
class Graph {
  public:
    using Event = T;
    using Seq = Index;
    using Layout = EventLayout;
    using Node = StageNode<T, Index, Layout>;
    static_assert(!Layout::kIsPacked || std::same_as<Sequencer<Index>, SingleProducer<Index>>,
                  "packed events have one producer");
    static constexpr bool kBlocks = Wait::kBlocks;

    /// Size of the ring and its wait strategy.
    struct Options {
        std::size_t slots = 1'024;  // a power of two, at least 2
        Wait wait{};
        Index first = 0;                // the first sequence number
        HeadStartOptions head_start{};  // of packed events
    };

    /// Allocates the ring. Aborts if options.slots is not a power of two of at least 2.
    explicit Graph(Options options)
        : ring_(options.slots, options.first),
          sequencer_(options.first),
          wait_(options.wait),
          head_start_(options.head_start),
          first_(options.first) {}
    Graph(const Graph&) = delete;
    Graph& operator=(const Graph&) = delete;
    ~Graph() = default;

    /// Stages at the same place in the order. then() adds stages after all of them.
    class Layer {
      public:
        /// Adds stages that wait for every stage of this layer, and returns them as a layer.
        template <class... Stages>
        Layer then(Stages&... stages) const noexcept {
            const Layer next(*graph_, (graph_->set_of(stages) | ...));
            graph_->connect(stages_, next.stages_);
            return next;
        }

      private:
        friend Graph;
        Layer(Graph& graph, StageSet stages) noexcept : graph_(&graph), stages_(stages) {}

        Graph* graph_;
        StageSet stages_;
    };

    /// Adds stages that wait only for the producers, as a stage without a predecessor does.
    template <class... Stages>
    Layer first(Stages&... stages) noexcept {
        return Layer(*this, (set_of(stages) | ...));
    }
    /// Returns any stages as a layer, to add others after them: for graphs that do not consist of
    /// whole layers.
    template <class... Stages>
    [[nodiscard]] Layer after(Stages&... stages) noexcept {
        return Layer(*this, (set_of(stages) | ...));
    }

    /// Ends the set-up: from here on events flow, and stages may not be added or connected.
    void seal() noexcept {
        HOTPATH_ASSERT(!is_sealed(), "a graph must be sealed once");
        HOTPATH_ASSERT(topology_.stages() > 0, "a graph must have a stage");
        for (std::size_t stage = 0; stage < topology_.stages(); ++stage) {
            nodes_[stage]->barrier = barrier_behind(topology_.direct_before(stage));
        }
        gate_ = barrier_on_sequences(topology_.last(), 1);
    }
    [[nodiscard]] bool is_sealed() const noexcept { return gate_.has_value(); }

    /// Returns a producer; one at a time with SingleProducer, any number with MultiProducer. The
    /// graph must be sealed.
    [[nodiscard]] Producer<Graph> producer() noexcept {
        HOTPATH_ASSERT(is_sealed(), "a graph must be sealed before events flow");
        return Producer<Graph>(*this);
    }

    /// Stops at once: every run() returns after its present batch, every waiting claim() returns
    /// nothing. Published events stay in the ring.
    void halt() noexcept {
        state_.halt();
        wake_everybody();
    }

    /// Ends in order: every run() returns when its stage is done with all events claimed before.
    /// Call it when the producers have published their last; it returns at once, so join the
    /// threads of the stages.
    void drain() noexcept {
        state_.drain(sequencer_.next());
        wake_everybody();
    }

    /// Lets the stages run again after a halt or a drain, once every run() has returned; they
    /// continue where they stopped. Do not call it after a halt refused a claim() of one of several
    /// producers: its numbers may be lost among those of others.
    void restart() noexcept { state_.restart(); }

    [[nodiscard]] std::size_t slots() const noexcept { return ring_.slots(); }
    [[nodiscard]] Index first_seq() const noexcept { return first_; }
    [[nodiscard]] HeadStartOptions head_start() const noexcept { return head_start_; }
    /// Returns the number after the last claimed event. Any thread.
    [[nodiscard]] Index next() const noexcept { return sequencer_.next(); }

  private:
    template <class, class>
    friend class Stage;
    friend Producer<Graph>;

    [[nodiscard]] const EventRing<T, Index, Layout>& ring() const noexcept { return ring_; }
    [[nodiscard]] const RunState<Index>& run_state() const noexcept { return state_; }
    [[nodiscard]] const Wait& wait_strategy() const noexcept { return wait_; }

    void add(Node& node) noexcept {
        HOTPATH_ASSERT(!is_sealed(), "stages must be added before the graph is sealed");
        node.id = topology_.add();
        nodes_[node.id] = &node;
    }

    [[nodiscard]] StageSet set_of(const Node& node) const noexcept {
        HOTPATH_ASSERT(nodes_[node.id] == &node,
                       "the stage must belong to this graph: a stage belongs to one graph");
        return Topology::set_of(node.id);
    }
    template <class StageType>
    [[nodiscard]] StageSet set_of(const StageType& stage) const noexcept {
        const Node& node = stage;
        return set_of(node);
    }

    void connect(StageSet before, StageSet after) noexcept {
        HOTPATH_ASSERT(!is_sealed(), "stages must be connected before the graph is sealed");
        for (std::size_t i = 0; i < topology_.stages(); ++i) {
            for (std::size_t j = 0; j < topology_.stages(); ++j) {
                if (Topology::has(before, i) && Topology::has(after, j)) {
                    topology_.connect({.before = i, .after = j});
                }
            }
        }
    }

    /// The barrier of a stage with these direct predecessors.
    [[nodiscard]] Barrier<T, Index, Layout> barrier_behind(StageSet stages) noexcept {
        return stages == 0 ? Barrier<T, Index, Layout>::on_published(ring_, published_)
                           : barrier_on_sequences(stages, 0);
    }
    [[nodiscard]] Barrier<T, Index, Layout> barrier_on_sequences(StageSet stages,
                                                                 std::size_t laps_behind) noexcept {
        auto barrier = Barrier<T, Index, Layout>::on_sequences(ring_, laps_behind);
        for (std::size_t stage = 0; stage < topology_.stages(); ++stage) {
            if (Topology::has(stages, stage)) {
                barrier.add(nodes_[stage]->sequence);
            }
        }
        return barrier;
    }

    void wake_everybody() noexcept {
        published_.wake_all();
        for (std::size_t stage = 0; stage < topology_.stages(); ++stage) {
            nodes_[stage]->sequence.signal().wake_all();
        }
    }

    EventRing<T, Index, Layout> ring_;
    Topology topology_;
    std::array<Node*, kStagesMax> nodes_{};
    std::optional<Barrier<T, Index, Layout>> gate_;  // of the producers: the last stages
    Sequencer<Index> sequencer_;
    Signal published_;  // for stages that wait for the producers
    RunState<Index> state_;
    Wait wait_;
    HeadStartOptions head_start_;
    Index first_;
};

}  // namespace hotpath::queue::disruptor
