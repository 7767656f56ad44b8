#pragma once
/// The producer of a ring: claims one or more events, writes them in place, publishes them.
///
/// Every claim is published, once; until then no stage gets past it. Claims of packed events are
/// published in their order, others in any. Events of one claim are published from the last to the
/// first: a stage that sees the first sees the batch, and the wake that follows finds the one that
/// everybody waits for.
///
/// Memory order: publishing is EventRing::publish (release); a claim's slots were seen free with
/// acquire (barrier.hpp, sequencer.hpp).
/// Threads: a SingleProducer graph is used by one, a MultiProducer graph by any number, each with
/// one producer each or a shared one: nothing is kept in it. Allocation: none. Complexity: O(1)
/// an event.

#include <cstddef>
#include <optional>

#include "hotpath/core/assert.hpp"
#include "hotpath/queue/disruptor/ring.hpp"
#include "hotpath/queue/disruptor/wait_strategy.hpp"
#include "hotpath/queue/layout.hpp"
#include "hotpath/queue/slot.hpp"

namespace hotpath::queue::disruptor {

/// Consecutive events that are the claimer's to write; none when a claim was refused.
template <RingEvent T, PositionIndex Index, RingLayout Layout>
class Claimed {
  public:
    Claimed() = default;
    Claimed(const EventRing<T, Index, Layout>& ring, Index first, std::size_t size) noexcept
        : ring_(&ring), first_(first), size_(size) {}

    [[nodiscard]] explicit operator bool() const noexcept { return size_ != 0; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] Index first_seq() const noexcept { return first_; }

    [[nodiscard]] T& operator*() const noexcept { return (*this)[0]; }
    [[nodiscard]] T* operator->() const noexcept { return &(*this)[0]; }
    [[nodiscard]] T& operator[](std::size_t i) const noexcept {
        HOTPATH_ASSERT_HOT(i < size_, "only claimed events may be written");
        return ring_->event(position_after(first_, i));
    }

  private:
    const EventRing<T, Index, Layout>* ring_ = nullptr;
    Index first_ = 0;
    std::size_t size_ = 0;
};

template <class Graph>
class Producer {
  public:
    using Event = typename Graph::Event;
    using Seq = typename Graph::Seq;
    using Claim = Claimed<Event, Seq, typename Graph::Layout>;

    explicit Producer(Graph& graph) noexcept : graph_(&graph) {}

    /// `events` of them or none: none when the slowest stage is a lap behind.
    [[nodiscard]] Claim try_claim(std::size_t events = 1) noexcept {
        HOTPATH_ASSERT_HOT(events > 0 && events <= graph_->slots(),
                           "a claim must be 1 event to a full ring");
        const std::optional<Seq> first = graph_->sequencer_.try_claim(*graph_->gate_, events);
        return first ? claimed(*first, events) : Claim();
    }

    /// Waits by the graph's strategy; none only when the graph is halted.
    [[nodiscard]] Claim claim(std::size_t events = 1) noexcept {
        HOTPATH_ASSERT_HOT(events > 0 && events <= graph_->slots(),
                           "a claim must be 1 event to a full ring");
        const Seq first = graph_->sequencer_.take(events);
        if (!graph_->sequencer_.is_free(*graph_->gate_, first, events) && !wait_for(first, events))
            [[unlikely]] {
            graph_->sequencer_.give_back(first, events);
            return {};
        }
        return claimed(first, events);
    }

    void publish(const Claim& claimed) noexcept {
        graph_->ring_.publish(claimed.first_seq(), claimed.size());
        if constexpr (Graph::kBlocks) {
            graph_->published_.wake_sleepers();
        }
    }

  private:
    // A producer that found the ring full lets an eighth of it become free, or looks so often: else
    // it would follow the last stage slot by slot and take every line from it while it is warm.
    static constexpr std::size_t kHeadStart = 8;
    static constexpr Patience kHeadStartPatience{.spins = 64, .yields = 0};

    [[nodiscard]] Claim claimed(Seq first, std::size_t events) const noexcept {
        graph_->ring_.prefetch_to_write(position_after(first, events - 1));
        return {graph_->ring_, first, events};
    }

    /// False when the graph was halted before the slots were free.
    [[nodiscard]] bool wait_for(Seq first, std::size_t events) noexcept {
        const Seq last = position_after(first, events - 1);
        const auto is_halted = [this] { return graph_->state_.is_halted(); };
        graph_->gate_->wait(graph_->wait_, last, is_halted);
        const Seq beyond = position_after(last, graph_->slots() / kHeadStart);
        static_cast<void>(watch(kHeadStartPatience,
                                [&] { return graph_->gate_->is_ready(beyond) || is_halted(); }));
        return graph_->sequencer_.is_free(*graph_->gate_, first, events);
    }

    Graph* graph_;
};

}  // namespace hotpath::queue::disruptor
