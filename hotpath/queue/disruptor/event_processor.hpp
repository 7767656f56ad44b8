#pragma once
/// A stage: work that is done on every event in order, batch by batch, as a node of the graph.
///
///   Stage decode(graph, [](Event& event) { ... });
///   Stage journal(graph, [](Event& event, std::uint64_t seq, bool batch_end) { ... });
///
/// run() is a thread's whole life until halt() or drain(); poll() is one round for a loop of one's
/// own, and several stages may share one thread that way. An event may be changed by a stage that
/// has no parallel one.
///
/// Memory order: see ring.hpp and sequence.hpp; the stage's own position is its private variable.
/// Threads: one a stage. Allocation: none. Complexity: O(1) an event.

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/cpu.hpp"
#include "hotpath/queue/disruptor/barrier.hpp"
#include "hotpath/queue/disruptor/sequence.hpp"
#include "hotpath/queue/disruptor/topology.hpp"
#include "hotpath/queue/head_start.hpp"
#include "hotpath/queue/layout.hpp"
#include "hotpath/queue/slot.hpp"

namespace hotpath::queue::disruptor {

/// A stage's work on an event; it may ask for the sequence number, and for whether more is known to
/// be there (to flush at the end of a batch).
template <class Work, class T, class Index>
concept StageWork = std::invocable<Work&, T&> || std::invocable<Work&, T&, Index> ||
                    std::invocable<Work&, T&, Index, bool>;

/// A stage as the graph sees it. `barrier` is what the graph decides when it is sealed.
template <RingEvent T, PositionIndex Index, RingLayout Layout>
struct StageNode {
    explicit StageNode(Index first) noexcept : sequence(first) {}

    Sequence<Index> sequence;
    Topology::Stage id = 0;
    std::optional<Barrier<T, Index, Layout>> barrier;
};

template <class Graph, class Work>
class Stage : private Graph::Node {
  public:
    using Event = typename Graph::Event;
    using Seq = typename Graph::Seq;
    static_assert(StageWork<Work, Event, Seq>, "a stage's work takes an event");

    /// Events at most that a halt waits for.
    static constexpr std::size_t kBatchMax = 256;

    Stage(Graph& graph, Work work) noexcept(std::is_nothrow_move_constructible_v<Work>)
        : Graph::Node(graph.first_seq()),
          graph_(&graph),
          work_(std::move(work)),
          next_(graph.first_seq()),
          head_start_(graph.head_start()) {
        graph.add(*this);
    }
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;
    ~Stage() = default;

    /// One round: processes the available events, up to the given maximum; returns their number.
    std::size_t poll(std::size_t events_max = kBatchMax) noexcept {
        HOTPATH_ASSERT(this->barrier.has_value(), "a graph must be sealed before its stages poll");
        if constexpr (Graph::Layout::kIsPacked) {
            // Each look takes the word that publishes packed events from the producer.
            if (this->barrier->is_on_publication()) {
                head_start_.give(found_);
            }
        }
        const std::size_t ready = this->barrier->ready_from(next_, events_max);
        found_ = ready;
        if (ready == 0) {
            return 0;
        }
        if (ready == events_max && this->barrier->has_published(next_, 2 * ready)) {
            work_on<Fetch::NextBatch>(ready);
        } else {
            work_on<Fetch::Nothing>(ready);
        }
        return ready;
    }

    /// Works until the graph is halted or drained, waiting by the graph's strategy.
    void run() noexcept {
        const auto is_over = [this] { return graph_->run_state().is_over(next_); };
        while (!is_over()) {
            if (poll() == 0) {
                this->barrier->wait(graph_->wait_strategy(), next_, is_over);
            }
        }
    }

    /// True when everything up to drain() is done, or the graph is halted: for a loop of one's own.
    [[nodiscard]] bool is_over() const noexcept { return graph_->run_state().is_over(next_); }

    /// The next event's sequence number. Any thread.
    [[nodiscard]] Seq next() const noexcept { return this->sequence.next(); }

    [[nodiscard]] Work& work() noexcept { return work_; }

  private:
    friend Graph;

    // Progress is published this often within a batch: late enough to be cheap, early enough that
    // waiting stages work at the same time.
    static constexpr std::size_t kPublishEvery = 32;

    // A first stage that lags by a whole batch fetches the next batch's lines while it works on
    // this one: they are published, so no writer loses a line that it still writes.
    enum class Fetch : std::uint8_t { Nothing, NextBatch };

    // Everything that the loop needs is copied first: the work's stores may be to our members, for
    // all that the compiler knows, and it would reload them for each event.
    template <Fetch Ahead>
    void work_on(std::size_t ready) noexcept {
        const auto events = graph_->ring().view();
        const Seq first = next_;
        for (std::size_t done = 0; done < ready;) {
            const std::size_t end = std::min(ready, done + kPublishEvery);
            for (; done < end; ++done) {
                const Seq seq = position_after(first, done);
                if constexpr (Ahead == Fetch::NextBatch) {
                    events.prefetch_to_read(position_after(seq, ready));
                }
                call(events.event(seq), seq, done + 1 == ready);
            }
            this->sequence.publish(position_after(first, done));
            if constexpr (Graph::kBlocks) {
                this->sequence.signal().wake_sleepers();
            }
        }
        next_ = position_after(first, ready);
    }

    void call(Event& event, Seq seq, bool batch_end) noexcept {
        if constexpr (std::invocable<Work&, Event&, Seq, bool>) {
            work_(event, seq, batch_end);
        } else if constexpr (std::invocable<Work&, Event&, Seq>) {
            work_(event, seq);
        } else {
            work_(event);
        }
    }

    alignas(kCacheLine) Graph* graph_;
    Work work_;
    Seq next_;
    std::size_t found_ = 0;  // events of the last round
    HeadStart head_start_;   // of packed events
};

}  // namespace hotpath::queue::disruptor
