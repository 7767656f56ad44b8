#pragma once
/// The condition for handling an event: its publication (for the first stages), or the sequences of
/// one or more stages (for later stages and the producers). Stages ask with ready_from(), producers
/// with free_from().
///
/// Both answers come with acquire (EventRing::is_published, Sequence::next), so what the ones
/// before did to those events is visible. Of several sequences the lowest counts: it was read with
/// acquire like the others.
///
/// Threads: any; nothing is kept between two questions. Allocation: none. Complexity: publication
/// is asked an event (packed: once for those published together), sequences once a batch.

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>

#include "hotpath/core/assert.hpp"
#include "hotpath/queue/disruptor/ring.hpp"
#include "hotpath/queue/disruptor/sequence.hpp"
#include "hotpath/queue/disruptor/topology.hpp"
#include "hotpath/queue/disruptor/wait_strategy.hpp"
#include "hotpath/queue/layout.hpp"
#include "hotpath/queue/slot.hpp"

namespace hotpath::queue::disruptor {

template <RingEvent T, PositionIndex Index, RingLayout Layout>
class Barrier {
  public:
    /// Waits for events to be published; `signal` is the producers'.
    [[nodiscard]] static Barrier on_published(const EventRing<T, Index, Layout>& ring,
                                              Signal& signal) noexcept {
        Barrier barrier(ring);
        barrier.published_ = &signal;
        return barrier;
    }

    /// Waits for sequences added with add(). `laps_behind` is 0 for a stage and 1 for a producer,
    /// who writes an event when it is done in the lap before.
    [[nodiscard]] static Barrier on_sequences(const EventRing<T, Index, Layout>& ring,
                                              std::size_t laps_behind) noexcept {
        Barrier barrier(ring);
        barrier.lead_ = laps_behind * ring.slots();
        return barrier;
    }

    void add(Sequence<Index>& sequence) noexcept {
        HOTPATH_ASSERT(published_ == nullptr,
                       "a barrier on publication must not wait for sequences");
        sequences_[sequence_count_++] = &sequence;
    }

    [[nodiscard]] bool is_on_publication() const noexcept { return published_ != nullptr; }

    [[nodiscard]] bool is_ready(Index seq) const noexcept {
        return published_ != nullptr ? ring_->is_published(seq) : passed(seq) != 0;
    }

    /// How many events from `seq` on are ready, `events_max` at most.
    [[nodiscard]] std::size_t ready_from(Index seq, std::size_t events_max) const noexcept {
        if (published_ == nullptr) {
            return std::min(passed(seq), events_max);
        }
        return ring_->view().published_from(seq, events_max);
    }

    /// For a barrier on publication: whether the last of that many events from `seq` on is there
    /// already, and, from one producer, all before it. False of any other.
    [[nodiscard]] bool has_published(Index seq, std::size_t events) const noexcept {
        return published_ != nullptr && ring_->is_published(position_after(seq, events - 1));
    }

    /// How many slots from `seq` on are free.
    [[nodiscard]] std::size_t free_from(Index seq) const noexcept { return passed(seq); }

    /// Returns when `is_over()` or when the event or slot of `seq` is ready. Several sequences are
    /// waited for one after the other: none goes back.
    template <WaitStrategy Wait, std::predicate IsOver>
    void wait(const Wait& wait, Index seq, const IsOver& is_over) const noexcept {
        if (published_ != nullptr) {
            wait.wait(*published_, [&] { return ring_->is_published(seq) || is_over(); });
            return;
        }
        for (std::size_t i = 0; i < sequence_count_; ++i) {
            wait.wait(sequences_[i]->signal(),
                      [&] { return passed(*sequences_[i], seq) != 0 || is_over(); });
        }
    }

  private:
    explicit Barrier(const EventRing<T, Index, Layout>& ring) noexcept : ring_(&ring) {}

    /// Returns 0 also if seq is beyond: a claim of several events may be, and one of several
    /// producers may see the newest claim before the sequence that allowed it.
    [[nodiscard]] std::size_t passed(const Sequence<Index>& sequence, Index seq) const noexcept {
        const std::int64_t passed = positions_from(seq, position_after(sequence.next(), lead_));
        return static_cast<std::size_t>(std::max<std::int64_t>(passed, 0));
    }
    [[nodiscard]] std::size_t passed(Index seq) const noexcept {
        std::size_t lowest = ring_->slots();
        for (std::size_t i = 0; i < sequence_count_; ++i) {
            lowest = std::min(lowest, passed(*sequences_[i], seq));
        }
        return lowest;
    }

    const EventRing<T, Index, Layout>* ring_;
    Signal* published_ = nullptr;  // none: waits for sequences
    std::size_t lead_ = 0;
    std::array<Sequence<Index>*, kStagesMax> sequences_{};
    std::size_t sequence_count_ = 0;
};

}  // namespace hotpath::queue::disruptor
